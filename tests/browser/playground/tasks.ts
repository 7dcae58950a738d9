/**
 * Measures how long the page blocks its thread, in thread time, so that other programs do not count. The result is
 * scaled by the time that the browser's own XML parser needs in the same page, so that the speed of the machine does
 * not count either.
 */

import type { Page } from "playwright-core";

/** An event of the browser's trace. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** When it began and how long it took, in microseconds. */
  ts: number;
  dur?: number;
  /** The time that its thread worked, in microseconds. Missing when the trace ended before the task did. */
  tdur?: number;
  args: { name?: string };
}

/** About 20 kB of XML, which the browser's parser reads {@link TIMES} times. */
const XML = `<Items>${"<Item><Kind>k7</Kind><Value>531</Value></Item>".repeat(450)}</Items>`;
const TIMES = 50;
/** The thread time that parsing takes on the reference machine, in milliseconds. */
const PARSED = 75;
/** Marks of the tasks that parse {@link XML} before and after the work. */
const BEFORE = "parsed before the work";
const AFTER = "parsed after the work";
/** The number of tasks that parse before the work, and after it. A single task may be slow by chance. */
const PEERS = 3;

/** The work of a page, in milliseconds of the machine that parses {@link XML} in {@link PARSED}. */
export interface Effort {
  /** The longest task of its main thread. */
  longest: number;
  /** The sum of all tasks of its threads, including its workers. */
  total: number;
}

/**
 * Measures the tasks of the page during `work`.
 *
 * One trace covers the work and the parsing on both sides of it. If the trace began late, ended early or lost events,
 * then a parsing task is missing and the measurement fails: an incomplete trace never looks like a quick page.
 */
export async function effort(page: Page, work: () => Promise<void>): Promise<Effort> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await parse(page, BEFORE);
  await work();
  await parse(page, AFTER);
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] };
  return measure(traceEvents);
}

/** Parses in marked tasks of the page. Each task has ended, and is in the trace, when this returns. */
async function parse(page: Page, mark: string): Promise<void> {
  await page.evaluate(
    async ([text, times, peers, mark]) => {
      // A task of the page ends before its next timer runs. Without that, the answer to this call could stop the trace while
      // the task is still open, and an open task has no time in the trace.
      const nextTask = () => new Promise((resolve) => setTimeout(resolve));
      for (let peer = 0; peer < peers; peer += 1) {
        await nextTask();
        performance.mark(mark);
        for (let time = 0; time < times; time += 1) {
          new DOMParser().parseFromString(text, "text/xml");
        }
      }
      await nextTask();
      performance.clearMarks(mark);
    },
    [XML, TIMES, PEERS, mark] as const,
  );
}

/** Computes the effort from a trace of the work and of the parsing around it. */
function measure(events: readonly TraceEvent[]): Effort {
  const mains = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const tasks = events.filter(({ name, pid }) => name.endsWith("RunTask") && mains.some((main) => main.pid === pid));
  const before = marked(events, tasks, BEFORE);
  const after = marked(events, tasks, AFTER);
  const from = Math.max(...before.map(endOf));
  const to = Math.min(...after.map(({ ts }) => ts));
  const ofWork = tasks.filter(({ ts }) => from <= ts && ts < to);
  const ofPage = ofWork.filter(({ pid, tid }) => mains.some((main) => main.pid === pid && main.tid === tid));
  const pace = PARSED / median(timesOf([...before, ...after]));
  return {
    longest: Math.round(pace * Math.max(0, ...timesOf(ofPage))),
    total: Math.round(pace * timesOf(ofWork).reduce((sum, time) => sum + time, 0)),
  };
}

/** Returns the tasks in which the page set a mark. Throws if one is missing or was not traced to its end. */
function marked(events: readonly TraceEvent[], tasks: readonly TraceEvent[], mark: string): TraceEvent[] {
  const found = events
    .filter(({ name }) => name === mark)
    .flatMap(({ pid, tid, ts }) => {
      const around = tasks.filter((task) => task.pid === pid && task.tid === tid && task.ts <= ts && ts <= endOf(task));
      return around.sort((a, b) => a.ts - b.ts).slice(0, 1);
    });
  if (found.length !== PEERS || found.some(({ tdur = 0 }) => tdur === 0)) {
    const times = timesOf(found).join(", ");
    throw new Error(`the browser's trace is incomplete: ${PEERS} tasks ${mark}, and it has these, in ms: ${times}`);
  }
  return found;
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}

/** Returns the thread times of tasks, in milliseconds. */
function timesOf(tasks: readonly TraceEvent[]): number[] {
  return tasks.map(({ tdur = 0 }) => tdur / 1000);
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Returns the longest task of the page's thread during `work`, in milliseconds. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  return (await effort(page, work)).longest;
}
