/**
 * A thread of a check: it lists folders and looks at files and, as soon as it has the engine and the rules, processes
 * batches.
 */

import { parentPort } from "node:worker_threads";
import type { CheckerOptions } from "../api.js";
import { compileRules } from "../compiled.js";
import { instantiate } from "../core.js";
import { messageOf } from "../errors.js";
import { EngineWorker } from "../executor.js";
import { type FolderReader, reader } from "../node/folder.js";
import { type FolderListing, listingOf } from "../node/listing.js";
import { type FileVersions, versioned } from "../node/previous.js";
import { type AccessedFiles, AccessLog, type PathsOnly } from "./cache/access-log.js";
import { statesOf } from "./cache/states.js";
import { usePackagedModules } from "./engine.js";

/** The data that a thread needs before it processes batches. */
export interface WorkerSetting extends Omit<CheckerOptions, "read"> {
  module: WebAssembly.Module;
  /** The content of further files that rule files name, by path; null for files that do not exist. */
  further: ReadonlyMap<string, string | null>;
  root: string;
  /** Links out of the folder. */
  outside: string[];
  /** The folders in it that were listed. */
  known: string[];
  /** The versions of files to read; undefined to read the files as they are. */
  versions: FileVersions | undefined;
  /** True if the files that were accessed are reported with each outcome. */
  keepsAccesses: boolean;
}

/** A message to a thread; `begin` and `knowledge` are not answered. */
export type WorkerQuestion =
  | { kind: "begin"; setting: WorkerSetting }
  /** Sets the shared data for the current stage. */
  | { kind: "knowledge"; knowledge: Uint8Array }
  | { kind: "batch"; batch: Uint8Array }
  | { kind: "list"; folders: string[] }
  /** Requests the states of files; each string holds several paths, separated by NUL. */
  | { kind: "states"; root: string; outside: readonly string[]; paths: readonly string[] };

/** The answer to a question. After a crash the thread cannot be used any more. */
export type WorkerAnswer =
  /** The outcome, with the files that were accessed for it, if these were requested. */
  | { kind: "batch"; outcome: Uint8Array[]; accessed: AccessedFiles | PathsOnly | undefined }
  | { kind: "list"; listing: FolderListing }
  | { kind: "states"; states: Float64Array }
  | { kind: "crash"; message: string };

/** Everything that is needed to process batches. */
interface WorkerState {
  worker: EngineWorker;
  folder: FolderReader;
  recorder: AccessLog | undefined;
}

let setting: WorkerSetting | undefined;
let state: WorkerState | undefined;

parentPort?.on("message", (question: WorkerQuestion) => {
  switch (question.kind) {
    case "begin":
      setting = question.setting;
      break;
    case "knowledge":
      setShared(question.knowledge);
      break;
    default: {
      const answered = answer(question);
      parentPort?.postMessage(answered, longIn(answered));
    }
  }
});

/** Returns the long buffers of an answer, which are transferred to the other thread, not copied. */
function longIn(answer: WorkerAnswer): ArrayBuffer[] {
  switch (answer.kind) {
    case "states":
      return [answer.states.buffer as ArrayBuffer];
    case "batch":
      return answer.outcome.map(({ buffer }) => buffer as ArrayBuffer);
    default:
      return [];
  }
}

/** Compiles the rules on the first call, which takes a while, and passes the shared data to the engine. */
function setShared(knowledge: Uint8Array): void {
  if (state !== undefined) {
    state.worker.learn(knowledge);
    return;
  }
  if (setting === undefined) {
    throw new Error("there are no rules yet");
  }
  const { module, root, outside, known, versions, keepsAccesses, further, ...ruled } = setting;
  usePackagedModules();
  const compiled = compileRules(instantiate(module), { ...ruled, read: (path) => further.get(path) });
  const current = reader(root, outside, known);
  const folder = versions === undefined ? current : versioned(current, versions);
  state = {
    worker: new EngineWorker(compiled, knowledge),
    folder,
    recorder: keepsAccesses ? new AccessLog(folder) : undefined,
  };
}

function answer(question: Extract<WorkerQuestion, { kind: WorkerAnswer["kind"] }>): WorkerAnswer {
  try {
    switch (question.kind) {
      case "batch":
        return work(question.batch);
      case "list":
        return { kind: "list", listing: listingOf(question.folders) };
      case "states":
        return { kind: "states", states: statesOf(reader(question.root, question.outside), question.paths) };
    }
  } catch (error) {
    return { kind: "crash", message: messageOf(error) };
  }
}

function work(batch: Uint8Array): WorkerAnswer {
  if (state === undefined) {
    throw new Error("nothing is known yet");
  }
  const { worker, folder, recorder } = state;
  recorder?.begin();
  const outcome = worker.work(batch, recorder ?? folder);
  return { kind: "batch", outcome, accessed: recorder?.take(worker.isLasting) };
}
