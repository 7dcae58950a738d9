import { expect, test } from "vitest";
import { causeFirst } from "./cause.ts";

const EXPRESSION = "the expression stopped on";
/** The path that each message is about, the message, and the displayed message. */
const CASES: readonly [string | undefined, string, string][] = [
  ["in/a.xml", "`f` stopped on in/a.xml: 1: two", "1: two (`f` stopped on in/a.xml)"],
  ["a.xml", `${EXPRESSION} \`x\` in a.xml: no integer`, `no integer (${EXPRESSION} \`x\` in a.xml)`],
  ["a.json", `${EXPRESSION} \`{"n": ["a: b"]}\` in a.json: no`, `no (${EXPRESSION} \`{"n": ["a: b"]}\` in a.json)`],
  [
    "act 1: in.json",
    `${EXPRESSION} \`in: x\` in act 1: in.json: no: 1`,
    `no: 1 (${EXPRESSION} \`in: x\` in act 1: in.json)`,
  ],
  ["a.xml", "`f` stopped on a.xml and 6 more files: no: 1", "no: 1 (`f` stopped on a.xml and 6 more files)"],
  // The end of the path is ambiguous.
  ["a", `${EXPRESSION} \`b in a: c\` in a: no`, `${EXPRESSION} \`b in a: c\` in a: no`],
  [undefined, "`f` stopped on a.xml: no", "`f` stopped on a.xml: no"],
  ["a.xml", "4 is not in a.xml: 3", "4 is not in a.xml: 3"],
];
test.each(CASES)("starts a message on %j with its cause, if it is known: %j", (path, message, expected) => {
  const more = message.includes(" 6 more ") ? Array(6).fill("b.xml") : [];
  expect(causeFirst({ message, affected: path === undefined ? [] : [path, ...more] })).toBe(expected);
});
