/** A thread that packs files: it receives their paths as messages, and sends the results back. */

import { parentPort, workerData } from "node:worker_threads";
import { guarded, instantiate } from "../../core.js";
import { type PackedMember, pack } from "../../systems/package/pack.js";
import { Refusal } from "../refusal.js";
import { contentOf, KEPT } from "./pack.js";

/** The data with which a packing thread is started. */
export interface PackSetting {
  module: WebAssembly.Module;
}

export interface PackQuestion {
  /** The path on the disk. */
  path: string;
  /** The number of digits in the hash. */
  digits: number;
}

/** A member that this thread has packed, and the data that a writer needs about it. */
export interface TransferredMember {
  packed: PackedMember;
  known: Uint8Array;
}

/** The result for a file: a member, or the reason why it could not be packed. */
export type PackAnswer = (TransferredMember & { refusal?: undefined }) | { refusal: string };

const { module } = workerData as PackSetting;
const core = instantiate(module);
const writer = new core.PackageWriter();

parentPort?.on("message", (question: PackQuestion) => {
  const result = answer(question);
  // Moved to the other thread, not copied.
  const parts = result.refusal === undefined ? (result.packed.parts ?? []) : [];
  parentPort?.postMessage(
    result,
    parts.map(({ buffer }) => buffer as ArrayBuffer),
  );
});

function answer({ path, digits }: PackQuestion): PackAnswer {
  try {
    const packed = pack(core, writer, () => contentOf(path), digits, KEPT);
    return { packed, known: guarded(core, () => writer.handOver()) };
  } catch (error) {
    if (error instanceof Refusal) {
      return { refusal: error.message };
    }
    throw error;
  }
}
