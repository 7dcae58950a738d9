/** A thread that packs files: their paths come by message, and what came of them goes back. */

import { parentPort, workerData } from "node:worker_threads";
import { guarded, instantiate } from "../../core.js";
import { Refusal } from "../refusal.js";
import { contentOf, type Packed, pack } from "./pack.js";

/** What a thread that packs is started with. */
export interface Setting {
  /** The compiled module. */
  module: WebAssembly.Module;
}

/** A file to pack. */
export interface Question {
  /** Where it is. */
  path: string;
  /** How many digits its hash has. */
  digits: number;
}

/** What came of a file: a member with what a writer has to know of it, or the reason why there is none. */
export type Answer = { packed: Packed; known: Uint8Array; refusal?: undefined } | { refusal: string };

const { module } = workerData as Setting;
const core = instantiate(module);
const writer = new core.PackageWriter();

parentPort?.on("message", (question: Question) => {
  const made = answer(question);
  const parts = made.refusal === undefined ? (made.packed.parts ?? []) : [];
  parentPort?.postMessage(
    made,
    parts.map(({ buffer }) => buffer as ArrayBuffer),
  );
});

function answer({ path, digits }: Question): Answer {
  try {
    const packed = pack(core, writer, () => contentOf(path), digits);
    return { packed, known: guarded(core, () => writer.handOver()) };
  } catch (error) {
    if (error instanceof Refusal) {
      return { refusal: error.message };
    }
    throw error;
  }
}
