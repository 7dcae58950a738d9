/** The error for a command that cannot do what the user requested. */

import { type Stats, statSync } from "node:fs";
import { explain } from "../node/explain.js";

/** An error that describes a problem in one sentence, with advice on what to do about it. */
export class Refusal extends Error {
  override name = "Refusal";
  /** Advice on what to do about it, if there is any. */
  readonly help: string | undefined;

  /** Creates a refusal; both strings are sentences without a full stop. */
  constructor(message: string, help?: string, options?: ErrorOptions) {
    super(message, options);
    this.help = help;
  }
}

/** Returns the result of `work`. Its error becomes a {@link Refusal} that begins with `failure`; refusals are kept. */
export function orRefuse<T>(failure: string, work: () => T, help?: string): T {
  try {
    return work();
  } catch (error) {
    throw refusalOf(failure, error, help);
  }
}

/** Returns a refusal that begins with `failure`, for an error that is not a refusal already. */
export function refusalOf(failure: string, error: unknown, help?: string): Refusal {
  return error instanceof Refusal ? error : new Refusal(`${failure}: ${explain(error)}`, help);
}

/** Returns information about a path of the user. Throws a {@link Refusal} that begins with `refusal`. */
export function stat(path: string, refusal: string, help?: string): Stats {
  return orRefuse(`${refusal} \`${path}\``, () => statSync(path), help);
}
