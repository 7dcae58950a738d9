/** Adds a simple rule to the text of a rule file. */

import type { SyntaxNode } from "@lezer/common";
import { isBlank } from "../project.ts";
import type { First } from "./first-rule.ts";
import {
  atLineStart,
  type Insertion,
  indentOf,
  insertAfter,
  inserted,
  intoList,
  quoted,
  scalar,
  singleQuoted,
} from "./insert.ts";
import { entryValue, type RuleFile, ruleFileOf } from "./outline.ts";

export interface NewRule extends First {
  name: string;
  rpath: string;
}

/** Returns the text of the rule file with the rule at the end of its rules; undefined if there is no place for it. */
export function withRule(text: string, rule: NewRule): string | undefined {
  const insertion = insertionFor(text, rule);
  return insertion && inserted(text, [insertion]);
}

function insertionFor(text: string, rule: NewRule): Insertion | undefined {
  const file = ruleFileOf(text);
  if (file === undefined) {
    return isBlank(text) ? { at: text.length, text: `${atLineStart(text)}rules:\n${itemOf(rule, "  ")}` } : undefined;
  }
  const { top, isList, rules, ruleList } = file;
  if (isList || ruleList !== undefined) {
    return intoRules(text, top, isList ? top : entryValue(ruleList), ruleList, rule);
  }
  const last = rules?.at(-1)?.whole;
  return last && top.name === "BlockMapping"
    ? insertWithBlankLine(text, last.to, entryOf(rule, indentOf(text, last.from)))
    : undefined;
}

/** Returns the insertion into the list or mapping of rules, the value of the entry `pair`. */
function intoRules(
  text: string,
  top: SyntaxNode,
  list: SyntaxNode | undefined,
  pair: RuleFile["ruleList"],
  rule: NewRule,
): Insertion | undefined {
  switch (list?.name) {
    case undefined:
      return pair && insertAfter(text, pair.to, itemOf(rule, "  "));
    case "BlockSequence":
      return insertWithBlankLine(text, list.to, itemOf(rule, indentOf(text, list.from)));
    case "BlockMapping":
      return insertWithBlankLine(
        text,
        list.to,
        entryOf(rule, indentOf(text, list.getChild("Pair")?.from ?? list.from)),
      );
    case "FlowSequence":
      if (top.name === "BlockMapping" && list.getChild("Item") === null) {
        // An empty list in brackets becomes a list of lines, as in block style everywhere.
        return { at: list.from, to: list.to, text: `\n${itemOf(rule, "  ").trimEnd()}` };
      }
      return intoList(list, `  ${flowOf(rule)}`);
    default:
      return undefined;
  }
}

/** Returns the insertion after another rule, with a blank line between them. */
function insertWithBlankLine(text: string, end: number, rule: string): Insertion {
  return insertAfter(text, end, `\n${rule}`);
}

function fieldsOf({ rpath, xpath, condition }: NewRule): string[] {
  return [`rpath: ${singleQuoted(rpath)}`, `xpath: ${singleQuoted(xpath)}`, `condition: [${condition}]`];
}

function itemOf(rule: NewRule, indent: string): string {
  const [first, ...others] = [`name: ${scalar(rule.name)}`, ...fieldsOf(rule)];
  return [`${indent}- ${first}`, ...others.map((line) => `${indent}  ${line}`), ""].join("\n");
}

/** Returns the rule as an entry of a mapping from names to rules. */
function entryOf(rule: NewRule, indent: string): string {
  return [`${indent}${scalar(rule.name)}:`, ...fieldsOf(rule).map((line) => `${indent}  ${line}`), ""].join("\n");
}

/** Returns the rule on one line, as JSON. */
function flowOf({ name, rpath, xpath, condition }: NewRule): string {
  return `{"name": ${quoted(name)}, "rpath": ${quoted(rpath)}, "xpath": ${quoted(xpath)}, "condition": ["${condition}"]}`;
}
