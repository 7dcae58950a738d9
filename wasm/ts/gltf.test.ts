/** Tests of the glTF validator as the engine calls it. */

import { expect, test } from "vitest";
import { ProgramValidator } from "./gltf.js";

/** Creates a validator whose program depends on the first byte of each model, and counts the copies of the program. */
function counting() {
  const loads: string[] = [];
  const validator = new ProgramValidator(() => {
    loads.push("load");
    return (_host, _later, exports) => {
      Object.assign(exports, {
        validateBytes: ([kind]: Uint8Array) => {
          if (kind === 2) {
            throw new Error("stopped");
          }
          return { value: kind === 1 ? "refused" : {}, isFulfilled: kind !== 1 };
        },
      });
    };
  });
  const validate = (kind: number) => validator.validate(Uint8Array.of(kind), () => "no file");
  return { loads, validate };
}

test("a program that refuses a model is used again", () => {
  const { loads, validate } = counting();
  expect(() => validate(1)).toThrow("refused");
  expect(validate(0)).toBe("{}");
  expect(loads.length).toBe(1);
});

test("a program that stopped is replaced", () => {
  const { loads, validate } = counting();
  expect(() => validate(2)).toThrow("stopped");
  expect(validate(0)).toBe("{}");
  expect(loads.length).toBe(2);
});
