/** `assay init`: writes a configuration and first rules that fit the files of a folder, and checks the files. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../attempt.js";
import { NAMES, search } from "../config/file.js";
import type { Engines } from "../engine.js";
import { list } from "../files.js";
import { packNames } from "../named-rules.js";
import type { InitOptions } from "../options/init.js";
import { print, warn } from "../output.js";
import { isThere, writeAll } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { typed } from "../typed.js";
import { visible } from "../visible.js";
import { firstCheck } from "./first-check.js";
import { type ChosenRules, firstConfiguration } from "./first-configuration.js";
import { type FirstRules, firstRules } from "./first-rules.js";
import { FOR_ANY, type RecognisedKind, recognise } from "./kinds.js";
import { Survey } from "./survey.js";

/** Folders for the rules. The first without anything else is used: `rules` may be used for other files. */
const FOLDERS = ["rules", "assay-rules", "assay-checks"];

const FIRST = "first.yaml";

const CONFIGURATION = "assay.yaml";

/** Matches the field that every rule has: `rpath`, which selects its files. */
const RULE = /(?:^|[\s{,"'])rpath["']?\s*:/;

/** Matches a comment in JSON, outside of strings. */
const COMMENT = /^\s*(?:\/\/|\/\*)/m;

/** The maximum number of extensions that are named. */
const NAMED = 5;

interface RulesFolder {
  /** Its path from the folder of the project. */
  path: string;
  files: readonly string[];
}

/** The kinds of files in a folder, and the files to write for them. */
interface FirstSetup {
  survey: Survey;
  kinds: readonly RecognisedKind[];
  rules: FirstRules;
  folder: RulesFolder;
}

/** Writes a configuration and first rules, and checks the files. Throws a {@link Refusal} if a configuration exists. */
export async function init({ folder, check }: InitOptions, engines: Engines): Promise<number> {
  const existing = NAMES.find((name) => existsSync(join(folder, name)));
  if (existing !== undefined) {
    throw new Refusal(`\`${join(folder, existing)}\` exists already`, "`assay config` shows its settings");
  }
  // If it is unclear which configuration applies, a check in that folder reports the reason.
  const above = attempt(() => search(folder));
  const setup = setUp(folder);
  // All files are chosen before anything is written, so that an error leaves the folder unchanged.
  const files = filesOf(setup);
  // The folder that is created for the rules.
  const made = files.length > 1 ? join(folder, setup.folder.path) : undefined;
  const outputs = files.map(({ name, text }) => ({
    path: join(folder, name),
    parts: [new TextEncoder().encode(text)],
  }));
  // The survey does not list ignored files, so one of these files may exist.
  const hidden = outputs.find(({ path }) => isThere(path));
  if (hidden !== undefined) {
    throw new Refusal(`\`${hidden.path}\` exists already`);
  }
  await writeAll(outputs, made);
  if (above !== undefined) {
    const path = visible(join(folder, above));
    warn(`\`${path}\` no longer applies to \`${visible(folder)}\`: the new configuration replaces it in this folder`);
  }
  const written = files.map(({ name, what }) => `written  ${join(folder, name)}: ${what}`);
  const lines = [...describe(folder, setup), ...written].map(visible);
  const isPrinted = await print(`${lines.join("\n")}\n`);
  if (isPrinted !== 0) {
    return isPrinted;
  }
  return check && setup.survey.files.length > 0
    ? await checkFirst(folder, engines)
    : await print(`\n${next(folder, ["assay check    check the files"])}`);
}

/** Looks at the files of a folder, and chooses packs and first rules for them. */
function setUp(folder: string): FirstSetup {
  const { files } = list(folder, { patterns: [], base: undefined });
  const rulesFolder = folderForRules(folder, files);
  const survey = new Survey(
    folder,
    files.filter((path) => !rulesFolder.files.includes(path)),
  );
  const kinds = recognise(survey);
  const covered = kinds.flatMap(({ kind }) => kind.covers);
  return { survey, kinds, rules: firstRules(survey, covered), folder: rulesFolder };
}

/** Returns the files to write, each with a description. */
function filesOf(setup: FirstSetup): { name: string; text: string; what: string }[] {
  const { survey, kinds, rules, folder } = setup;
  const chosen = chosenRules(setup);
  const packs = chosen.flatMap(({ reference }) => /^assay:(.*)/.exec(reference)?.[1] ?? []);
  const configuration = {
    name: CONFIGURATION,
    text: firstConfiguration({
      rules: chosen,
      tools: survey.tools,
      packages: kinds.flatMap(({ kind, found }) => kind.packages?.(found) ?? []),
      off: kinds.flatMap(({ kind }) => kind.off ?? []),
      hasComments: survey.sample(survey.of("json")).some((path) => COMMENT.test(survey.head(path))),
      definitions: kinds.find(({ kind }) => kind.id === "definitions")?.found ?? [],
    }),
    what: `the configuration, with the ${packs.length === 1 ? "pack" : "packs"} ${listed(packs)}`,
  };
  if (folder.files.length > 0 || rules.text === undefined) {
    return [configuration];
  }
  const number = `${rules.count} ${rules.count === 1 ? "rule" : "rules"}`;
  const what = `${number} for files that no pack covers (${extensionsOf(rules)}), with tests`;
  return [configuration, { name: `${folder.path}/${FIRST}`, text: rules.text, what }];
}

/** Returns the packs and rules to use, each with its reason. A pack that fits for several reasons is listed once. */
function chosenRules({ kinds, rules, folder }: FirstSetup): ChosenRules[] {
  const reasons = new Map<string, string>();
  const shipped = packNames();
  for (const { kind, found } of kinds) {
    for (const pack of kind.packs.filter((name) => shipped.includes(name) && !reasons.has(name))) {
      reasons.set(pack, kind.describe(found).replaceAll("`", ""));
    }
  }
  reasons.set(FOR_ANY.pack, FOR_ANY.reason);
  const packs = [...reasons].map(([pack, reason]) => ({ reference: `assay:${pack}`, reason }));
  const own = folder.files.length > 0 ? "the rules of this project" : `first rules (${extensionsOf(rules)})`;
  const isOwn = folder.files.length > 0 || rules.text !== undefined;
  return [...packs, ...(isOwn ? [{ reference: folder.path, reason: own }] : [])];
}

function extensionsOf({ extensions }: FirstRules): string {
  const more = extensions.length > NAMED ? `, and ${extensions.length - NAMED} more` : "";
  return `${extensions
    .slice(0, NAMED)
    .map((extension) => `.${extension}`)
    .join(", ")}${more}`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

/** Describes what was found in a folder, one line each. */
function describe(folder: string, { survey, kinds, folder: rules }: FirstSetup): string[] {
  const count = `${survey.size.toLocaleString("en")} ${survey.size === 1 ? "file" : "files"}`;
  const names = kinds.map(({ kind, found }) => {
    return `${kind.describe(found)}${kind.packs.length === 0 ? "; no pack has rules for it yet" : ""}`;
  });
  const found = [count, ...names];
  return [
    ...found.map((what, at) => `${at === 0 ? "found   " : "        "} ${what}`),
    ...survey.tools.map((pattern) => `ignored  \`${pattern}\``),
    ...(rules.files.length > 0 ? [`kept     the rules in \`${join(folder, rules.path)}\``] : []),
    ...(rules.path === FOLDERS[0]
      ? []
      : [`kept     \`${join(folder, "rules")}\` as it is: it contains files that are not rules of Assay`]),
  ];
}

/** Checks the files, prints the result and the next steps, and returns the exit code. */
async function checkFirst(folder: string, engines: Engines): Promise<number> {
  const { text, isWhole, hasGaps, code } = await firstCheck(join(folder, CONFIGURATION), engines);
  const heading = isWhole ? "the first check:" : "the summary of the first check:";
  const steps = [
    ...(isWhole ? [] : ["assay check    show all findings"]),
    ...(code === 1 ? ["assay check --baseline known.json --update-baseline    accept the findings for now"] : []),
    `assay rules    find ${hasGaps ? "rules for the files that no rule reads the content of" : "more rules"}`,
    "assay config   show the settings in force",
  ];
  return print(`\n${heading}\n\n${text}\n${next(folder, steps)}`);
}

function next(folder: string, steps: readonly string[]): string {
  const enter = join(folder) === "." ? [] : [`cd ${typed(join(folder))}`];
  // `npx` runs programs that are not on the path.
  const typedSteps = process.env.npm_command === "exec" ? steps.map((step) => `npx ${step}`) : steps;
  return `next:\n${[...enter, ...typedSteps].map((step) => `  ${step}\n`).join("")}`;
}

/** Returns the folder for the rules, which contains nothing else, and the rule files in it. */
function folderForRules(folder: string, all: readonly string[]): RulesFolder {
  for (const path of FOLDERS) {
    const inside = all.filter((file) => file.startsWith(`${path}/`));
    const files = inside.filter((file) => /\.(?:ya?ml|json)$/i.test(file));
    if (files.length === 0 ? inside.length === 0 : files.every((file) => isRuleFile(join(folder, file)))) {
      return { path, files };
    }
  }
  throw new Refusal(
    `the folders \`${FOLDERS.join("`, `")}\` contain files that are not rules`,
    "write `assay.yaml` yourself, with `rules:` and the folder of your rules",
  );
}

/** Returns true if a file contains rules of Assay, or parts of rules. */
function isRuleFile(path: string): boolean {
  return attempt(() => RULE.test(readFileSync(path, "utf8"))) === true;
}
