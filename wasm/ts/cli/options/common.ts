/** The options that several commands share. */

import { Option } from "commander";
import type { ProjectConfig } from "../../api.js";
import type { ScriptLimits } from "../../types.js";
import type { IgnoreSettings } from "../files.js";
import type { NamedOptions } from "../named-options.js";
import type { When } from "../output.js";
import { Refusal } from "../refusal.js";
import { color, format, repeated } from "../usage.js";

/** The options on a command line, before the configuration is applied. */
export interface ParsedOptions {
  /** The options that the command line names, as opposed to defaults. */
  given: NamedOptions;
}

/** The options on a command line for the files that a command looks at. */
export interface FileOptions {
  root: string | undefined;
  /** True if ignore files are applied. */
  ignore: boolean;
}

/** The options of commands that use the configuration of the project. */
export interface Configured {
  /** The file of the configuration. */
  config: ProjectConfig | undefined;
  /** The ignore patterns; undefined if nothing is ignored. */
  ignoring: IgnoreSettings | undefined;
  /** Files that this command writes, or that a check by the configuration writes; they are never checked. */
  outputs: readonly string[];
}

/** The options of commands that run the scripts of rules. */
export interface Running {
  /** The limits for scripts that differ from the defaults. */
  scriptLimit: ScriptLimits;
}

/** The options for output that goes to the standard output only. */
export interface Showing {
  format: string;
  /** True if long lists are shown completely. */
  all: boolean;
  color: When;
}

export function rules(): Option {
  return repeated(
    "--rules <PATH>",
    "a rule file, a folder of them (.yaml, .yml, .json), or a pack such as `assay:gltf`; may be repeated",
  );
}

/** Returns the options for output that goes to the standard output only. */
export function showing(): Option[] {
  return [format(["text", "json"]), new Option("--all", "show long lists completely").default(false), color()];
}

/** Returns the option for the limits for scripts. The engine checks their names and values. */
export function scriptLimit(): Option {
  return new Option(
    "--script-limit <NAME=N>",
    "a limit for each call of a script, such as `operations`; may be repeated",
  )
    .default({})
    .argParser((text: string, before: ScriptLimits) => ({ ...before, ...limit(text) }));
}

/** Returns the option that shows how long each step took. */
export function timings(): Option {
  return new Option("--timings", "show how long each step took").default(false);
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
