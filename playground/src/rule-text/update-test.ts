/** Updates a test in a rule file, so that it expects the present findings. */

import type { SyntaxNode } from "@lezer/common";
import { type Running, type TestResult, test } from "../engine.ts";
import type { Project } from "../project.ts";
import { type Expected, expectLines, expectList } from "./add-test.ts";
import { indentOf, inserted } from "./insert.ts";
import { entryValue, keyOf, pairOf, ruleFileOf } from "./outline.ts";
import { expectedOf } from "./propose.ts";

/** The text of the rule file with a test that passes, or the reason for the failure. */
export type UpdatedTest = { text: string; fault?: never } | { fault: string };

/** Returns the text of the file at `path`, whose test at the index `at` expects the present findings. */
export async function updatedTest(project: Project, path: string, at: number, running: Running): Promise<UpdatedTest> {
  const before = project.rules.get(path);
  const empty = typeof before === "string" ? withExpected(before, at, { expect: [] }) : undefined;
  if (typeof before !== "string" || empty === undefined) {
    return { fault: `The \`expect\` of this test cannot be updated automatically. \`${path}\` was not changed.` };
  }
  const run = async (text: string): Promise<TestResult | undefined> => {
    const rules = new Map(project.rules).set(path, text);
    const { tests } = await test({ rules, files: new Map() }, running);
    return tests.filter((one) => one.path === path)[at];
  };
  // A test that expects nothing reports all present findings as unexpected.
  const found = await run(empty);
  const files = new Map(filesIn(before, at).map((name) => [name, undefined]));
  const text =
    found && withExpected(before, at, { expect: found.unexpected, problems: expectedOf(found.problems, files) });
  return text !== undefined && (await run(text))?.state === "pass"
    ? { text }
    : { fault: "The test was not changed, because it would not pass with the current findings." };
}

/** Returns the text with other expectations of the test at the index `at`; undefined if it cannot be edited. */
export function withExpected(text: string, at: number, expected: Expected): string | undefined {
  const fields = fieldsOf(text, at);
  const entry = fields && pairOf(text, fields, "expect");
  const value = entryValue(entry);
  if (fields === undefined || entry === undefined || value === undefined) {
    return undefined;
  }
  if (fields.name === "FlowMapping") {
    return inserted(text, [{ at: value.from, to: value.to, text: expectList(expected) }]);
  }
  const lines = expectLines(expected).join(`\n${indentOf(text, entry.from).replace(/[^ ]/g, " ")}`);
  return inserted(text, [{ at: entry.from, to: value.to, text: lines }]);
}

function filesIn(text: string, at: number): string[] {
  const fields = fieldsOf(text, at);
  const files = entryValue(fields && pairOf(text, fields, "files"));
  return (files?.getChildren("Pair") ?? []).flatMap((pair) => keyOf(text, pair) ?? []);
}

/** Returns the mapping of a test. */
function fieldsOf(text: string, at: number): SyntaxNode | undefined {
  const list = entryValue(ruleFileOf(text)?.tests);
  return list?.getChildren("Item")[at]?.firstChild ?? undefined;
}
