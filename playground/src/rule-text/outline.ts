/** Where things stand in the text of a rule file: its rules, its tests. Nothing is checked here; that is the engine's part. */

import { yamlLanguage } from "@codemirror/lang-yaml";
import type { SyntaxNode } from "@lezer/common";

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
}

/** How a rule file is built: a mapping with `rules:`, a list of rules, or neither. */
export interface RuleFile {
  /** The mapping or the list that the whole file is. */
  top: SyntaxNode;
  /** Whether that is a list of rules. */
  isList: boolean;
  /** The list of rules. */
  rules: SyntaxNode | undefined;
  /** The entry `tests:`. */
  tests: SyntaxNode | undefined;
}

/** How the file is built; nothing for what is no mapping and no list, and for several documents in one file. */
export function ruleFileOf(text: string): RuleFile | undefined {
  // A byte order mark would be taken for a text. What stands in its place must not move the rest.
  const tree = yamlLanguage.parser.parse(text.replace(/^\ufeff/, "\n"));
  const documents = tree.topNode.getChildren("Document").map(contentOf);
  const [top] = documents;
  if (top === undefined || documents.length > 1) {
    return undefined;
  }
  const isList = /Sequence$/.test(top.name);
  const entry = (key: string) => pairOf(text, top, key);
  return { top, isList, rules: isList ? top : entryValue(entry("rules")), tests: entry("tests") };
}

/** The rules that have a name, in their order. */
export function rulesIn(text: string): WrittenRule[] {
  const list = ruleFileOf(text)?.rules;
  return (list?.getChildren("Item") ?? []).flatMap((item) => {
    const rule = item.firstChild;
    const name = rule && scalarOf(text, entryValue(pairOf(text, rule, "name")));
    const enabled = rule && scalarOf(text, entryValue(pairOf(text, rule, "enabled")));
    return name ? [{ name, from: item.from, to: item.to, off: enabled?.toLowerCase() === "false" }] : [];
  });
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

function pairOf(text: string, mapping: SyntaxNode, key: string): SyntaxNode | undefined {
  return mapping.getChildren("Pair").find((pair) => {
    return scalarOf(text, pair.getChild("Key") ?? undefined)?.toLowerCase() === key;
  });
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
