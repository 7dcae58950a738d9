// Loaded into `assay` before its own code: simulates changes of another program on the same disk.
//
// ASSAY_COMES is a folder that is copied to the target of the first rename, just before it. With ASSAY_KEEPS no
// existing file can be deleted.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { ASSAY_COMES, ASSAY_KEEPS } = process.env;
const { renameSync, rmSync } = fs;
let comes = ASSAY_COMES !== undefined;

fs.renameSync = (from, to) => {
  if (comes) {
    comes = false;
    fs.cpSync(ASSAY_COMES, to, { recursive: true });
  }
  renameSync(from, to);
};

fs.rmSync = (path, options) => {
  if (ASSAY_KEEPS !== undefined && fs.existsSync(path)) {
    throw Object.assign(new Error("EPERM: simulated"), { code: "EPERM" });
  }
  rmSync(path, options);
};
syncBuiltinESMExports();
