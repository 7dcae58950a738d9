/** A thread that works on batches: the engine's module and the rules come with its start, everything else by message. */

import { parentPort, workerData } from "node:worker_threads";
import type { ProjectConfig, RuleFile } from "../api.js";
import { compileRules } from "../compiled.js";
import { instantiate } from "../core.js";
import { Hand } from "../crew.js";
import { reader } from "../node/folder.js";
import type { PackageLimits } from "../package.js";
import type { ScriptLimits } from "../types.js";
import { Recorder, type Seen } from "./cache/recorder.js";
import { usePackagedEncodings } from "./engine.js";

/** What a worker is started with. */
export interface WorkerData {
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
  /** Links out of it. */
  outside: string[];
  /** What to know in the stage at hand. */
  knowledge: Uint8Array;
  /** Whether to tell what was looked at. */
  remembers: boolean;
}

/** What a worker is told and asked. */
export type Question = { knowledge: Uint8Array } | { batch: Uint8Array };

/**
 * What came of a batch, with what was looked at for it, if that is asked for and would give the same another time. After a
 * crash the worker is of no more use.
 */
export type Answer =
  | { outcome: Uint8Array; seen: Seen | undefined; crash?: undefined }
  | { outcome?: undefined; crash: string };

const { module, root, outside, knowledge, remembers, further, ...ruled }: WorkerData = workerData;
usePackagedEncodings();
const compiled = compileRules(instantiate(module), { ...ruled, read: (path) => further.get(path) });
const folder = reader(root, outside);
const recorder = remembers ? new Recorder(folder) : undefined;
const hand = new Hand(compiled, knowledge);

parentPort?.on("message", (question: Question) => {
  if ("knowledge" in question) {
    hand.learn(question.knowledge);
    return;
  }
  parentPort?.postMessage(work(question.batch));
});

function work(batch: Uint8Array): Answer {
  try {
    recorder?.begin();
    const outcome = hand.work(batch, recorder ?? folder);
    return { outcome, seen: hand.isLasting ? recorder?.take() : undefined };
  } catch (error) {
    return { crash: error instanceof Error ? error.message : String(error) };
  }
}
