/** The script of the worker that reads and writes zips, so that the page stays responsive. */

import { describeGone, isGone } from "../../../wasm/ts/gone.js";
import { LIMITS } from "../../../wasm/ts/zip/limits.js";
import { isPackage, listMembers } from "../../../wasm/ts/zip/list.js";
import { messageOf } from "../format.ts";
import { FileBytes } from "./bytes.ts";
import { type Entry, pack } from "./pack.ts";
import { type Unpacked, unpack } from "./unpack.ts";

/** A request to the worker: unpack a zip, or pack files into one. */
export type Request =
  | { kind: "unpack"; file: Blob; packages: "kept" | "opened" }
  | { kind: "pack"; entries: readonly Entry[] };

/** A message of the worker: progress, a result, or a failure. */
export type Answer =
  | { kind: "progress"; done: number; total: number }
  | { kind: "unpacked"; unpacked: Unpacked | undefined }
  | { kind: "packed"; zip: Blob }
  | { kind: "failed"; message: string };

/** The part of a worker's global scope that this file uses. */
interface ArchiveWorkerScope {
  onmessage: ((event: { data: Request }) => void) | null;
  postMessage(answer: Answer): void;
}

const scope = globalThis as unknown as ArchiveWorkerScope;

scope.onmessage = async ({ data: request }) => {
  try {
    scope.postMessage(await perform(request));
  } catch (error) {
    scope.postMessage({ kind: "failed", message: isGone(error) ? describeGone() : messageOf(error) });
  }
};

async function perform(request: Request): Promise<Answer> {
  const report = (done: number, total: number) => scope.postMessage({ kind: "progress", done, total });
  if (request.kind === "pack") {
    return { kind: "packed", zip: await pack(request.entries, report) };
  }
  const { file, packages } = request;
  const bytes = new FileBytes(file);
  // Rules look into archives of packages, which are unpacked only on request.
  const isKept = packages === "kept" && isPackage(listMembers(bytes, LIMITS));
  return { kind: "unpacked", unpacked: isKept ? undefined : unpack(bytes, file, LIMITS, report) };
}
