/** What arguments must be like before anything is done. */

import type { Arguments } from "./arguments.js";
import { Mistake } from "./say.js";
import { COMMON, type SubCommand } from "./sub-commands.js";

/**
 * Refuses a `^` by itself, as in examples written for Windows' cmd.
 *
 * @throws {Mistake} Saying how other shells continue a line.
 */
export function refuseContinuations(line: readonly string[]): void {
  if (line.includes("^")) {
    throw new Mistake(
      "Invalid argument: ( ^ ) continues a line at its end, and only in Windows' cmd. " +
        "Remove it and write the command in one line; sh continues a line with ( \\ ), PowerShell with ( ` ).",
    );
  }
}

/**
 * Refuses arguments that a sub-command does not have, and values where there are none to be.
 *
 * @throws {Mistake} With the help of the sub-command for the first, as the name may be a slip.
 */
export function refuseUnknown(given: Arguments, command: SubCommand): void {
  const known = new Map([...command.arguments, ...COMMON].map((argument) => [argument.name.toLowerCase(), argument]));
  for (const { name, values } of given.all()) {
    const argument = known.get(name.toLowerCase());
    if (argument === undefined) {
      throw new Mistake(`Invalid argument: "--${name}" is not a valid argument for this sub-command.`, true);
    }
    if (argument.takes === "none" && values.length > 0) {
      throw new Mistake(
        `Invalid command: "--${argument.name}" does not have a value, and was given ( ${values.join(", ")} ).`,
      );
    }
  }
}

/**
 * The value of an argument that may be left out: undefined then, and empty when it is named without one.
 *
 * @throws {Mistake} When it has several.
 */
export function oneValue(given: Arguments, name: string): string | undefined {
  const [value, ...more] = given.values(name);
  if (more.length > 0) {
    throw new Mistake(`Invalid command: "--${name}" must have exactly one value.`);
  }
  return given.has(name) ? (value ?? "") : undefined;
}

/**
 * The value of an argument, or undefined when it is left out.
 *
 * @throws {Mistake} When it is named without a value, or with several.
 */
export function optionalOne(given: Arguments, name: string): string | undefined {
  const value = oneValue(given, name);
  if (value === "") {
    throw new Mistake(`Invalid command: "--${name}" must have exactly one value.`);
  }
  return value;
}

/**
 * The value of an argument that must be there.
 *
 * @throws {Mistake} When it is not, or has several values.
 */
export function requireOne(given: Arguments, name: string, command: string): string {
  const value = optionalOne(given, name);
  if (value === undefined) {
    throw new Mistake(`Invalid command: "--${name}" is required when running "${command}".`);
  }
  return value;
}
