/** Parses steps that are written like commands: `delta FIRST SECOND -o OUTPUT`. */

import { OPERATIONS } from "../../systems/asset-list/asset-operations.js";
import type { PlanStep } from "../../types.js";
import { Refusal } from "../refusal.js";

/** The names of operations in plans, by the name of the command. */
const OPS: Readonly<Record<string, string>> = Object.fromEntries(
  OPERATIONS.map(({ command, name }) => [command, name]),
);

const FORM =
  "a step is `delta FIRST SECOND -o OUTPUT`, `pattern [--regex] PATTERN LIST -o OUTPUT` or `count N LIST... -o OUTPUT`";

/** Parses a step, or throws a {@link Refusal}. */
export function stepOf(text: string): PlanStep {
  const refuse = (reason: string): Refusal => new Refusal(`the step \`${text}\` ${reason}`, FORM);
  const [open] = /["']/.exec(text.replace(QUOTED, "")) ?? [];
  if (open !== undefined) {
    throw refuse(`has a quote ${open} that is not closed`);
  }
  const [word = "", ...more] = wordsOf(text);
  const op = OPS[word];
  if (op === undefined) {
    throw refuse(`begins with \`${word}\`, which is not an operation`);
  }
  const { plain, output, regex } = sorted(more, refuse);
  if (output === undefined) {
    throw refuse("has no output");
  }
  if (regex && op !== "filepattern") {
    throw refuse("has `--regex` but no pattern");
  }
  switch (op) {
    case "filepattern": {
      const [pattern, first] = exactly(2, plain, refuse);
      return { op, pattern, patternType: regex ? "regex" : "wildcard", first, output };
    }
    case "intersectioncount": {
      const [count = "", ...lists] = plain;
      if (!/^[1-9]\d{0,8}$/.test(count) || lists.length === 0) {
        throw refuse("needs a whole number of at least 1 before its lists");
      }
      return { op, count: Number(count), lists, output };
    }
    default: {
      const [first, second] = exactly(2, plain, refuse);
      return { op, first, second, output };
    }
  }
}

/** Assigns the words of a step to their roles. */
function sorted(words: readonly string[], refuse: (reason: string) => Refusal) {
  const plain: string[] = [];
  let output: string | undefined;
  let regex = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "-o" || word === "--output") {
      at += 1;
      if (output !== undefined) {
        throw refuse("has two outputs");
      }
      output = words[at];
    } else if (word === "--regex") {
      regex = true;
    } else if (word.startsWith("--")) {
      throw refuse(`has an unknown option \`${word}\``);
    } else {
      plain.push(word);
    }
  }
  return { plain, output, regex };
}

function exactly(count: number, words: readonly string[], refuse: (reason: string) => Refusal): [string, string] {
  const [one, two] = words;
  if (one === undefined || two === undefined || words.length !== count) {
    throw refuse(
      `has ${words.length} ${words.length === 1 ? "argument" : "arguments"} after its operation, not ${count}`,
    );
  }
  return [one, two];
}

/** Matches a string in single or double quotes. */
const QUOTED = /"[^"]*"|'[^']*'/g;

/** Splits a string at spaces outside of quotes. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ""),
  );
}
