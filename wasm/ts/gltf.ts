/** Khronos's glTF validator, which generates the reports about models. It is loaded when a model is validated. */

import { attempt } from "./attempt.js";
import { messageOf } from "./errors.js";

/** Returns the bytes of a file that a model names, by its path from the model's folder, or why it is unreadable. */
export type ReadResource = (path: string) => Uint8Array | string;

/** A validator of models. */
export interface GltfValidator {
  /**
   * Returns the report about a model, as JSON. All byte arrays must start at offset 0 of their buffers, as the
   * validator reads whole buffers.
   *
   * @throws If the validator cannot run; the message is the reason.
   */
  validate(model: Uint8Array, read: ReadResource): string;
}

/** The validator as the engine calls it. */
export interface HostValidator {
  /** Returns the paths of the files that a model names, from the folder of the model. */
  resources(model: Uint8Array): string[];
  /**
   * Returns the report about a model, as JSON. `contents` has, for each of `resources`, its bytes or the reason why it
   * cannot be read.
   *
   * @throws If the validator cannot run; the message is the reason.
   */
  validate(model: Uint8Array, resources: readonly string[], contents: readonly (Uint8Array | string)[]): string;
}

/** The program of the validator: it uses `host` as `globalThis`, and sets `exports`. */
export type ValidatorProgram = (
  host: object,
  setImmediate: (task: () => void) => void,
  exports: object,
  ...absent: undefined[]
) => void;

/** The global that the validator's script sets to its program. */
export const PROGRAM = Symbol.for("assay/gltf-validator");

/** Returns the program of the validator, which the script next to this package's code has set. */
export function loadedProgram(): ValidatorProgram | undefined {
  return (globalThis as { [PROGRAM]?: ValidatorProgram })[PROGRAM];
}

/** The maximum number of issues in a report. A damaged accessor may have one for each of its numbers. */
const MOST_ISSUES = 10_000;

interface ValidatorExports {
  validateBytes(model: Uint8Array, options: object): Outcome;
}

/** Replaces a promise: it is settled as soon as all queued tasks are done. */
class Outcome {
  /** The value, if it is settled. */
  value: unknown;
  /** True if it was fulfilled, false if it was rejected; undefined until then. */
  isFulfilled: boolean | undefined;

  constructor(execute: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => void) {
    const settle = (isFulfilled: boolean) => (value: unknown) => {
      this.value = value;
      this.isFulfilled = isFulfilled;
    };
    execute(settle(true), settle(false));
  }
}

/** Runs the validator synchronously, as the engine cannot wait, with a queue and promises of this module. */
export class ProgramValidator implements GltfValidator {
  readonly #load: () => ValidatorProgram;
  readonly #tasks: (() => void)[] = [];
  #exports: ValidatorExports | undefined;

  /** Creates a validator whose program `load` returns when it is needed. */
  constructor(load: () => ValidatorProgram) {
    this.#load = load;
  }

  validate(model: Uint8Array, read: ReadResource): string {
    const { value, isFulfilled } = this.#run(model, read);
    if (!isFulfilled) {
      throw new Error(String(value));
    }
    return JSON.stringify(value);
  }

  #run(model: Uint8Array, read: ReadResource): Outcome {
    this.#exports ??= this.#start();
    try {
      const outcome = this.#exports.validateBytes(model, {
        writeTimestamp: false,
        maxIssues: MOST_ISSUES,
        externalResourceFunction: (uri: string) => resourceOf(uri, read),
      });
      for (let task = this.#tasks.shift(); task !== undefined; task = this.#tasks.shift()) {
        task();
      }
      if (outcome.isFulfilled === undefined) {
        throw new Error("it did not finish");
      }
      return outcome;
    } catch (error) {
      // The state of the program is undefined: the next model uses a new copy. A copy that refused a model is used again,
      // because a new one is slow until it is compiled.
      this.#exports = undefined;
      this.#tasks.length = 0;
      throw error;
    }
  }

  #start(): ValidatorExports {
    // Everything but promises comes from the real host, through the prototype.
    const host = Object.assign(Object.create(globalThis), { Promise: Outcome });
    const exports = {};
    this.#load()(host, (task) => this.#tasks.push(task), exports);
    return exports as ValidatorExports;
  }
}

/** Returns the bytes of a file that a model names, as a settled promise. */
function resourceOf(uri: string, read: ReadResource) {
  const found = read(decoded(uri));
  return {
    // biome-ignore lint/suspicious/noThenProperty: the validator expects a promise
    then(resolve: (bytes: Uint8Array) => void, reject: (reason: string) => void) {
      if (typeof found === "string") {
        reject(found);
      } else {
        resolve(found);
      }
    },
  };
}

function decoded(uri: string): string {
  return attempt(() => decodeURIComponent(uri)) ?? uri;
}

/** Returns a validator that always throws `reason`, for hosts without a validator. */
function absent(reason: string): GltfValidator {
  return {
    validate() {
      throw new Error(reason);
    },
  };
}

let inUse = absent("it has not been loaded");

/** The validator for instances of the engine: the one that is in use when a model is validated. */
export const gltfValidator: HostValidator = {
  resources: resourcesOf,
  validate(model, resources, contents) {
    return inUse.validate(model, (path) => contents[resources.indexOf(path)] ?? "the model does not name this file");
  },
};

/** The first bytes of a binary model. */
const BINARY = 0x46546c67;

/** Returns the paths of the files that a model names; none if its JSON cannot be read, which the report contains. */
function resourcesOf(model: Uint8Array): string[] {
  const view = new DataView(model.buffer, model.byteOffset, model.byteLength);
  // In a binary model, the JSON is the first chunk: its length is at 12 and its content begins at 20.
  const isBinary = model.byteLength >= 20 && view.getUint32(0, true) === BINARY;
  const text = new TextDecoder().decode(isBinary ? model.subarray(20, 20 + view.getUint32(12, true)) : model);
  const { buffers, images } = attempt(() => JSON.parse(text) as { buffers?: unknown; images?: unknown }) ?? {};
  const named = [buffers, images].flatMap((list) => (Array.isArray(list) ? (list as { uri?: unknown }[]) : []));
  const uris = named.flatMap((item) => (typeof item?.uri === "string" && !/^data:/i.test(item.uri) ? item.uri : []));
  return [...new Set(uris.map(decoded))];
}

/** Sets the program of the validator, which `load` returns when the first model is validated. */
export function useValidatorProgram(load: () => ValidatorProgram): void {
  inUse = new ProgramValidator(load);
}

let prepare: (() => Promise<void>) | undefined;

/** Sets a function that runs the validator's script, for hosts that cannot run it synchronously. */
export function useValidatorScript(run: () => Promise<unknown>): void {
  if (inUse instanceof ProgramValidator) {
    return;
  }
  prepare = async () => {
    try {
      await run();
    } catch (error) {
      inUse = absent(`its script cannot be loaded: ${messageOf(error)}`);
      return;
    }
    const program = loadedProgram();
    if (program !== undefined) {
      prepare = undefined;
      useValidatorProgram(() => program);
    }
  };
}

/** The part of rule files that shows whether they use reports about models. */
type RuleTexts = readonly { readonly text: string }[];

/** Loads the validator if these rules need it and it has to be loaded before. Returns undefined if not. */
export function prepareValidator(rules: RuleTexts): Promise<void> | undefined {
  return rules.some(({ text }) => text.includes("@gltf")) ? prepare?.() : undefined;
}
