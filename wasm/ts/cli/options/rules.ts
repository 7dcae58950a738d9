/** The options of `assay rules`. */

import { Argument } from "commander";
import type { CommandForm } from "../command.js";
import type { When } from "../output.js";
import { color, config, format } from "../usage.js";
import type { ParsedOptions } from "./common.js";

export interface RulesOptions extends ParsedOptions {
  /** Words to search for, the name of a pack, or `show` and the name of a rule. */
  words: string[];
  format: string;
  color: When;
}

export const RULES: CommandForm<RulesOptions> = {
  name: "rules",
  usage: "[OPTIONS] [PACK | WORD...]\n       assay rules show RULE",
  summary: "list packs and rules, or show one rule",
  description:
    "Lists the rule packs that ship with Assay. With the name of a pack, lists its rules. With other words, lists the " +
    "rules of packs and of the project that contain all of these words in their name, tags or description. `show` prints " +
    "a rule with its reason, its parameters and its tests.",
  arguments: { words: new Argument("[WORD...]", "the name of a pack, or words to search for") },
  options: () => [config(), format(["text", "json"]), color()],
  details: `
Exit codes:
  0  done
  2  no rule has this name, or no rule contains these words`,
  examples: [
    "assay rules",
    "assay rules gltf",
    "assay rules power of two",
    "assay rules show image-power-of-two",
    "assay rules --format json",
  ],
};
