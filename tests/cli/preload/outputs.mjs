// Loaded into `assay` before its own code: interrupts one of the calls that write files.
//
// ASSAY_AT counts these calls from 1. ASSAY_DO is a signal that is sent to the process, or the name of an error with
// which the call fails after half of the data. With fewer calls, the process ends with code 99. ASSAY_ALSO names
// further calls that count, separated by commas.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { ASSAY_AT, ASSAY_DO = "", ASSAY_ALSO } = process.env;
let calls = 0;

function meddle(name, half = () => {}) {
  const call = fs[name];
  fs[name] = (...args) => {
    if (name === "openSync" && args[1] !== "wx") {
      return call(...args);
    }
    calls += 1;
    if (calls === Number(ASSAY_AT)) {
      half(call, ...args);
      if (!ASSAY_DO.startsWith("SIG")) {
        throw Object.assign(new Error(`${ASSAY_DO}: simulated`), { code: ASSAY_DO });
      }
      process.kill(process.pid, ASSAY_DO);
    }
    return call(...args);
  };
}

process.on("exit", () => {
  if (calls < Number(ASSAY_AT)) {
    process.exitCode = 99;
  }
});

meddle("openSync");
meddle("writeSync", (write, file, bytes, at, length) => write(file, bytes, at, length >> 1));
meddle("fsyncSync");
meddle("fsync");
meddle("linkSync");
meddle("renameSync");
for (const name of ASSAY_ALSO?.split(",") ?? []) {
  meddle(name);
}
syncBuiltinESMExports();
