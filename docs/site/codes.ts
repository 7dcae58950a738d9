/**
 * The codes of problems, warnings and hints, with what is told beside each: taken from the sources that tell it, so that none is
 * missing and none is explained otherwise than it is told.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anchored, prose, sentence, table } from "./markdown.ts";
import type { Page } from "./page.ts";

/** Codes that begin alike. */
interface Family {
  /** How they begin. */
  starts: readonly string[];
  /** What they are about, and what to do. */
  about: string;
  /** The page that tells more. */
  more?: string;
}

/** The families, in the order of the page. A code is of the first that it begins like. */
const FAMILIES: readonly (readonly [string, Family])[] = [
  [
    "Rule files",
    {
      starts: [
        "rule-",
        "rpath-",
        "extends-",
        "tests-",
        "test-",
        "message-",
        "not-rpath",
        "no-enabled",
        "no-rule",
        "element-path",
        "switched-",
      ],
      about:
        "Something in a rule file, at its line and column. What is a problem leaves its rule out, and the run is incomplete until it is mended; a warning or a hint leaves it in. Faults of syntax in a configuration or a baseline are the same with `config-` or `baseline-` in place of `rule-file-`.",
      more: "/rules",
    },
  ],
  [
    "Configuration",
    {
      starts: ["config-"],
      about: "A mistake in `assay.yaml`: nothing is done before it is right.",
      more: "/configuration",
    },
  ],
  [
    "Known findings",
    {
      starts: ["baseline-", "ignore-", "remark-"],
      about: "Of a baseline or an `assay-ignore` comment: take out or mend what hides nothing.",
      more: "/known-findings",
    },
  ],
  [
    "Extraction",
    {
      starts: ["xpath-", "extract-", "fact-", "record-"],
      about: "An `xpath` that cannot be read, or what it holds: write it as the page on rules says.",
      more: "/rules#extraction-xpath",
    },
  ],
  [
    "Patterns",
    { starts: ["pattern-"], about: "A regular expression that cannot be read, or takes too long.", more: "/rules" },
  ],
  [
    "Conditions and filters",
    { starts: ["condition-", "filter-"], about: "A `condition` or a `filter` that cannot be used.", more: "/rules" },
  ],
  [
    "Expressions",
    {
      starts: ["expression-"],
      about: "An expression in Python's words that cannot be read, or stopped over a value.",
      more: "/expressions",
    },
  ],
  [
    "Scripts",
    {
      starts: ["script-", "dom-"],
      about:
        "A function in Rhai that cannot be compiled, or stopped: what it was to judge is not checked. A limit is set by `--script-limit`.",
      more: "/rules#when-a-function-is-wrong",
    },
  ],
  [
    "Collections",
    {
      starts: ["collection-", "collections-"],
      about:
        "A collection that cannot be had, or lacks something: rules that ask it prove nothing until what is missing can be read.",
      more: "/rules",
    },
  ],
  [
    "Files",
    {
      starts: [
        "file-",
        "ini-",
        "document-",
        "git-",
        "merge-conflict",
        "encoding-",
        "no-reader",
        "link-",
        "unreadable-",
        "skipped-",
        "misnamed-",
        "too-many-links",
        "nothing-checked",
        "part-of-run",
        "parts-of-commits",
      ],
      about:
        "A file or a folder that cannot be read as what it is: no rule has judged it. Mend or fetch it, or leave it out.",
      more: "/configuration#what-is-not-checked",
    },
  ],
  [
    "XML",
    {
      starts: ["xml-"],
      about:
        "A document that is not well formed, at the first place where that shows: export it again, or mend it there.",
    },
  ],
  ["JSON", { starts: ["json-"], about: "The same of JSON." }],
  ["YAML", { starts: ["yaml-"], about: "The same of YAML." }],
  ["glTF", { starts: ["glb-"], about: "A binary glTF whose chunks are not what they say: export it again." }],
  ["Pictures", { starts: ["image-"], about: "A picture whose header cannot be read: export it again." }],
  [
    "Archives",
    {
      starts: ["zip-"],
      about:
        "A zip archive that is refused as a whole, as two readers could see two different things in it: pack it anew. A limit is set by `--limit`.",
      more: "/packages#what-is-refused",
    },
  ],
  [
    "Packages",
    {
      starts: ["package-"],
      about: "A portable asset package that is not what it says of itself: make it anew.",
      more: "/packages",
    },
  ],
  [
    "Conversion rules",
    { starts: ["conversion-"], about: "Something in an `asset_rules.xml`, at its place.", more: "/conversion-rules" },
  ],
  [
    "Asset lists",
    {
      starts: ["asset-list-", "asset-id", "plan-"],
      about: "An asset list, a list of seeds or a plan of steps that cannot be read or carried out.",
      more: "/asset-lists",
    },
  ],
  [
    "Definitions",
    {
      starts: [
        "schema-",
        "xsd-",
        "merger-",
        "handler-",
        "copy-",
        "context-",
        "definition",
        "dep-",
        "abstract-",
        "ambiguous-",
        "bad-value",
        "duplicate-",
        "dependency-",
        "group-collision",
        "keyed-",
        "limit-out-",
        "merge-without",
        "missing-",
        "not-a-def",
        "not-definitions",
        "not-nullable",
        "repeated-",
        "too-deep",
        "type-replaced",
        "unknown-field",
        "unknown-merge",
        "unknown-type",
        "results-left",
      ],
      about: "Definitions of a game, their schema, or what mergers and handlers do with them.",
      more: "/definitions",
    },
  ],
  [
    "The npm package",
    {
      starts: ["unknown-", "path-", "not-text"],
      about: "An argument that a function of the package does not take, as an `AssayError` says.",
      more: "/npm-package",
    },
  ],
  [
    "The checker",
    {
      starts: ["internal"],
      about: "The checker broke down over a file. Please report it, with the file and the rules.",
    },
  ],
];

/** Words of the sources that look like codes and are none. */
const NONE = new Set(
  (
    "assay-ignore rule-without-file rule-without-source rule-without-field rule-overridden rule-file config-file zip-limit " +
    "definition-diagnostic definition-explanation definition-order definition-survey conversion-entry " +
    "conversion-explanation conversion-overridden conversion-site asset-list- json-unclosed keyed-deep unknown-bytes package-graph package-member plan-step xml-readable yaml-readable"
  ).split(" "),
);

/** Sentences that the sources put together of parts, in place of what is found of them there. */
const SPOKEN: Readonly<Record<string, string>> = {
  "asset-list-character": "a path holds a character that the form of the list cannot",
  "asset-list-entry": "an entry lacks its path or its hash",
  "asset-list-no-id": "lists are to be compared by id, and an entry has none",
  "baseline-gone": "an entry lists what no longer occurs",
  "condition-cannot-fail": "no value can fail the condition, or none of the kinds that came",
  "xpath-test-name": "no node has the name of a test by `!=`, so that the test holds for all of them",
  "condition-literal": "a text is compared letter by letter that reads like a pattern, a glob or a fact about the file",
  "condition-filtered": "a condition holds of every value that the filter lets through, such as `Exist` behind `^SM_`",
  "condition-unique-fact": "`Unique` is asked of a fact of which each file has one, so that it holds of every file",
  "condition-unique-alone": "`Unique` compares the values of one file, and of no file in the whole run it had two",
  "condition-list": "a list that is written as a text cannot be read",
  "condition-value": "the value that a condition compares with is not of its kind",
  "config-path": "a folder or file of `definitions` is not there, or holds none",
  "conversion-no-group": "`$` and a number stand for a group that the pattern does not have",
  "conversion-repeated": "a field stands twice in a rule, or two rules have one name: the first one counts",
  "conversion-unknown-import": "no rule has the name of an `import`, or imports lead in a circle",
  "conversion-no-effect": "what stands there changes nothing",
  "conversion-no-pattern": "a rule has no `pattern`, or an empty one",
  "conversion-unknown-tag": "there is no tag or attribute of that name",
  "definitions-too-many": "there are more definitions than are loaded",
  "asset-list-count": "a number of lists is asked for that there are not",
  "asset-list-no-entries": "a list without entries is to be compared",
  "script-never-equal":
    "a comparison of a script met only values that are never equal, such as the text of a number and a number, or the name of the method",
  "expression-always-holds":
    "an expression holds of every value, as a constant in it decides, or two comparisons of which one always holds",
  "expression-never-holds": "an expression holds of no value, as one value cannot equal two constants",
  "expression-constant":
    "a constant stands where a truth is asked, or a comparison that a constant settles, and says the same of every value",
  "expression-never-equal":
    "an expression is one comparison, which met only values that are never equal, such as the text of a number and a number",
  "script-found-nothing":
    "`xpath`, or `paths` of a collection, found nothing in a script, whatever it was asked for, and the rule found nothing, either",
  "record-name-empty":
    "a name of a rule's records has nothing in any record of the whole run, a like one has, and the rule found nothing",
  "script-order-of-texts":
    "a comparison of a script put texts that spell numbers in order letter by letter, and the numbers have another order",
  "expression-order-of-texts":
    "an expression is one comparison, which put texts that spell numbers in order letter by letter",
  "script-value-unused": "a script makes a value, such as a sum, and nothing keeps it",
  "element-path": "a path for elements of `{dom}` cannot be read",
  "repeated-key": "a key stands twice in one mapping of a file, and readers differ in which value they take",
  "xml-dtd": "a document type is not well formed, or declares something inside its brackets",
  "xpath-too-long": "an `xpath` has more steps, or a name more parts, than it may have",
  "limit-out-of-bounds": "a limit is beyond what it may be",
  "package-too-large": "the package is larger than an archive may be",
  "plan-unwritable": "the result of a step cannot be written in that form",
  "test-no-value":
    "rules find no value in the files of a test, and one would in another letter case; or the rule that it expects something of finds none",
  "test-rule-off": "a test expects something of a rule that is switched off, or every rule is",
  "test-unseen": "no rule looks at the files of a test, or not the one that it expects something of",
  "switched-off": "the rule is switched off, so that nothing is checked",
  "unknown-format": "there is no format of reports of that name",
  "unknown-path": "there is no file at that path",
  "unknown-rule": "there is no rule of that name",
  "encoding-undecodable": "the bytes are no text of the encoding that the file names",
  "expression-lookup": "a list or a mapping has nothing at that place",
  "expression-overflow": "a number is beyond what can be reckoned with",
  "expression-type": "a value is not of the type that an operator or a function takes",
  "expression-unusable": "the expression was refused when it was read, as a problem says",
  "expression-value": "a value is of the right type, and of no use there",
  "expression-zero-division": "something is divided by zero",
  "file-unity-binary": "Unity wrote this file in binary: nothing in it was checked",
  "git-lfs-pointer": "this is a pointer of Git LFS in place of the file: fetch the files with `git lfs pull`",
  "glb-misnamed": "this is binary glTF, and its name says otherwise: call it `.glb`",
  "handler-finding": "what a handler of the schema found",
  "image-cut-off": "the file ends inside its header",
  "image-damaged": "the header says what cannot be",
  "image-unknown": "the content is no image of a known format, or the file is empty",
  internal: "the checker broke down over a file",
  "json-unclosed-text": "a text is not closed by its quote",
  "merge-conflict": "the line begins with the mark of a merge conflict: resolve the conflict, and remove its marks",
  "no-rules": "a rule file is empty, or there is no rule in any",
  "misnamed-file": "the name is not UTF-8, so that no rule can be about the file",
  "not-text": "expected a text",
  "package-json": "`metadata.json` is not JSON",
  "package-place-long": "the place of the package is longer than a path may be",
  "rule-file-depth": "values nest too deep",
  "rule-file-json": "the file is not JSON",
  "rule-missing-field": "a rule lacks a field that it needs",
  "rule-file-unknown-key": "there is no key of that name",
  "rule-no-file": "the `rpath` matched no file",
  "rule-no-value": "the `xpath` or the `subxpath` extracted no value from any file",
  "rule-unknown-field": "there is no field of that name",
  "schema-key": "there is no key of that name there",
  "schema-unreadable": "the schema cannot be read",
  "script-error": "the script stopped",
  "script-print": "what a script printed",
  "too-many-links": "there are more links to folders than are followed",
  "unreadable-folder": "the folder cannot be read",
  "unreadable-ignore-file": "the ignore file cannot be read, so that it is not known what is left out",
  "skipped-rules": "a file or a folder among the rules is passed over, and looks as if it held rules",
  "unreadable-rules": "a rule file, or a folder of them, cannot be read",
  "ambiguous-list": "a field may be a list, or an empty one, and it matters which",
  "asset-list-field": "a field is none of the list's, or stands there more than once: the last one counts",
  "asset-list-repeated": "a key stands there more than once: which of them counts is not known",
  "asset-list-value": "a value is none of its kind, or none that a list can hold",
  "collection-asset-list": "a list of assets that the collection names cannot be used",
  "condition-list-element": "an element of the list is a list or a mapping, or no number at all",
  "config-key": "there is no key of that name there",
  "config-value": "a value is not what its key takes",
  "filter-function": "`not_filter` takes no function",
  "ignore-twice": "a comment holds `assay-ignore` more than once, and is about the first rule alone",
  "ignore-unused": "a comment hides nothing: the rule finds nothing in the element behind it",
  "json-bad-escape": "what follows the backslash is no escape",
  "json-bad-number": "this is no number",
  "json-leading-zero": "a number has leading zeros",
  "json-not-strict": "this is read all the same, and strict readers refuse it",
  "message-unknown-name": "a name in braces stands for nothing",
  "missing-type": "expected the name of a type as `xsi:type`: the definition is left out",
  "no-reader": "nothing reads files of that ending, and the content is neither XML nor JSON",
  "nothing-checked": "no rule matched a file, so nothing was checked (SARIF)",
  "package-encoding": "`metadata.json` is no text in UTF-8",
  "plan-incomparable": "a step's lists cannot be compared",
  "plan-missing": "a step lacks something that it needs",
  "results-left-out": "more was found than a run of SARIF may hold: the least grave findings are left out",
  "unknown-field": "there is no field of that name",
  "yaml-bad-name": "an anchor or an alias has no name, or something stands right behind it",
  "xml-attribute-name": "an attribute has no name, or none that XML allows",
  "xml-declaration": "the declaration at the start is not well formed",
  "xml-tag-name": "an element has no name, or none that XML allows",
};

/** What is told of one code: the sentences, and what helps, each with `…` where something is put in. */
export interface Told {
  messages: Set<string>;
  helps: Set<string>;
}

/** The page of codes. */
export function codesPage(root: string): Page {
  const codes = readCodes(root);
  const parts = FAMILIES.map(([title, family]) => {
    const rows = [...codes]
      .filter(([code]) => familyOf(code) === family)
      .map(([code, { messages, helps }]) => [anchored(code, code), shown(messages), shown(helps)]);
    const more = family.more === undefined ? "" : ` [More](${family.more}).`;
    return [`## ${title}`, `${prose(family.about)}${more}`, table(["code", "what is told", "what helps"], rows)].join(
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

/** All codes of the sources, in order, each with what is told. */
export function readCodes(root: string): Map<string, Told> {
  const found = new Map<string, Told>();
  for (const folder of ["engine/src", "document/src", "language/src", "wasm/src", "wasm/ts"]) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
      if (/\.(?:rs|ts)$/.test(file) && !/(?:^|[/\\])tests(?:[/\\]|\.rs$)|\.test\.ts$|fixture|types\.ts$/.test(file)) {
        take(readFileSync(join(root, folder, file), "utf8"), found);
      }
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Takes the codes of one source, its tests aside. */
function take(source: string, found: Map<string, Told>): void {
  const text = source.split(/#\[cfg\(test\)\]\s*(?:pub\S* )?mod \w+ \{/)[0] ?? "";
  for (const match of text.matchAll(/"([a-z]+(?:-[a-z0-9]+)+|internal)"/g)) {
    const [literal, code = ""] = match;
    const before = text.slice(0, match.index);
    if (NONE.has(code) || familyOf(code) === undefined) {
      continue;
    }
    const told = found.get(code) ?? { messages: new Set(), helps: new Set() };
    found.set(code, told);
    const message = messageOf(before, text.slice(match.index + literal.length));
    // One word beside a code is a part of a sentence that is put together elsewhere.
    if (message !== undefined && /\s/.test(message)) {
      told.messages.add(template(message));
    }
    const spoken = SPOKEN[code];
    if (spoken !== undefined) {
      told.messages = new Set([spoken]);
    }
    const rest = text.slice(match.index + literal.length, match.index + 500).split(/;\s|\n\s*\}\n/)[0] ?? "";
    for (const [, help = ""] of rest.matchAll(/\bhelp\(\s*(?:format!\(\s*)?"((?:[^"\\]|\\[\s\S])*)"/g)) {
      told.helps.add(template(help));
    }
  }
}

/** The sentence that goes with a code, as the source has it. */
function messageOf(before: string, after: string): string | undefined {
  const LITERAL = String.raw`"((?:[^"\\]|\\[\s\S])*)"`;
  const beside = new RegExp(
    String.raw`^,\s*(?:[\w.[\]()]+,\s*)?(?:message:\s*)?(?:\|\w+\|\s*\{?\s*)?&?(?:format!\(\s*)?${LITERAL}`,
  ).exec(after);
  if (beside !== null) {
    return beside[1];
  }
  const inBackticks = /^,\s*(?:message:\s*)?`([^`]*)`/.exec(after);
  if (inBackticks !== null) {
    return inBackticks[1];
  }
  const variant = /Self::(\w+)[^=]*=> $/.exec(before.slice(-80))?.[1];
  if (variant !== undefined) {
    return new RegExp(String.raw`#\[error\(\s*${LITERAL}[^\]]*\)\]\s*${variant}\b`).exec(before + after)?.[1];
  }
  if (!/^(?:\.to_owned\(\))?,\s*(?:[\w.[\]()]+,\s*)?&?message\b/.test(after)) {
    return undefined;
  }
  // What another function says is none of it.
  const near =
    before
      .slice(-1500)
      .split(/\n *(?:pub(?:\(\w+\))? )?(?:const )?fn |\n\s*(?:export )?function /)
      .at(-1) ?? "";
  const told = [
    ...near.matchAll(new RegExp(String.raw`let message =\s*(?:if [^"]*?)?(?:format!\(\s*)?${LITERAL}`, "g")),
  ];
  return told.at(-1)?.[1];
}

/** A sentence of the sources as people read it. */
function template(text: string): string {
  return text
    .replace(/\\\n\s*/g, "")
    .replace(/\\(["'\\`])/g, "$1")
    .replace(/\$\{[^}]*\}/g, "…")
    .replace(/\{\{/g, "\u0001")
    .replace(/\}\}/g, "\u0002")
    .replace(/\{[^{}]*\}/g, "…")
    .replaceAll("\u0001", "{")
    .replaceAll("\u0002", "}");
}

function familyOf(code: string): Family | undefined {
  return FAMILIES.find(([, { starts }]) => starts.some((start) => code.startsWith(start)))?.[1];
}

function shown(texts: ReadonlySet<string>): string {
  return [...texts].map(sentence).join("<br>");
}
