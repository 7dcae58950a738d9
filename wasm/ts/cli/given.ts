/** Which options the command line names, and which are only what they are without being named. */

import type { Command as Commander, Option } from "commander";
import { refuseMissingFolders } from "./boundary.js";

/** What was named on a command line. */
export class Given {
  /** The configuration file that it names. */
  readonly config: string | undefined;
  /** The folders that it allows rules and the configuration to read, besides their own. */
  readonly allowed: readonly string[];
  readonly #flags: ReadonlyMap<string, string>;

  /** A command line with these arguments and options, by their names in code, as they are written there. */
  constructor(flags: ReadonlyMap<string, string>, config: string | undefined, allowed: readonly string[] = []) {
    this.#flags = flags;
    this.config = config;
    this.allowed = allowed;
  }

  /** The same command line, as if an option or argument were not named. */
  without(name: string): Given {
    return new Given(new Map([...this.#flags].filter(([flag]) => flag !== name)), this.config, this.allowed);
  }

  /** Whether an option or argument is named. */
  has(name: string): boolean {
    return this.#flags.has(name);
  }

  /** An option as it is written: `--fail-on`. */
  flag(name: string): string {
    return this.#flags.get(name) ?? name;
  }
}

/** What `command` is asked for where options that take something ask for nothing: `--no-baseline`, `--no-cache`. */
export function withoutRefused<T extends object>(options: T, command: Commander): T {
  const taking = new Set(command.options.filter(({ required }) => required).map((option) => option.attributeName()));
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== false || !taking.has(name)),
  ) as T;
}

/**
 * What stood on the command line of `command`; `positional` are its arguments that may be missing, by the name of the option
 * that they stand for.
 */
export function givenTo(command: Commander, positional: Readonly<Record<string, unknown>> = {}): Given {
  // Of `--strict` and `--no-strict`, the one that was said last.
  const isSaid = (option: Option) => (command.getOptionValue(option.attributeName()) === false) === option.negate;
  const named = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === "cli" && isSaid(option),
  );
  const flags = new Map(named.map((option) => [option.attributeName(), option.long ?? option.flags]));
  for (const [name, value] of Object.entries(positional)) {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) {
      flags.set(name, name.toUpperCase());
    }
  }
  const { config, allowPath = [] } = command.opts<{ config?: string; allowPath?: string[] }>();
  refuseMissingFolders(allowPath);
  return new Given(flags, config, allowPath);
}
