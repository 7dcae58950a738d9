/** The report of a system on its files. It is requested from the engine again whenever one of the files changes. */

import { type Answer, Latest, type Reading, type Running } from "../engine.ts";

/**
 * The delay before a report is requested again, in milliseconds. Changes that follow each other quickly cause one
 * request.
 */
const PAUSE = 120;

/** Asks the engine about what there is of a system; `tell` hears what is known before all of it is. */
type Ask<Load, Told> = (load: Load, running: Running, tell: (told: Told) => void) => Promise<Told>;

/** The result of a request: the load that was sent, and the report on it. */
export interface Outcome<Load, Told> {
  load: Load;
  survey: Told;
}

/** The current report of a system on its files. */
export class Survey<Load, Told> {
  /**
   * The files that the survey is about: the identical object until one of them changes, undefined if the system has no
   * files.
   */
  load: Load | undefined = $state.raw();
  /** The last result, which may be about an earlier load. */
  told: Outcome<Load, Told> | undefined = $state.raw();
  /** The reason why the last request failed. */
  failure: string | undefined = $state();
  /** The long file that is being read. */
  reading: Reading | undefined = $state.raw();

  readonly #ask: Ask<Load, Told>;
  readonly #heard: (told: Told) => void;
  readonly #latest = new Latest<Outcome<Load, Told>>(
    (answer) => this.#take(answer),
    (progress) => {
      this.reading = progress?.reading;
    },
  );
  #asked: Load | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `heard` is called with what came of what it is about now, once that is all. */
  constructor(ask: Ask<Load, Told>, heard: (told: Told) => void = () => {}) {
    this.#ask = ask;
    this.#heard = heard;
  }

  /** Whether what came is of what it is about now. */
  get isCurrent(): boolean {
    return this.told !== undefined && this.told.load === this.load;
  }

  /** Takes in what it is about now. The engine is asked when that begins. */
  look(load: Load | undefined): void {
    this.load = load;
    if (load === undefined && this.#asked !== undefined) {
      clearTimeout(this.#timer);
      this.#latest.cancel();
      [this.#asked, this.told, this.failure] = [undefined, undefined, undefined];
    }
  }

  /** Asks the engine, unless it was asked about the same. What it is at still is ended when it takes too long. */
  begin(): void {
    const { load } = this;
    if (load === undefined || load === this.#asked) {
      return;
    }
    this.#asked = load;
    clearTimeout(this.#timer);
    const start = async (running: Running) => {
      const tell = (survey: Told) => this.#put({ load, survey });
      return { load, survey: await this.#ask(load, running, tell) };
    };
    this.#timer = setTimeout(() => this.#latest.ask(0, start), this.told === undefined ? 0 : PAUSE);
  }

  #take({ result, failure }: Answer<Outcome<Load, Told>>): void {
    if (result !== undefined) {
      this.failure = undefined;
      this.#put(result);
      if (result.load === this.load) {
        this.#heard(result.survey);
      }
    } else if (failure.kind !== "cancelled") {
      this.failure = failure.message;
    }
  }

  #put(outcome: Outcome<Load, Told>): void {
    // Of what is gone there is nothing to say.
    this.told = this.load === undefined ? undefined : outcome;
  }
}
