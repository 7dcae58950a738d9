/** The configuration of a project: the file `assay.yaml` in the current folder or in one above it. */

import { existsSync, lstatSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { ProjectConfig, RuleFile } from "../../api.js";
import { attempt } from "../../attempt.js";
import { type Core, guarded } from "../../core.js";
import { leadsOut, slashed } from "../../node/around.js";
import { readRegular } from "../../node/regular.js";
import type { ConfigFile, Setting } from "../../types.js";
import { Boundary, OutsideError } from "../boundary.js";
import { exists } from "../inputs.js";
import { colorsOn, note, warn, width, writeMessage } from "../output.js";
import { isPipe, readWhole } from "../pipes.js";
import { realTarget } from "../real-target.js";
import { orRefuse, Refusal, refusalOf, stat } from "../refusal.js";
import { decode, fromHere } from "../rules.js";
import { typed } from "../typed.js";

/** The names that a configuration file may have. */
export const NAMES = ["assay.yaml", "assay.yml", "assay.json"];

/** A configuration file that has been read and has no errors. */
export class Configuration {
  /** The path of the file relative to the current folder, and its content. */
  readonly file: RuleFile;
  /** The folder that its paths start from, relative to the current folder; `.` for a pipe. */
  readonly folder: string;
  /** The settings in the order of the file. */
  readonly settings: readonly Setting[];

  /** Creates the configuration of `file` with its settings. */
  constructor(file: RuleFile, settings: readonly Setting[]) {
    this.file = file;
    this.folder = isPipe(file.path) ? "." : slashed(dirname(file.path));
    this.settings = settings;
  }

  /** Returns the settings of a key; a list has one for each of its values. */
  of(key: string): readonly Setting[] {
    return this.settings.filter((setting) => setting.key === key);
  }

  /** Returns a path in the file relative to the current folder. */
  path(value: string): string {
    return slashed(isAbsolute(value) ? value : join(this.folder, value));
  }

  /** Returns the configuration for the engine, which checks the files of the folder `root`. */
  over(root: string): ProjectConfig {
    return { ...this.file, at: { folder: slashed(resolve(this.folder)), root: slashed(resolve(root)) } };
  }

  /** Returns the location of a setting: `path:line:column`. */
  place({ line, column }: Setting): string {
    return `${this.file.path}:${line}:${column}`;
  }
}

/** Reads the configuration at `named`, or the one that applies here, if any. Throws a {@link Refusal} for two. */
export function findConfiguration(named: string | undefined): RuleFile | undefined {
  const path = named ?? search(process.cwd());
  if (path === undefined) {
    warnOfMisspelling();
    return undefined;
  }
  return readFile(path, named === undefined);
}

/** Returns the configuration in a named folder, for use where no other applies, and reports its use. */
export function configurationIn(folder: string): RuleFile | undefined {
  const path = only(folder, String, exists);
  if (path === undefined) {
    return undefined;
  }
  if (!reported.has(path)) {
    reported.add(path);
    note(`using the configuration \`${slashed(path)}\`, because the current folder has no configuration`);
  }
  return readFile(path, true);
}

/** The configurations whose use has been reported; a watched check reads them repeatedly. */
const reported = new Set<string>();

/** Reads a configuration. A configuration that was found, not named, must be in its folder. */
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
      // In a checkout, a configuration may be a link to any file.
      text: decode(isFound ? readRegular(new Boundary([dirname(path)]).enter(path)) : readWhole(path)),
    };
  } catch (error) {
    if (error instanceof OutsideError) {
      throw new Refusal(
        `the configuration \`${path}\` is not read: it is a link, and ${error.message}`,
        "to use it, name its target: --config FILE",
      );
    }
    throw refusalOf(`the configuration \`${path}\` cannot be read`, error);
  }
}

/** Parses a configuration file. Throws a {@link Refusal} after reporting all of its errors. */
export function readConfiguration(core: Core, file: RuleFile): Configuration {
  const { path, text } = file;
  const { settings, problems } = JSON.parse(guarded(core, () => core.readConfig(path, text))) as ConfigFile;
  if (problems.length > 0) {
    const isColored = colorsOn(process.stderr);
    writeMessage(
      guarded(core, () => core.renderConfigMistakes(path, text, isColored, width())),
      isColored,
    );
    throw new Refusal(`the configuration \`${path}\` cannot be used`, "fix its errors first");
  }
  return new Configuration(file, settings);
}

/** Warns about a configuration in the folder under check that is not used, if the command line does not name one. */
export function warnOfOtherConfiguration(
  root: string,
  given: string | undefined,
  counting: RuleFile | undefined,
): void {
  const other = NAMES.map((name) => join(root, name)).find((path) => existsSync(path));
  if (given === undefined && other !== undefined && resolve(other) !== resolve(counting?.path ?? "")) {
    // Without another configuration, the settings of the folder for definitions are used.
    const which =
      counting === undefined
        ? `only \`definitions\` of \`${slashed(other)}\` is used`
        : `\`${slashed(other)}\` is not used`;
    const why = "it is neither in the current folder nor above it";
    warn(`${which}, because ${why}; to use it: --config ${typed(slashed(other))}`);
  }
}

/** Notes that only a part of the project is checked: paths in rules then start from that folder. */
export function noteOfPart(root: string, given: string | undefined, ownRoot: string | undefined): void {
  if (given !== undefined || ownRoot === undefined) {
    return;
  }
  const part = relative(realTarget(ownRoot), realTarget(root));
  if (part !== "" && !leadsOut(slashed(part))) {
    const command = `assay check ${typed(ownRoot)} ${typed(slashed(root))}`;
    note(`\`${slashed(root)}\` is checked as a separate project; to check it as a part of this project: ${command}`);
  }
}

/** Returns the first configuration in `folder` and above. Throws a {@link Refusal} if that is uncertain. */
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

/** Returns the configuration that is directly in a folder; `format` formats its path for messages. */
function only(folder: string, format: (path: string) => string, isFound = isThere): string | undefined {
  const found = NAMES.map((name) => join(folder, name)).filter(isFound);
  if (found.length > 1) {
    const names = found.map((path) => `\`${format(path)}\``).join(" and ");
    throw new Refusal(
      `there are two configurations: ${names}`,
      "delete one of them, or name the one to use: --config FILE",
    );
  }
  return found[0];
}

/** Warns about a configuration whose name differs in letter case: some systems would not find it. */
function warnOfMisspelling(): void {
  const entries = attempt(() => readdirSync(".", { withFileTypes: true })) ?? [];
  const found = entries.find((entry) => entry.isFile() && NAMES.includes(entry.name.toLowerCase()))?.name;
  if (found !== undefined) {
    warn(`\`${found}\` is used only on systems that ignore letter case: rename it to \`${found.toLowerCase()}\``);
  }
}

/** Returns true if anything exists at a path where a configuration would be. Throws if that cannot be determined. */
function isThere(path: string): boolean {
  return orRefuse(
    `the configuration \`${path}\` cannot be accessed`,
    () => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
    "name the configuration to use: --config FILE",
  );
}
