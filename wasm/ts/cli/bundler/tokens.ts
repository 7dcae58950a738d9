/** Variables: names that begin with `$` and stand for lists that are never written. */

import { isVariable } from "../../systems/asset-list/asset-operations.js";
import { UsageError } from "./output.js";

/** A variable by its name, with or without the `$`; an empty name stays empty. */
export function variable(name: string): string {
  return name === "" || isVariable(name) ? name : `$${name}`;
}

/**
 * The variable that an argument names as an input of a step in a file.
 *
 * @throws {UsageError} When it looks like a path: files have no place in rules.
 */
export function inputVariable(argument: string, name: string): string {
  if (/[./\\]/.test(name)) {
    throw new UsageError(
      `Invalid command: the "--${argument}" arg only accepts Tokens as inputs. Paths are not valid inputs.`,
    );
  }
  return variable(name);
}
