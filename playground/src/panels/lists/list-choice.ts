/** The choices of the user in the view of asset lists, and the comparison that follows from them. */

import type { CompareListsTask } from "../../engine.ts";
import type { Content } from "../../project.ts";
import { isList, isPlan } from "../../systems/lists/list-files.ts";
import type { OPERATIONS } from "./list-rows.ts";

export type Operation = keyof typeof OPERATIONS;

/** The choices of the user. A file that no longer exists counts as not chosen. */
export interface Choice {
  first?: string;
  second?: string;
  operation: Operation;
  pattern: string;
  patternType: "wildcard" | "regex";
  /** The minimum number of lists that have an asset, for `intersectioncount`. */
  count: number;
  /** The lists other than the two that do not count, for `intersectioncount`. */
  uncounted: readonly string[];
  plan?: string;
  /** The step of the plan whose result is shown, from 1; by default the last one. */
  step?: number | undefined;
}

export interface Offer {
  lists: readonly string[];
  plans: readonly string[];
}

/** Returns the asset lists and the plans among the paths of a project. */
export function offerOf(paths: readonly string[]): Offer {
  return { lists: paths.filter(isList), plans: paths.filter(isPlan) };
}

/** Completes the choices with a file for each list (an empty path without a list) and with a plan. */
export function settled(choice: Choice, { lists, plans }: Offer): Choice & { first: string; second: string } {
  const known = (path: string | undefined, paths: readonly string[]) =>
    path !== undefined && paths.includes(path) ? path : undefined;
  const plan = known(choice.plan, plans) ?? plans[0];
  return {
    ...choice,
    first: known(choice.first, lists) ?? lists[0] ?? "",
    second: known(choice.second, lists) ?? lists[1] ?? lists[0] ?? "",
    ...(plan === undefined ? {} : { plan }),
  };
}

/** Returns the lists other than the two selected ones. */
export function furtherOf({ first, second }: Choice, { lists }: Offer): string[] {
  return lists.filter((path) => path !== first && path !== second);
}

/** Returns the comparison that follows from the choices; undefined while a file for it is missing. */
export function taskOf(
  choice: Choice,
  offer: Offer,
  contentOf: (path: string) => Content | undefined,
): CompareListsTask | undefined {
  const file = (path = "") => {
    const content = contentOf(path);
    return content === undefined ? undefined : { path, content };
  };
  const [first, second] = [file(choice.first), file(choice.second)];
  const { operation, pattern, patternType, count, uncounted, step } = choice;
  if (first === undefined || second === undefined) {
    return undefined;
  }
  const files = (paths: readonly string[]) => paths.map(file).filter((found) => found !== undefined);
  const further = furtherOf(choice, offer);
  switch (operation) {
    case "filepattern":
      return { first, second, operation, pattern, patternType };
    case "intersectioncount": {
      const also = files(further.filter((path) => !uncounted.includes(path)));
      return { first, second, operation, count: Math.min(count, also.length + 2), further: also };
    }
    case "plan": {
      const plan = file(choice.plan);
      const which = step === undefined ? {} : { step };
      return plan === undefined ? undefined : { first, second, operation, plan, further: files(further), ...which };
    }
    default:
      return { first, second, operation };
  }
}

/** Returns true if two comparisons are equal. A change in a file that they do not use makes no new comparison. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isPlain(one) || !isPlain(other)) {
    return one === other;
  }
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

/** Returns true for plain objects and lists, which are compared by their members; files are compared by identity. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return Array.isArray(value) || (value instanceof Object && value.constructor === Object);
}
