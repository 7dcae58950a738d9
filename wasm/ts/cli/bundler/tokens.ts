/** Variables: names that begin with `$`, for lists that are never written. */

import { isVariable } from "../../systems/asset-list/asset-operations.js";
import { UsageError } from "./output.js";

/** Returns a variable by its name, with or without the `$`; an empty name stays empty. */
export function variable(name: string): string {
  return name === "" || isVariable(name) ? name : `$${name}`;
}

/**
 * Returns the variable that an argument names as an input of a step in a file.
 *
 * @throws {UsageError} When the value looks like a path, which a file of steps cannot contain.
 */
export function inputVariable(argument: string, name: string): string {
  if (/[./\\]/.test(name)) {
    throw new UsageError(
      `Invalid command: the "--${argument}" arg only accepts Tokens as inputs. Paths are not valid inputs.`,
    );
  }
  return variable(name);
}
