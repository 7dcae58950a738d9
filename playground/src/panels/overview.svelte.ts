/** The survey of a system with the details of one item, which are requested again whenever the survey changes. */

import type { Running } from "../engine.ts";
import type { Outcome, Survey } from "../systems/survey.svelte.ts";
import { Question } from "./question.svelte.ts";

interface OverviewOptions<Load, Report, Key, Detail> {
  survey: Survey<Load, Report>;
  /** Returns the key of the item to show, in the latest survey; undefined if none exists. */
  key: () => Key | undefined;
  detail: (load: Load, key: Key, running: Running) => Promise<Detail>;
}

/** A survey, and the details of one of its items. Create it while a component is initialised. */
export class Overview<Load, Report, Key, Detail> {
  readonly #options: OverviewOptions<Load, Report, Key, Detail>;
  readonly #question = new Question<{ of: Outcome<Load, Report>; key: Key }, Detail>();

  constructor(options: OverviewOptions<Load, Report, Key, Detail>) {
    this.#options = options;
    $effect(() => {
      // The view is open, so the survey does not wait for the check.
      void options.survey.load;
      options.survey.begin();
    });
    $effect(() => {
      const [of, key] = [options.survey.outcome, options.key()];
      if (of !== undefined && key !== undefined && options.survey.isCurrent) {
        return this.#question.ask({ about: { of, key }, pause: 0 }, (running) => options.detail(of.load, key, running));
      }
    });
    // If the view is closed, its request is cancelled, so that others do not wait for it.
    $effect(() => () => this.#question.cancel());
  }

  /** The latest details of an item, which may be out of date. */
  get details() {
    const { answer } = this.#question;
    const shown = answer && answer.failure === undefined ? answer : this.#question.known;
    return shown && { ...shown.about, detail: shown.result as Detail };
  }

  /** The latest survey, which may be out of date. */
  get outcome(): Outcome<Load, Report> | undefined {
    return this.#options.survey.outcome;
  }

  /** The reason why there is no survey, or no details. */
  get failure(): string | undefined {
    return this.#options.survey.failure ?? this.#question.answer?.failure?.message;
  }

  /** Returns true if both the survey and the details are up to date. */
  get isCurrent(): boolean {
    const { outcome, details } = this;
    const key = this.#options.key();
    const isKnown = key === undefined || (details?.of === outcome && details?.key === key);
    return this.#options.survey.isCurrent && isKnown;
  }
}
