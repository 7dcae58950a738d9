import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, Latest, type Running } from "./latest.ts";

/** A task that ends when `end` is called, or when it is cancelled. */
class Task {
  running: Running | undefined;
  resolve: (value: string) => void = () => {};
  readonly start = (running: Running) => {
    this.running = running;
    return new Promise<string>((resolve, reject) => {
      this.resolve = resolve;
      running.signal.addEventListener("abort", () => reject(running.signal.reason));
    });
  };
}

describe("tasks", () => {
  let answers: Answer<string>[];
  let latest: Latest<string>;

  beforeEach(() => {
    vi.useFakeTimers();
    answers = [];
    latest = new Latest((answer) => answers.push(answer));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const wait = (time = 0) => vi.advanceTimersByTimeAsync(time);
  const outcomes = () => answers.map(({ revision, result, failure }) => `${revision} ${result ?? failure.kind}`);

  test("report the revision that they were requested for", async () => {
    const task = new Task();
    latest.ask(7, task.start);
    await wait();
    task.resolve("done");
    await wait();
    expect(outcomes()).toEqual(["7 done"]);
  });

  test("that are requested during a run are skipped, except the last", async () => {
    const tasks = [new Task(), new Task(), new Task()];
    for (const [index, { start }] of tasks.entries()) {
      latest.ask(index, start);
    }
    await wait();
    tasks[0]?.resolve("first");
    await wait();
    tasks[2]?.resolve("last");
    await wait();
    expect(outcomes()).toEqual(["0 first", "2 last"]);
    expect(tasks[1]?.running).toBeUndefined();
  });

  test("are cancelled when a newer one has waited for them long enough, and not before", async () => {
    const [slow, next] = [new Task(), new Task()];
    latest.ask(1, slow.start);
    await wait();
    latest.ask(2, next.start);
    await wait(250);
    expect(outcomes()).toEqual([]);
    await wait(100);
    next.resolve("done");
    await wait();
    expect(outcomes()).toEqual(["1 cancelled", "2 done"]);
  });

  test("get a time that depends on the previous one", async () => {
    const [first, second, third] = [new Task(), new Task(), new Task()];
    latest.ask(1, first.start);
    await wait(1_000);
    first.resolve("first");
    await wait();
    latest.ask(2, second.start);
    await wait();
    latest.ask(3, third.start);
    await wait(1_900);
    expect(outcomes()).toEqual(["1 first"]);
    await wait(200);
    expect(outcomes()).toEqual(["1 first", "2 cancelled"]);
  });

  test("have no time limit if no other task waits", async () => {
    const task = new Task();
    latest.ask(1, task.start);
    await wait(100_000);
    expect(outcomes()).toEqual([]);
  });

  test("can be cancelled, and the next one runs", async () => {
    const [first, second] = [new Task(), new Task()];
    latest.ask(1, first.start);
    await wait();
    latest.cancel();
    await wait();
    latest.ask(2, second.start);
    await wait();
    second.resolve("done");
    await wait();
    expect(outcomes()).toEqual(["1 cancelled", "2 done"]);
  });

  test("that fail are reported as broken, with the reason", async () => {
    latest.ask(1, () => Promise.reject(new Error("no engine")));
    await wait();
    expect(answers[0]?.failure).toEqual({ kind: "broken", message: "no engine" });
  });

  test("do not begin before the engine is ready, and that time does not count", async () => {
    let ready = () => {};
    latest = new Latest(
      (answer) => answers.push(answer),
      () => {},
      new Promise<void>((resolve) => {
        ready = resolve;
      }),
    );
    const task = new Task();
    latest.ask(1, task.start);
    await wait(5_000);
    expect(task.running).toBeUndefined();
    ready();
    await wait();
    task.resolve("done");
    await wait();
    expect(answers[0]?.milliseconds).toBeLessThan(1_000);
  });
});
