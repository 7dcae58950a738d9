/** Choices of rules: by options of the command line, and by a profile of the configuration. */

import { Option } from "commander";
import type { RuleChoice } from "../api.js";
import type { InForce } from "./config/in-force.js";
import { Refusal } from "./refusal.js";
import { repeated } from "./usage.js";

export interface ChoiceOptions {
  /** Names of rules that run, with `*` for any characters; empty for all. */
  rule: string[];
  /** Tags of rules that run; empty for all. */
  tag: string[];
  /** Names of rules that do not run. */
  skipRule: string[];
  /** The name of the profile, if one is named. */
  profile: string | undefined;
}

export function choosing(): Option[] {
  return [
    repeated("--rule <NAME>", "run only this rule; `*` matches any characters; may be repeated"),
    repeated("--tag <TAG>", "run only rules with this tag; may be repeated"),
    repeated("--skip-rule <NAME>", "do not run this rule; `*` matches any characters; may be repeated"),
    new Option("--profile <NAME>", "run the rules that this profile of `assay.yaml` selects"),
  ];
}

/** Returns the choices in force. Each must select a rule. Throws a {@link Refusal} for an unknown profile. */
export function choicesOf({ rule, tag, skipRule, profile }: ChoiceOptions, force: InForce): RuleChoice[] {
  const given = { "--rule": rule, "--tag": tag, "--skip-rule": skipRule };
  const by = Object.entries(given).flatMap(([option, names]) => names.map((name) => `\`${option} ${name}\``));
  const choices = by.length === 0 ? [] : [{ by: by.join(" "), rules: rule, tags: tag, skip: skipRule }];
  return profile === undefined ? choices : [...choices, profileNamed(profile, force)];
}

function profileNamed(name: string, force: InForce): RuleChoice {
  const settings = force.only("profiles").map(({ setting }) => setting);
  const of = (key: string) => settings.filter(({ of }) => of === `${name} ${key}`).map(({ value }) => value);
  const choice = { by: `\`--profile ${name}\``, rules: of("rules"), tags: of("tags"), skip: of("skip_rules") };
  if ([choice.rules, choice.tags, choice.skip].every((names) => names.length === 0)) {
    const names = [...new Set(settings.map(({ of = "" }) => of.replace(/ \S+$/, "")))];
    const help = "add it to `profiles` in `assay.yaml`, for example: `profiles: {quick: {tags: [fast]}}`";
    throw new Refusal(
      `there is no profile \`${name}\``,
      names.length === 0 ? help : `the profiles are \`${names.join("`, `")}\``,
    );
  }
  return choice;
}
