/** The report of a system on its files. It is requested from the engine again whenever one of the files changes. */

import { type Answer, Latest, type Reading, type Running } from "../engine.ts";
import { type SystemFaults, summarizeFaults } from "./faults.ts";
import type { PageSystem, ProjectFiles } from "./system.ts";

/** The delay before a report is requested again, in milliseconds, so that quick changes cause one request. */
const PAUSE = 120;

/** The result of a request: the load that was sent, and the report on it. */
export interface Outcome<Load, Report> {
  load: Load;
  survey: Report;
}

export class Survey<Load, Report> {
  readonly system: PageSystem<Load, Report>;
  /** The files that the survey is about: the identical object until one changes; undefined without files. */
  load: Load | undefined = $state.raw();
  /** The last result, which may be about an earlier load. */
  outcome: Outcome<Load, Report> | undefined = $state.raw();
  /** The reason why the last request failed. */
  failure: string | undefined = $state();
  /** The long file that is being read. */
  reading: Reading | undefined = $state.raw();
  /** The faults in the last report; empty if none exist. */
  readonly systemFaults: readonly SystemFaults[] = $derived.by(() =>
    this.outcome === undefined ? [] : summarizeFaults(this.system, this.system.faults(this.outcome.survey)),
  );

  readonly #page: ProjectFiles;
  readonly #onReport: (report: Report) => void;
  readonly #latest = new Latest<Outcome<Load, Report>>(
    (answer) => this.#take(answer),
    (progress) => {
      this.reading = progress?.reading;
    },
  );
  #requested: Load | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onReport` is called with each report that is complete and up to date. */
  constructor(system: PageSystem<Load, Report>, page: ProjectFiles, onReport: (report: Report) => void = () => {}) {
    this.system = system;
    this.#page = page;
    this.#onReport = onReport;
  }

  get isCurrent(): boolean {
    return this.outcome !== undefined && this.outcome.load === this.load;
  }

  /** Finds out which files the system has. {@link Survey.begin} requests the report. */
  look(): void {
    this.put(this.system.load(this.#page, this.load));
  }

  /** Sets what the survey is about. */
  put(load: Load | undefined): void {
    this.load = load;
    if (load === undefined && this.#requested !== undefined) {
      clearTimeout(this.#timer);
      this.#latest.cancel();
      [this.#requested, this.outcome, this.failure] = [undefined, undefined, undefined];
    }
  }

  /** Requests the report, unless it was requested for the same files. A request that takes too long is cancelled. */
  begin(): void {
    const { load } = this;
    if (load === undefined || load === this.#requested) {
      return;
    }
    this.#requested = load;
    clearTimeout(this.#timer);
    const start = async (running: Running) => {
      const keepPart = (survey: Report) => this.#keep({ load, survey });
      return { load, survey: await this.system.ask(load, this.#page.project, running, keepPart) };
    };
    // The user waits for the first report, and later ones follow edits.
    this.#timer = setTimeout(() => this.#latest.ask(0, start), this.outcome === undefined ? 0 : PAUSE);
  }

  #take({ result, failure }: Answer<Outcome<Load, Report>>): void {
    if (result !== undefined) {
      this.failure = undefined;
      this.#keep(result);
      if (result.load === this.load) {
        this.#onReport(result.survey);
      }
    } else if (failure.kind !== "cancelled") {
      this.failure = failure.message;
    }
  }

  #keep(outcome: Outcome<Load, Report>): void {
    // Without files, there is nothing to report.
    this.outcome = this.load === undefined ? undefined : outcome;
  }
}
