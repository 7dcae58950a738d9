// Loaded into `assay` and its workers before their own code: opening files with certain names simulates faults of the
// engine in the thread.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

const { openSync } = fs;
let trapping = false;

const sleep = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

fs.openSync = (path, ...rest) => {
  const name = String(path);
  if (name.endsWith("ends-the-thread.xml") && !isMainThread) {
    process.exit(9);
  }
  if (name.endsWith("takes-forever.xml")) {
    process.stderr.write("reading\n");
    sleep(60_000);
  }
  if (name.endsWith("takes-long.xml")) {
    sleep(150);
  }
  trapping ||= name.endsWith("traps.xml");
  return openSync(path, ...rest);
};
syncBuiltinESMExports();

/** An instance that traps at the end of its work if the file was opened. */
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(Instance, args) {
    const { exports } = new Instance(...args);
    const trapped =
      (work) =>
      (...args) => {
        trapping = false;
        const outcome = work(...args);
        if (trapping) {
          throw new WebAssembly.RuntimeError("unreachable");
        }
        return outcome;
      };
    const { worker_work, run_work } = exports;
    const working = { worker_work: trapped(worker_work), run_work: trapped(run_work) };
    return Object.create(Instance.prototype, { exports: { value: { ...exports, ...working } } });
  },
});
