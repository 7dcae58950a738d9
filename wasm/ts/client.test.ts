import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ClientOptions, createClient } from "./client.js";
import type { Answer, Request } from "./messages.js";

/** The smallest module; no worker uses it. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** A worker that answers when the test calls a method. */
class Puppet extends EventTarget {
  readonly requests: string[] = [];

  postMessage(request: Request): void {
    this.requests.push(request.kind);
  }

  terminate(): void {
    this.requests.push("ended");
  }

  answer(data: Answer): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

describe("a silence limit", () => {
  let workers: Puppet[];
  let settled: string[];

  beforeEach(() => {
    vi.useFakeTimers();
    workers = [];
    settled = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const wait = (time = 0) => vi.advanceTimersByTimeAsync(time);

  /** Starts tasks of a client, and stores their outcomes. */
  async function startTasks(...names: string[]) {
    await startTasksWithin({ silenceLimit: 8_000 }, ...names);
  }

  async function startTasksWithin(limits: ClientOptions, ...names: string[]) {
    const createWorker = () => {
      const puppet = new Puppet();
      workers.push(puppet);
      return puppet as unknown as Worker;
    };
    const client = createClient({ wasm: EMPTY, worker: createWorker, ...limits });
    for (const name of names) {
      client.test({ rules: [] }).then(
        () => settled.push(`${name} done`),
        (error) => settled.push(`${name} ${error.code}: ${error.message}`),
      );
    }
    await vi.waitFor(() => expect(workers[0]?.requests).toEqual(["test"]));
  }

  test("ends a task without messages for this time, and its worker", async () => {
    await startTasks("one");
    await wait(7_900);
    expect(settled).toEqual([]);
    await wait(200);
    expect(settled).toEqual(["one time-limit: the test was stopped, because it made no progress for 8 seconds"]);
    expect(workers[0]?.requests).toEqual(["test", "ended"]);
  });

  test("restarts with each message", async () => {
    await startTasks("one");
    for (let done = 0; done < 5; done += 1) {
      await wait(5_000);
      workers[0]?.answer({ kind: "progress", progress: { done, total: 5 } });
    }
    await wait(7_900);
    expect(settled).toEqual([]);
  });

  test("does not count the time in which a task waits for other tasks", async () => {
    await startTasks("one", "two");
    for (let done = 0; done < 5; done += 1) {
      await wait(5_000);
      workers[0]?.answer({ kind: "progress", progress: { done, total: 5 } });
    }
    workers[0]?.answer({ kind: "done", result: {} as never });
    await wait(7_900);
    expect(settled).toEqual(["one done"]);
    expect(workers[0]?.requests).toEqual(["test", "test"]);
    await wait(200);
    expect(settled[1]).toMatch(/^two time-limit/);
  });

  test.for([Number.POSITIVE_INFINITY, 2 ** 31])(
    "has no effect if it is longer than the maximum of timers: %s",
    async (limit) => {
      await startTasksWithin({ silenceLimit: limit, timeLimit: limit }, "one");
      await wait(100_000);
      expect(settled).toEqual([]);
    },
  );

  test.for([0, -1, Number.NaN, "5000" as never, null as never])("is refused as %s", (limit) => {
    for (const name of ["timeLimit", "silenceLimit"]) {
      expect(() => createClient({ [name]: limit })).toThrow(
        expect.objectContaining({ code: "misuse", message: expect.stringContaining(name) }),
      );
    }
  });

  test("refuses files that are not a plain object", async () => {
    const client = createClient({ worker: () => new Worker("") });
    const files = new Map() as unknown as Record<string, string>;
    await expect(client.check({ rules: [], files })).rejects.toThrow("`files` must be an object of contents by path");
  });

  test.for([
    ["a buffer", new ArrayBuffer(4), "an ArrayBuffer"],
    ["a number", 5, "a number"],
    ["nothing", null, "null"],
  ] as const)("refuses a file whose content is %s", async ([, content, kind]) => {
    const client = createClient({ worker: () => new Worker("") });
    const files = { "a.xml": content as unknown as string };
    await expect(client.check({ rules: [], files })).rejects.toMatchObject({
      code: "misuse",
      message: `\`a.xml\` must be a string, bytes or a \`Blob\`, not ${kind}`,
    });
  });
});
