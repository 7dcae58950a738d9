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

/** Returns information about a path of the user. Throws a {@link Refusal} that begins with `refusal`. */
export function stat(path: string, refusal: string, help?: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw new Refusal(`${refusal} \`${path}\`: ${explain(error)}`, help);
  }
}
