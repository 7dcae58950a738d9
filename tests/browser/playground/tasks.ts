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

/** The longest task of the page's thread while `work` goes on, in milliseconds. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["toplevel"] });
  await work();
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: Traced[] };
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const tasks = traceEvents
    .filter(({ name }) => name.endsWith("RunTask"))
    .filter(({ pid, tid }) => threads.some((thread) => thread.pid === pid && thread.tid === tid));
  return Math.round(Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000);
}
