/** A thread that hashes files: their paths come by message, and what came of them goes back. */

import { parentPort } from "node:worker_threads";
import { FileHasher, type Hashed, type UnreadFile } from "./hash.js";

const hasher = new FileHasher();

parentPort?.on("message", (paths: readonly string[]) => {
  const outcomes: (Hashed | UnreadFile)[] = paths.map((path) => hasher.hash(path));
  parentPort?.postMessage(outcomes);
});
