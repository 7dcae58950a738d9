import { describe, expect, test } from "vitest";
import type { Problem } from "./engine.ts";
import { blamed, mergeProblems } from "./merged-problems.ts";

/** A problem of the script of the rule `r` at an offset, over a file. */
function stop(
  code: string,
  offset: number,
  document: string | undefined,
  message = `\`f\` stopped over ${document}: no`,
) {
  return { code, rule: "r", path: "r.yaml", in_rules: true, offset, message, document } as Problem;
}

/** The code, the files and whether more files were left out, of all that is said. */
function told(...problems: Problem[]): [string, string, boolean][] {
  return mergeProblems(problems).map(({ item, affected, givenUp }) => [
    item.code,
    affected.join(),
    givenUp !== undefined,
  ]);
}

const EMPTY = (file: string) => stop("script-error", 1, file, `\`f\` stopped over ${file}: \`${file}\`: it is empty`);

describe("is said once", () => {
  test.each<[string, Problem[], [string, string, boolean][]]>([
    [
      "what a script stops at over several files",
      [stop("script-error", 1, "a"), stop("script-error", 1, "b"), stop("script-error", 2, "c")],
      [
        ["script-error", "a,b", false],
        ["script-error", "c", false],
      ],
    ],
    [
      "a script without an end, wherever it is stopped, with what it was not tried on",
      [
        stop("script-given-up", 1, "d"),
        stop("script-operations", 1, "a"),
        stop("script-time", 2, "b"),
        stop("script-memory", 3, "c"),
      ],
      [["script-operations", "a,b,c", true]],
    ],
    ["what was not tried, where no stop is told", [stop("script-given-up", 1, "d")], [["script-given-up", "d", false]]],
    [
      "what is wrong with each file over which a script stopped",
      [EMPTY("a.png"), EMPTY("b.png")],
      [
        ["script-error", "a.png", false],
        ["script-error", "b.png", false],
      ],
    ],
    [
      "each problem of no file",
      [stop("pattern", 1, undefined), stop("pattern", 1, undefined)],
      [
        ["pattern", "", false],
        ["pattern", "", false],
      ],
    ],
  ])("%s", (_, problems, once) => {
    expect(told(...problems)).toEqual(once);
  });
});

test.each<[string, string | undefined, string | undefined]>([
  ["`f` stopped over a.png: `a.png`: the file is empty", "a.png", "a.png"],
  ["the expression stopped over `1` in a.png: `a.png`: the file is empty", "a.png", "a.png"],
  ["`f` stopped over a.xml: `a.png`: the file is empty", "a.xml", undefined],
  ["`f` stopped over a.png: no", "a.png", undefined],
  ["no", undefined, undefined],
])("of %j over %j, %j is to blame", (message, affected, file) => {
  expect(blamed(message, affected)).toBe(file);
});
