/** The operations on asset lists and the types of patterns, by number: what names them reads it here. */

/** Each operation: its name, the word of its command, and what it gives. A test holds it to the engine's table. */
export const OPERATIONS = [
  { name: "delta", command: "delta", doc: "what is new or changed in the second list" },
  { name: "union", command: "union", doc: "what is in either list, as the second has it where both do" },
  { name: "intersection", command: "intersection", doc: "what is in both lists, as the second has it" },
  { name: "complement", command: "complement", doc: "what is in the second list only" },
  { name: "filepattern", command: "pattern", doc: "what has a path that matches a pattern" },
  { name: "intersectioncount", command: "count", doc: "what is in a number of lists, or in more" },
] as const;

/** The name of an operation. */
export type OperationName = (typeof OPERATIONS)[number]["name"];

/** The name of an operation on two lists. */
export type ComparisonName = Exclude<OperationName, "filepattern" | "intersectioncount">;

/** The types of patterns. */
export const PATTERN_TYPES = ["wildcard", "regex"] as const;

/** Whether a name is that of a variable of a plan. */
export function isVariable(name: string): boolean {
  return name.startsWith("$");
}
