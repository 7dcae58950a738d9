/** A new rule, to be filled in: what every rule needs, and what its readers want to know. */

import { patternFor } from "../../rule-text/pattern.ts";
import type { Where } from "./where.ts";

/** The fields of a new rule, each with what is written there until it is something else. */
export const FIELDS = [
  ["name", "my-rule"],
  ["severity", "warning"],
  ["why", "what goes wrong otherwise"],
  ["rpath", "'\\.xml$'"],
  ["xpath", "'*/Item,Name'"],
  ["condition", "[Exist]"],
] as const;

/** The template of a rule as a snippet, for a place where one may begin. It looks at files that end as `like`, if that is known. */
export function templateFor(rule: NonNullable<Where["rule"]>, like?: string): string {
  const indent = { file: "    ", item: "  ", fields: "  " }[rule];
  const before = { file: "rules:\n  - ", item: "- ", fields: "" }[rule];
  const written = (name: string, value: string) => {
    // A brace would end the field.
    const pattern = name === "rpath" && like !== undefined ? `'${patternFor(like).replaceAll("'", "''")}'` : value;
    return /[{}]/.test(pattern) ? value : pattern;
  };
  const fields = FIELDS.map(([name, value]) => `${name}: \${${written(name, value)}}`);
  return `${before}${fields.join(`\n${indent}`)}\n`;
}
