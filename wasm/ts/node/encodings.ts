/** Decodes legacy encodings with a module of this package, as Node's `TextDecoder` does not follow the standard. */

import { readFileSync } from "node:fs";
import { decode, initSync } from "../../dist/encodings.js";
import type { Encodings } from "../encodings.js";
import { explain } from "./explain.js";

/** Returns a decoder that uses the module in `file`, which is loaded when it is first needed. */
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
