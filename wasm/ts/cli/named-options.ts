/** Distinguishes the options that the command line names from those that have their default values. */

import type { Command as Commander, Option } from "commander";
import { refuseMissingFolders } from "./boundary.js";

/** The options and arguments that a command line names. */
export class NamedOptions {
  /** The configuration file that the command line names. */
  readonly config: string | undefined;
  /** The folders that the command line allows rules and the configuration to read, besides their own. */
  readonly allowed: readonly string[];
  readonly #flags: ReadonlyMap<string, string>;

  /** Creates the record of these arguments and options: their names in code, and as they are written. */
  constructor(flags: ReadonlyMap<string, string>, config: string | undefined, allowed: readonly string[] = []) {
    this.#flags = flags;
    this.config = config;
    this.allowed = allowed;
  }

  /** Returns a copy in which an option or argument is not named. */
  without(name: string): NamedOptions {
    return new NamedOptions(new Map([...this.#flags].filter(([flag]) => flag !== name)), this.config, this.allowed);
  }

  /** Returns a copy with the configuration file `config`, unless the command line names one. */
  or(config: string | undefined): NamedOptions {
    return new NamedOptions(this.#flags, this.config ?? config, this.allowed);
  }

  /** Returns true if an option or argument is named. */
  has(name: string): boolean {
    return this.#flags.has(name);
  }

  /** Returns the named options other than `known`, as they are written. */
  others(known: ReadonlySet<string>): string[] {
    return [...this.#flags].flatMap(([name, flag]) => (known.has(name) ? [] : [flag]));
  }

  /** Returns an option as it is written: `--fail-on`. */
  flag(name: string): string {
    return this.#flags.get(name) ?? name;
  }
}

/** Returns `options` without those that take a value and were negated: `--no-baseline`, `--no-cache`. */
export function withoutNegated<T extends object>(options: T, command: Commander): T {
  const taking = new Set(command.options.filter(({ required }) => required).map((option) => option.attributeName()));
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== false || !taking.has(name)),
  ) as T;
}

/** Returns what is named; `positional` has optional arguments by the names of the options they replace. */
export function namedOptionsOf(command: Commander, positional: Readonly<Record<string, unknown>> = {}): NamedOptions {
  // Of `--strict` and `--no-strict`, the last one counts.
  const isNamed = (option: Option) => (command.getOptionValue(option.attributeName()) === false) === option.negate;
  const named = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === "cli" && isNamed(option),
  );
  const flags = new Map(named.map((option) => [option.attributeName(), option.long ?? option.flags]));
  for (const [name, value] of Object.entries(positional)) {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) {
      // The help shows arguments in capitals.
      flags.set(name, name.toUpperCase());
    }
  }
  const { config, allowPath = [] } = command.opts<{ config?: string; allowPath?: string[] }>();
  refuseMissingFolders(allowPath);
  return new NamedOptions(flags, config, allowPath);
}
