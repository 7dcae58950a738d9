/** Finds the rules and tests in the text of a rule file. Nothing is checked here: the engine does that. */

import { yamlLanguage } from "@codemirror/lang-yaml";
import type { SyntaxNode } from "@lezer/common";
import { attempt } from "../../../wasm/ts/attempt.js";
import { type Folder, textsIn } from "../project.ts";

/** A rule in the text of its file. Positions are in UTF-16 units. */
export interface WrittenRule {
  name: string;
  from: number;
  to: number;
  off: boolean;
  /** Its patterns for included and excluded paths, as they are written. */
  rpath: string | undefined;
  notRpath: string | undefined;
  /** Its `xpath`, as it is written. */
  xpath: string | undefined;
}

interface RuleNode {
  name: string | undefined;
  /** The whole rule: an item of a list, or an entry of a mapping from names to rules. */
  whole: SyntaxNode;
  fields: SyntaxNode;
}

/** The structure of a rule file: a mapping with `rules:`, a list, a mapping from names to rules, or another one. */
export interface RuleFile {
  /** The mapping or list that is the whole file. */
  top: SyntaxNode;
  /** True if that is a list of rules. */
  isList: boolean;
  /** The rules; undefined if the file cannot contain rules. */
  rules: readonly RuleNode[] | undefined;
  /** The entry `extends:`. */
  extending: SyntaxNode | undefined;
  /** True if the file is the mapping of one rule. */
  isRule: boolean;
  /** The entry `rules:`. */
  ruleList: SyntaxNode | undefined;
  tests: SyntaxNode | undefined;
}

/** The keys of a rule file that are not names of rules, except `rules`. */
const KEYS = new Set(["extends", "script", "collections", "tests"]);
/** A file with one of these keys at its top is a single rule. */
const STEPS = new Set(["rpath", "xpath", "filter", "subxpath", "subfilter", "condition"]);

/** Returns the structure of a file; undefined if it is neither a mapping nor a list, or has several documents. */
export function ruleFileOf(text: string): RuleFile | undefined {
  // The parser would read a byte order mark as part of a string. It is replaced by one character, so that positions do
  // not change.
  const tree = yamlLanguage.parser.parse(text.replace(/^\ufeff/, "\n"));
  const documents = tree.topNode.getChildren("Document").map(contentOf);
  const [top] = documents;
  if (top === undefined || documents.length > 1) {
    return undefined;
  }
  const isList = isSequence(top);
  const rules = pairOf(text, top, "rules");
  return {
    top,
    isList,
    rules: isList ? listed(text, top) : rules === undefined ? namedAtTop(text, top) : listed(text, entryValue(rules)),
    extending: pairOf(text, top, "extends"),
    isRule: hasSteps(text, top),
    ruleList: rules,
    tests: pairOf(text, top, "tests"),
  };
}

export function ruleNamed(
  rules: Folder,
  name: string | undefined,
): (WrittenRule & { path: string; text: string }) | undefined {
  for (const [path, text] of textsIn(rules)) {
    const rule = rulesIn(text).find((one) => one.name === name);
    if (rule !== undefined) {
      return { ...rule, path, text };
    }
  }
  return undefined;
}

/** Returns the named rules in their order. */
export function rulesIn(text: string): WrittenRule[] {
  const file = ruleFileOf(text);
  const rules = file?.rules ?? (file?.isRule ? [ruleNode(text, file.top, file.top)] : []);
  return rules.flatMap(({ name, whole: { from, to }, fields }) => {
    if (!name) {
      return [];
    }
    const [rpath, notRpath, xpath, enabled] = ["rpath", "not_rpath", "xpath", "enabled"].map((key) => {
      return scalarOf(text, entryValue(pairOf(text, fields, key)));
    });
    return { name, from, to, off: enabled?.toLowerCase() === "false", rpath, notRpath, xpath };
  });
}

/** Returns the rules of a list, or of a mapping from names to rules. */
function listed(text: string, node: SyntaxNode | undefined): RuleNode[] | undefined {
  if (node === undefined || !isSequence(node)) {
    return node && isMapping(node) ? named(text, node) : undefined;
  }
  return node.getChildren("Item").flatMap((whole) => {
    const fields = whole.firstChild;
    return fields ? ruleNode(text, whole, fields) : [];
  });
}

function ruleNode(text: string, whole: SyntaxNode, fields: SyntaxNode): RuleNode {
  return { name: scalarOf(text, entryValue(pairOf(text, fields, "name"))), whole, fields };
}

function named(text: string, mapping: SyntaxNode): RuleNode[] {
  return mapping.getChildren("Pair").flatMap((whole) => {
    const fields = entryValue(whole);
    return fields && isMapping(fields) ? [{ name: keyOf(text, whole), whole, fields }] : [];
  });
}

/** Returns the rules of a file that maps names to rules; undefined for other files. */
function namedAtTop(text: string, top: SyntaxNode): RuleNode[] | undefined {
  const rules = named(text, top).filter(({ name }) => !KEYS.has(name?.toLowerCase() ?? ""));
  return rules.length === 0 || hasSteps(text, top) ? undefined : rules;
}

function hasSteps(text: string, top: SyntaxNode): boolean {
  return top.getChildren("Pair").some((pair) => STEPS.has(keyOf(text, pair)?.toLowerCase() ?? ""));
}

function isSequence({ name }: SyntaxNode): boolean {
  return name.endsWith("Sequence");
}

function isMapping({ name }: SyntaxNode): boolean {
  return name.endsWith("Mapping");
}

/** Returns the value of an entry of a mapping. */
export function entryValue(pair: SyntaxNode | undefined): SyntaxNode | undefined {
  const last = pair?.lastChild;
  return last && last.name !== ":" && last.name !== "Key" && last.name !== "Comment" ? last : undefined;
}

function contentOf(document: SyntaxNode): SyntaxNode | undefined {
  for (let node = document.firstChild; node !== null; node = node.nextSibling) {
    if (/(?:Mapping|Sequence)$/.test(node.name)) {
      return node;
    }
  }
  return undefined;
}

/** Returns the entry of a mapping with that key, in any letter case. */
export function pairOf(text: string, mapping: SyntaxNode, key: string): SyntaxNode | undefined {
  return mapping.getChildren("Pair").find((pair) => keyOf(text, pair)?.toLowerCase() === key);
}

/** Returns the key of an entry, if it is a string. */
export function keyOf(text: string, pair: SyntaxNode): string | undefined {
  return scalarOf(text, pair.getChild("Key") ?? undefined);
}

function scalarOf(text: string, node: SyntaxNode | undefined): string | undefined {
  const written = node && text.slice(node.from, node.to);
  if (written?.startsWith("'")) {
    return written.slice(1, -1).replaceAll("''", "'");
  }
  if (written?.startsWith('"')) {
    // YAML has more escapes in double quotes than JSON.
    return attempt(() => JSON.parse(written)) ?? written.slice(1, -1);
  }
  return written;
}
