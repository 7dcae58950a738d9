/** What a client and its worker say to each other. */

import type { Progress, RuleFile, Style } from "./api.js";
import type { Files } from "./source.js";
import type { Report } from "./types.js";

/** A report that is wanted as a text, too. */
export interface Rendering {
  /** One of the engine's formats. */
  format: string;
  /** How it is rendered. */
  style?: Style;
}

/** Files to check by rules. */
export interface Request {
  /** The engine's module; the first request's is used for all. */
  wasm: WebAssembly.Module;
  /** The rule files. One may name another. */
  rules: readonly RuleFile[];
  /** The files under check. */
  files: Files;
  /** The texts that are wanted of the report. */
  formats: readonly Rendering[];
}

/** What comes back. */
export type Answer =
  | { kind: "progress"; progress: Progress }
  | { kind: "done"; report: Report; texts: string[] }
  | { kind: "failed"; error: { code: string; message: string } };
