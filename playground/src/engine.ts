/** The only file that knows the engine: checks run in a worker, and the last state of the page wins. */

import { AssayError, type ClientResult, createClient, type Report } from "assay/client";

/** What is checked. */
export interface Task {
  /** The text of the rule file. */
  rules: string;
  /** The path of the document. */
  path: string;
  /** Its text. */
  text: string;
}

/** What came of it: a report, or why there is none. */
export type Result = { report: Report; milliseconds: number } | { failure: string };

/** What the page calls its rule file. */
export const RULE_FILE = "rules.yaml";

/** A page that waits longer than this for two small texts has met a rule that does not end. */
const TIME_LIMIT = 5_000;

const client = createClient({
  wasm: new URL("core_bg.wasm", document.baseURI),
  worker: () => new Worker(new URL("worker.js", document.baseURI), { type: "module" }),
  timeLimit: TIME_LIMIT,
});

/** Loads the engine before it is needed. What is wrong with it is told by the first check. */
const ready = client.check({ rules: [], files: {} }).catch(() => {});

/** Checks whatever it was given last, and tells what came of it. */
export class Checking {
  readonly #tell: (result: Result) => void;
  #next: Task | undefined;
  #busy = false;

  /** `tell` is called after each check. */
  constructor(tell: (result: Result) => void) {
    this.#tell = tell;
  }

  /** Checks `task` as soon as the check at hand is done. Tasks that came in between are left out. */
  async request(task: Task): Promise<void> {
    this.#next = task;
    if (this.#busy) {
      return;
    }
    this.#busy = true;
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      this.#tell(await check(next));
    }
    this.#busy = false;
  }

  #take(): Task | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }
}

async function check({ rules, path, text }: Task): Promise<Result> {
  await ready;
  const start = performance.now();
  try {
    const { report }: ClientResult = await client.check({
      rules: [{ path: RULE_FILE, text: rules }],
      files: { [path]: text },
    });
    return { report, milliseconds: performance.now() - start };
  } catch (error) {
    return { failure: error instanceof AssayError ? error.message : `internal error: ${String(error)}` };
  }
}
