/** The files of the disk as the engine asks for them, by their paths as they were given. */

import { statSync } from "node:fs";
import type { Reader } from "../source.js";
import { explaining } from "./explain.js";
import { fillFrom } from "./folder.js";
import { readRegular } from "./regular.js";

/** Reads any file; why one cannot be read is said in words. */
export const DISK: Required<Reader> = {
  read: (path) => explaining(() => readRegular(path)),
  size: (path) => explaining(() => statSync(path).size),
  fill: (path, view, offset) => explaining(() => fillFrom(path, view, offset)),
};
