/** `assay definitions order`: shows the order in which types are loaded. */

import type { DefinitionTypeOrder } from "../../types.js";
import type { Engine } from "../engine.js";
import { print, toJson } from "../output.js";
import { load, reportDiagnostics } from "./load.js";
import type { ShowOptions } from "./options.js";

export async function order(options: ShowOptions, engine: Engine): Promise<number> {
  const loaded = await load({ ...options, isOfSchema: true }, engine);
  const code = reportDiagnostics(loaded);
  return print(textOf(loaded.definitions.order(), options.format), code);
}

function textOf(order: DefinitionTypeOrder, format: string): string {
  const { types, needs } = order;
  switch (format) {
    case "json":
      return toJson(order);
    case "dot": {
      const nodes = types.map((name) => `  ${JSON.stringify(name)};\n`);
      const edges = needs.map(([from, to]) => `  ${JSON.stringify(types[from])} -> ${JSON.stringify(types[to])};\n`);
      return `digraph types {\n${nodes.join("")}${edges.join("")}}\n`;
    }
    case "mermaid": {
      const nodes = types.map((name, at) => `  t${at}["${name.replaceAll('"', "#quot;")}"]\n`);
      const edges = needs.map(([from, to]) => `  t${from} --> t${to}\n`);
      return `graph TD\n${nodes.join("")}${edges.join("")}`;
    }
    default:
      return types.map((name) => `${name}\n`).join("");
  }
}
