/** What a view asks of the engine: all at a glance, then one thing of it; anew whenever what that is about has changed. */

import { untrack } from "svelte";
import { type Answer, Latest, type Running } from "../engine.ts";

/** What is asked for waits so long, in milliseconds, until one pauses. */
const PAUSE = 120;

/** What is looked at, and how the engine is asked about it. */
interface Asking<Load, Survey, Key, Detail> {
  /** What it is about: the same as long as nothing of it has changed. */
  load: () => Load;
  survey: (load: Load, running: Running) => Promise<Survey>;
  /** Which one is to be seen of what was surveyed last; nothing, when none is. */
  key: () => Key | undefined;
  detail: (load: Load, key: Key, running: Running) => Promise<Detail>;
}

/** What came of a load. */
interface Outcome<Load, Survey> {
  load: Load;
  survey: Survey;
}

/** All of a load at a glance, and one thing of it. To be made where a component begins. */
export class Overview<Load, Survey, Key, Detail> {
  /** What came last of all, be it current or not. */
  told: Outcome<Load, Survey> | undefined = $state.raw();
  /** The same of one thing. */
  shown: { of: Outcome<Load, Survey>; key: Key; detail: Detail } | undefined = $state.raw();
  /** Why nothing came. */
  failure: string | undefined = $state();
  readonly #asking: Asking<Load, Survey, Key, Detail>;

  constructor(asking: Asking<Load, Survey, Key, Detail>) {
    this.#asking = asking;
    const surveyed = this.#latest((told: NonNullable<typeof this.told>) => {
      this.told = told;
    });
    const explained = this.#latest((shown: NonNullable<typeof this.shown>) => {
      this.shown = shown;
    });
    $effect(() => {
      const load = asking.load();
      const ask = () => {
        surveyed.ask(0, async (running) => ({ load, survey: await asking.survey(load, running) }));
      };
      const timer = setTimeout(ask, untrack(() => this.told) === undefined ? 0 : PAUSE);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      const [of, key] = [this.told, asking.key()];
      if (of !== undefined && key !== undefined && of.load === asking.load()) {
        explained.ask(0, async (running) => ({ of, key, detail: await asking.detail(of.load, key, running) }));
      }
    });
    $effect(() => () => {
      surveyed.cancel();
      explained.cancel();
    });
  }

  /** Whether all that is there is of what it is about now. */
  get isCurrent(): boolean {
    const { told, shown } = this;
    const key = this.#asking.key();
    const isShown = key === undefined || (shown?.of === told && shown?.key === key);
    return told !== undefined && told.load === this.#asking.load() && isShown;
  }

  #latest<T>(take: (result: T) => void): Latest<T> {
    return new Latest((answer: Answer<T>) => {
      if (answer.failure === undefined) {
        this.failure = undefined;
        take(answer.result);
      } else if (answer.failure.kind !== "cancelled") {
        this.failure = answer.failure.message;
      }
    });
  }
}

let loads = 0;

/** A number for the next load: workers know by it what they have at hand. */
export function nextLoad(): number {
  loads += 1;
  return loads;
}
