/** `assay definitions explain`: which file set each field of a definition. */

import type { DefinitionExplanation, DefinitionSetting } from "../../types.js";
import type { Engine } from "../engine.js";
import { print, toJson } from "../output.js";
import { Refusal } from "../refusal.js";
import { load, reportDiagnostics } from "./load.js";
import type { DefinitionExplainOptions } from "./options.js";

/** Shows the definitions of an id, and returns the exit code. Throws a {@link Refusal} if nothing has the id. */
export async function explain(options: DefinitionExplainOptions, engine: Engine): Promise<number> {
  const loaded = await load(options, engine);
  const code = reportDiagnostics(loaded);
  const { definitions } = loaded;
  const explanations = definitions.explain(options.id);
  if (explanations.length === 0) {
    const help = definitions.meant(options.id) ?? "write `Type/Subtype`; letter case matters";
    throw new Refusal(`there is no definition \`${options.id}\``, help);
  }
  return print(options.format === "json" ? toJson(explanations) : explanations.map(textOf).join("\n"), code);
}

function textOf({ id, type, sources, fields }: DefinitionExplanation): string {
  const copied = sources.length === 0 ? "" : `, copied from ${sources.join(", ")}`;
  const lines = fields.flatMap(({ path, set, overridden }) => [
    path,
    ...set.map((setting) => `  = ${settingOf(setting)}`),
    ...overridden.map((setting) => `  - ${settingOf(setting)} (overridden)`),
  ]);
  return `${id} (${type}${copied})\n${lines.map((line) => `${line}\n`).join("")}`;
}

function settingOf({ value, context, path, line, copied_from }: DefinitionSetting): string {
  const place = line === null ? path : `${path}:${line}`;
  const copied = copied_from === undefined ? "" : `, from ${copied_from}`;
  return `${JSON.stringify(value)}  ${place} [${context}${copied}]`;
}
