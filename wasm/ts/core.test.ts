/** What is told of an engine that cannot begin, or that ends while something of it is in use. */

import { describe, expect, test, vi } from "vitest";
import { type Core, instantiate, using } from "./core.js";

vi.mock("./core-glue.js", () => ({
  createCore: () => ({
    initSync: () => {
      throw new RangeError("out of memory");
    },
  }),
}));

describe("what went wrong is told, and not what came of it", () => {
  test("where there is no memory for an engine", () => {
    expect(() => instantiate({} as WebAssembly.Module)).toThrow("the engine cannot be started: out of memory");
  });

  test("where an object of the engine that died cannot be freed", () => {
    const core = { retired: () => false } as unknown as Core;
    const held = {
      free: () => {
        throw new Error("it is in use");
      },
    };
    const work = () => {
      throw new Error("unreachable");
    };
    expect(() => using(core, held, work)).toThrow("unreachable");
  });
});
