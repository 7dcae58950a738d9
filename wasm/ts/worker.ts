/**
 * The engine in a worker: the script behind `assay/client`.
 *
 * It answers one request after the other. Whoever cannot wait ends the worker and starts another one.
 */

import type { Engine } from "./api.js";
import { engineOf } from "./engine.js";
import { AssayError } from "./errors.js";
import type { Answer, Request } from "./messages.js";
import { memory } from "./source.js";

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

async function answer({ wasm, rules, files, formats }: Request): Promise<void> {
  engine ??= engineOf(wasm);
  const ready = await engine;
  const checker = ready.checker({ rules, read: (path) => rules.find((file) => file.path === path)?.text });
  try {
    const report = await checker.check(memory(files), {
      onProgress: (progress) => scope.postMessage({ kind: "progress", progress }),
    });
    const texts = formats.map(({ format, style }) => ready.render(report, format, style));
    scope.postMessage({ kind: "done", report, texts });
  } finally {
    checker.dispose();
  }
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof AssayError) {
    return { code: error.code, message: error.message };
  }
  return { code: "failed", message: error instanceof Error ? error.message : String(error) };
}
