/** Unpacks and hashes all files of a package on several cores. */

import { guarded } from "../../core.js";
import { answerAll } from "../batch-threads.js";
import type { ProgressLine } from "../progress.js";
import type { OpenFile } from "./open-file.js";
import type { CorePackage, Packages } from "./packages.js";

/** The number of bytes in a batch: large enough to save messages, small enough to balance the threads. */
const BATCH = 8 << 20;

/** The data with which a thread is started: the module, and the open file of the package, which all threads share. */
export interface VerifySetting {
  module: WebAssembly.Module;
  /** The descriptor of the open file. */
  number: number;
}

/** Checks all files of an open package, and adds the results. Throws a {@link Refusal} if a thread ends early. */
export async function verify(
  packages: Packages,
  opened: CorePackage,
  file: OpenFile,
  jobs: number,
  progress: ProgressLine,
): Promise<void> {
  const { core, module } = packages;
  const batches: Uint8Array[] = packages.do(() => opened.batches(BATCH));
  const { length: count } = batches;
  const total = opened.length();
  const threads = Math.min(jobs, count);
  let done = 0;
  const settle = (outcomes: Uint8Array) => {
    packages.do(() => opened.settle(outcomes));
    done += 1;
    // An estimate, because the number of files in a batch differs.
    progress.update({ done: Math.floor((done / count) * total), total });
  };
  try {
    if (threads > 1) {
      const data: VerifySetting = { module, number: file.number };
      await answerAll(batches, { program: "verify-worker", data, count: threads, doing: "checks" }, settle);
    } else {
      for (const batch of batches) {
        settle(guarded(core, () => core.verifyPackage(batch, file)));
      }
    }
  } finally {
    progress.erase();
  }
}
