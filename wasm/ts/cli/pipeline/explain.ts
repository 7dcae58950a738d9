/** `assay pipeline explain`: what comes of a file, and who said so. */

import { createColors } from "picocolors";
import { whatIs } from "../../pipeline-survey.js";
import type { ConversionEntry, ConversionSite } from "../../types.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { under } from "../files.js";
import { colorsOn, warn, writeParts } from "../output.js";
import { visible } from "../visible.js";
import type { ExplainOptions } from "./options.js";
import { read, tellOf } from "./read.js";

/** Shows what comes of the file, and returns the exit code. */
export async function explain(options: ExplainOptions, engine: Engine): Promise<number> {
  const { pipeline, tree } = await read(options, engine);
  const files = new Set(tree.files);
  const entry = pipeline.explain(under(options.root, options.path, files));
  const code = tellOf(pipeline, options);
  if (!files.has(entry.path)) {
    warn(`there is no file \`${entry.path}\`: this is what would come of one`);
  }
  let text = `${JSON.stringify(entry, undefined, 2)}\n`;
  if (options.format === "text") {
    const dim = createColors(colorsOn(process.stdout, options.color)).dim;
    const source = entry.source === undefined ? "" : `\n${sourceOf(pipeline.explain(entry.source), files, dim)}`;
    text = `${textOf(entry, dim)}${source}`;
  }
  return (await writeParts([text])) ? code : CANNOT_RUN;
}

type Ink = (text: string) => string;

function sourceOf(entry: ConversionEntry, files: ReadonlySet<string>, dim: Ink): string {
  return files.has(entry.path) ? textOf(entry, dim) : `${visible(entry.path)}: there is no such file\n`;
}

function textOf(entry: ConversionEntry, dim: Ink): string {
  const { path, root, converter = "", params = "", excluded, source = "", said } = entry;
  const fields: [name: string, value: string | boolean, by: ConversionSite | undefined][] = [
    ["root", root, said.root],
    ["converter", converter || "(none)", said.converter],
    ["converterParams", params, said.params],
    ["noConversion", excluded, said.noConversion],
    ["source", source, said.source],
  ];
  const told = fields.flatMap(([name, value, by]) => (by === undefined ? [] : [[name, String(value), by] as const]));
  const widest = Math.max(...told.map(([name]) => name.length));
  const lines = told.map(
    ([name, value, by]) =>
      `  ${name.padEnd(widest)}  ${visible(value)}  ${dim(`${visible(by.path)}:${by.line}:${by.column}`)}\n`,
  );
  return `${visible(path)}: ${whatIs(entry) || "no rule says anything of it"}\n${lines.join("")}`;
}
