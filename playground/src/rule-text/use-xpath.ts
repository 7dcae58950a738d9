/** Finds the `xpath` of a rule, so that it can be replaced, if it is on one line. */

import type { SyntaxNode } from "@lezer/common";
import { singleQuoted } from "./insert.ts";
import { entryValue, pairOf, ruleFileOf } from "./outline.ts";

/** Returns the text in which the rule called `name` has this `xpath`; undefined if its position is not known. */
export function withXPath(text: string, name: string, xpath: string): string | undefined {
  const file = ruleFileOf(text);
  const [rule, ...others] = (file?.rules ?? []).filter((one) => one.name === name);
  const pair = rule && others.length === 0 ? pairOf(text, rule.fields, "xpath") : undefined;
  const place = pair && valuePlace(text, pair);
  // A file that begins with a brace may be JSON.
  const written = file?.top.name.startsWith("Flow") ? JSON.stringify(xpath) : singleQuoted(xpath);
  return place && `${text.slice(0, place.from)}${written}${text.slice(place.to)}`;
}

/** Returns the range of the value of an entry, in UTF-16 units, if it is on one line. */
function valuePlace(text: string, pair: SyntaxNode): { from: number; to: number } | undefined {
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
  // `*/Items` without quotes is not valid YAML, but common: the value is the whole line.
  const [line = ""] = /^.*/.exec(text.slice(from)) ?? [];
  return { from, to: from + line.replace(/\s#.*$/, "").trimEnd().length };
}
