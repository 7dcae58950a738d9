/**
 * The page of the codes of problems, warnings and hints, with their messages. It is generated from the table of the checker.
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
  /** What they are about, and what to do. */
  about: string;
  /** The page that tells more. */
  more?: string;
}

/** The families by their names in the table, in the order of the page. */
const FAMILIES: readonly (readonly [string, Family])[] = [
  [
    "RuleFiles",
    {
      title: "Rule files",
      about:
        "Something in a rule file, at its line and column. What is a problem leaves its rule out, and the run is incomplete until it is mended; a warning or a hint leaves it in. Faults of syntax in a configuration or a baseline are the same with `config-` or `baseline-` in place of `rule-file-`.",
      more: "/rules",
    },
  ],
  [
    "Configuration",
    {
      title: "Configuration",
      about: "A mistake in `assay.yaml`: nothing is done before it is right.",
      more: "/configuration",
    },
  ],
  [
    "KnownFindings",
    {
      title: "Known findings",
      about: "Of a baseline or an `assay-ignore` comment: take out or mend what hides nothing.",
      more: "/known-findings",
    },
  ],
  [
    "Extraction",
    {
      title: "Extraction",
      about: "An `xpath` that cannot be read, or what it holds: write it as the page on rules says.",
      more: "/rules#extraction-xpath",
    },
  ],
  [
    "Patterns",
    { title: "Patterns", about: "A regular expression that cannot be read, or takes too long.", more: "/rules" },
  ],
  [
    "Conditions",
    { title: "Conditions and filters", about: "A `condition` or a `filter` that cannot be used.", more: "/rules" },
  ],
  [
    "Expressions",
    {
      title: "Expressions",
      about: "An expression in Python's words that cannot be read, or stopped over a value.",
      more: "/expressions",
    },
  ],
  [
    "Scripts",
    {
      title: "Scripts",
      about:
        "A function in Rhai that cannot be compiled, or stopped: what it was to judge is not checked. A limit is set by `--script-limit`.",
      more: "/rules#when-a-function-is-wrong",
    },
  ],
  [
    "Collections",
    {
      title: "Collections",
      about:
        "A collection that cannot be had, or lacks something: rules that ask it prove nothing until what is missing can be read.",
      more: "/rules",
    },
  ],
  [
    "Files",
    {
      title: "Files",
      about:
        "A file or a folder that cannot be read as what it is: no rule has judged it. Mend or fetch it, or leave it out.",
      more: "/configuration#what-is-not-checked",
    },
  ],
  [
    "Xml",
    {
      title: "XML",
      about:
        "A document that is not well formed, at the first place where that shows: export it again, or mend it there.",
    },
  ],
  ["Json", { title: "JSON", about: "The same of JSON." }],
  ["Yaml", { title: "YAML", about: "The same of YAML." }],
  ["Gltf", { title: "glTF", about: "A binary glTF whose chunks are not what they say: export it again." }],
  ["Pictures", { title: "Pictures", about: "A picture whose header cannot be read: export it again." }],
  [
    "Archives",
    {
      title: "Archives",
      about:
        "A zip archive that is refused as a whole, as two readers could see two different things in it: pack it anew. A limit is set by `--limit`.",
      more: "/packages#what-is-refused",
    },
  ],
  [
    "Packages",
    {
      title: "Packages",
      about: "A portable asset package that is not what it says of itself: make it anew.",
      more: "/packages",
    },
  ],
  [
    "ConversionRules",
    { title: "Conversion rules", about: "Something in an `asset_rules.xml`, at its place.", more: "/conversion-rules" },
  ],
  [
    "AssetLists",
    {
      title: "Asset lists",
      about: "An asset list, a list of seeds or a plan of steps that cannot be read or carried out.",
      more: "/asset-lists",
    },
  ],
  [
    "Definitions",
    {
      title: "Definitions",
      about: "Definitions of a game, their schema, or what mergers and handlers do with them.",
      more: "/definitions",
    },
  ],
  [
    "NpmPackage",
    {
      title: "The npm package",
      about: "An argument that a function of the package does not take, as an `AssayError` says.",
      more: "/npm-package",
    },
  ],
  [
    "Checker",
    {
      title: "The checker",
      about: "The checker broke down over a file. Please report it, with the file and the rules.",
    },
  ],
];

/** One code: its family, its messages and its suggestions, each with `…` in place of a value. */
export interface Told {
  family: string;
  messages: string[];
  helps: string[];
}

/** The page of codes. */
export function codesPage(root: string): Page {
  const codes = readCodes(root);
  const parts = FAMILIES.map(([name, family]) => {
    const rows = [...codes]
      .filter(([, { family }]) => family === name)
      .map(([code, { messages, helps }]) => [anchored(code, code), shown(messages), shown(helps)]);
    const more = family.more === undefined ? "" : ` [More](${family.more}).`;
    return [`## ${family.title}`, `${prose(family.about)}${more}`, table(["code", "message", "help"], rows)].join(
      "\n\n",
    );
  });
  const lead =
    "Whatever could not be used, or should be looked at, is told with a code in brackets; programs find it as `code` in " +
    "[reports](/reports). A code stays what it is from version to version, sentences may change. `…` is a place where something of " +
    "the file is put in. Where a cell is empty, what is said above the table counts. [Three states](/reports#three-states) tells " +
    "problems, warnings and hints apart.";
  return { path: "reference/codes", title: "Codes", text: ["# Codes", lead, ...parts].join("\n\n") };
}

/** All codes of the table that have sentences, in order. */
export function readCodes(root: string): Map<string, Told> {
  const text = readFileSync(join(root, TABLE), "utf8");
  const codes: [string, Told][] = [];
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

function shown(texts: readonly string[]): string {
  return texts.map(sentence).join("<br>");
}
