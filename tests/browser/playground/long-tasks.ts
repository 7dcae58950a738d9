/** Tasks of the page during which it answers nobody. */

import type { Page } from "playwright-core";

/** So long, in milliseconds, a task of the test's own takes: the browser tells of those over 50. */
const OWN = 60;

/**
 * Watches for long tasks from now on. Returns how long the longest one took up to the call, in milliseconds, 0 when there was
 * none. The browser tells of tasks some time after they ended, in their order: a task of the test's own comes last, and once
 * it is told of, so are all before it.
 */
export async function longTasks(page: Page): Promise<() => Promise<number>> {
  const told = await page.evaluateHandle(() => {
    const tasks: { end: number; duration: number }[] = [];
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ end: startTime + duration, duration })));
    }).observe({ type: "longtask" });
    return tasks;
  });
  return async () => {
    // What is evaluated is no task that the browser tells of; what it leaves to a timer is.
    const own = await page.evaluate((length) => {
      return new Promise<number>((resolve) => {
        setTimeout(() => {
          const began = performance.now();
          while (performance.now() < began + length) {
            // Busy.
          }
          resolve(began);
        });
      });
    }, OWN);
    const tasks = await page.waitForFunction(
      ({ told, own }) => told.some(({ end }) => end > own) && told.filter(({ end }) => end <= own),
      { told, own },
    );
    return Math.max(0, ...((await tasks.jsonValue()) as { duration: number }[]).map(({ duration }) => duration));
  };
}
