// Loaded into `assay` and its workers before their own code: writes the names of opened files to standard error, and
// adds `CLOCK` milliseconds to the clock.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { openSync, readFileSync } = fs;
fs.openSync = (path, ...rest) => {
  fs.writeSync(2, `${path}\n`);
  return openSync(path, ...rest);
};
fs.readFileSync = (path, ...rest) => {
  fs.writeSync(2, `${path}\n`);
  return readFileSync(path, ...rest);
};
syncBuiltinESMExports();

const { now } = Date;
Date.now = () => now() + Number(process.env.CLOCK ?? 0);
