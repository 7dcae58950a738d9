/** `assay bundler`: the list commands of AssetBundlerBatch, with its arguments, messages and exit codes. */

import { AssayError } from "../../errors.js";
import type { Engine } from "../engine.js";
import { Refusal } from "../refusal.js";
import { Arguments } from "./arguments.js";
import { assetLists } from "./asset-lists.js";
import { refuseContinuations, refuseUnknown } from "./checks.js";
import { compare } from "./compare.js";
import { comparisonRules } from "./comparison-rules.js";
import { helpOf } from "./help.js";
import { Mistake, Voice } from "./say.js";
import { seeds } from "./seeds.js";
import { BundlerSession } from "./session.js";
import { ELSEWHERE, SUB_COMMANDS, type SubCommand } from "./sub-commands.js";

/** The exit codes: everything was done, or something was not. */
const DONE = 0;
const NOT_DONE = 1;

/** Runs the sub-command that the words name, and returns the exit code. */
export async function bundler(line: readonly string[], engine: Engine): Promise<number> {
  const voice = new Voice();
  let code = NOT_DONE;
  try {
    code = await answer(line, voice, engine);
  } finally {
    await voice.flush();
  }
  return voice.isHeard ? code : NOT_DONE;
}

async function answer(line: readonly string[], voice: Voice, engine: Engine): Promise<number> {
  const given = new Arguments(line);
  const asksHelp = given.has("help") || given.has("h");
  let command: SubCommand | undefined;
  try {
    if (!asksHelp) {
      refuseContinuations(line);
    }
    command = subCommand(given, asksHelp);
    if (command === undefined || asksHelp) {
      voice.sayText(helpOf(command).trimEnd());
      return DONE;
    }
    refuseUnknown(given, command);
    const session = await BundlerSession.open(command, given, voice, engine);
    await perform(command, given, session);
    return session.hasFailed ? NOT_DONE : DONE;
  } catch (error) {
    tell(error, command, voice);
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
    throw new Mistake('Invalid command: Must provide a sub-command (ex: "seeds").', true);
  }
  if (surplus !== undefined) {
    throw new Mistake(
      "Invalid command: Cannot perform more than one sub-command operation at once. " +
        `Found ( ${words.join(", ")} ); a pattern must stand in quotes, or the shell may replace it by names of files.`,
    );
  }
  if (found === undefined) {
    throw new Mistake(`( ${name} ) is not a valid sub-command${hintFor(name)}`, true);
  }
  return found;
}

function hintFor(name: string): string {
  if (name.toLowerCase() === "intersectioncount") {
    return ". It is a type: compare --comparisonType intersectionCount --intersectionCount N";
  }
  return ELSEWHERE.some((other) => other.toLowerCase() === name.toLowerCase())
    ? " here: assay makes lists of assets, and no bundles"
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
function tell(error: unknown, command: SubCommand | undefined, voice: Voice): void {
  if (error instanceof Mistake) {
    voice.error(error.message);
    if (error.showHelp) {
      voice.sayText(`\n${helpOf(command).trimEnd()}`);
    }
  } else if (error instanceof Refusal || error instanceof AssayError) {
    voice.error(`${error.message}.`);
  } else {
    throw error;
  }
}
