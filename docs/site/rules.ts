/** A page for each rule of the packs: its description, the findings of one of its tests, and its file. */

import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type Engine, memory, type RuleStats, type TestedFile } from "assay";
import { checked, type Example, outcome, type Written } from "./example.ts";
import { block, code, prose, sentence } from "./markdown.ts";
import { hrefOf, type Page, type Section } from "./page.ts";
import { withExamples } from "./with-examples.ts";
import { packs } from "./written.ts";

/** Returns the sections of the packs. The document of a pack is the page that lists its rules. */
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

/** Returns the page that lists the packs. */
export function packsPage(sections: readonly Section[], written: ReadonlyMap<string, Page>): Page {
  const rows = sections.map(({ title, page, pages }) => {
    const [, heading = title] = /^# (.*)$/m.exec(page.text) ?? [];
    return `- [${heading}](${hrefOf(page)}), ${pages.length} in all`;
  });
  const samples = written.has("packs/samples") ? "[The sample projects](/packs/samples) use them." : "";
  const lead = "Ready-made rules: use a whole pack, or copy single rules and change their numbers.";
  return {
    path: "packs/index",
    title: "Rule packs",
    text: ["# Rule packs", lead, rows.join("\n"), samples].join("\n\n"),
  };
}

/** Returns the names of the rule files in the folder of a pack. */
function ruleFiles(root: string, pack: string): string[] {
  const names = readdirSync(join(root, "rules", pack));
  return names.filter((name) => name.endsWith(".yaml") && name !== "pack.yaml").sort();
}

/** Returns the page of a rule file. Each rule file contains one rule and has its name. */
async function pageOf(root: string, pack: string, file: string, engine: Engine): Promise<Page> {
  const folder = join(root, "rules");
  const path = `${pack}/${file}`;
  const written = readFileSync(join(folder, path), "utf8");
  const rules: Record<string, string> = { [path]: withExamples(written) };
  // Without the file of the pack, the report also lists rules that match no files.
  const alone = (name: string) => (name.endsWith("/pack.yaml") ? null : read(name));
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
    parts.push("## Findings", "In the files of its test:", await outcome(example, engine));
  }
  parts.push(`## The rule, with its tests`, block(written, "yaml", `rules/${path}`));
  return { path: `packs/${pack}/${title}`, title, text: parts.join("\n\n") };

  /** Reads a file that rule files refer to, and adds it to the example, so that the example is complete. */
  function read(name: string): string | null {
    try {
      const text = readFileSync(join(folder, posix.normalize(name)), "utf8");
      rules[name] = text;
      return text;
    } catch {
      return null;
    }
  }
}

/** Returns the description of a rule. */
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

/** Returns the first test of a rule file that has findings, as an example. */
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

/** The digits do not include the zeros at the end of the file. */
function contentOf({ text, hex = "", size }: TestedFile): Written {
  return text ?? { hex: hex.replace(/\s/g, "").padEnd(Math.min(size, MOST) * 2, "0") };
}

/** The maximum size of a file in an example, in bytes. Zeros after it are omitted. */
const MOST = 1 << 20;

/** Returns the document of a pack with links from the names of rules in its tables. */
function withLinks(text: string, pages: readonly Page[]): string {
  const known = new Map(pages.map((page) => [page.title, hrefOf(page)]));
  return text.replace(/^\| `([\w-]+)` \|/gm, (row, name: string) => {
    return known.has(name) ? `| [\`${name}\`](${known.get(name)}) |` : row;
  });
}
