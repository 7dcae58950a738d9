/** Adds a test to the text of a rule file. The existing text does not change, so comments and layout stay. */

import type { SyntaxNode } from "@lezer/common";
import type { Finding, Value } from "../engine.ts";
import { atLineStart, type Insertion, indentOf, insertAfter, inserted, intoList, quoted, scalar } from "./insert.ts";
import { entryValue, ruleFileOf } from "./outline.ts";
import type { TestFile } from "./test-files.ts";

export interface NewTest {
  name: string;
  files: ReadonlyMap<string, TestFile>;
  expect: readonly Pick<Finding, "rule" | "path" | "line" | "value">[];
  problems?: readonly ExpectedProblem[];
}

export type Expected = Pick<NewTest, "expect" | "problems">;

export interface ExpectedProblem {
  problem: string;
  path: string;
}

/** The bytes of a binary file in a test. */
type TestBytes = Exclude<TestFile, string>;

const IN_A_LINE = 32;

/** Returns the text with the test at the end of its tests; undefined if the file has no place for tests. */
export function withTest(text: string, test: NewTest): string | undefined {
  const insertions = insertionsFor(text, test);
  return insertions && inserted(text, insertions);
}

function insertionsFor(text: string, test: NewTest): Insertion[] | undefined {
  const file = ruleFileOf(text);
  if (file === undefined || file.isList || (file.rules === undefined && file.extending === undefined)) {
    return undefined;
  }
  const { top, tests } = file;
  if (top.name === "FlowMapping") {
    return inBraces(top, entryValue(tests), test);
  }
  const list = entryValue(tests);
  if (list?.name === "BlockSequence") {
    return [insertAfter(text, list.to, blockOf(test, indentOf(text, list.from)))];
  }
  if (list?.name === "FlowSequence") {
    return list.getChild("Item") === null
      ? [{ at: list.from, to: list.to, text: `\n${blockOf(test, "  ").trimEnd()}` }]
      : [intoList(list, flowOf(test))];
  }
  if (tests !== undefined) {
    return list === undefined ? [insertAfter(text, tests.to, blockOf(test, "  "))] : undefined;
  }
  return [{ at: text.length, text: `${atLineStart(text)}\ntests:\n${blockOf(test, "  ")}` }];
}

/** Returns the insertion into a file with braces, such as JSON. */
function inBraces(top: SyntaxNode, list: SyntaxNode | undefined, test: NewTest): Insertion[] | undefined {
  if (list !== undefined) {
    return list.name === "FlowSequence" ? [intoList(list, flowOf(test))] : undefined;
  }
  const last = top.getChildren("Pair").at(-1);
  return [{ at: last?.to ?? top.from + 1, text: `${last ? "," : ""}\n  "tests": [\n${flowOf(test)}\n  ]` }];
}

/** Returns the test on several lines, as people write it. */
function blockOf({ name, files, ...expected }: NewTest, indent: string): string {
  const lines = [`- name: ${scalar(name)}`, "  files:"];
  for (const [path, file] of files) {
    const within = `${indent}      `;
    const content = typeof file === "string" ? textBlock(file, within) : bytesBlock(file, within);
    lines.push(`    ${scalar(path)}:${content.startsWith("\n") ? "" : " "}${content}`);
  }
  lines.push(...expectLines(expected).map((line) => `  ${line}`));
  return `${lines.map((line) => indent + line).join("\n")}\n`;
}

/** Returns the lines of the `expect` entry of a test, including its key. */
export function expectLines({ expect, problems = [] }: Expected): string[] {
  const lines = [expect.length + problems.length === 0 ? "expect: []" : "expect:"];
  for (const { rule, path, line, value } of expect) {
    lines.push(`  - rule: ${scalar(rule)}`, `    path: ${scalar(path)}`);
    lines.push(...(line === undefined ? [] : [`    line: ${line}`]));
    lines.push(...(value === undefined || value === null ? [] : [`    value: ${valueText(value)}`]));
  }
  for (const { problem, path } of problems) {
    lines.push(`  - problem: ${scalar(problem)}`, `    path: ${scalar(path)}`);
  }
  return lines;
}

/** Returns the test on one line, as JSON. */
function flowOf({ name, files, ...expected }: NewTest): string {
  const entries = [...files].map(([path, file]) => {
    return `${quoted(path)}: ${typeof file === "string" ? quoted(file) : hexOf(file)}`;
  });
  return `    {"name": ${quoted(name)}, "files": {${entries.join(", ")}}, "expect": ${expectList(expected)}}`;
}

/** Returns the expected findings and problems as a list on one line. */
export function expectList({ expect, problems = [] }: Expected): string {
  const findings = expect.map(({ rule, path, line, value }) => {
    const fields = [`"rule": ${quoted(rule)}`, `"path": ${quoted(path)}`];
    fields.push(...(line === undefined ? [] : [`"line": ${line}`]));
    fields.push(...(value === undefined || value === null ? [] : [`"value": ${valueText(value)}`]));
    return `{${fields.join(", ")}}`;
  });
  const others = problems.map(({ problem, path }) => `{"problem": ${quoted(problem)}, "path": ${quoted(path)}}`);
  return `[${[...findings, ...others].join(", ")}]`;
}

/** Returns bytes as hexadecimal digits, with the size up to which zeros follow. */
function hexOf({ bytes, size }: TestBytes): string {
  return `{"hex": "${digitsOf(bytes)}"${size > bytes.length ? `, "size": ${size}` : ""}}`;
}

/** Like {@link hexOf}, but on several lines if there are more than {@link IN_A_LINE} bytes. */
function bytesBlock(file: TestBytes, indent: string): string {
  const { bytes, size } = file;
  if (bytes.length <= IN_A_LINE) {
    return hexOf(file);
  }
  const lines = Array.from({ length: Math.ceil(bytes.length / IN_A_LINE) }, (_, at) => {
    return `${indent}  ${digitsOf(bytes.subarray(at * IN_A_LINE, (at + 1) * IN_A_LINE))}`;
  });
  return [`\n${indent}hex: >-`, ...lines, ...(size > bytes.length ? [`${indent}size: ${size}`] : [])].join("\n");
}

function digitsOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

/** Returns a string as a block on several lines if that preserves it exactly, and in quotes otherwise. */
function textBlock(content: string, indent: string): string {
  // A block that begins with a space, or ends with several line ends, would need further indicators.
  const isPlain =
    /^[^\s]/.test(content) &&
    !/[^\n\t\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\u{10000}-\u{10ffff}]/u.test(content);
  const [, ends = ""] = /(\n*)$/.exec(content) ?? [];
  if (
    !isPlain ||
    ends.length > 1 ||
    (content.includes("\n ") && content.split("\n").some((line) => line !== "" && line.trim() === ""))
  ) {
    return quoted(content);
  }
  const lines = content.slice(0, content.length - ends.length).split("\n");
  const body = lines.map((line) => (line === "" ? "" : indent + line)).join("\n");
  return `|${ends === "" ? "-" : ""}\n${body}`;
}

function valueText(value: Value): string {
  if (typeof value === "string") {
    return quoted(value);
  }
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value).map(([name, list]) => `${quoted(name)}: [${list.map(valueText).join(", ")}]`);
    return `{${fields.join(", ")}}`;
  }
  return String(value);
}
