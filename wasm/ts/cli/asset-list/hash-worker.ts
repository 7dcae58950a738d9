/** A thread that hashes files: it receives their paths as messages, and sends the results back. */

import { parentPort } from "node:worker_threads";
import { FileHasher, type Hashed, type UnreadFile } from "./hash.js";

// One for all messages, because it has a large buffer.
const hasher = new FileHasher();

parentPort?.on("message", (paths: readonly string[]) => {
  const outcomes: (Hashed | UnreadFile)[] = paths.map((path) => hasher.hash(path));
  parentPort?.postMessage(outcomes);
});
