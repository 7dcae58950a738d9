/** The rule files that `--rules` names. */

import { readdirSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { RuleFile } from "../api.js";
import { codeOf, explain } from "../node/explain.js";
import { readRegular } from "../node/regular.js";
import type { SourceProblem } from "../source.js";
import { fileBehind } from "./file-behind.js";
import { complain } from "./output.js";
import { isPipe, readWhole } from "./pipes.js";
import { Refusal, stat } from "./refusal.js";

/** What a rule file is called. */
const RULE_FILE = /\.(?:ya?ml|json)$/i;
/** The byte order marks of UTF-16. */
const UTF_16 = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];
/** Folders that a search for rule files does not enter. */
const SKIPPED = new Set([".git", "node_modules"]);

/** Rule files as they were read. Their paths are as given, with `/` between parts. */
export interface Rules {
  /** The files. */
  files: RuleFile[];
  /** Rule files and folders of them that cannot be read. */
  problems: SourceProblem[];
  /** The further files that rule files have named, by path: their text, or null for those that do not exist. */
  further: Map<string, string | null>;
}

/**
 * Reads the rule files at `paths`, each a file or a folder, every file once.
 *
 * @throws {Refusal} When there are none, or a path is not there or is no rule file.
 */
export function readRules(paths: readonly string[]): Rules {
  if (paths.length === 0) {
    throw new Refusal(
      "there are no rules to check with",
      "name a rule file, or a folder of them, with `--rules PATH` or as `rules` in `assay.yaml`",
    );
  }
  const rules: Rules = { files: [], problems: [], further: new Map() };
  const seen = new Set<string>();
  for (const path of paths) {
    for (const file of filesAt(path, rules.problems)) {
      if (!seen.has(resolve(file))) {
        seen.add(resolve(file));
        // What somebody named may be a pipe; what was found in a folder may not.
        readInto(rules, file, resolve(file) === resolve(path) ? readWhole : readRegular);
      }
    }
  }
  return rules;
}

/** Says which rule files cannot be read, and whether all can. */
export function tellUnread({ problems }: Rules): boolean {
  for (const { path, message } of problems) {
    complain(`\`${path}\`: ${message}`);
  }
  return problems.length === 0;
}

/** The text of a file that a rule file names, or null when there is none. It is read once, whoever asks. */
export function readFurther({ further, problems }: Rules, path: string): string | null {
  const known = further.get(path);
  if (known !== undefined) {
    return known;
  }
  let text: string | null = null;
  try {
    text = decode(readRegular(path));
  } catch (error) {
    if (codeOf(error) !== "ENOENT") {
      problems.push({
        inRules: true,
        code: "unreadable-rules",
        message: `the file cannot be read: ${explain(error)}`,
        path,
      });
    }
  }
  further.set(path, text);
  return text;
}

/** Whether a search for rule files at one of `rules` takes what is written at `path` for one. */
export function isAmong(rules: readonly string[], path: string): boolean {
  const file = fileBehind(path);
  return (
    RULE_FILE.test(file) &&
    rules.some((folder) => {
      const inside = relative(fileBehind(folder), file);
      return isWithin(inside) && !inside.split(sep).some((part) => SKIPPED.has(part));
    })
  );
}

function filesAt(path: string, problems: SourceProblem[]): string[] {
  const isFolder = stat(path, "there are no rules at").isDirectory();
  const tidy = fromHere(path)
    .split(sep)
    .join("/")
    .replace(/(?<=.)\/$/, "");
  if (!isFolder) {
    if (!RULE_FILE.test(path) && !isPipe(path)) {
      throw new Refusal(`\`${path}\` is no rule file: they end in .yaml, .yml or .json`);
    }
    return [tidy];
  }
  const files = filesIn(tidy, problems).sort();
  if (files.length === 0 && problems.length === 0) {
    throw new Refusal(`there is no rule file in \`${path}\``, "rule files end in .yaml, .yml or .json");
  }
  return files;
}

/** A path as seen from where one stands, if it lies there: a checkout may lie elsewhere on another machine. */
export function fromHere(path: string): string {
  const inside = relative("", resolve(path));
  return isAbsolute(path) && isWithin(inside) ? inside : join(path);
}

/** Whether a path that starts from a folder leads to something in it. */
function isWithin(inside: string): boolean {
  return inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** The rule files in a folder and in the folders below it. */
function filesIn(folder: string, problems: SourceProblem[]): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        return SKIPPED.has(entry.name) ? [] : filesIn(path, problems);
      }
      return RULE_FILE.test(entry.name) ? [path] : [];
    });
  } catch (error) {
    const message = `the folder of rules cannot be read: ${explain(error)}`;
    problems.push({ inRules: true, code: "unreadable-rules", message, path: folder });
    return [];
  }
}

function readInto(rules: Rules, path: string, read: (path: string) => Buffer): void {
  try {
    rules.files.push({ path, text: decode(read(path)) });
  } catch (error) {
    rules.problems.push({
      inRules: true,
      code: "unreadable-rules",
      message: `the rule file cannot be read: ${explain(error)}`,
      path,
    });
  }
}

/**
 * The text of the rule file at `path`.
 *
 * @throws {Refusal} When it cannot be read.
 */
export function readRuleFile(path: string): string {
  if (stat(path, "there is no rule file at").isDirectory()) {
    throw new Refusal(`\`${path}\` is a folder, not a rule file`);
  }
  try {
    return decode(readWhole(path));
  } catch (error) {
    throw new Refusal(`the rule file \`${path}\` cannot be read: ${explain(error)}`);
  }
}

/** Keeps a byte order mark, so that positions stay those of the file; it tells UTF-16, which some shells write. */
export function decode(bytes: Uint8Array): string {
  const encoding = UTF_16.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))?.encoding ?? "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(`it is not ${encoding.toUpperCase()}`);
  }
}
