/** How long the page keeps its thread to itself, told in the thread's own time: what else the machine does is left out. */

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

/** How much a page did, in milliseconds. */
export interface Effort {
  /** The longest task of its own thread. */
  longest: number;
  /** All tasks of its threads together, those of its workers included. */
  total: number;
}

/** What the page did while `work` went on. */
export async function effort(page: Page, work: () => Promise<void>): Promise<Effort> {
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
  const total = times(tasks).reduce((sum, time) => sum + time, 0);
  return { longest: Math.round(Math.max(...times(ofPage))), total: Math.round(total) };
}

/** The longest task of the page's thread while `work` goes on, in milliseconds. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  return (await effort(page, work)).longest;
}
