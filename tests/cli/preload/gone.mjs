// Loaded into `assay` before its own code: the folder `assets` is removed as soon as it has been listed.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { readdirSync } = fs;

fs.readdirSync = (path, ...rest) => {
  const entries = readdirSync(path, ...rest);
  if (String(path).replace(/\/+$/, "").endsWith("assets")) {
    fs.renameSync("assets", "gone");
  }
  return entries;
};
syncBuiltinESMExports();
