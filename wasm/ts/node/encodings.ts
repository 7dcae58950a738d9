/** Encodings of the time before Unicode in Node, whose `TextDecoder` is not that of the standard: a module of this package. */

import { readFileSync } from "node:fs";
import { decode, initSync } from "../../dist/encodings.js";
import type { Encodings } from "../encodings.js";
import { explain } from "./explain.js";

/** The module in that file, which is read when the first document in such an encoding comes. */
export function packagedEncodings(file: URL): Encodings {
  let isLoaded = false;
  return {
    decode(encoding, bytes, isForgiving, isWhole) {
      if (!isLoaded) {
        load(file);
        isLoaded = true;
      }
      return decode(encoding, bytes, isForgiving, isWhole);
    },
  };
}

function load(file: URL): void {
  try {
    initSync({ module: new WebAssembly.Module(readFileSync(file)) });
  } catch (error) {
    throw new Error(`\`${file.pathname}\`, which decodes it, cannot be used: ${explain(error)}`);
  }
}
