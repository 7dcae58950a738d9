/** The report of a system on its files. It is requested from the engine again whenever one of the files changes. */

import { type Answer, Latest, type Reading, type Running } from "../engine.ts";
import { type SystemFaults, saidBy } from "./faults.ts";
import type { PageSystem, ProjectFiles } from "./system.ts";

/**
 * The delay before a report is requested again, in milliseconds. Changes that follow each other quickly cause one
 * request.
 */
const PAUSE = 120;

/** The result of a request: the load that was sent, and the report on it. */
export interface Outcome<Load, Told> {
  load: Load;
  survey: Told;
}

/** The current report of a system on its files. */
export class Survey<Load, Told> {
  /** The system. */
  readonly system: PageSystem<Load, Told>;
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
  /** The faults in the last report; empty if none exist. */
  readonly said: readonly SystemFaults[] = $derived.by(() =>
    this.told === undefined ? [] : saidBy(this.system, this.system.faults(this.told.survey)),
  );

  readonly #page: ProjectFiles;
  readonly #heard: (told: Told) => void;
  readonly #latest = new Latest<Outcome<Load, Told>>(
    (answer) => this.#take(answer),
    (progress) => {
      this.reading = progress?.reading;
    },
  );
  #asked: Load | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `heard` is called with each report that is complete and up to date. */
  constructor(system: PageSystem<Load, Told>, page: ProjectFiles, heard: (told: Told) => void = () => {}) {
    this.system = system;
    this.#page = page;
    this.#heard = heard;
  }

  /** Returns true if the result is about the current files. */
  get isCurrent(): boolean {
    return this.told !== undefined && this.told.load === this.load;
  }

  /** Finds out which files the system has. The engine is asked by {@link Survey.begin}. */
  look(): void {
    this.put(this.system.load(this.#page, this.load));
  }

  /** Sets what the survey is about. */
  put(load: Load | undefined): void {
    this.load = load;
    if (load === undefined && this.#asked !== undefined) {
      clearTimeout(this.#timer);
      this.#latest.cancel();
      [this.#asked, this.told, this.failure] = [undefined, undefined, undefined];
    }
  }

  /** Requests the report, unless it was requested for the same files. A request that takes too long is cancelled. */
  begin(): void {
    const { load } = this;
    if (load === undefined || load === this.#asked) {
      return;
    }
    this.#asked = load;
    clearTimeout(this.#timer);
    const start = async (running: Running) => {
      const tell = (survey: Told) => this.#keep({ load, survey });
      return { load, survey: await this.system.ask(load, this.#page.project, running, tell) };
    };
    this.#timer = setTimeout(() => this.#latest.ask(0, start), this.told === undefined ? 0 : PAUSE);
  }

  #take({ result, failure }: Answer<Outcome<Load, Told>>): void {
    if (result !== undefined) {
      this.failure = undefined;
      this.#keep(result);
      if (result.load === this.load) {
        this.#heard(result.survey);
      }
    } else if (failure.kind !== "cancelled") {
      this.failure = failure.message;
    }
  }

  #keep(outcome: Outcome<Load, Told>): void {
    // Without files, there is nothing to report.
    this.told = this.load === undefined ? undefined : outcome;
  }
}
