/**
 * The engine in a worker: the script behind `assay/client`.
 *
 * It answers one request after the other. Whoever cannot wait ends the worker and starts another one.
 */

import type { Engine, RuleFile } from "./api.js";
import { engineOf } from "./engine.js";
import { AssayError } from "./errors.js";
import type { Answer, CheckResult, CheckTask, Request, Results, TraceTask } from "./messages.js";
import { dataOf } from "./outline.js";
import { memory } from "./source.js";
import type { Trace } from "./types.js";

/** The part of a worker's global scope that this file uses. */
interface Scope {
  onmessage: ((event: { data: Request }) => void) | null;
  postMessage(answer: Answer): void;
}

const scope = globalThis as unknown as Scope;
let engine: Promise<Engine> | undefined;

scope.onmessage = async ({ data: request }) => {
  try {
    await answer(request);
  } catch (error) {
    scope.postMessage({ kind: "failed", error: describe(error) });
  }
};

async function answer(request: Request): Promise<void> {
  engine ??= engineOf(request.wasm);
  const result = await perform(await engine, request);
  scope.postMessage({ kind: "done", result });
}

function perform(ready: Engine, request: Request): Promise<Results[keyof Results]> | Results[keyof Results] {
  switch (request.kind) {
    case "check":
      return check(ready, request.task);
    case "trace":
      return trace(ready, request.task);
    case "test":
      return ready.test({ ...request.task, read: among(request.task.rules) });
    case "outline":
      return dataOf(ready.outline(request.task.path, request.task.content));
    case "xpaths":
      return ready.xpaths(request.task.path, request.task.content, request.task.node);
  }
}

async function check(ready: Engine, { rules, limits, files, formats = [] }: CheckTask): Promise<CheckResult> {
  const checker = ready.checker({ rules, limits, read: among(rules) });
  try {
    const report = await checker.check(memory(files), {
      onProgress: (progress) => scope.postMessage({ kind: "progress", progress }),
    });
    const texts = formats.map(({ format, style }) => ready.render(report, format, style));
    return { report, texts };
  } finally {
    checker.dispose();
  }
}

function trace(ready: Engine, { rules, limits, timings = false, files, rule, path }: TraceTask): Trace {
  const checker = ready.checker({ rules, limits, timings, read: among(rules) });
  try {
    return checker.trace(rule, path, memory(files));
  } finally {
    checker.dispose();
  }
}

/** Rule files as those that others name. */
function among(rules: readonly RuleFile[]): (path: string) => string | undefined {
  return (path) => rules.find((file) => file.path === path)?.text;
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof AssayError) {
    return { code: error.code, message: error.message };
  }
  return { code: "failed", message: error instanceof Error ? error.message : String(error) };
}
