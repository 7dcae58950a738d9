/** A thread that checks files of a package: it receives batches as messages, and sends the results back. */

import { parentPort, workerData } from "node:worker_threads";
import { guarded, instantiate } from "../../core.js";
import { OpenFile } from "./open-file.js";
import type { VerifySetting } from "./verify.js";

const { module, number } = workerData as VerifySetting;
const core = instantiate(module);
const file = new OpenFile(number);

parentPort?.on("message", (batch: Uint8Array) => {
  parentPort?.postMessage(guarded(core, () => core.verifyPackage(batch, file)));
});
