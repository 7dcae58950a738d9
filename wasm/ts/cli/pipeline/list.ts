/** `assay pipeline list`: shows how every file is converted. */

import type { Pipeline } from "../../systems/conversion/pipeline.js";
import { kindOf } from "../../systems/conversion/pipeline-survey.js";
import type { ConversionEntry } from "../../types.js";
import { joined, tableOf } from "../asset-list/table.js";
import type { Engine } from "../engine.js";
import { reportIgnored } from "../files.js";
import { print, stdoutColors } from "../output.js";
import { placeOf } from "../place.js";
import type { ListOptions } from "./options.js";
import { read, reportDiagnostics } from "./read.js";

/** Shows how the files are converted, and returns the exit code. */
export async function list(options: ListOptions, engine: Engine): Promise<number> {
  const { pipeline, tree } = await read(options, engine);
  const code = reportDiagnostics(pipeline, options);
  reportIgnored(tree);
  return print(partsOf(pipeline, options), code);
}

function partsOf(pipeline: Pipeline, { format, rootOnly, color }: ListOptions): Iterable<string> {
  const entries = () => pipeline.entries({ rootOnly });
  switch (format) {
    case "json":
      return jsonOf(entries());
    case "csv":
      return csvOf(entries());
    default: {
      const titles = ["file", "what", "converter", "parameters or source"].map((title) => ({ title }));
      const rows = [...entries()].map((entry) => cellsOf(entry));
      return tableOf(titles, () => rows, stdoutColors(color).dim);
    }
  }
}

function cellsOf(entry: ConversionEntry): string[] {
  const { path, converter = "", params, source } = entry;
  return [path, kindOf(entry), converter, [params, source].filter(Boolean).join("; ")];
}

function* jsonOf(entries: Iterable<ConversionEntry>): Iterable<string> {
  let before = "[\n";
  for (const part of joined(entries, (entry) => `  ${JSON.stringify(entry)},`)) {
    // The comma after the last item of a part is written with the next part.
    yield part === "" ? "" : `${before}${part.slice(0, -2)}`;
    before = part === "" ? before : ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

const HEAD = [
  ...["path", "asset", "root", "excluded", "converter", "params", "source"],
  ...["root_by", "converter_by", "params_by", "excluded_by", "source_by"],
  "undecided_by",
];

function* csvOf(entries: Iterable<ConversionEntry>): Iterable<string> {
  yield `${HEAD.join(",")}\n`;
  yield* joined(entries, (entry) => {
    const { path, asset, root, excluded, converter = "", params = "", source = "", undecided, said } = entry;
    const by = [said.root, said.converter, said.params, said.noConversion, said.source].map((site) =>
      placeOf(site ?? {}),
    );
    const unknown = (undecided ?? []).map(placeOf).join(" ");
    return [path, String(asset), String(root), String(excluded), converter, params, source, ...by, unknown]
      .map(quoted)
      .join(",");
  });
}

/** Returns a cell, in quotation marks if necessary. */
function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
