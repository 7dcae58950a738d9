/** `assay init`: a configuration and the first rules of a project, for what lies in its folder. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NAMES, search } from "../config/file.js";
import { list } from "../files.js";
import type { InitOptions } from "../options/init.js";
import { print, warn } from "../output.js";
import { isThere, writeAll } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { typed } from "../typed.js";
import { visible } from "../visible.js";
import { describeFiles, detectFiles, missed } from "./detect.js";
import { firstConfiguration } from "./first-configuration.js";
import { firstRules } from "./first-rules.js";

/** Folders for the rules, the first of which is used that holds nothing else; a project may have a folder \`rules\` of its own. */
const FOLDERS = ["rules", "assay-rules", "assay-checks"];

/** The file of the first rules. */
const FIRST = "first.yaml";

/** Matches the field that every rule has: `rpath`, which selects its files. */
const RULE = /(?:^|[\s{,"'])rpath["']?\s*:/;

/**
 * Looks at the folder, writes what is missing and says what to do next; the exit code.
 *
 * @throws {Refusal} When the folder cannot be read or written, or has a configuration.
 */
export async function init({ folder }: InitOptions): Promise<number> {
  const there = NAMES.find((name) => existsSync(join(folder, name)));
  if (there !== undefined) {
    throw new Refusal(`\`${join(folder, there)}\` exists already`, "`assay config` shows what it says");
  }
  const tree = list(folder, { patterns: [], base: undefined });
  const above = configurationAbove(folder);
  const { rules: rulesFolder, files: ruleFiles } = folderForRules(folder, tree.files);
  const assets = tree.files.filter((path) => !ruleFiles.includes(path));
  const detected = detectFiles(folder, assets);
  const rules = firstRules(detected);
  const files: [string, string, string][] = [
    ["assay.yaml", firstConfiguration(rulesFolder, detected), "what is checked, by which rules"],
  ];
  if (ruleFiles.length === 0) {
    files.unshift([
      `${rulesFolder}/${FIRST}`,
      rules.text,
      `${rules.count} ${rules.count === 1 ? "rule" : "rules"} to begin with, and tests`,
    ]);
  }
  const lines = [
    `seen     ${describeFiles(detected)}`,
    ...detected.tools.map((pattern) => `left out \`${pattern}\`, which \`ignore\` in the configuration names`),
  ];
  await writeNew(
    folder,
    files.map(([name, text]) => [name, text]),
    ruleFiles.length === 0 ? rulesFolder : undefined,
  );
  lines.push(...files.map(([name, , what]) => `written  ${join(folder, name)}: ${what}`));
  if (ruleFiles.length > 0) {
    lines.push(`kept     the rules in \`${join(folder, rulesFolder)}\`, which the configuration names`);
  }
  if (rulesFolder !== FOLDERS[0]) {
    lines.push(`left     \`${join(folder, "rules")}\` alone, which holds other files than rules of Assay`);
  }
  lines.push(...coverageInWords(assets, detected.files, ruleFiles.length === 0 ? rules.covered : undefined));
  if (above !== undefined) {
    const path = visible(join(folder, above));
    warn(
      `\`${path}\` counts for \`${visible(folder)}\` no longer: a check from there is by the new configuration alone`,
    );
  }
  return print(`${lines.map(visible).join("\n")}\n${next(folder, assets.length === 0)}`);
}

/** A folder for the rules that holds nothing else, and the rule files in it. */
function folderForRules(folder: string, all: readonly string[]): { rules: string; files: string[] } {
  for (const rules of FOLDERS) {
    const inside = all.filter((path) => path.startsWith(`${rules}/`));
    const files = inside.filter((path) => /\.(?:ya?ml|json)$/i.test(path));
    if (files.length === 0 ? inside.length === 0 : files.every((path) => isRuleFile(join(folder, path)))) {
      return { rules, files };
    }
  }
  throw new Refusal(
    `\`${FOLDERS.join("`, `")}\` hold other files than rules`,
    "write `assay.yaml` by hand, with `rules:` and the folder of the rules",
  );
}

/** Returns true if a file holds rules of Assay, or parts of rules. */
function isRuleFile(path: string): boolean {
  try {
    return RULE.test(readFileSync(path, "utf8"));
  } catch {
    return false;
  }
}

/** Into how many files the first rules look, and which kinds of files they leave out: they prove nothing about these. */
function coverageInWords(assets: readonly string[], files: number, covered: readonly string[] | undefined): string[] {
  if (covered === undefined) {
    return ["coverage `assay check` shows which kinds of files no rule looks into"];
  }
  const left = missed(assets, covered);
  const number = left.reduce((sum, [, count]) => sum + count, 0);
  const line = `coverage the rules look into ${files - number} of ${files} ${files === 1 ? "file" : "files"}`;
  const kinds = left.slice(0, KINDS).map(([kind, count]) => `${count} ${kind}`);
  const more = left.length > KINDS ? `, and ${left.length - KINDS} more kinds` : "";
  if (files === 0) {
    return [];
  }
  return left.length === 0 ? [line] : [`${line}; not into ${kinds.join(", ")}${more}`];
}

/** The maximum number of kinds of files that are named. */
const KINDS = 5;

/** Returns the configuration in the folders above, if there is one that applies. */
function configurationAbove(folder: string): string | undefined {
  try {
    return search(folder);
  } catch {
    // Whoever checks there hears of it.
    return undefined;
  }
}

/** Returns instructions for the next steps; in a folder that is `empty` there is nothing to check yet. */
function next(folder: string, empty: boolean): string {
  const there = join(folder) === "." ? "" : `  cd ${typed(join(folder))}\n`;
  return `
next:
${there}  assay test     run the tests of the rules
  assay check    check the files${empty ? ", as soon as there are some: without any its exit code is 2" : ""}
  assay config   see what is in force, and who says so
`;
}

/** Writes files where there are none: all of them, or none, so that nothing is in the way of the next attempt. */
async function writeNew(
  folder: string,
  files: readonly [name: string, text: string][],
  made: string | undefined,
): Promise<void> {
  const outputs = files.map(([name, text]) => ({ path: join(folder, name), parts: [new TextEncoder().encode(text)] }));
  for (const { path } of outputs) {
    // Ignore files may have hidden it.
    if (isThere(path)) {
      throw new Refusal(`\`${path}\` exists already`);
    }
  }
  await writeAll(outputs, made === undefined ? undefined : join(folder, made));
}
