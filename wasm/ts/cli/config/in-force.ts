/**
 * What is in force: what the command line says, else the configuration, else what a command does without being told.
 *
 * `assay config` asks as the other commands do, so that it shows just what they take.
 */

import type { ProjectConfig } from "../../api.js";
import type { Core } from "../../core.js";
import type { Setting } from "../../types.js";
import type { Given } from "../given.js";
import { Refusal } from "../refusal.js";
import { refuseDouble, type Target, targetOf } from "../reports.js";
import { type Configuration, findConfiguration, readConfiguration } from "./file.js";

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

  /** What `given` on the command line says over `configuration`. */
  constructor(given: Given, configuration: Configuration | undefined) {
    this.#given = given;
    this.configuration = configuration;
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
    return named === undefined ? this.configuration?.folder : this.#path(named.value);
  }

  /** A path that a key may name. */
  path(key: string, option: string, given: string | undefined): Chosen<string | undefined> {
    return this.one<string | undefined>(key, option, given, (path) => this.#path(path));
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
      before.push({ format, file: file === undefined ? undefined : this.#path(file) });
      refuseDouble(before);
      return before.at(-1) as Target;
    });
  }

  #path(value: string): string {
    return this.configuration?.path(value) ?? value;
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
 * What is in force where `given` stands on the command line; `core` reads the configuration, if there is one.
 *
 * @throws {Refusal} When the configuration cannot be used.
 */
export async function inForce(given: Given, core: () => Promise<Core>): Promise<InForce> {
  const file = findConfiguration(given.config);
  return new InForce(given, file === undefined ? undefined : readConfiguration(await core(), file));
}
