/** A thread of a check: lists folders, looks at files, and works on batches once it is told the engine's module and the rules. */

import { parentPort } from "node:worker_threads";
import type { ProjectConfig, RuleFile } from "../api.js";
import { compileRules } from "../compiled.js";
import { instantiate } from "../core.js";
import { Hand } from "../crew.js";
import { type FolderReader, reader } from "../node/folder.js";
import { type Listing, listingOf } from "../node/listing.js";
import type { PackageLimits } from "../package.js";
import type { ScriptLimits } from "../types.js";
import { type Glimpsed, Recorder, type Seen } from "./cache/recorder.js";
import { statesOf } from "./cache/states.js";
import { usePackagedEncodings } from "./engine.js";

/** What a thread is told before it works on batches. */
export interface Setting {
  /** The engine. */
  module: WebAssembly.Module;
  /** The rule files. */
  rules: RuleFile[];
  /** The texts of the further files that they name. */
  further: ReadonlyMap<string, string | null>;
  /** The folder under check. */
  root: string;
  /** The configuration of the project. */
  config: ProjectConfig | undefined;
  /** What scripts may use up. */
  limits: ScriptLimits;
  /** What archives may use up. */
  packageLimits: PackageLimits;
  /** Whether to measure. */
  timings: boolean;
  /** Links out of the folder. */
  outside: string[];
  /** Folders in it. */
  known: string[];
  /** Whether to tell what was looked at. */
  remembers: boolean;
}

/** What a thread is told and asked; `begin` and `knowledge` are not answered. */
export type Question =
  | { kind: "begin"; setting: Setting }
  /** What to know in the stage at hand. */
  | { kind: "knowledge"; knowledge: Uint8Array }
  | { kind: "batch"; batch: Uint8Array }
  /** What lies in folders. */
  | { kind: "list"; folders: string[] }
  /** What the system says of files, by their paths, of which each text has some with a NUL between each two. */
  | { kind: "states"; root: string; outside: readonly string[]; paths: readonly string[] };

/** What comes of a question. After a crash the thread is of no more use. */
export type Answer =
  /** The outcome, with what was looked at for it, if that is asked for. */
  | { kind: "batch"; outcome: Uint8Array[]; seen: Seen | Glimpsed | undefined }
  | { kind: "list"; listing: Listing }
  | { kind: "states"; states: Float64Array }
  | { kind: "crash"; message: string };

/** All that batches are worked on with. */
interface Bench {
  hand: Hand;
  folder: FolderReader;
  recorder: Recorder | undefined;
}

let setting: Setting | undefined;
let bench: Bench | undefined;

parentPort?.on("message", (question: Question) => {
  switch (question.kind) {
    case "begin":
      setting = question.setting;
      break;
    case "knowledge":
      learn(question.knowledge);
      break;
    default:
      tell(answer(question));
  }
});

/** Tells an answer. What is long in it is not copied. */
function tell(answer: Answer): void {
  parentPort?.postMessage(answer, longIn(answer));
}

function longIn(answer: Answer): ArrayBuffer[] {
  switch (answer.kind) {
    case "states":
      return [answer.states.buffer as ArrayBuffer];
    case "batch":
      return answer.outcome.map(({ buffer }) => buffer as ArrayBuffer);
    default:
      return [];
  }
}

/** Compiles the rules, which takes a while, when there is something to check by them. */
function learn(knowledge: Uint8Array): void {
  if (bench !== undefined) {
    bench.hand.learn(knowledge);
    return;
  }
  if (setting === undefined) {
    throw new Error("there are no rules yet");
  }
  const { module, root, outside, known, remembers, further, ...ruled } = setting;
  usePackagedEncodings();
  const compiled = compileRules(instantiate(module), { ...ruled, read: (path) => further.get(path) });
  const folder = reader(root, outside, known);
  bench = { hand: new Hand(compiled, knowledge), folder, recorder: remembers ? new Recorder(folder) : undefined };
}

function answer(question: Extract<Question, { kind: Answer["kind"] }>): Answer {
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
    return { kind: "crash", message: error instanceof Error ? error.message : String(error) };
  }
}

function work(batch: Uint8Array): Answer {
  if (bench === undefined) {
    throw new Error("nothing is known yet");
  }
  const { hand, folder, recorder } = bench;
  recorder?.begin();
  const outcome = hand.work(batch, recorder ?? folder);
  return { kind: "batch", outcome, seen: recorder?.take(hand.isLasting) };
}
