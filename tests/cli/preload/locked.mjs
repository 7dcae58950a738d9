// Loaded into `assay` before its own code: `assay.yaml` cannot be accessed.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { lstatSync } = fs;

fs.lstatSync = (path, ...rest) => {
  if (String(path).endsWith("assay.yaml")) {
    throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
  }
  return lstatSync(path, ...rest);
};
syncBuiltinESMExports();
