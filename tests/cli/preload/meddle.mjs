// Loaded into `assay` and its workers before their own code: files of certain names do to the thread that opens them
// what a fault in the engine might.

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

/** An instance whose work ends in a trap when it has come upon the file. */
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(Instance, args) {
    const { exports } = new Instance(...args);
    const trapped =
      (work) =>
      (...given) => {
        trapping = false;
        const outcome = work(...given);
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
