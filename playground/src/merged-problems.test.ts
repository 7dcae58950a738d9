import { describe, expect, test } from "vitest";
import type { Problem } from "./engine.ts";
import { blamed, mergeProblems } from "./merged-problems.ts";

/** Returns a problem of the script of the rule `r` at an offset, on a file. */
function stop(
  code: string,
  offset: number,
  document: string | undefined,
  message = `\`f\` stopped on ${document}: no`,
) {
  return { code, rule: "r", path: "r.yaml", in_rules: true, offset, message, document } as Problem;
}

/** Returns the code, the files and whether the rule was given up, for each merged problem. */
function mergedOf(...problems: Problem[]): [string, string, boolean][] {
  return mergeProblems(problems).map(({ item, affected, givenUp }) => [
    item.code,
    affected.join(),
    givenUp !== undefined,
  ]);
}

const EMPTY = (file: string) => stop("script-error", 1, file, `\`f\` stopped on ${file}: \`${file}\`: it is empty`);

describe("is reported once", () => {
  test.each<[string, Problem[], [string, string, boolean][]]>([
    [
      "a script that stops on several files",
      [stop("script-error", 1, "a"), stop("script-error", 1, "b"), stop("script-error", 2, "c")],
      [
        ["script-error", "a,b", false],
        ["script-error", "c", false],
      ],
    ],
    [
      "an endless script, wherever it is stopped, with the skipped files",
      [
        stop("script-given-up", 1, "d"),
        stop("script-operations", 1, "a"),
        stop("script-time", 2, "b"),
        stop("script-memory", 3, "c"),
      ],
      [["script-operations", "a,b,c", true]],
    ],
    ["skipped files without a reported stop", [stop("script-given-up", 1, "d")], [["script-given-up", "d", false]]],
    [
      "the error of each file on which a script stopped",
      [EMPTY("a.png"), EMPTY("b.png")],
      [
        ["script-error", "a.png", false],
        ["script-error", "b.png", false],
      ],
    ],
    [
      "each problem without a file",
      [stop("pattern", 1, undefined), stop("pattern", 1, undefined)],
      [
        ["pattern", "", false],
        ["pattern", "", false],
      ],
    ],
  ])("%s", (_, problems, once) => {
    expect(mergedOf(...problems)).toEqual(once);
  });
});

test.each<[string, string | undefined, string | undefined]>([
  ["`f` stopped on a.png: `a.png`: the file is empty", "a.png", "a.png"],
  ["the expression stopped on `1` in a.png: `a.png`: the file is empty", "a.png", "a.png"],
  ["`f` stopped on a.xml: `a.png`: the file is empty", "a.xml", undefined],
  ["`f` stopped on a.png: no", "a.png", undefined],
  ["no", undefined, undefined],
])("of %j on %j, the cause is %j", (message, affected, file) => {
  expect(blamed(message, affected)).toBe(file);
});
