/** The configuration of a project: the file `assay.yaml`, found where one is or above it. */

import { existsSync, lstatSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { ProjectConfig, RuleFile } from "../../api.js";
import { type Core, guarded } from "../../core.js";
import { explain } from "../../node/explain.js";
import { readRegular } from "../../node/regular.js";
import type { ConfigFile, Setting } from "../../types.js";
import { Boundary, OutsideError } from "../boundary.js";
import { colorsOn, note, tell, warn, width } from "../output.js";
import { isPipe, readWhole } from "../pipes.js";
import { Refusal, stat } from "../refusal.js";
import { decode, fromHere } from "../rules.js";
import { typed } from "../typed.js";

/** What the file may be called. */
export const NAMES = ["assay.yaml", "assay.yml", "assay.json"];

/** A configuration file that has been read, and in which nothing is wrong. */
export class Configuration {
  /** Its path as seen from here, and what it holds. */
  readonly file: RuleFile;
  /** The folder that its paths start from, as seen from here; `.` for where you are, as also for what comes through a pipe. */
  readonly folder: string;
  /** What it says, in its order. */
  readonly settings: readonly Setting[];

  /** The configuration of `file`, which says `settings`. */
  constructor(file: RuleFile, settings: readonly Setting[]) {
    this.file = file;
    this.folder = isPipe(file.path) ? "." : slashed(dirname(file.path));
    this.settings = settings;
  }

  /** What is said of a key: of a list each text. */
  of(key: string): readonly Setting[] {
    return this.settings.filter((setting) => setting.key === key);
  }

  /** What is said of a key that takes one value. */
  one(key: string): string | undefined {
    return this.of(key)[0]?.value;
  }

  /** A path of the file, as seen from here. */
  path(value: string): string {
    return slashed(isAbsolute(value) ? value : join(this.folder, value));
  }

  /** It for the engine, which looks at the files of the folder `root`. */
  over(root: string): ProjectConfig {
    return { ...this.file, at: { folder: slashed(resolve(this.folder)), root: slashed(resolve(root)) } };
  }

  /** Where a setting stands. */
  place({ line, column }: Setting): string {
    return `${this.file.path}:${line}:${column}`;
  }
}

/**
 * The configuration file at `named`; without a name the one that is found here or in the folders above, if there is one.
 *
 * @throws {Refusal} When it cannot be read, or there are two in one folder.
 */
export function findConfiguration(named: string | undefined): RuleFile | undefined {
  const path = named ?? search(process.cwd());
  if (path === undefined) {
    tellMisspelt();
    return undefined;
  }
  return readFile(path, named === undefined);
}

/**
 * The configuration in a folder that the command line names, where no other applies; it is said that it is used.
 *
 * @throws {Refusal} When it cannot be read, or there are two.
 */
export function configurationIn(folder: string): RuleFile | undefined {
  const path = only(folder, String, isAny);
  if (path === undefined) {
    return undefined;
  }
  if (!saidOf.has(path)) {
    saidOf.add(path);
    note(`using the configuration \`${slashed(path)}\`, as none applies here`);
  }
  return readFile(path, true);
}

/** The configurations of which it has been said that they are used; a check that is watched reads them again and again. */
const saidOf = new Set<string>();

/** Reads a configuration; one that was found, and not named, is in its folder. */
function readFile(path: string, isFound: boolean): RuleFile {
  if (stat(path, "there is no configuration at").isDirectory()) {
    throw new Refusal(
      `\`${path}\` is a folder, not a configuration`,
      `name the file: --config ${typed(join(path, "assay.yaml"))}`,
    );
  }
  try {
    return {
      path: slashed(isAbsolute(path) ? fromHere(path) : path),
      text: decode(isFound ? readRegular(new Boundary([dirname(path)]).enter(path)) : readWhole(path)),
    };
  } catch (error) {
    if (error instanceof OutsideError) {
      throw new Refusal(
        `the configuration \`${path}\` is not read: it is a link, and ${error.message}`,
        "if it counts, name the file that it leads to: --config FILE",
      );
    }
    throw new Refusal(`the configuration \`${path}\` cannot be read: ${explain(error)}`);
  }
}

/**
 * What a configuration file says.
 *
 * @throws {Refusal} When something is wrong with it. All mistakes have been told then.
 */
export function readConfiguration(core: Core, file: RuleFile): Configuration {
  const { path, text } = file;
  const { settings, problems } = JSON.parse(guarded(core, () => core.readConfig(path, text))) as ConfigFile;
  if (problems.length > 0) {
    const isColored = colorsOn(process.stderr);
    tell(
      guarded(core, () => core.renderConfigMistakes(path, text, isColored, width())),
      isColored,
    );
    throw new Refusal(`the configuration \`${path}\` cannot be used`, "nothing is done before it is right");
  }
  return new Configuration(file, settings);
}

/** Says that a folder under check has a configuration of its own that does not count, where nobody named another. */
export function tellOther(root: string, given: string | undefined, counting: RuleFile | undefined): void {
  const other = NAMES.map((name) => join(root, name)).find((path) => existsSync(path));
  if (given === undefined && other !== undefined && resolve(other) !== resolve(counting?.path ?? "")) {
    // What definitions are, a folder says itself where nobody else does.
    const which =
      counting === undefined
        ? `of \`${slashed(other)}\` only \`definitions\` counts`
        : `\`${slashed(other)}\` does not count`;
    warn(`${which}, as it lies neither here nor above; with all of it: --config ${typed(slashed(other))}`);
  }
}

/**
 * The first configuration from `folder` upwards.
 *
 * @throws {Refusal} When there are two in one folder, or one of the folders cannot be looked into: what counts is not known then.
 */
export function search(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = only(at, (path) => relative(folder, path));
    if (found !== undefined) {
      return relative(folder, found);
    }
    if (dirname(at) === at) {
      return undefined;
    }
  }
}

/** The configuration that is directly in a folder; `shown` is how people know the path of one. */
function only(folder: string, shown: (path: string) => string, isFound = isThere): string | undefined {
  const found = NAMES.map((name) => join(folder, name)).filter(isFound);
  if (found.length > 1) {
    const names = found.map((path) => `\`${shown(path)}\``).join(" and ");
    throw new Refusal(`there are two configurations: ${names}`, "keep one, or name one: --config FILE");
  }
  return found[0];
}

/** Says of a file here that it would be the configuration in another letter case, and is so where that makes no difference. */
function tellMisspelt(): void {
  const found = filesHere().find((name) => NAMES.includes(name.toLowerCase()));
  if (found !== undefined) {
    warn(`\`${found}\` does not count here, and would on Windows: rename it \`${found.toLowerCase()}\``);
  }
}

/** The files where you are; none where that may not be listed. */
function filesHere(): string[] {
  try {
    return readdirSync(".", { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
  } catch {
    return [];
  }
}

/** Whether there is anything at a path where a configuration would be. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const message = `whether there is a configuration \`${path}\` cannot be seen: ${explain(error)}`;
    throw new Refusal(message, "name the one that counts: --config FILE");
  }
}

/** The same where a folder that cannot be looked into is for others to report. */
function isAny(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function slashed(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}
