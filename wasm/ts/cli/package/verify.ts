/** The long part of a check, on as many cores as there are: every file of a package unpacked and hashed. */

import { Worker } from "node:worker_threads";
import type { Progress } from "../../api.js";
import { guarded } from "../../core.js";
import { Refusal } from "../refusal.js";
import type { OpenFile } from "./open-file.js";
import type { CorePackage, Packages } from "./packages.js";

/** Bytes that are unpacked at a time: enough to hide the way to a thread, few enough that all end together. */
const BATCH = 8 << 20;

/** The data with which a thread is started: the module, and the open file of the package, which all threads share. */
export interface VerifySetting {
  /** The compiled module. */
  module: WebAssembly.Module;
  /** The descriptor of the open file. */
  number: number;
}

/**
 * Checks all files of a package that is open, and hands it what came of that.
 *
 * @throws {Refusal} When a thread ends before its work does.
 */
export async function verify(
  packages: Packages,
  opened: CorePackage,
  file: OpenFile,
  jobs: number,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const batches: Uint8Array[] = packages.do(() => opened.batches(BATCH));
  // Threads take batches away from the list.
  const { length: count } = batches;
  const total = opened.length();
  const threads = Math.min(jobs, count);
  let done = 0;
  const settle = (outcomes: Uint8Array) => {
    packages.do(() => opened.settle(outcomes));
    done += 1;
    onProgress({ done: Math.floor((done / count) * total), total });
  };
  if (threads <= 1) {
    verifyHere(packages, file, batches, settle);
    return;
  }
  const setting: VerifySetting = { module: packages.module, number: file.number };
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL("./verify-worker.js", import.meta.url), { workerData: setting }),
  );
  try {
    await Promise.all(workers.map((worker) => keepBusy(worker, batches, settle)));
  } finally {
    // Nobody waits for their end: they have nothing left to do.
    for (const worker of workers) {
      void worker.terminate();
    }
  }
}

function verifyHere(
  { core }: Packages,
  file: OpenFile,
  batches: readonly Uint8Array[],
  settle: (outcomes: Uint8Array) => void,
): void {
  for (const batch of batches) {
    settle(guarded(core, () => core.verifyPackage(batch, file)));
  }
}

/** Gives a thread batch after batch, until none is left. */
function keepBusy(worker: Worker, batches: Uint8Array[], settle: (outcomes: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = () => {
      const batch = batches.pop();
      if (batch === undefined) {
        resolve();
      } else {
        worker.postMessage(batch);
      }
    };
    worker.on("message", (outcomes: Uint8Array) => {
      settle(outcomes);
      next();
    });
    worker.on("error", (error) => reject(new Refusal(`a thread that checks broke down: ${error.message}`)));
    worker.on("exit", (code) => reject(new Refusal(`a thread that checks ended with code ${code}`)));
    next();
  });
}
