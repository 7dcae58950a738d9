/** Checks of the arguments, before anything is done. */

import type { Arguments } from "./arguments.js";
import { UsageError } from "./output.js";
import { COMMON, type SubCommand } from "./sub-commands.js";

/** Throws a {@link UsageError} if an argument is `^`, which continues a line in examples for `cmd` of Windows. */
export function refuseContinuations(line: readonly string[]): void {
  if (line.includes("^")) {
    throw new UsageError(
      "Invalid argument: ( ^ ) continues a line only at its end, and only in cmd of Windows. " +
        "Remove it and write the command in one line; in sh, ( \\ ) continues a line, and in PowerShell ( ` ).",
    );
  }
}

/** Throws a {@link UsageError} for an unknown argument, which may be a typing error, or a flag with a value. */
export function refuseUnknown(given: Arguments, command: SubCommand): void {
  const known = new Map([...command.arguments, ...COMMON].map((argument) => [argument.name.toLowerCase(), argument]));
  for (const { name, values } of given.all()) {
    const argument = known.get(name.toLowerCase());
    if (argument === undefined) {
      throw new UsageError(`Invalid argument: "--${name}" is not a valid argument for this sub-command.`, true);
    }
    if (argument.value === undefined && values.length > 0) {
      throw new UsageError(
        `Invalid command: "--${argument.name}" does not take a value, but was given ( ${values.join(", ")} ).`,
      );
    }
  }
}

/** Returns an argument: undefined if missing, empty without a value. Throws a {@link UsageError} for several values. */
export function oneValue(given: Arguments, name: string): string | undefined {
  const [value, ...more] = given.values(name);
  if (more.length > 0) {
    throw new UsageError(`Invalid command: "--${name}" must have exactly one value.`);
  }
  return given.has(name) ? (value ?? "") : undefined;
}

/** Returns an argument, or undefined if missing. Throws a {@link UsageError} unless it has one value. */
export function optionalOne(given: Arguments, name: string): string | undefined {
  const value = oneValue(given, name);
  if (value === "") {
    throw new UsageError(`Invalid command: "--${name}" must have exactly one value.`);
  }
  return value;
}

/** Returns a required argument. Throws a {@link UsageError} unless it has one value. */
export function requireOne(given: Arguments, name: string, command: string): string {
  const value = optionalOne(given, name);
  if (value === undefined) {
    throw new UsageError(`Invalid command: "--${name}" is required when running "${command}".`);
  }
  return value;
}
