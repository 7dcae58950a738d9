/** `assay bundler`: the list commands of AssetBundlerBatch, with its arguments, messages and exit codes. */

import { AssayError } from "../../errors.js";
import { Lists } from "../asset-list/lists.js";
import type { Engine } from "../engine.js";
import { Refusal } from "../refusal.js";
import { Arguments } from "./arguments.js";
import { assetLists } from "./asset-lists.js";
import { refuseContinuations, refuseUnknown } from "./checks.js";
import { compare } from "./compare.js";
import { comparisonRules } from "./comparison-rules.js";
import { helpOf } from "./help.js";
import { BundlerOutput, UsageError } from "./output.js";
import { seeds } from "./seeds.js";
import { BundlerSession } from "./session.js";
import { ELSEWHERE, SUB_COMMANDS, type SubCommand } from "./sub-commands.js";

/** The exit codes: everything was done, or something was not. */
const DONE = 0;
const NOT_DONE = 1;

/** Runs the sub-command that the words name, and returns the exit code. */
export async function bundler(line: readonly string[], engine: Engine): Promise<number> {
  const out = new BundlerOutput();
  let code = NOT_DONE;
  try {
    code = await answer(line, out, engine);
  } finally {
    await out.flush();
  }
  return out.isWrittenOut ? code : NOT_DONE;
}

async function answer(line: readonly string[], out: BundlerOutput, engine: Engine): Promise<number> {
  const given = new Arguments(line);
  const asksHelp = given.has("help") || given.has("h");
  let command: SubCommand | undefined;
  try {
    // Help is printed for any line that contains its option.
    if (!asksHelp) {
      refuseContinuations(line);
    }
    command = subCommand(given, asksHelp);
    if (command === undefined || asksHelp) {
      out.printText(helpOf(command).trimEnd());
      return DONE;
    }
    refuseUnknown(given, command);
    const lists = await Lists.load(engine, (warning) => out.warn(warning));
    const session = new BundlerSession(command, given, out, lists);
    await perform(command, given, session);
    return session.hasFailed ? NOT_DONE : DONE;
  } catch (error) {
    reportFailure(error, command, out);
    return NOT_DONE;
  }
}

/** Returns the sub-command that is named. If help is requested, the name may be invalid or missing. */
function subCommand({ words }: Arguments, asksHelp: boolean): SubCommand | undefined {
  const [name, surplus] = words;
  const found = SUB_COMMANDS.find((command) => command.name.toLowerCase() === name?.toLowerCase());
  if (asksHelp) {
    return found;
  }
  if (name === undefined) {
    throw new UsageError('Invalid command: Must provide a sub-command (ex: "seeds").', true);
  }
  if (surplus !== undefined) {
    throw new UsageError(
      "Invalid command: Cannot perform more than one sub-command operation at once. " +
        `Found ( ${words.join(", ")} ); a pattern must be in quotes, so that the shell does not replace it with names of files.`,
    );
  }
  if (found === undefined) {
    throw new UsageError(`( ${name} ) is not a valid sub-command${hintFor(name)}`, true);
  }
  return found;
}

function hintFor(name: string): string {
  if (name.toLowerCase() === "intersectioncount") {
    return ". It is a type: compare --comparisonType intersectionCount --intersectionCount N";
  }
  return ELSEWHERE.some((other) => other.toLowerCase() === name.toLowerCase())
    ? ": assay makes lists of assets, but does not make bundles"
    : "";
}

function perform({ name }: SubCommand, given: Arguments, session: BundlerSession): Promise<void> {
  switch (name) {
    case "seeds":
      return seeds(given, session);
    case "assetLists":
      return assetLists(given, session);
    case "compare":
      return compare(given, session);
    default:
      return comparisonRules(given, session);
  }
}

/** Prints the error that ended the command. Throws unexpected errors again. */
function reportFailure(error: unknown, command: SubCommand | undefined, out: BundlerOutput): void {
  if (error instanceof UsageError) {
    out.error(error.message);
    if (error.showHelp) {
      out.printText(`\n${helpOf(command).trimEnd()}`);
    }
  } else if (error instanceof Refusal || error instanceof AssayError) {
    out.error(`${error.message}.`);
  } else {
    throw error;
  }
}
