/** A thread that works on batches: the engine's module and the rules come with its start, everything else by message. */

import { parentPort, workerData } from "node:worker_threads";
import type { RuleFile } from "../api.js";
import { compileRules } from "../compiled.js";
import { instantiate } from "../core.js";
import { Hand } from "../crew.js";
import { reader } from "../node/folder.js";
import type { PackageLimits } from "../package.js";
import type { ScriptLimits } from "../types.js";
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
  config: RuleFile | undefined;
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
}

/** What a worker is told and asked. */
export type Question = { knowledge: Uint8Array } | { batch: Uint8Array };

/** What came of a batch. After a crash the worker is of no more use. */
export type Answer = { outcome: Uint8Array; crash?: undefined } | { outcome?: undefined; crash: string };

const { module, root, outside, knowledge, further, ...ruled }: WorkerData = workerData;
usePackagedEncodings();
const compiled = compileRules(instantiate(module), { ...ruled, read: (path) => further.get(path) });
const source = reader(root, outside);
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
    return { outcome: hand.work(batch, source) };
  } catch (error) {
    return { crash: error instanceof Error ? error.message : String(error) };
  }
}
