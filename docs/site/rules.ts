/** A page for each rule of the packs: what it says of itself, what a test of it finds, and its file. */

import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type Engine, memory, type RuleStats, type TestedFile } from "assay";
import { checked, type Example, outcome, type Written } from "./example.ts";
import { block, code, prose, sentence } from "./markdown.ts";
import { hrefOf, type Page, type Section } from "./page.ts";
import { withExamples } from "./with-examples.ts";
import { packs } from "./written.ts";

/** The packs, each with its own document as the page that lists its rules. */
export function packSections(root: string, written: ReadonlyMap<string, Page>, engine: Engine): Promise<Section[]> {
  return Promise.all(
    packs(root).map(async (pack) => {
      const page = written.get(`packs/${pack}/index`);
      if (!page) {
        throw new Error(`the pack \`${pack}\` has no document`);
      }
      const pages = await Promise.all(ruleFiles(root, pack).map((file) => pageOf(root, pack, file, engine)));
      return { title: pack, page: { ...page, title: pack, text: withLinks(page.text, pages) }, pages };
    }),
  );
}

/** The page that lists the packs. */
export function packsPage(sections: readonly Section[], written: ReadonlyMap<string, Page>): Page {
  const rows = sections.map(({ title, page, pages }) => {
    const [, heading = title] = /^# (.*)$/m.exec(page.text) ?? [];
    return `- [${heading}](${hrefOf(page)}), ${pages.length} in all`;
  });
  const samples = written.has("packs/samples") ? "[The sample projects](/packs/samples) show them at work." : "";
  const lead = "Rules to begin with: take a pack as it is, or copy what fits and change its numbers.";
  return {
    path: "packs/index",
    title: "Rule packs",
    text: ["# Rule packs", lead, rows.join("\n"), samples].join("\n\n"),
  };
}

/** The rule files of a pack: names in its folder. */
function ruleFiles(root: string, pack: string): string[] {
  const names = readdirSync(join(root, "rules", pack));
  return names.filter((name) => name.endsWith(".yaml") && name !== "pack.yaml").sort();
}

/** A rule file has one rule, which it is called after; the page is that of the file. */
async function pageOf(root: string, pack: string, file: string, engine: Engine): Promise<Page> {
  const folder = join(root, "rules");
  const path = `${pack}/${file}`;
  const written = readFileSync(join(folder, path), "utf8");
  const rules: Record<string, string> = { [path]: withExamples(written) };
  // Of a rule that belongs to a pack nothing is reported without files.
  const alone = (wanted: string) => (wanted.endsWith("/pack.yaml") ? null : read(wanted));
  const checker = engine.checker({ rules: [{ path, text: rules[path] ?? "" }], read: alone });
  const { stats } = await checker.check(memory({}));
  checker.dispose();
  const title = file.replace(/\.yaml$/, "");
  const parts = [`# ${code(title)}`, ...stats.rules.map(about)];
  if (rules[path] !== written) {
    parts.push("The rule is off until the project sets its [parameter](/packs#set-parameters).");
  }
  const example = await failing({ rules, files: {} }, engine, read);
  if (example) {
    parts.push("## What it finds", "In the files of its own test:", await outcome(example, engine));
  }
  parts.push(`## The rule, with its tests`, block(written, "yaml", `rules/${path}`));
  return { path: `packs/${pack}/${title}`, title, text: parts.join("\n\n") };

  /** What rule files name is kept for the example, which is to run by itself. */
  function read(wanted: string): string | null {
    try {
      const text = readFileSync(join(folder, posix.normalize(wanted)), "utf8");
      rules[wanted] = text;
      return text;
    } catch {
      return null;
    }
  }
}

/** What a rule says of itself. */
function about({ severity, description, why, tags, url }: RuleStats): string {
  const parts = [description ? sentence(description) : "", why ? prose(why) : ""];
  const facts = [`Severity: [${severity}](/reference/words#severity-${severity})`];
  if (tags?.length) {
    facts.push(`tags: ${tags.map(code).join(", ")}`);
  }
  if (url && /^https?:\/\//.test(url)) {
    facts.push(`[more about it](${url})`);
  }
  return [...parts, `${facts.join("; ")}.`].filter((part) => part !== "").join("\n\n");
}

/** The first test of a rule file in whose files something is found, as an example. */
export async function failing(
  { rules }: Example,
  engine: Engine,
  read: (path: string) => string | null,
): Promise<Example | undefined> {
  const [[path, text] = ["", ""]] = Object.entries(rules);
  const { tests } = engine.test({ rules: [{ path, text }], read, withFiles: true });
  for (const { files = [] } of tests) {
    const example = { rules, files: Object.fromEntries(files.map((file) => [file.path, contentOf(file)])) };
    if ((await checked(example, engine)).findings.length > 0) {
      return example;
    }
  }
  return undefined;
}

/** Zeros at its end are not among its digits. */
function contentOf({ text, hex = "", size }: TestedFile): Written {
  return text ?? { hex: hex.replace(/\s/g, "").padEnd(Math.min(size, MOST) * 2, "0") };
}

/** An example does without zeros beyond these, in bytes. */
const MOST = 1 << 20;

/** The document of a pack, whose tables name rules, with the names as links. */
function withLinks(text: string, pages: readonly Page[]): string {
  const known = new Map(pages.map((page) => [page.title, hrefOf(page)]));
  return text.replace(/^\| `([\w-]+)` \|/gm, (row, name: string) => {
    return known.has(name) ? `| [\`${name}\`](${known.get(name)}) |` : row;
  });
}
