/** What a system makes of its files at a glance, asked of the engine anew whenever one of them is another one. */

import { type Answer, Latest, type Reading, type Running } from "../engine.ts";

/** What is asked for waits so long, in milliseconds, until one pauses. */
const PAUSE = 120;

/** Asks the engine about what there is of a system; `tell` hears what is known before all of it is. */
type Ask<Load, Told> = (load: Load, running: Running, tell: (told: Told) => void) => Promise<Told>;

/** What came of a load. */
export interface Outcome<Load, Told> {
  load: Load;
  survey: Told;
}

/** All that a system has to say of its files. */
export class Survey<Load, Told> {
  /** What it is about: the same as long as nothing of it has changed; nothing, where there is nothing of the system. */
  load: Load | undefined = $state.raw();
  /** What came last, be it current or not. */
  told: Outcome<Load, Told> | undefined = $state.raw();
  /** Why nothing came. */
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
