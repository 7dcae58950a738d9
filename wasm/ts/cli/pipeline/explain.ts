/** `assay pipeline explain`: shows how a file is converted, and by which rules. */

import type { WalkTree } from "../../node/walk.js";
import { type ConversionDetail, explanationOf, kindOf, leavesRoot } from "../../systems/conversion/pipeline-survey.js";
import type { ConversionEntry, ConversionSite } from "../../types.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { leftOut, under } from "../files.js";
import { print, reportError, stdoutColors, toJson, warn } from "../output.js";
import { placeOf } from "../place.js";
import { Refusal } from "../refusal.js";
import { visible } from "../visible.js";
import type { PipelineExplainOptions } from "./options.js";
import { read, reportDiagnostics } from "./read.js";

/** Shows how a file, which may not exist, is converted. Throws a {@link Refusal} for a folder or an outside path. */
export async function explain(options: PipelineExplainOptions, engine: Engine): Promise<number> {
  const { pipeline, tree, root } = await read(options, engine);
  const files = new Set(tree.files);
  const path = fileOf(
    under(root, options.path, (path) => files.has(path) || leftOut(path, tree) !== undefined),
    files,
  );
  const detail = explanationOf(pipeline, path);
  const code = reportDiagnostics(pipeline, options);
  const isThere = files.has(path);
  const ignored = leftOut(path, tree);
  if (ignored !== undefined) {
    warn(`\`${path}\` is ignored by \`${ignored.pattern}\` (${ignored.from}), so other commands do not read it`);
  } else if (!isThere) {
    warn(`there is no file \`${path}\`; the output shows how it would be converted`);
  }
  // For files that exist, this has been reported with the other diagnostics.
  const undecided = isThere ? [] : (detail.entry.undecided ?? []);
  for (const by of undecided) {
    reportError(`the rule at \`${placeOf(by)}\` takes too long on this path, so its result is unknown`);
  }
  const text = options.format === "text" ? textsOf(detail, tree, options) : jsonOf(detail, files);
  return print(text, undecided.length === 0 ? code : CANNOT_RUN);
}

function fileOf(path: string, files: ReadonlySet<string>): string {
  if (path === ".." || path.startsWith("../")) {
    throw new Refusal(`the path \`${path}\` leaves the root`, "name the folder that paths start from: --root DIR");
  }
  const folder = path === "" ? "" : `${path}/`;
  if (!files.has(path) && [...files].some((file) => file.startsWith(folder))) {
    const name = path === "" ? "the root" : `\`${path}\``;
    throw new Refusal(
      `${name} is a folder, but conversion rules apply to files`,
      "name a file, or show all files: assay pipeline list",
    );
  }
  return path;
}

function jsonOf({ entry, source }: ConversionDetail, files: ReadonlySet<string>): string {
  const detail = source !== undefined && files.has(source.path) ? { ...entry, from: source } : entry;
  return toJson(detail);
}

type ExplainInk = (text: string) => string;

function textsOf({ entry, source }: ConversionDetail, tree: WalkTree, { color }: PipelineExplainOptions): string {
  const { dim } = stdoutColors(color);
  const text = textOf(entry, dim);
  if (entry.source === undefined) {
    return text;
  }
  if (source === undefined) {
    const what = leavesRoot(entry.source) ? "leaves the root" : "is the file itself";
    const reason = entry.source === "" ? "the path of the source is empty, so there is no source" : undefined;
    return `${text}\n${reason ?? `the source \`${visible(entry.source)}\` ${what}`}\n`;
  }
  if (tree.files.includes(source.path)) {
    return `${text}\n${textOf(source, dim)}`;
  }
  const ignored = leftOut(source.path, tree);
  const why = ignored === undefined ? "there is no such file" : `ignored by \`${ignored.pattern}\` (${ignored.from})`;
  return `${text}\n${visible(source.path)}: ${why}\n`;
}

type ExplainLine = [name: string, value: string, by: ConversionSite];

function textOf(entry: ConversionEntry, dim: ExplainInk): string {
  const { path, root, converter, params = "", excluded, source = "", undecided = [], said, overridden = [] } = entry;
  const fields = [
    ["root", "root", String(root)],
    ["converter", "converter", converter ?? NONE],
    ["converterParams", "params", params],
    ["noConversion", "noConversion", String(excluded)],
    ["source", "source", source],
  ] as const;
  const rows = fields.flatMap(([name, key, value]): ExplainLine[] => {
    const by = said[key];
    const over = overridden.filter(({ field }) => field === key);
    const lines = over.map((site): ExplainLine => ["  over", site.value || NONE, site]);
    return by === undefined ? [] : [[name, value, by], ...lines];
  });
  rows.push(...undecided.map((by): ExplainLine => ["not known", "a rule takes too long", by]));
  const widest = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(
    ([name, value, by]) => `  ${name.padEnd(widest)}  ${visible(value)}  ${dim(visible(placeOf(by)))}\n`,
  );
  const kind = kindOf(entry);
  return `${visible(path)}: ${kind === "rules" ? "a file of conversion rules; no rule matches it" : kind || "no rule matches it"}\n${lines.join("")}`;
}

const NONE = "(none)";
