/** The operations on asset lists and the types of patterns, by number. */

/** The operations: the name, the name of the command, and the result. A test compares them with the engine's table. */
export const OPERATIONS = [
  { name: "delta", command: "delta", doc: "the entries of the second list that are new or changed" },
  { name: "union", command: "union", doc: "the entries of both lists; an entry in both as in the second" },
  { name: "intersection", command: "intersection", doc: "the entries that are in both lists, as in the second" },
  { name: "complement", command: "complement", doc: "the entries that are only in the second list" },
  { name: "filepattern", command: "pattern", doc: "the entries whose paths match a pattern" },
  { name: "intersectioncount", command: "count", doc: "the entries that are in at least N lists" },
] as const;

/** The name of an operation. */
export type OperationName = (typeof OPERATIONS)[number]["name"];

/** The name of an operation on two lists. */
export type ComparisonName = Exclude<OperationName, "filepattern" | "intersectioncount">;

export const PATTERN_TYPES = ["wildcard", "regex"] as const;

/** Returns true if a name is that of a variable of a plan. */
export function isVariable(name: string): boolean {
  return name.startsWith("$");
}
