/** What is chosen to be seen of asset lists, and the comparison that this asks for. */

import type { ClientCompareLists } from "../../engine.ts";
import type { Content } from "../../project.ts";
import { isList, isPlan } from "../../systems/list-files.ts";
import type { OPERATIONS } from "./list-rows.ts";

/** What is done with the lists. */
export type Operation = keyof typeof OPERATIONS;

/** What was chosen; a file that there is not any more counts as none. */
export interface Choice {
  first?: string;
  second?: string;
  operation: Operation;
  pattern: string;
  patternType: "wildcard" | "regex";
  /** In how many lists an asset has to be. */
  count: number;
  /** The lists that are not counted, of those besides the two. */
  uncounted: readonly string[];
  plan?: string;
  /** The step of the plan whose result is seen, from 1; the last one when it is left out. */
  step?: number | undefined;
}

/** What can be chosen. */
export interface Offer {
  lists: readonly string[];
  plans: readonly string[];
}

/** A comparison that can be asked for. */
export type Task = Omit<ClientCompareLists, "signal">;

/** What the files of a project offer. */
export function offerOf(paths: readonly string[]): Offer {
  return { lists: paths.filter(isList), plans: paths.filter(isPlan) };
}

/** The choice with a file for each of the two lists, and with one for the plan where there is any. */
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

/** The lists besides the two. */
export function furtherOf({ first, second }: Choice, { lists }: Offer): string[] {
  return lists.filter((path) => path !== first && path !== second);
}

/** The comparison that is asked for; undefined while a file for it is missing. */
export function taskOf(
  choice: Choice,
  offer: Offer,
  contentOf: (path: string) => Content | undefined,
): Task | undefined {
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

/** Whether two tasks ask for the same: what is typed into other files asks for nothing new. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isPlain(one) || !isPlain(other)) {
    return one === other;
  }
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

/** Whether it consists of its members alone; a file does not. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return Array.isArray(value) || (value instanceof Object && value.constructor === Object);
}
