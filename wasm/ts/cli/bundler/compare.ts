/** `compare`: makes lists from other lists in steps, for one platform after the other. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { AssayError } from "../../errors.js";
import type { AssetList } from "../../systems/asset-list/asset-list.js";
import type { AssetOutput } from "../../systems/asset-list/asset-lists.js";
import { isVariable } from "../../systems/asset-list/asset-operations.js";
import type { PlanStep } from "../../types.js";
import { pathsOf } from "../asset-list/lists.js";
import { type AlignStep, align, countOf } from "./align.js";
import type { Arguments } from "./arguments.js";
import { optionalOne } from "./checks.js";
import { FileNames } from "./file-names.js";
import { UsageError } from "./output.js";
import { readRules } from "./rules-file.js";
import type { BundlerSession } from "./session.js";
import { operationsOf } from "./steps.js";

/** Runs the steps for every platform. A failure for one platform does not stop the work for other platforms. */
export async function compare(given: Arguments, session: BundlerSession): Promise<void> {
  const steps = stepsOf(given, session);
  for (const platform of session.platforms) {
    session.out.print(`Running Compare command for the ${platform} platform...`);
    const files = new FileNames(platform, session.known);
    const aligned = align(steps, given).map((step) => named(step, files));
    refuseNothing(aligned, given);
    await session.continueAfterError(() => new PlatformComparison(aligned, files, given, session).run());
  }
}

/** Returns the steps of the file, followed by those of the command line. */
function stepsOf(given: Arguments, { lists }: BundlerSession): AlignStep[] {
  const file = optionalOne(given, "comparisonRulesFile");
  const own = operationsOf(given).map((operation): AlignStep => ({ ...operation, first: "", second: "", output: "" }));
  const isCount = countOf(given) !== undefined;
  if (isCount && given.values("output").length > 1) {
    throw new UsageError(
      'Invalid command: "--output" must have either be 0 or 1 value for compare operation of type ( intersectioncount ).',
    );
  }
  return [...(file === undefined ? [] : readRules(lists, resolve(file))), ...own];
}

function named(step: AlignStep, files: FileNames): AlignStep {
  const { first, second, output, lists } = step;
  const named: AlignStep = { ...step, first: files.of(first), second: files.of(second), output: files.of(output) };
  return lists === undefined ? named : { ...named, lists: lists.map((name) => files.of(name)) };
}

/** Throws if no result of the steps would be saved or printed. */
function refuseNothing(steps: readonly AlignStep[], given: Arguments): void {
  const isSaved = steps.some(({ output }) => output !== "" && !isVariable(output));
  if (steps.length > 0 && !isSaved && !given.has("print")) {
    throw new UsageError(
      'Invalid command: The result would not be saved, because no "--output" names a file. Name a file, or use "--print" to see the result.',
    );
  }
}

/** Runs the steps for one platform, and keeps their results. */
class PlatformComparison {
  readonly #steps: readonly AlignStep[];
  readonly #files: FileNames;
  readonly #given: Arguments;
  readonly #session: BundlerSession;
  readonly #results = new Map<string, AssetList>();

  constructor(steps: readonly AlignStep[], files: FileNames, given: Arguments, session: BundlerSession) {
    this.#steps = steps;
    this.#files = files;
    this.#given = given;
    this.#session = session;
  }

  /** Runs the steps, prints the requested results, and writes the lists. */
  async run(): Promise<void> {
    const { out } = this.#session;
    const last = this.#compare();
    const printed = this.#given.values("print").map((value) => this.#named(value));
    // Without names, AssetBundlerBatch means to print the last result before it is saved.
    if (this.#given.has("print") && printed.length === 0) {
      this.#print(this.#steps.at(-1)?.output ?? "", last);
    }
    const files = [...this.#results].filter(([name]) => !isVariable(name));
    if (files.length > 0) {
      this.#session.refuseOverwrites(files.map(([name]) => name));
      out.print("Saving results of comparison operation...");
      await this.#save(files);
      out.print("Save successful!");
    }
    for (const [name, list] of printed) {
      this.#print(name, list);
    }
  }

  /** Runs the steps, keeps their results by name, and returns the result of the last step. */
  #compare(): AssetList {
    const steps = this.#steps.map(planned);
    let last: AssetList | undefined;
    for (const { name, list } of this.#runPlan(steps)) {
      last = list;
      if (name !== NOWHERE) {
        this.#results.set(name, list);
      }
    }
    return last as AssetList;
  }

  /** Runs the steps; an error of the engine is thrown with the message of this command. */
  #runPlan(steps: readonly PlanStep[]): AssetOutput[] {
    try {
      // Results without entries are reported when they are saved.
      return this.#session.lists.engine.run(steps, (path) => this.#file(path), { allowEmptyResults: true });
    } catch (error) {
      const message = error instanceof AssayError ? MESSAGES[error.code]?.(error) : undefined;
      throw message === undefined ? error : new UsageError(message);
    }
  }

  #file(path: string): AssetList {
    if (!existsSync(path)) {
      throw new UsageError(`File ( ${path} ) does not exists on disk.`);
    }
    return this.#session.read(path);
  }

  async #save(files: readonly (readonly [string, AssetList])[]): Promise<void> {
    for (const [path, list] of files) {
      const failure = `Failed to save result of comparison operation for file ${path}.`;
      if (list.length === 0) {
        throw new UsageError(`${failure} The result does not contain any assets.`);
      }
      if (!path.toLowerCase().endsWith("assetlist")) {
        throw new UsageError(`${failure} The name of an asset list must end in ( .assetlist ).`);
      }
    }
    const outputs = files.map(([path, list]) => ({ path, parts: list.write("xml") }));
    const paths = files.map(([path]) => path).join(", ");
    await this.#session.save(outputs, `Failed to save result of comparison operation for file ${paths}.`);
  }

  /** Returns a result by the name of its output, as given or as it is for the platform. */
  #named(value: string): [string, AssetList] {
    for (const name of [isVariable(value) ? value : this.#files.asGiven(value), this.#files.of(value)]) {
      const list = this.#results.get(name);
      if (list !== undefined) {
        return [name, list];
      }
    }
    const known = [...this.#results.keys()].join(", ");
    throw new UsageError(`There is no result ( ${value} ) to print. The results are ( ${known} ).`);
  }

  /** Prints the paths in a list; prints nothing for a list without entries. */
  #print(name: string, list: AssetList): void {
    if (list.length === 0) {
      return;
    }
    const { out } = this.#session;
    const result = name === "" ? "the comparison result" : `the comparison result ${name}`;
    out.print(`Printing assets from ${result}.`, "-".repeat(42));
    for (const path of pathsOf(list)) {
      out.print(`- ${path}`);
    }
    out.print(`Total number of assets (${list.length}).`, "-".repeat(27));
  }
}

/** The name of a result that is not stored. As an argument, `$` keeps another value, so no step can use it. */
const NOWHERE = "$";

const COUNT_IN_SERIES = "Invalid comparison type ( intersectioncount ) specified.";

/** Returns a step with only the fields that the engine accepts for its type. */
function planned({ op, pattern, patternType, first, second, lists, count, output }: AlignStep): PlanStep {
  const step = { op, output: output || NOWHERE };
  switch (op) {
    case "filepattern":
      if (pattern === undefined || pattern === "" || patternType === undefined) {
        throw new UsageError("Invalid Comparison Step: wildcard File Pattern value cannot be empty.");
      }
      return { ...step, first: required(first, "first"), pattern, patternType };
    case "intersectioncount":
      if (count === undefined || lists === undefined) {
        throw new UsageError(COUNT_IN_SERIES);
      }
      return { ...step, lists: lists.map((name) => required(name, "first")), count };
    default:
      return { ...step, first: required(first, "first"), second: required(second, "second") };
  }
}

function required(name: string, which: string): string {
  if (name === "") {
    throw new UsageError(`File path for the ${which} asset file info list is empty.`);
  }
  return name;
}

/** The messages for errors that end the steps, by error code, in the words of AssetBundlerBatch if it has any. */
const MESSAGES: Readonly<Record<string, (error: AssayError) => string>> = {
  "plan-no-steps": () => "Comparison failed: no Comparison Steps were provided.",
  "plan-count-in-series": () => COUNT_IN_SERIES,
  "plan-unknown-variable": ({ path }) => `Failed to find AssetFileInfoList that matches the TAG ( ${path} ).`,
  "plan-empty-input": ({ path }) => `File ( ${path} ) does not contain any assets.`,
  "plan-not-written-yet": ({ path }) =>
    `File ( ${path} ) is written after all steps, so no step can read it. To use a result in a later step, write a ` +
    "variable such as ( $result ) in both steps.",
  "plan-written-twice": ({ path }) =>
    `File ( ${path} ) is the output of two Comparison Steps, but it can contain only one result.`,
  "plan-pattern": ({ message }) => `Invalid Comparison Step: ${message}.`,
};
