/**
 * Where a rule says its `xpath`, so that another one can be put there. Of what is written over several lines it says that it
 * does not know.
 */

import type { SyntaxNode } from "@lezer/common";
import { singleQuoted } from "./insert.ts";
import { entryValue, pairOf, ruleFileOf } from "./outline.ts";

/** A part of a text, in UTF-16 units. */
interface Range {
  from: number;
  to: number;
}

/** The text with `xpath` as that of the rule called `name`; nothing when its place is not known. */
export function withXPath(text: string, name: string, xpath: string): string | undefined {
  const file = ruleFileOf(text);
  const [rule, ...others] = (file?.rules ?? []).filter((one) => one.name === name);
  const pair = rule && others.length === 0 ? pairOf(text, rule.fields, "xpath") : undefined;
  const place = pair && valuePlace(text, pair);
  // A file that begins with a brace may be JSON.
  const written = file?.top.name.startsWith("Flow") ? JSON.stringify(xpath) : singleQuoted(xpath);
  return place && `${text.slice(0, place.from)}${written}${text.slice(place.to)}`;
}

/** Where the value of an entry stands, when that is one line. */
function valuePlace(text: string, pair: SyntaxNode): Range | undefined {
  const value = entryValue(pair);
  if (value === undefined || text.slice(value.from, value.to).includes("\n")) {
    return undefined;
  }
  const { from, to } = value;
  if (value.name === "QuotedLiteral") {
    return { from, to };
  }
  if (value.name !== "Literal" && value.name !== "Alias") {
    return undefined;
  }
  if (pair.parent?.name === "FlowMapping") {
    return /^\s*[,}]/.test(text.slice(to)) ? { from, to } : undefined;
  }
  // Many write `*/Items` without quotes, which is no YAML to the letter: all of the line is meant.
  const [line = ""] = /^.*/.exec(text.slice(from)) ?? [];
  return { from, to: from + line.replace(/\s#.*$/, "").trimEnd().length };
}
