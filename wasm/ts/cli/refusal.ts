/** Why a command cannot do what it was asked for. */

/** What is wrong, in one sentence, and what to do about it. */
export class Refusal extends Error {
  override name = "Refusal";
  /** What to do about it. */
  readonly help: string | undefined;

  /** A refusal; both texts are sentences without a full stop. */
  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}
