/** Errors of an engine that cannot start, or that crashes while its objects are in use. */

import { describe, expect, test, vi } from "vitest";
import { type Core, instantiate, using } from "./core.js";

vi.mock("./core-glue.js", () => ({
  createCore: () => ({
    initSync: () => {
      throw new RangeError("out of memory");
    },
  }),
}));

describe("the first error is reported, not its consequences", () => {
  test("if there is not enough memory for an engine", () => {
    expect(() => instantiate({} as WebAssembly.Module)).toThrow("the engine cannot be started: out of memory");
  });

  test("if an object of a crashed engine cannot be freed", () => {
    const core = { retired: () => false } as unknown as Core;
    const object = {
      free: () => {
        throw new Error("it is in use");
      },
    };
    const work = () => {
      throw new Error("unreachable");
    };
    expect(() => using(core, object, work)).toThrow("unreachable");
  });
});
