/** The rule files that `--rules` names. */

import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { RuleFile } from "../api.js";
import { encodingByMark } from "../encodings.js";
import { slashed } from "../node/around.js";
import { codeOf, explain } from "../node/explain.js";
import { readRegular } from "../node/regular.js";
import type { SourceProblem } from "../source.js";
import { type Boundary, LIBRARY, OutsideError } from "./boundary.js";
import { readInput } from "./inputs.js";
import { areNamed, namedFiles, readNamed } from "./named-rules.js";
import { reportError, warn } from "./output.js";
import { isPipe, readWhole } from "./pipes.js";
import { realTarget } from "./real-target.js";
import { Refusal, stat } from "./refusal.js";
import { RULE_FILE, RuleFolder, SKIPPED } from "./rule-folder.js";

/** Matches the path of the file that describes a pack. */
const PACK_FILE = /(?:^|\/)pack\.(?:ya?ml|json)$/;

/** Rule files as they were read. Their paths are as given, with `/` between parts. */
export interface Rules {
  /** The folders in which rule files may name files. */
  readable: Boundary;
  files: RuleFile[];
  /** Rule files and folders of them that cannot be read. */
  problems: SourceProblem[];
  /** The further files that rule files have named, by path: their content, or null for files that do not exist. */
  further: Map<string, string | null>;
}

/**
 * Reads the rule files at `paths`, each a file or a folder. Every file is read once. Files that they name, and links,
 * must be in the folders that are `readable`.
 *
 * @throws {Refusal} When there are no rule files, or a path does not exist or is not a rule file.
 */
export function readRules(paths: readonly string[], readable: Boundary): Rules {
  if (paths.length === 0) {
    throw new Refusal(
      "no rules are named",
      "name a rule file, or a folder of them, with `--rules PATH` or as `rules` in `assay.yaml`",
    );
  }
  const rules: Rules = { readable, files: [], problems: [], further: new Map() };
  const visited = new Set<string>();
  for (const path of paths.filter(areNamed)) {
    for (const file of namedFiles(path).filter((name) => !visited.has(name))) {
      visited.add(file);
      readInto(rules, file, () => Buffer.from(readNamed(file) ?? ""));
    }
  }
  for (const path of paths.filter((path) => !areNamed(path))) {
    for (const file of filesAt(path, rules)) {
      const target = realTarget(file);
      if (!visited.has(target)) {
        visited.add(target);
        // A file that the user named may be a pipe; a file that was found in a folder may not.
        const isNamed = resolve(file) === resolve(path);
        readInto(rules, file, isNamed ? readWhole : (found) => readRegular(readable.enter(found)));
      }
    }
  }
  return rules;
}

/** Reports the rule files that cannot be read or are skipped, and returns true if all can be read. */
export function reportUnread({ problems }: Rules): boolean {
  for (const { path, message, help, warning } of problems) {
    if (warning) {
      warn(`\`${path}\`: ${message}`);
    } else {
      reportError(`\`${path}\`: ${message}`, help);
    }
  }
  return problems.every(({ warning }) => warning);
}

/** Returns the content of a file that a rule file names, or null if the file does not exist. Each file is read once. */
export function readFurther({ readable, further, problems }: Rules, path: string): string | null {
  const known = further.get(path);
  if (known !== undefined) {
    return known;
  }
  let text: string | null = null;
  try {
    if (areNamed(path)) {
      text = readNamed(path);
      // The engine tries libraries at all paths that are possible, and a pack file in every folder of rules.
    } else if (!(LIBRARY.test(path) || PACK_FILE.test(path)) || existsSync(path)) {
      text = decode(readRegular(readable.enter(path)));
    }
  } catch (error) {
    if (codeOf(error) !== "ENOENT") {
      problems.push(unreadable("file", path, error));
    }
  }
  further.set(path, text);
  return text;
}

/** Returns true if a search for rule files at one of `rules` finds a file that is written at `path`. */
export function isAmong(rules: readonly string[], path: string): boolean {
  const file = realTarget(path);
  return (
    RULE_FILE.test(file) &&
    rules
      .filter((folder) => !areNamed(folder))
      .some((folder) => {
        const inside = relative(realTarget(folder), file);
        return isWithin(inside) && !inside.split(sep).some((part) => SKIPPED.has(part));
      })
  );
}

function filesAt(path: string, { readable, problems }: Rules): string[] {
  const isFolder = stat(
    path,
    "there are no rules at",
    "`assay init` writes first rules, and `assay rules` lists the packs",
  ).isDirectory();
  const tidy = slashed(fromHere(path)).replace(/(?<=.)\/$/, "");
  if (!isFolder) {
    if (!RULE_FILE.test(path) && !isPipe(path)) {
      throw new Refusal(`\`${path}\` is not a rule file: rule files end in .yaml, .yml or .json`);
    }
    return [tidy];
  }
  const files = new RuleFolder(tidy, readable, problems).files();
  if (files.length === 0 && problems.length === 0) {
    throw new Refusal(`there is no rule file in \`${path}\``, "rule files end in .yaml, .yml or .json");
  }
  return files;
}

/** Returns a path relative to the current folder, if it is in it: a checkout may be elsewhere on another machine. */
export function fromHere(path: string): string {
  const inside = relative("", resolve(path));
  return isAbsolute(path) && isWithin(inside) ? inside : join(path);
}

/** Returns true if a relative path does not lead out of its folder. */
function isWithin(inside: string): boolean {
  return inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

function readInto(rules: Rules, path: string, read: (path: string) => Buffer): void {
  try {
    rules.files.push({ path, text: decode(read(path)) });
  } catch (error) {
    rules.problems.push(unreadable("rule file", path, error));
  }
}

/** Creates the problem of a rule file, or a file that one names, that cannot be read. */
function unreadable(what: string, path: string, error: unknown): SourceProblem {
  const message = `the ${what} cannot be read: ${explain(error)}`;
  const help = error instanceof OutsideError ? error.help : undefined;
  return { inRules: true, code: "unreadable-rules", message, path, ...(help === undefined ? {} : { help }) };
}

/** Returns the content of a rule file. Throws a {@link Refusal} if it cannot be read. */
export function readRuleFile(path: string): string {
  return readInput(path, "rule file", (named) => decode(readWhole(named)));
}

/** Decodes a rule file. A byte order mark is kept, so that positions are those of the file; it identifies UTF-16. */
export function decode(bytes: Uint8Array): string {
  const encoding = encodingByMark(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(`it is not ${encoding.toUpperCase()}`);
  }
}
