/** `assay init`: a configuration and the first rules of a project, for what lies in its folder. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { NAMES, search } from "../config/file.js";
import { CANNOT_RUN } from "../exit.js";
import { list } from "../files.js";
import type { InitOptions } from "../options/init.js";
import { warn, write } from "../output.js";
import { isThere, writeAll } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { typed } from "../typed.js";
import { visible } from "../visible.js";
import { firstConfiguration } from "./first-configuration.js";
import { firstRules } from "./first-rules.js";
import { look, seenInWords } from "./seen.js";

/** The folder of rules, and the file of the first ones. */
const RULES = "rules";
const FIRST = `${RULES}/first.yaml`;

/** Rule files, and the configuration that names them. */
const RULE_FILE = new RegExp(`^${RULES}/.*\\.(?:ya?ml|json)$`, "i");

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
  const ruleFiles = tree.files.filter((path) => RULE_FILE.test(path));
  const assets = tree.files.filter((path) => !ruleFiles.includes(path));
  const seen = look(folder, assets);
  const rules = firstRules(seen);
  const files: [string, string, string][] = [
    ["assay.yaml", firstConfiguration(RULES, seen), "what is checked, by which rules"],
  ];
  if (ruleFiles.length === 0) {
    files.unshift([
      FIRST,
      rules.text,
      `${rules.count} ${rules.count === 1 ? "rule" : "rules"} to begin with, with tests`,
    ]);
  }
  const lines = [
    `seen     ${seenInWords(seen)}`,
    ...seen.tools.map((pattern) => `left out \`${pattern}\`, which \`ignore\` in the configuration names`),
  ];
  await writeNew(
    folder,
    files.map(([name, text]) => [name, text]),
  );
  lines.push(...files.map(([name, , what]) => `written  ${join(folder, name)}: ${what}`));
  if (ruleFiles.length > 0) {
    lines.push(`kept     the rules in \`${join(folder, RULES)}\`, which the configuration names`);
  }
  if (above !== undefined) {
    const path = visible(join(folder, above));
    warn(
      `\`${path}\` counts for \`${visible(folder)}\` no longer: a check from there is by the new configuration alone`,
    );
  }
  const isWritten = await write(
    new TextEncoder().encode(`${lines.map(visible).join("\n")}\n${next(folder, assets.length === 0)}`),
  );
  return isWritten ? 0 : CANNOT_RUN;
}

/** The configuration in the folders above, if there is one that counts. */
function configurationAbove(folder: string): string | undefined {
  try {
    return search(folder);
  } catch {
    // Whoever checks there hears of it.
    return undefined;
  }
}

/** What to do next; in a folder that is `empty` there is nothing to check yet. */
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
async function writeNew(folder: string, files: readonly [name: string, text: string][]): Promise<void> {
  const outputs = files.map(([name, text]) => ({ path: join(folder, name), parts: [new TextEncoder().encode(text)] }));
  for (const { path } of outputs) {
    // Ignore files may have hidden it.
    if (isThere(path)) {
      throw new Refusal(`\`${path}\` exists already`);
    }
  }
  const isFirst = files.some(([name]) => name === FIRST);
  await writeAll(outputs, isFirst ? join(folder, RULES) : undefined);
}
