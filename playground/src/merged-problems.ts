/** Merges problems that have one cause in several files under check. */

import type { Problem } from "./engine.ts";
import { counted } from "./format.ts";

/** Returns the name of the first file and the number of further files: `a.xml and 2 more files`. */
export function filesText([first = "", ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${counted(more.length, "more file")}`;
}

/** A problem that is shown once, for one or more files. */
interface MergedProblem {
  /** The problem; of several files, that of the first. */
  item: Problem;
  /** The files under check that it is about. */
  affected: readonly string[];
  /** The problem that reports that the rule was given up for it, if it was. */
  givenUp: Problem | undefined;
}

/** Matches the codes of the problems that a script without an end causes. */
const ENDLESS = /^script-(?:operations|time|memory|given-up)$/;

/** Returns the problems, merged: if a rule stops in several files, that is one problem, even if the values differ. */
export function mergeProblems(problems: readonly Problem[]): MergedProblem[] {
  const known = new Map<string, [Problem, ...Problem[]]>();
  for (const [at, item] of problems.entries()) {
    const key = keyOf(item, at);
    const alike = known.get(key);
    alike === undefined ? known.set(key, [item]) : alike.push(item);
  }
  return [...known.values()].map((alike) => {
    const stops = alike.filter(({ code }) => code !== "script-given-up");
    const [item = alike[0]] = stops;
    const affected = (stops.length > 0 ? stops : alike).flatMap(({ document }) => document ?? []);
    return { item, affected, givenUp: alike.find((one) => one !== item && !stops.includes(one)) };
  });
}

/** Returns a key that is equal for problems that are merged. A problem that is about no file is never merged. */
function keyOf({ code, rule, path, offset, document, message }: Problem, at: number): string {
  if (document === undefined) {
    return String(at);
  }
  // A script without an end may be stopped at different places, and by different limits.
  const parts = ENDLESS.test(code) ? ["", rule, path] : [code, rule, path, offset, blamed(message, document)];
  return parts.join("\0");
}

/** Returns `file` if a script stopped because the file cannot be used; undefined if the script is at fault. */
export function blamed(message: string, file: string | undefined): string | undefined {
  return message.includes(` ${file}: \`${file}\`: `) ? file : undefined;
}

/**
 * Returns the message of a problem, in which {@link filesText} of all its files replaces the first file. The message
 * stays as it is unless it names that file exactly once, before the reason.
 */
export function messageFor({ message, document = "" }: Problem, affected: readonly string[]): string {
  const [subject = "", why, ...others] = message.split(` ${document}: `);
  return why === undefined || others.length > 0 ? message : `${subject} ${filesText(affected)}: ${why}`;
}
