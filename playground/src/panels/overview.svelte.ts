/** The survey of a system with the details of one item, which are requested again whenever the survey changes. */

import { type Answer, Latest, type Running } from "../engine.ts";
import type { Outcome, Survey } from "../systems/survey.svelte.ts";

/** The survey, and the request for details. */
interface OverviewOptions<Load, Told, Key, Detail> {
  /** The survey of all items. */
  survey: Survey<Load, Told>;
  /** Returns the key of the item to show, in the latest survey; undefined if none exists. */
  key: () => Key | undefined;
  detail: (load: Load, key: Key, running: Running) => Promise<Detail>;
}

/** A survey, and the details of one of its items. Create it while a component is initialised. */
export class Overview<Load, Told, Key, Detail> {
  /** The latest details of an item, which may be out of date. */
  shown: { of: Outcome<Load, Told>; key: Key; detail: Detail } | undefined = $state.raw();
  readonly #asking: OverviewOptions<Load, Told, Key, Detail>;
  /** The reason why there are no details. */
  #failure: string | undefined = $state();

  constructor(asking: OverviewOptions<Load, Told, Key, Detail>) {
    this.#asking = asking;
    const explained = new Latest((answer: Answer<NonNullable<typeof this.shown>>) => {
      if (answer.failure === undefined) {
        [this.#failure, this.shown] = [undefined, answer.result];
      } else if (answer.failure.kind !== "cancelled") {
        this.#failure = answer.failure.message;
      }
    });
    $effect(() => {
      // The view is open, so the survey does not wait for the check.
      void asking.survey.load;
      asking.survey.begin();
    });
    $effect(() => {
      const [of, key] = [asking.survey.told, asking.key()];
      if (of !== undefined && key !== undefined && asking.survey.isCurrent) {
        explained.ask(0, async (running) => ({ of, key, detail: await asking.detail(of.load, key, running) }));
      }
    });
    // If the view is closed, its request is cancelled, so that others do not wait for it.
    $effect(() => () => explained.cancel());
  }

  /** The latest survey, which may be out of date. */
  get told(): Outcome<Load, Told> | undefined {
    return this.#asking.survey.told;
  }

  /** The reason why there is no survey, or no details. */
  get failure(): string | undefined {
    return this.#asking.survey.failure ?? this.#failure;
  }

  /** Returns true if both the survey and the details are up to date. */
  get isCurrent(): boolean {
    const { told, shown } = this;
    const key = this.#asking.key();
    const isShown = key === undefined || (shown?.of === told && shown?.key === key);
    return this.#asking.survey.isCurrent && isShown;
  }
}
