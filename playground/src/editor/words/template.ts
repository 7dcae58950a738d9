/** A new rule, to be filled in: what every rule needs, and what its readers want to know. */

import type { First } from "../../rule-text/first-rule.ts";
import { singleQuoted } from "../../rule-text/insert.ts";
import { patternFor } from "../../rule-text/pattern.ts";
import type { WordPlace } from "./word-place.ts";

/** The fields of a new rule, each with what is written there until it is something else. */
export const FIELDS = [
  ["name", "my-rule"],
  ["severity", "warning"],
  ["why", "what goes wrong otherwise"],
  ["rpath", "'\\.xml$'"],
  ["xpath", "'*/Item,Name'"],
  ["condition", "[Exist]"],
] as const;

/** A file that a new rule is to look at. */
export interface Like {
  /** Its path. */
  path: string;
  /** Something in it, if that is known. */
  first?: First | undefined;
}

/** The template of a rule as a snippet, for a place where one may begin. It looks at files that end as `like`, if that is known. */
export function templateFor(rule: NonNullable<WordPlace["rule"]>, like?: Like): string {
  const indent = { file: "    ", item: "  ", fields: "  " }[rule];
  const before = { file: "rules:\n  - ", item: "- ", fields: "" }[rule];
  const written = (name: string, value: string) => {
    const own = { rpath: like && patternFor(like.path), xpath: like?.first?.xpath }[name];
    const condition = name === "condition" && like?.first?.condition;
    return condition ? `[${condition}]` : own === undefined ? value : singleQuoted(own);
  };
  const fields = FIELDS.map(([name, value]) => {
    // What is selected lies inside of the quotes, so that they stay around what is typed.
    const [, quote = "", inner = ""] = /^('?)(.*)\1$/.exec(written(name, value)) ?? [];
    return `${name}: ${quote}\${${inner.replace(/[{}]/g, "\\$&")}}${quote}`;
  });
  return `${before}${fields.join(`\n${indent}`)}\n`;
}
