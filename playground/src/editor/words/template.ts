/** The template of a new rule, with the required fields and those that describe it. */

import type { First } from "../../rule-text/first-rule.ts";
import { singleQuoted } from "../../rule-text/insert.ts";
import { patternFor } from "../../rule-text/pattern.ts";
import type { WordPlace } from "./word-place.ts";

/** The fields of a new rule, each with a default for the user to replace. */
export const FIELDS = [
  ["name", "my-rule"],
  ["severity", "warning"],
  ["why", "the problem that this rule prevents"],
  ["rpath", "'\\.xml$'"],
  ["xpath", "'*/Item,Name'"],
  ["condition", "[Exist]"],
] as const;

/** A file that a new rule looks at. */
export interface Like {
  path: string;
  first?: First | undefined;
}

/**
 * Returns the template of a rule as a snippet, for a position where a rule may begin. Its `rpath` matches files with
 * the extension of `like`, if that is given.
 */
export function templateFor(rule: NonNullable<WordPlace["rule"]>, like?: Like): string {
  const indent = { file: "    ", item: "  ", fields: "  " }[rule];
  const before = { file: "rules:\n  - ", item: "- ", fields: "" }[rule];
  const written = (name: string, value: string) => {
    const own = { rpath: like && patternFor(like.path), xpath: like?.first?.xpath }[name];
    const condition = name === "condition" && like?.first?.condition;
    return condition ? `[${condition}]` : own === undefined ? value : singleQuoted(own);
  };
  const fields = FIELDS.map(([name, value]) => {
    // The field is inside the quotes, so that they stay around the typed text.
    const [, quote = "", inner = ""] = /^('?)(.*)\1$/.exec(written(name, value)) ?? [];
    return `${name}: ${quote}\${${inner.replace(/[{}]/g, "\\$&")}}${quote}`;
  });
  return `${before}${fields.join(`\n${indent}`)}\n`;
}
