/** Checks of the arguments, before anything is done. */

import type { Arguments } from "./arguments.js";
import { UsageError } from "./output.js";
import { COMMON, type SubCommand } from "./sub-commands.js";

/**
 * Checks that no argument is a single `^`, which occurs in examples for `cmd` of Windows.
 *
 * @throws {UsageError} With advice on how other shells continue a line.
 */
export function refuseContinuations(line: readonly string[]): void {
  if (line.includes("^")) {
    throw new UsageError(
      "Invalid argument: ( ^ ) continues a line only at its end, and only in cmd of Windows. " +
        "Remove it and write the command in one line; in sh, ( \\ ) continues a line, and in PowerShell ( ` ).",
    );
  }
}

/**
 * Checks that all arguments are known, and that flags have no values.
 *
 * @throws {UsageError} With the help of the sub-command for an unknown argument, as its name may be a typing error.
 */
export function refuseUnknown(given: Arguments, command: SubCommand): void {
  const known = new Map([...command.arguments, ...COMMON].map((argument) => [argument.name.toLowerCase(), argument]));
  for (const { name, values } of given.all()) {
    const argument = known.get(name.toLowerCase());
    if (argument === undefined) {
      throw new UsageError(`Invalid argument: "--${name}" is not a valid argument for this sub-command.`, true);
    }
    if (argument.takes === "none" && values.length > 0) {
      throw new UsageError(
        `Invalid command: "--${argument.name}" does not take a value, but was given ( ${values.join(", ")} ).`,
      );
    }
  }
}

/**
 * Returns the value of an optional argument: undefined if it is missing, empty if it has no value.
 *
 * @throws {UsageError} When it has several.
 */
export function oneValue(given: Arguments, name: string): string | undefined {
  const [value, ...more] = given.values(name);
  if (more.length > 0) {
    throw new UsageError(`Invalid command: "--${name}" must have exactly one value.`);
  }
  return given.has(name) ? (value ?? "") : undefined;
}

/**
 * Returns the value of an argument, or undefined if it is missing.
 *
 * @throws {UsageError} When it is named without a value, or with several.
 */
export function optionalOne(given: Arguments, name: string): string | undefined {
  const value = oneValue(given, name);
  if (value === "") {
    throw new UsageError(`Invalid command: "--${name}" must have exactly one value.`);
  }
  return value;
}

/**
 * Returns the value of a required argument.
 *
 * @throws {UsageError} When the argument is missing, or does not have exactly one value.
 */
export function requireOne(given: Arguments, name: string, command: string): string {
  const value = optionalOne(given, name);
  if (value === undefined) {
    throw new UsageError(`Invalid command: "--${name}" is required when running "${command}".`);
  }
  return value;
}
