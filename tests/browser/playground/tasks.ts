/**
 * Measures how long the page blocks its thread, in time of the thread, so that other programs do not count. The result is scaled by
 * the time that the browser's own XML parser needs in the same page, so that the speed of the machine does not count either.
 */

import type { Page } from "playwright-core";

/** What the browser tells of a task. */
interface Traced {
  name: string;
  pid: number;
  tid: number;
  /** The time that its thread was at work, in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** Some 20 kB of XML, which the browser's parser reads {@link TIMES} times. */
const XML = `<Items>${"<Item><Kind>k7</Kind><Value>531</Value></Item>".repeat(450)}</Items>`;
const TIMES = 50;
/** The time of a thread that parsing takes on the reference machine, in milliseconds. */
const PARSED = 75;

/** How much a page did, in milliseconds of the machine that reads {@link XML} in {@link PARSED}. */
export interface Effort {
  /** The longest task of its own thread. */
  longest: number;
  /** All tasks of its threads together, those of its workers included. */
  total: number;
}

/** Measures the tasks of the page during `work`. */
export async function effort(page: Page, work: () => Promise<void>): Promise<Effort> {
  const peer = await measured(page, () =>
    page.evaluate(
      ([text, times]) => {
        for (let time = 0; time < times; time += 1) {
          new DOMParser().parseFromString(text, "text/xml");
        }
      },
      [XML, TIMES] as const,
    ),
  );
  if (!(peer.longest > 0)) {
    throw new Error("the trace has no task of the page");
  }
  const { longest, total } = await measured(page, work);
  const pace = PARSED / peer.longest;
  return { longest: Math.round(longest * pace), total: Math.round(total * pace) };
}

/** Measures the tasks of the page during `work`, in milliseconds of this machine. */
async function measured(page: Page, work: () => Promise<void>): Promise<Effort> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["toplevel"] });
  await work();
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: Traced[] };
  const mains = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const tasks = traceEvents.filter(
    ({ name, pid }) => name.endsWith("RunTask") && mains.some((main) => main.pid === pid),
  );
  const ofPage = tasks.filter(({ pid, tid }) => mains.some((main) => main.pid === pid && main.tid === tid));
  const times = (of: Traced[]) => of.map(({ tdur = 0 }) => tdur / 1000);
  return { longest: Math.max(...times(ofPage)), total: times(tasks).reduce((sum, time) => sum + time, 0) };
}

/** The longest task of the page's thread while `work` goes on, in milliseconds. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  return (await effort(page, work)).longest;
}
