/** Why a command cannot do what it was asked for. */

import { type Stats, statSync } from "node:fs";
import { explain } from "../node/explain.js";

/** What is wrong, in one sentence, and what to do about it. */
export class Refusal extends Error {
  override name = "Refusal";
  /** What to do about it. */
  readonly help: string | undefined;

  /** A refusal; both texts are sentences without a full stop. */
  constructor(message: string, help?: string, options?: ErrorOptions) {
    super(message, options);
    this.help = help;
  }
}

/**
 * What is at a path that was given on the command line.
 *
 * @throws {Refusal} Beginning with `refusal`, when nothing is there or it cannot be looked at.
 */
export function stat(path: string, refusal: string, help?: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw new Refusal(`${refusal} \`${path}\`: ${explain(error)}`, help);
  }
}
