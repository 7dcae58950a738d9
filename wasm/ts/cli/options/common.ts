/** What the options of several commands have in common. */

import { Option } from "commander";
import type { ProjectConfig } from "../../api.js";
import type { ScriptLimits } from "../../types.js";
import type { Leaving } from "../files.js";
import type { Given } from "../given.js";
import type { When } from "../output.js";
import { packageLimit } from "../package/options.js";
import { Refusal } from "../refusal.js";
import { append, color, format } from "../usage.js";

/** What the command line says, before a configuration is looked at. */
export interface Asked {
  /** Which of it was said, and which is only what it is without being said. */
  given: Given;
}

/** The same of files that are looked at. */
export interface AskedFiles {
  /** The folder that they lie in. */
  root: string | undefined;
  /** Whether ignore files count. */
  ignore: boolean;
}

/** What commands have in common that look at the configuration of the project. */
export interface Configured {
  /** Its file. */
  config: ProjectConfig | undefined;
  /** What is left out; nothing when all files are looked at. */
  ignoring: Leaving | undefined;
  /** Files that the command writes, and those that the configuration has a check write: none of them is under check. */
  outputs: readonly string[];
}

/** What commands have in common that run the scripts of rules. */
export interface Running {
  /** What scripts may use up, where that is not what it is without being told. */
  scriptLimit: ScriptLimits;
}

/** How something is shown that goes to the standard output only. */
export interface Showing {
  /** Name of the format. */
  format: string;
  /** Whether long lists are shown to their end. */
  all: boolean;
  /** Whether to use colours. */
  color: When;
}

/** The option that names rules. */
export function rules(): Option {
  return new Option("--rules <PATH>", "a rule file, or a folder of them (.yaml, .yml, .json); may be repeated")
    .default([])
    .argParser(append(String));
}

/** The options of what goes to the standard output only. */
export function showing(): Option[] {
  return [format(["text", "json"]), new Option("--all", "show long lists to their end").default(false), color()];
}

/** Which names and values there are, the engine says. */
export function scriptLimit(): Option {
  return new Option(
    "--script-limit <NAME=N>",
    "what a call of a script may use up, such as `operations`; may be repeated",
  )
    .default({})
    .argParser((text: string, before: ScriptLimits) => ({ ...before, ...limit(text) }));
}

/** The option that says what archives under check may use up. */
export function archiveLimit(): Option {
  return packageLimit("an archive under check");
}

/** The option that has steps measured. */
export function timings(): Option {
  return new Option("--timings", "measure, and say how long each step took").default(false);
}

function limit(text: string): ScriptLimits {
  const [, name, value] = /^([^=]+)=(\d+)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new Refusal(
      `\`--script-limit\` takes a name and a whole number, not \`${text}\``,
      "for example: --script-limit operations=50000000",
    );
  }
  return { [name]: Number(value) };
}
