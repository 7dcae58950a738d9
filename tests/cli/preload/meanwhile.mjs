// Loaded into `assay` before its own code: what somebody else does on the same disk at the same time.
//
// ASSAY_COMES is a folder that is copied to where the first rename leads, just before that. With ASSAY_KEEPS nothing that is
// there can be deleted.

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
    throw Object.assign(new Error("EPERM: as the test wants it"), { code: "EPERM" });
  }
  rmSync(path, options);
};
syncBuiltinESMExports();
