/** The script of the worker in which zips are read and made, so that the page goes on. */

import { goneText, isGone } from "../../../wasm/ts/gone.js";
import { LIMITS } from "../../../wasm/ts/zip/limits.js";
import { isPackage, listMembers } from "../../../wasm/ts/zip/list.js";
import { FileBytes } from "./bytes.ts";
import { type Entry, pack } from "./pack.ts";
import { type Unpacked, unpack } from "./unpack.ts";

/** What the worker is asked for. */
export type Request =
  | { kind: "unpack"; file: Blob; packages: "kept" | "opened" }
  | { kind: "pack"; entries: readonly Entry[] };

/** What it says. */
export type Answer =
  | { kind: "progress"; done: number; total: number }
  | { kind: "unpacked"; unpacked: Unpacked | undefined }
  | { kind: "packed"; zip: Blob }
  | { kind: "failed"; message: string };

/** The part of a worker's global scope that this file uses. */
interface Scope {
  onmessage: ((event: { data: Request }) => void) | null;
  postMessage(answer: Answer): void;
}

const scope = globalThis as unknown as Scope;

scope.onmessage = async ({ data: request }) => {
  try {
    scope.postMessage(await perform(request));
  } catch (error) {
    scope.postMessage({ kind: "failed", message: reasonOf(error) });
  }
};

async function perform(request: Request): Promise<Answer> {
  const tell = (done: number, total: number) => scope.postMessage({ kind: "progress", done, total });
  if (request.kind === "pack") {
    return { kind: "packed", zip: await pack(request.entries, tell) };
  }
  const { file, packages } = request;
  const bytes = new FileBytes(file);
  const isKept = packages === "kept" && isPackage(listMembers(bytes, LIMITS));
  return { kind: "unpacked", unpacked: isKept ? undefined : unpack(bytes, file, LIMITS, tell) };
}

/** Why it came to nothing. What is no matter of the zip is one of the file: it is another one by now. */
function reasonOf(error: unknown): string {
  return isGone(error) ? goneText() : String((error as Partial<Error>).message ?? error);
}
