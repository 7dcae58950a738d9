/**
 * What is in force: what the command line says, else the configuration, else what a command does without being told.
 *
 * `assay config` asks as the other commands do, so that it shows just what they take.
 */

import type { ProjectConfig } from "../../api.js";
import type { Core } from "../../core.js";
import { explain } from "../../node/explain.js";
import type { Setting } from "../../types.js";
import { Boundary, folderOfRules, librariesBeside, OutsideError } from "../boundary.js";
import type { Given } from "../given.js";
import { Refusal } from "../refusal.js";
import { refuseDouble, type Target, targetOf } from "../reports.js";
import { type Configuration, configurationIn, findConfiguration, readConfiguration } from "./file.js";

/** Where a value comes from: a place in the configuration, an option, or nobody said anything. */
export type Origin = { kind: "config"; place: string } | { kind: "option"; name: string } | { kind: "default" };

/** An origin in words. */
export function told(from: Origin): string {
  switch (from.kind) {
    case "config":
      return from.place;
    case "option":
      return from.name;
    case "default":
      return "default";
  }
}

/** What says something, as whoever takes it back looks for it: an option by its name, a key of the configuration with its place. */
export function sayingOf(key: string, from: Origin): string {
  return from.kind === "config" ? `\`${key}\` at ${from.place}` : `\`${told(from)}\``;
}

/** A value, and where it comes from. */
export interface Chosen<T> {
  value: T;
  from: Origin;
}

/** What the command line and a configuration say together. */
export class InForce {
  /** The configuration; nothing where there is none. */
  readonly configuration: Configuration | undefined;
  readonly #given: Given;
  /** What the configuration may have read, and what it may have written. */
  readonly #reads: Boundary;
  readonly #writes: Boundary;

  /** What `given` on the command line says over `configuration`. */
  constructor(given: Given, configuration: Configuration | undefined) {
    this.#given = given;
    this.configuration = configuration;
    this.#writes = new Boundary(configuration === undefined ? [] : [configuration.folder]);
    this.#reads = this.#writes.with(given.allowed);
  }

  /**
   * The folders that rules may read: that of the configuration, those of the rules and of the root that the command line names,
   * and those that it allows.
   */
  readable({ rules, root }: { rules: readonly string[]; root?: string | undefined }): Boundary {
    const isNamed = (key: string) => this.configuration === undefined || this.#given.has(key);
    const named = isNamed("rules") ? rules : [];
    return this.#reads.with(
      [...named.map(folderOfRules), ...(root !== undefined && isNamed("root") ? [root] : [])],
      named.flatMap(librariesBeside),
    );
  }

  /** The configuration for the engine, which looks at the files of the folder `root`. */
  file(root: string): ProjectConfig | undefined {
    return this.configuration?.over(root);
  }

  /** The value of a key that takes one text, read by `read`; `given` when only that, or nobody, says anything. */
  one<T>(key: string, option: string, given: T, read: (text: string) => T): Chosen<T> {
    const [setting] = this.configuration?.of(key) ?? [];
    if (this.#given.has(option)) {
      return { value: given, from: { kind: "option", name: this.#given.flag(option) } };
    }
    return setting === undefined
      ? { value: given, from: { kind: "default" } }
      : { value: this.#read(setting, read), from: this.#origin(setting) };
  }

  /** The values of a key that takes several, each with where it comes from: those of one origin only. */
  all<T>(key: string, option: string, given: readonly T[], read: (text: string) => T): Chosen<T>[] {
    const settings = this.configuration?.of(key) ?? [];
    const isGiven = this.#given.has(option);
    if (isGiven || settings.length === 0) {
      const from: Origin = isGiven ? { kind: "option", name: this.#given.flag(option) } : { kind: "default" };
      return given.map((value) => ({ value, from }));
    }
    return settings.map((setting) => ({ value: this.#read(setting, read), from: this.#origin(setting) }));
  }

  /** What the configuration alone can say. */
  only(key: string): { setting: Setting; from: Origin }[] {
    return (this.configuration?.of(key) ?? []).map((setting) => ({ setting, from: this.#origin(setting) }));
  }

  /** The rule files: those of the command line, else those of the configuration. */
  rules(given: readonly string[]): Chosen<string>[] {
    return this.all("rules", "rules", given, (path) => this.#path(path));
  }

  /** The folder under check: that of the command line, else that of the configuration, which is its own unless it says so. */
  root(given: string | undefined): Chosen<string | undefined> {
    const { configuration } = this;
    const otherwise = given ?? configuration?.folder;
    const chosen = this.one<string | undefined>("root", "root", otherwise, (path) => this.#path(path));
    const isItsOwn = given === undefined && chosen.from.kind === "default" && configuration !== undefined;
    return isItsOwn ? { ...chosen, from: { kind: "config", place: configuration.file.path } } : chosen;
  }

  /** The folder that is checked where the command line names none; nothing where there is no configuration. */
  get ownRoot(): string | undefined {
    const [named] = this.configuration?.of("root") ?? [];
    return named === undefined ? this.configuration?.folder : this.configuration?.path(named.value);
  }

  /**
   * A file that a key may name.
   *
   * @throws {Refusal} When the configuration names one outside of the folders that it may read.
   */
  path(key: string, option: string, given: string | undefined): Chosen<string | undefined> {
    return this.one<string | undefined>(key, option, given, (path) => this.#path(path));
  }

  /**
   * A file that a key may name, and that is written: the file of a folder where `fileOf` says so.
   *
   * @throws {Refusal} When the configuration names one outside of its folder.
   */
  output(
    key: string,
    option: string,
    given: string | undefined,
    fileOf: (path: string) => string = String,
  ): Chosen<string | undefined> {
    return this.one<string | undefined>(key, option, given, (path) => this.#output(path, `--${key} FILE`, fileOf));
  }

  /** Whether a rule that had nothing to check, or cannot tell right from wrong, makes a check incomplete. */
  strict(given: boolean): Chosen<boolean> {
    return this.one("strict", "strict", given, (text) => text === "true");
  }

  /** The reports to write. */
  format(given: readonly Target[]): Chosen<Target>[] {
    const before: Target[] = [];
    return this.all("format", "format", given, (text) => {
      const { format, file } = targetOf(text);
      before.push({ format, file: file === undefined ? undefined : this.#output(file, `--format ${format}=FILE`) });
      refuseDouble(before);
      return before.at(-1) as Target;
    });
  }

  /** Paths that a key names, to be read. */
  paths(key: string, option: string, given: readonly string[]): Chosen<string>[] {
    return this.all(key, option, given, (path) => this.#path(path));
  }

  /** A path that the configuration names, to be read. */
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

  /** A path that the configuration names, to be written; `otherwise` is how the command line names one. */
  #output(value: string, otherwise: string, fileOf: (path: string) => string = String): string {
    const path = this.configuration?.path(value) ?? value;
    const refused = this.#writes.refusesOutput(fileOf(path));
    if (refused !== undefined) {
      throw new Refusal(
        `\`${path}\` is not written: ${refused.reason}`,
        `if it is to be written, name it on the command line: ${otherwise}`,
      );
    }
    return path;
  }

  #origin(setting: Setting): Origin {
    return { kind: "config", place: this.configuration?.place(setting) ?? "" };
  }

  /** Reads a value; what is wrong with it is told at its place. */
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
 * What is in force where `given` stands on the command line; `core` reads the configuration, if there is one. Where none applies,
 * that in the folder `root` does, which the command line names: as if the command were run there.
 *
 * @throws {Refusal} When the configuration cannot be used.
 */
export async function inForce(given: Given, core: () => Promise<Core>, root?: string): Promise<InForce> {
  const file = findConfiguration(given.config);
  if (file !== undefined) {
    return new InForce(given, readConfiguration(await core(), file));
  }
  const ofRoot = root === undefined ? undefined : configurationIn(root);
  if (ofRoot === undefined) {
    return new InForce(given, undefined);
  }
  return new InForce(given.without("root"), readConfiguration(await core(), ofRoot));
}
