/**
 * The page of the codes of problems, warnings and hints, with their messages. It is generated from the table of the
 * engine.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anchored, prose, sentence, table } from "./markdown.ts";
import type { Page } from "./page.ts";

/** The table of codes. */
const TABLE = "engine/language/src/issue_code.rs";

/** Codes of one family. */
interface Family {
  title: string;
  /** A description of the codes, with advice. */
  about: string;
  /** The page with more information. */
  more?: string;
}

/** The families by their names in the table, in the order of the page. */
const FAMILIES: readonly (readonly [string, Family])[] = [
  [
    "RuleFiles",
    {
      title: "Rule files",
      about:
        "Errors in a rule file, with line and column. A rule with a problem does not run, and the check is incomplete until you fix it. A rule with only warnings or hints runs. Syntax errors in a configuration or a baseline have the same codes with `config-` or `baseline-` instead of `rule-file-`.",
      more: "/rules",
    },
  ],
  [
    "Configuration",
    {
      title: "Configuration",
      about: "An error in `assay.yaml`. No command runs until you fix it.",
      more: "/configuration",
    },
  ],
  [
    "KnownFindings",
    {
      title: "Known findings",
      about: "Entries of a baseline or `assay-ignore` comments that hide no finding. Remove or fix them.",
      more: "/known-findings",
    },
  ],
  [
    "Extraction",
    {
      title: "Extraction",
      about: "An `xpath` with an error. The page on rules describes the syntax.",
      more: "/rules#extraction-xpath",
    },
  ],
  ["Patterns", { title: "Patterns", about: "A regular expression that is invalid or takes too long.", more: "/rules" }],
  [
    "Conditions",
    { title: "Conditions and filters", about: "A `condition` or a `filter` that cannot be used.", more: "/rules" },
  ],
  [
    "Expressions",
    {
      title: "Expressions",
      about: "A Python expression that is invalid, or that stopped on a value.",
      more: "/expressions",
    },
  ],
  [
    "Scripts",
    {
      title: "Scripts",
      about:
        "A Rhai function that does not compile, or that stopped. Its values are not checked. Set limits with `--script-limit`.",
      more: "/rules#when-a-function-is-wrong",
    },
  ],
  [
    "Collections",
    {
      title: "Collections",
      about:
        "A collection that cannot be built, or is incomplete. Rules that use it may miss findings until the missing files can be read.",
      more: "/rules",
    },
  ],
  [
    "Files",
    {
      title: "Files",
      about: "A file or a folder that cannot be read. No rule has checked it. Fix it, fetch it, or exclude it.",
      more: "/configuration#what-is-not-checked",
    },
  ],
  [
    "Xml",
    {
      title: "XML",
      about:
        "A document that is not well formed, with the first place where that is visible. Export it again, or fix it there.",
    },
  ],
  ["Json", { title: "JSON", about: "A JSON document with a syntax error." }],
  ["Yaml", { title: "YAML", about: "A YAML document with a syntax error." }],
  ["Gltf", { title: "glTF", about: "A binary glTF file with invalid chunks. Export it again." }],
  ["Pictures", { title: "Pictures", about: "An image whose header cannot be read. Export it again." }],
  [
    "Archives",
    {
      title: "Archives",
      about:
        "A zip archive that Assay does not read, because different programs could read different content from it. Create it again. Set limits with `--limit`.",
      more: "/packages#what-is-refused",
    },
  ],
  [
    "Packages",
    {
      title: "Packages",
      about: "A portable asset package whose content does not match its metadata. Create it again.",
      more: "/packages",
    },
  ],
  [
    "ConversionRules",
    {
      title: "Conversion rules",
      about: "Errors in an `asset_rules.xml`, with their places.",
      more: "/conversion-rules",
    },
  ],
  [
    "AssetLists",
    {
      title: "Asset lists",
      about: "An asset list, a list of seeds or a plan that is invalid or cannot be executed.",
      more: "/asset-lists",
    },
  ],
  [
    "Definitions",
    {
      title: "Definitions",
      about: "Errors in game definitions, in their schema, or in merging them.",
      more: "/definitions",
    },
  ],
  [
    "NpmPackage",
    {
      title: "The npm package",
      about: "An invalid argument of a function in the npm package, reported as an `AssayError`.",
      more: "/npm-package",
    },
  ],
  [
    "Checker",
    {
      title: "The checker",
      about: "The checker crashed on a file. Please report it, with the file and the rules.",
    },
  ],
];

/** A code: its family, messages and suggestions. `…` represents a value. */
export interface CodeEntry {
  family: string;
  messages: string[];
  helps: string[];
}

/** Returns the page of codes. */
export function codesPage(root: string): Page {
  const codes = readCodes(root);
  const parts = FAMILIES.map(([name, family]) => {
    const rows = [...codes]
      .filter(([, { family }]) => family === name)
      .map(([code, { messages, helps }]) => [anchored(code, code), joinSentences(messages), joinSentences(helps)]);
    const more = family.more === undefined ? "" : ` [More](${family.more}).`;
    return [`## ${family.title}`, `${prose(family.about)}${more}`, table(["code", "message", "help"], rows)].join(
      "\n\n",
    );
  });
  const lead =
    "Every problem, warning and hint has a code, shown in brackets; [reports](/reports) have it as `code`. Codes do not change " +
    "between versions, but messages may. `…` stands for a value from the file. If a cell is empty, use the advice above the " +
    "table. [Three states](/reports#three-states) explains problems, warnings and hints.";
  return { path: "reference/codes", title: "Codes", text: ["# Codes", lead, ...parts].join("\n\n") };
}

/** Returns all codes of the table that have messages, in alphabetical order. */
export function readCodes(root: string): Map<string, CodeEntry> {
  const text = readFileSync(join(root, TABLE), "utf8");
  const codes: [string, CodeEntry][] = [];
  let [family, sentences] = ["", [] as string[]];
  for (const line of text.slice(text.indexOf("\ncodes! {")).split("\n")) {
    const [, name] = /^ {4}(\w+) \{$/.exec(line) ?? [];
    const [, mark, words = ""] = /^ {8}\/\/\/ (- | {2})(.*)$/.exec(line) ?? [];
    const [, code = ""] = /^ {8}\w+ = "([a-z0-9-]+)"/.exec(line) ?? [];
    if (name !== undefined) {
      family = name;
    } else if (mark === "- ") {
      sentences.push(words);
    } else if (mark !== undefined) {
      sentences.push(`${sentences.pop()} ${words}`);
    } else if (code !== "") {
      const helps = sentences.flatMap((sentence) => /^Help: (.*)/.exec(sentence)?.[1] ?? []);
      const messages = sentences.filter((sentence) => !sentence.startsWith("Help: "));
      if (sentences.length > 0) {
        codes.push([code, { family, messages, helps }]);
      }
      sentences = [];
    }
  }
  return new Map(codes.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function joinSentences(texts: readonly string[]): string {
  return texts.map(sentence).join("<br>");
}
