/** The memory of the engine's module over many checks. */

import { type Checker, createEngine, memory, type Source } from "assay";
import { afterEach, expect, test, vi } from "vitest";
import { RULES } from "./small.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns an engine, and a function that returns the size of the memories of all its instances. */
async function watchedEngine() {
  const memories: WebAssembly.Memory[] = [];
  const Instance = new Proxy(WebAssembly.Instance, {
    construct(target, args: [WebAssembly.Module, WebAssembly.Imports]) {
      const instance = new target(...args);
      memories.push(instance.exports.memory as WebAssembly.Memory);
      return instance;
    },
  });
  vi.stubGlobal("WebAssembly", Object.create(WebAssembly, { Instance: { value: Instance } }));
  const engine = await createEngine();
  return { engine, bytes: () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0), memories };
}

/** Tasks that need no more memory after ten thousand repetitions than after one thousand. */
const WORK = [
  [
    "checks",
    async (checker: Checker, source: Source) => expect((await checker.check(source)).findings).toHaveLength(1),
  ],
  ["disposed checkers", (_: Checker, __: Source, another: () => Checker) => another().dispose()],
] as const;

test.each(WORK)("ten thousand %s need no more memory than the first thousand", async (_, work) => {
  const { engine, bytes, memories } = await watchedEngine();
  const rules = [{ path: "rules.yaml", text: RULES }];
  const source = memory({ "a.xml": "<A>4</A>", "b.xml": `<A>1<!--${"x".repeat(2000)}--></A>` });
  const another = () => engine.checker({ rules });
  const round = async (times: number) => {
    const checker = another();
    for (let time = 0; time < times; time += 1) {
      await work(checker, source, another);
    }
    checker.dispose();
  };
  await round(1000);
  expect(memories.length).toBeGreaterThan(0);
  const before = bytes();
  await round(9000);
  expect(bytes()).toBe(before);
});
