/** Reads files from the disk by their paths. */

import { statSync } from "node:fs";
import type { Reader } from "../source.js";
import { explaining } from "./explain.js";
import { fillFrom } from "./folder.js";
import { readRegular } from "./regular.js";

/** Reads any file; errors have messages for people. */
export const DISK: Required<Reader> = {
  read: (path) => explaining(() => readRegular(path)),
  size: (path) => explaining(() => statSync(path).size),
  fill: (path, view, offset) => explaining(() => fillFrom(path, view, offset)),
};
