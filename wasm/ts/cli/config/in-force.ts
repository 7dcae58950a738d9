/**
 * The settings in force: those of the command line, else those of the configuration, else the defaults.
 *
 * `assay config` uses the same functions as the other commands, so it shows exactly what they use.
 */

import type { ProjectConfig } from "../../api.js";
import type { Core } from "../../core.js";
import { explain } from "../../node/explain.js";
import type { Setting } from "../../types.js";
import { Boundary, folderOfRules, OutsideError, siblingLibraries } from "../boundary.js";
import type { NamedOptions } from "../named-options.js";
import { areNamed } from "../named-rules.js";
import { Refusal } from "../refusal.js";
import { type ReportTarget, refuseDouble, targetOf } from "../reports.js";
import { type Configuration, configurationIn, findConfiguration, readConfiguration } from "./file.js";

/** The origin of a value: a place in the configuration, an option, or the default. */
export type SettingOrigin = { kind: "config"; place: string } | { kind: "option"; name: string } | { kind: "default" };

export function describeOrigin(from: SettingOrigin): string {
  switch (from.kind) {
    case "config":
      return from.place;
    case "option":
      return from.name;
    case "default":
      return "default";
  }
}

/** Returns a setting as users find it to change it: an option, or a key of the configuration with its place. */
export function describeSetting(key: string, from: SettingOrigin): string {
  return from.kind === "config" ? `\`${key}\` at ${from.place}` : `\`${describeOrigin(from)}\``;
}

/** A value, and where it comes from. */
export interface Chosen<T> {
  value: T;
  from: SettingOrigin;
}

/** A value as `assay config` shows it; an entry of a mapping has a name. */
export interface SettingValue extends Chosen<string | number | boolean | undefined> {
  /** The name of the entry; undefined if the value is not part of a mapping. */
  of?: string | undefined;
}

/** The combined settings of the command line and a configuration. */
export class InForce {
  /** The configuration; undefined for a project without one. */
  readonly configuration: Configuration | undefined;
  readonly #given: NamedOptions;
  /** The folders in which the configuration may name files to read, and files to write. */
  readonly #reads: Boundary;
  readonly #writes: Boundary;

  /** Combines the options `given` on the command line with `configuration`; the options take precedence. */
  constructor(given: NamedOptions, configuration: Configuration | undefined) {
    this.#given = given;
    this.configuration = configuration;
    this.#writes = new Boundary(configuration === undefined ? [] : [configuration.folder]);
    this.#reads = this.#writes.with(given.allowed);
  }

  /** Returns the folders that rules may read: the configuration's, named rules and root, and allowed ones. */
  readable({ rules, root }: { rules: readonly string[]; root?: string | undefined }): Boundary {
    const isNamed = (key: string) => this.configuration === undefined || this.#given.has(key);
    const named = isNamed("rules") ? rules.filter((path) => !areNamed(path)) : [];
    return this.#reads.with(
      [...named.map(folderOfRules), ...(root !== undefined && isNamed("root") ? [root] : [])],
      named.flatMap(siblingLibraries),
    );
  }

  /** Returns the configuration for the engine, which checks the files of the folder `root`. */
  file(root: string): ProjectConfig | undefined {
    const file = this.configuration?.over(root);
    return file === undefined ? undefined : { ...file, hasOtherRules: this.#given.has("rules") };
  }

  /** Returns the value of a key for one string, parsed by `read`; `given` if the option is named or no key is set. */
  one<T>(key: string, option: string, given: T, read: (text: string) => T): Chosen<T> {
    const [setting] = this.configuration?.of(key) ?? [];
    if (this.#given.has(option)) {
      return { value: given, from: { kind: "option", name: this.#given.flag(option) } };
    }
    return setting === undefined
      ? { value: given, from: { kind: "default" } }
      : { value: this.#read(setting, read), from: this.#origin(setting) };
  }

  /** Returns the values of a key for several, all from the option or all from the configuration. */
  all<T>(key: string, option: string, given: readonly T[], read: (text: string) => T): Chosen<T>[] {
    const settings = this.configuration?.of(key) ?? [];
    const isGiven = this.#given.has(option);
    if (isGiven || settings.length === 0) {
      const from: SettingOrigin = isGiven ? { kind: "option", name: this.#given.flag(option) } : { kind: "default" };
      return given.map((value) => ({ value, from }));
    }
    return settings.map((setting) => ({ value: this.#read(setting, read), from: this.#origin(setting) }));
  }

  /** Returns the settings of a key in the configuration, each with its origin, whatever the command line says. */
  only(key: string): { setting: Setting; from: SettingOrigin }[] {
    return (this.configuration?.of(key) ?? []).map((setting) => ({ setting, from: this.#origin(setting) }));
  }

  /** Returns the settings of the configuration for a key, as `assay config` shows them. */
  settingRows(key: string): SettingValue[] {
    return this.only(key).map(({ setting: { of, value }, from }) => ({ of, value, from }));
  }

  /** Returns the rule files: those of the command line, else those of the configuration. */
  rules(given: readonly string[]): Chosen<string>[] {
    return this.all("rules", "rules", given, (path) => (areNamed(path) ? path : this.#path(path)));
  }

  /** Returns the folder under check: that of the command line, or of the configuration, or else its own folder. */
  root(given: string | undefined): Chosen<string | undefined> {
    const { configuration } = this;
    const otherwise = given ?? configuration?.folder;
    const chosen = this.one<string | undefined>("root", "root", otherwise, (path) => this.#path(path));
    const isItsOwn = given === undefined && chosen.from.kind === "default" && configuration !== undefined;
    return isItsOwn ? { ...chosen, from: { kind: "config", place: configuration.file.path } } : chosen;
  }

  /** The folder that is checked if the command line names none; undefined without a configuration. */
  get ownRoot(): string | undefined {
    const [named] = this.configuration?.of("root") ?? [];
    return named === undefined ? this.configuration?.folder : this.configuration?.path(named.value);
  }

  /** Returns the file to read. Throws a {@link Refusal} if the configuration names one outside of its folders. */
  path(key: string, option: string, given: string | undefined): Chosen<string | undefined> {
    return this.one<string | undefined>(key, option, given, (path) => this.#path(path));
  }

  /** Returns the file to write, which `fileOf` may find in a folder. Throws a {@link Refusal} if it is outside. */
  output(
    key: string,
    option: string,
    given: string | undefined,
    fileOf: (path: string) => string = String,
  ): Chosen<string | undefined> {
    return this.one<string | undefined>(key, option, given, (path) => this.#output(path, `--${key} FILE`, fileOf));
  }

  /** Returns the setting `strict`: true if a rule without a reliable result makes a check incomplete. */
  strict(given: boolean): Chosen<boolean> {
    return this.one("strict", "strict", given, (text) => text === "true");
  }

  /** Returns the setting `fail_on`: the lowest severity at which a finding fails a check. */
  failOn(given: string): Chosen<string> {
    return this.one("fail_on", "failOn", given, (text) => text.toLowerCase());
  }

  format(given: readonly ReportTarget[]): Chosen<ReportTarget>[] {
    const before: ReportTarget[] = [];
    return this.all("format", "format", given, (text) => {
      const { format, file } = targetOf(text);
      before.push({ format, file: file === undefined ? undefined : this.#output(file, `--format ${format}=FILE`) });
      refuseDouble(before);
      return before.at(-1) as ReportTarget;
    });
  }

  /** Returns the paths that a key or its option names, to be read. */
  paths(key: string, option: string, given: readonly string[]): Chosen<string>[] {
    return this.all(key, option, given, (path) => this.#path(path));
  }

  /** Returns a path that the configuration names, to be read. */
  #path(value: string): string {
    const path = this.configuration?.path(value) ?? value;
    try {
      this.#reads.enter(path);
      return path;
    } catch (error) {
      const help = error instanceof OutsideError ? error.help : undefined;
      throw new Refusal(`\`${path}\` is not read: ${explain(error)}`, help);
    }
  }

  /** Returns a path that the configuration names, to be written; `otherwise` is the option that names one. */
  #output(value: string, otherwise: string, fileOf: (path: string) => string = String): string {
    const path = this.configuration?.path(value) ?? value;
    const refused = this.#writes.refusesOutput(fileOf(path));
    if (refused !== undefined) {
      throw new Refusal(
        `\`${path}\` cannot be written: ${refused.reason}`,
        `to write this file, name it on the command line: ${otherwise}`,
      );
    }
    return path;
  }

  #origin(setting: Setting): SettingOrigin {
    return { kind: "config", place: this.configuration?.place(setting) ?? "" };
  }

  /** Parses the value of a setting; an error is thrown with the place of the setting. */
  #read<T>(setting: Setting, read: (text: string) => T): T {
    try {
      return read(setting.value);
    } catch (error) {
      if (error instanceof Refusal) {
        throw new Refusal(`${this.configuration?.place(setting)}: ${error.message}`, error.help);
      }
      throw error;
    }
  }
}

/**
 * Returns the settings in force for the command line `given`; `core` loads the engine, which parses the configuration.
 * If no configuration applies, that of the folder `root` is used, as if the command were run there.
 *
 * @throws {Refusal} When the configuration cannot be used.
 */
export async function inForce(given: NamedOptions, core: () => Promise<Core>, root?: string): Promise<InForce> {
  const file = findConfiguration(given.config);
  if (file !== undefined) {
    return new InForce(given, readConfiguration(await core(), file));
  }
  const ofRoot = root === undefined ? undefined : configurationIn(root);
  if (ofRoot === undefined) {
    return new InForce(given, undefined);
  }
  // The folder on the command line is the project here, so its configuration names the folder to check.
  return new InForce(given.without("root"), readConfiguration(await core(), ofRoot));
}
