/** The script of the worker that arranges a graph, which would take too long for the page to do it itself. */

import type { PackageGraph } from "../../engine.ts";
import { arranged } from "./graph-layout.ts";

addEventListener("message", ({ data }: MessageEvent<PackageGraph>) => postMessage(arranged(data)));
