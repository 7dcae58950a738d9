/** Arranges graphs in a worker. Its script, with the layout library, is loaded with the first graph. */

import type { PackageGraph } from "../../engine.ts";
import type { Arranged } from "./graph-drawing.ts";

/** The time in milliseconds that an arrangement may take. Most take less than one second. */
const PATIENCE = 20_000;

/** Arranges a graph; undefined if the script is missing, fails, takes too long or is aborted. */
export async function arrange(graph: PackageGraph, signal: AbortSignal): Promise<Arranged | undefined> {
  const script = await import("./graph-worker.ts?worker&inline").catch(() => undefined);
  if (script === undefined || signal.aborted) {
    return undefined;
  }
  const worker = new script.default();
  const end = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Arranged>) => resolve(data);
      worker.onerror = () => resolve(undefined);
      end.onabort = () => resolve(undefined);
      worker.postMessage(graph);
    });
  } finally {
    worker.terminate();
  }
}
