/** `comparisonRules`: changes a file of steps. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isVariable } from "../../systems/asset-list/asset-operations.js";
import type { AlignStep } from "./align.js";
import type { Arguments } from "./arguments.js";
import { oneValue, requireOne } from "./checks.js";
import { added, type Change, edited, moved, removed } from "./edit.js";
import { UsageError } from "./output.js";
import { readRules } from "./rules-file.js";
import type { BundlerSession } from "./session.js";
import { operationsOf, patternTypeOf, type StepOperation, typeOf } from "./steps.js";

/** The arguments that change the file; a command can have only one of them. */
const ACTIONS = ["addComparison", "removeComparison", "moveComparison", "editComparison"] as const;

/** The arguments that set the properties of a step. */
const DETAILS = ["comparisonType", "filePatternType", "filePattern", "tokenName", "firstInput", "secondInput"] as const;

type Edit = (steps: readonly AlignStep[]) => AlignStep[];

/** Changes the file, prints it and writes it. */
export async function comparisonRules(given: Arguments, session: BundlerSession): Promise<void> {
  const { out, lists } = session;
  const file = resolve(requireOne(given, "comparisonRulesFile", "comparisonRules"));
  const edit = editOf(given);
  // A file that is only printed must exist.
  const before = edit === undefined || existsSync(file) ? readRules(lists, file) : [];
  const steps = edit === undefined ? before : edit(before);
  if (given.has("print")) {
    print(steps, file, session);
  }
  if (edit !== undefined) {
    out.print(`Saving Comparison Rules file to ( ${file} )...`);
    await session.save(
      [{ path: file, parts: [lists.engine.writePlan(steps, "xml")] }],
      `Failed to save Comparison Rules file ( ${file} ).`,
    );
    out.print("Save successful!");
  }
}

function editOf(given: Arguments): Edit | undefined {
  const actions = ACTIONS.filter((name) => given.has(name));
  const [action] = actions;
  if (actions.length > 1) {
    const names = ACTIONS.map((name) => `"--${name}"`).join(", ");
    throw new UsageError(`Invalid command: Only one of the following args may be used in a single command: ${names}.`);
  }
  const detail = DETAILS.find((name) => given.has(name));
  if (detail !== undefined && action !== "addComparison" && action !== "editComparison") {
    throw new UsageError(
      `Invalid command: "--${detail}" cannot be used without one of the following operations: ` +
        '"--addComparison", "--editComparison".',
    );
  }
  switch (action) {
    case "addComparison":
      return addition(given);
    case "removeComparison": {
      const line = oneLine(given, action);
      return (steps) => removed(steps, line);
    }
    case "moveComparison": {
      const [from, to] = lines(given, action, 2);
      return (steps) => moved(steps, from ?? 0, to ?? 0);
    }
    case "editComparison": {
      const line = oneLine(given, action);
      const change = changeOf(given);
      return (steps) => edited(steps, line, change);
    }
    case undefined:
      return undefined;
  }
}

function addition(given: Arguments): Edit {
  const operations = operationsOf(given);
  if (operations.length === 0) {
    throw new UsageError('Invalid command: "--addComparison" needs a "--comparisonType".');
  }
  refuseCount(operations);
  const names = given.values("tokenName");
  if (names.length > 0 && names.length !== operations.length) {
    throw new UsageError(
      `Number of comparisonTypes ( ${operations.length} ) and tokenNames ( ${names.length} ) must match. Token values can ` +
        'always be edited later using the "--editComparison" and "--tokenName" args.',
    );
  }
  const [first, second] = inputs(given);
  if (operations.length > 1 && (first ?? second) !== undefined) {
    throw new UsageError(
      'Invalid command: the "--firstInput" and "--secondInput" args can only operate on one Comparison Step at a time.',
    );
  }
  const steps = operations.map((operation, number): AlignStep => {
    const other = operation.op === "filepattern" ? "" : (second ?? "");
    return { ...operation, first: first ?? "", second: other, output: variable(names[number] ?? "") };
  });
  const [line] = given.values("addComparison").length === 0 ? [] : lines(given, "addComparison", 1);
  return (before) => added(before, line, steps);
}

function changeOf(given: Arguments): Change {
  if (!DETAILS.some((name) => given.has(name))) {
    throw new UsageError('Invalid command: "--editComparison" needs at least one arg with a new value.');
  }
  const type = oneValue(given, "comparisonType");
  const patternType = oneValue(given, "filePatternType");
  const output = oneValue(given, "tokenName");
  const [first, second] = inputs(given);
  const change: Change = {
    op: type === undefined ? undefined : typeOf(type),
    patternType: patternType === undefined ? undefined : patternTypeOf(patternType),
    pattern: oneValue(given, "filePattern"),
    output: output && variable(output),
    first,
    second,
  };
  refuseCount(change.op === undefined ? [] : [{ op: change.op }]);
  return change;
}

function inputs(given: Arguments): (string | undefined)[] {
  return ["firstInput", "secondInput"].map((name) => {
    const value = oneValue(given, name);
    return value && inputVariable(name, value);
  });
}

/** Returns a variable by its name, with or without the `$`; an empty name stays empty. */
function variable(name: string): string {
  return name === "" || isVariable(name) ? name : `$${name}`;
}

/** Returns the variable that an argument names as an input of a step. A file of steps cannot contain paths. */
function inputVariable(argument: string, name: string): string {
  if (/[./\\]/.test(name)) {
    throw new UsageError(
      `Invalid command: the "--${argument}" arg only accepts Tokens as inputs. Paths are not valid inputs.`,
    );
  }
  return variable(name);
}

function refuseCount(operations: readonly StepOperation[]): void {
  if (operations.some(({ op }) => op === "intersectioncount")) {
    throw new UsageError(
      "Adding compare operation ( intersectioncount ) to comparison rule file is not supported currently.",
    );
  }
}

function oneLine(given: Arguments, name: string): number {
  return lines(given, name, 1)[0] ?? 0;
}

/** Returns the line numbers in the value of an argument. */
function lines(given: Arguments, name: string, expected: number): number[] {
  const values = given.values(name);
  if (values.length !== expected || !values.every((value) => /^\d{1,9}$/.test(value))) {
    const what = expected === 1 ? "one line number" : `${expected} line numbers`;
    throw new UsageError(`Invalid command: "--${name}" requires exactly ${what}, counted from 0.`);
  }
  return values.map(Number);
}

/** Prints the steps as AssetBundlerBatch does. */
function print(steps: readonly AlignStep[], file: string, { out }: BundlerSession): void {
  const input = (name: string) => (name === "" ? "[input at runtime]" : name);
  const margin = " ".repeat(14);
  out.print("", `Contents of: ${file}`, "");
  for (const [number, { op, pattern, patternType, first, second, output }] of steps.entries()) {
    const start = `${String(number).padEnd(10)} ${op.padEnd(15)} (${input(first)}`;
    if (pattern === undefined) {
      out.print(`${start}, ${input(second)} )`);
    } else {
      out.print(`${start})`, `${margin} ${patternType}    "${pattern}"`);
    }
    out.print(`${margin} Output Token: ${output === "" ? "[No Token Set]" : output}`);
  }
  out.print("");
}
