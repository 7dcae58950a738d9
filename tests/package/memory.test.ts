/** The memory of the engine's module over many checks. */

import { createEngine, memory } from "assay";
import { afterEach, expect, test, vi } from "vitest";
import { RULES } from "./small.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** An engine, and how many bytes the memories of all its instances have. */
async function watched() {
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

test("ten thousand checks, and as many checkers that are disposed of, need no more than the first of them", async () => {
  const { engine, bytes, memories } = await watched();
  const rules = [{ path: "rules.yaml", text: RULES }];
  const source = memory({ "a.xml": "<A>4</A>", "b.xml": `<A>1<!--${"x".repeat(2000)}--></A>` });
  const round = async (times: number) => {
    const checker = engine.checker({ rules });
    for (let time = 0; time < times; time += 1) {
      const report = await checker.check(source);
      expect(report.findings).toHaveLength(1);
      const other = engine.checker({ rules });
      other.dispose();
    }
    checker.dispose();
  };
  await round(1000);
  expect(memories.length).toBeGreaterThan(0);
  const before = bytes();
  await round(9000);
  expect(bytes()).toBe(before);
});
