/** The files of the disk as the engine asks for them, by their paths as they were given. */

import { statSync } from "node:fs";
import type { Reader } from "../source.js";
import { explain } from "./explain.js";
import { fillFrom } from "./folder.js";
import { readRegular } from "./regular.js";

/** Reads any file; why one cannot be read is said in words. */
export const DISK: Required<Reader> = {
  read: (path) => orExplain(() => readRegular(path)),
  size: (path) => orExplain(() => statSync(path).size),
  fill: (path, view, offset) => orExplain(() => fillFrom(path, view, offset)),
};

function orExplain<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(explain(error));
  }
}
