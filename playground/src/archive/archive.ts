/** Reads and writes zips, each in a separate worker. */

import type { Entry } from "./pack.ts";
import type { ProgressListener, Unpacked } from "./unpack.ts";
import type { Answer, Request } from "./worker.ts";
// A part of this script, because the page requests nothing from the server once it is loaded.
import ArchiveWorker from "./worker.ts?worker&inline";

/** The caller of a task. */
export interface Waiting {
  signal: AbortSignal;
  report: ProgressListener;
}

/**
 * Returns the members of a zip; undefined if it is a package and packages are kept. Rejects with the reason if it
 * cannot be unpacked, or with the reason of the signal.
 */
export async function unpacked(
  file: Blob,
  packages: "kept" | "opened",
  waiting: Waiting,
): Promise<Unpacked | undefined> {
  const answer = await runTask({ kind: "unpack", file, packages }, waiting);
  return answer.kind === "unpacked" ? answer.unpacked : undefined;
}

/** Returns a zip of these files. Rejects with the reason if it cannot be made, or with the reason of the signal. */
export async function packed(entries: readonly Entry[], waiting: Waiting): Promise<Blob> {
  const answer = await runTask({ kind: "pack", entries }, waiting);
  return answer.kind === "packed" ? answer.zip : new Blob();
}

function runTask(request: Request, { signal, report }: Waiting): Promise<Answer> {
  const worker = new ArchiveWorker();
  const answer = new Promise<Answer>((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.addEventListener("error", ({ message }) => reject(new Error(message || "its worker could not be started")));
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if (data.kind === "progress") {
        report(data.done, data.total);
      } else if (data.kind === "failed") {
        reject(new Error(data.message));
      } else {
        resolve(data);
      }
    });
    worker.postMessage(request);
  });
  // Each request has its own worker: the work in it never waits, so it can be cancelled only by terminating the worker.
  return answer.finally(() => worker.terminate());
}
