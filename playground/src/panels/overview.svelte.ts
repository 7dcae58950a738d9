/** What a view asks of the engine about one thing of what a system says of all: anew whenever that is said anew. */

import { type Answer, Latest, type Running } from "../engine.ts";
import type { Outcome, Survey } from "../systems/survey.svelte.ts";

/** What is looked at, and how the engine is asked about it. */
interface Asking<Load, Told, Key, Detail> {
  /** All of it. */
  survey: Survey<Load, Told>;
  /** Which one is to be seen of what was told last; nothing, when none is. */
  key: () => Key | undefined;
  detail: (load: Load, key: Key, running: Running) => Promise<Detail>;
}

/** All of a load at a glance, and one thing of it. To be made where a component begins. */
export class Overview<Load, Told, Key, Detail> {
  /** What came last of one thing, be it current or not. */
  shown: { of: Outcome<Load, Told>; key: Key; detail: Detail } | undefined = $state.raw();
  readonly #asking: Asking<Load, Told, Key, Detail>;
  /** Why nothing came of it. */
  #failure: string | undefined = $state();

  constructor(asking: Asking<Load, Told, Key, Detail>) {
    this.#asking = asking;
    const explained = new Latest((answer: Answer<NonNullable<typeof this.shown>>) => {
      if (answer.failure === undefined) {
        [this.#failure, this.shown] = [undefined, answer.result];
      } else if (answer.failure.kind !== "cancelled") {
        this.#failure = answer.failure.message;
      }
    });
    $effect(() => {
      // Who looks at it does not wait until all is checked.
      void asking.survey.load;
      asking.survey.begin();
    });
    $effect(() => {
      const [of, key] = [asking.survey.told, asking.key()];
      if (of !== undefined && key !== undefined && asking.survey.isCurrent) {
        explained.ask(0, async (running) => ({ of, key, detail: await asking.detail(of.load, key, running) }));
      }
    });
    $effect(() => () => explained.cancel());
  }

  /** What came last of all, be it current or not. */
  get told(): Outcome<Load, Told> | undefined {
    return this.#asking.survey.told;
  }

  /** Why nothing came. */
  get failure(): string | undefined {
    return this.#asking.survey.failure ?? this.#failure;
  }

  /** Whether all that is there is of what it is about now. */
  get isCurrent(): boolean {
    const { told, shown } = this;
    const key = this.#asking.key();
    const isShown = key === undefined || (shown?.of === told && shown?.key === key);
    return this.#asking.survey.isCurrent && isShown;
  }
}
