/** Zips, read and made in a worker of their own each. */

import type { Entry } from "./pack.ts";
import type { Tell, Unpacked } from "./unpack.ts";
import type { Answer, Request } from "./worker.ts";
// A part of this script, as nothing may be asked of the server once the page is loaded.
import ArchiveWorker from "./worker.ts?worker&inline";

/** Someone who waits. */
export interface Waiting {
  /** Ends the work. */
  signal: AbortSignal;
  /** Hears how far it is. */
  tell: Tell;
}

/**
 * The members of a zip; nothing when it is a package, and packages are kept. Rejects with why there are none, or the signal's
 * reason.
 */
export async function unpacked(
  file: Blob,
  packages: "kept" | "opened",
  waiting: Waiting,
): Promise<Unpacked | undefined> {
  const answer = await ask({ kind: "unpack", file, packages }, waiting);
  return answer.kind === "unpacked" ? answer.unpacked : undefined;
}

/** The zip of these files. Rejects with why there is none, or the signal's reason. */
export async function packed(entries: readonly Entry[], waiting: Waiting): Promise<Blob> {
  const answer = await ask({ kind: "pack", entries }, waiting);
  return answer.kind === "packed" ? answer.zip : new Blob();
}

function ask(request: Request, { signal, tell }: Waiting): Promise<Answer> {
  const worker = new ArchiveWorker();
  const answer = new Promise<Answer>((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.addEventListener("error", ({ message }) => reject(new Error(message || "its worker could not be started")));
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if (data.kind === "progress") {
        tell(data.done, data.total);
      } else if (data.kind === "failed") {
        reject(new Error(data.message));
      } else {
        resolve(data);
      }
    });
    worker.postMessage(request);
  });
  // One worker for each request: to end it is the only way to cancel the work in it, which never waits.
  return answer.finally(() => worker.terminate());
}
