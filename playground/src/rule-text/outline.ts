/** Where things stand in the text of a rule file: its rules, its tests. Nothing is checked here; that is the engine's part. */

import { yamlLanguage } from "@codemirror/lang-yaml";
import type { SyntaxNode } from "@lezer/common";
import { type Folder, textsIn } from "../project.ts";

/** A rule in the text of its file, in UTF-16 units. */
export interface WrittenRule {
  /** Its name. */
  name: string;
  /** Where it begins. */
  from: number;
  /** Where it ends. */
  to: number;
  /** Whether it is switched off. */
  off: boolean;
  /** Its patterns for the files that it looks at and for those that it does not, as they are written. */
  rpath: string | undefined;
  notRpath: string | undefined;
  /** Its `xpath`, as it is written. */
  xpath: string | undefined;
}

/** A rule as it stands in the tree of its file. */
interface RuleNode {
  /** Its name, if it has one. */
  name: string | undefined;
  /** All of it: the item of a list, or the entry of a mapping from names to rules. */
  whole: SyntaxNode;
  /** The mapping of its fields. */
  fields: SyntaxNode;
}

/** How a rule file is built: a mapping with `rules:`, a list of rules, a mapping from names to rules, or none of these. */
export interface RuleFile {
  /** The mapping or the list that the whole file is. */
  top: SyntaxNode;
  /** Whether that is a list of rules. */
  isList: boolean;
  /** The rules; nothing where none can be. */
  rules: readonly RuleNode[] | undefined;
  /** The entry `extends:`. */
  extending: SyntaxNode | undefined;
  /** Whether all of it is the fields of one rule. */
  isRule: boolean;
  /** The entry `rules:`. */
  ruleList: SyntaxNode | undefined;
  /** The entry `tests:`. */
  tests: SyntaxNode | undefined;
}

/** The keys of a rule file, other than `rules`, that are no names of rules. */
const KEYS = new Set(["extends", "script", "collections", "tests"]);
/** A file with one of these at its top is a rule by itself. */
const STEPS = new Set(["rpath", "xpath", "filter", "subxpath", "subfilter", "condition"]);

/** How the file is built; nothing for what is no mapping and no list, and for several documents in one file. */
export function ruleFileOf(text: string): RuleFile | undefined {
  // A byte order mark would be taken for a text. What stands in its place must not move the rest.
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

/** The first rule of that name, and the file in which it stands. */
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

/** The rules that have a name, in their order. */
export function rulesIn(text: string): WrittenRule[] {
  const file = ruleFileOf(text);
  return (file?.rules ?? (file?.isRule ? ruleAlone(text, file.top) : [])).flatMap(({ name, whole, fields }) => {
    const said = (key: string) => scalarOf(text, entryValue(pairOf(text, fields, key)));
    const { from, to } = whole;
    const off = said("enabled")?.toLowerCase() === "false";
    return name
      ? [{ name, from, to, off, rpath: said("rpath"), notRpath: said("not_rpath"), xpath: said("xpath") }]
      : [];
  });
}

/** The rule that all of a file is. */
function ruleAlone(text: string, top: SyntaxNode): RuleNode[] {
  return [{ name: scalarOf(text, entryValue(pairOf(text, top, "name"))), whole: top, fields: top }];
}

/** The rules of a list, or of a mapping from their names. */
function listed(text: string, node: SyntaxNode | undefined): RuleNode[] | undefined {
  if (node === undefined || !isSequence(node)) {
    return node && isMapping(node) ? named(text, node) : undefined;
  }
  return node.getChildren("Item").flatMap((whole) => {
    const fields = whole.firstChild;
    return fields ? [{ name: scalarOf(text, entryValue(pairOf(text, fields, "name"))), whole, fields }] : [];
  });
}

function named(text: string, mapping: SyntaxNode): RuleNode[] {
  return mapping.getChildren("Pair").flatMap((whole) => {
    const fields = entryValue(whole);
    return fields && isMapping(fields) ? [{ name: keyOf(text, whole), whole, fields }] : [];
  });
}

/** The rules of a file that maps names to them; nothing for what is no such file. */
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

/** The value of an entry of a mapping. */
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

/** The entry of a mapping with that key, in any letter case. */
export function pairOf(text: string, mapping: SyntaxNode, key: string): SyntaxNode | undefined {
  return mapping.getChildren("Pair").find((pair) => keyOf(text, pair)?.toLowerCase() === key);
}

/** The key of an entry, as far as it is a text. */
export function keyOf(text: string, pair: SyntaxNode): string | undefined {
  return scalarOf(text, pair.getChild("Key") ?? undefined);
}

function scalarOf(text: string, node: SyntaxNode | undefined): string | undefined {
  const written = node && text.slice(node.from, node.to);
  if (written?.startsWith("'")) {
    return written.slice(1, -1).replaceAll("''", "'");
  }
  if (written?.startsWith('"')) {
    try {
      return JSON.parse(written);
    } catch {
      return written.slice(1, -1);
    }
  }
  return written;
}
