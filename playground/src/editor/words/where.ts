/**
 * Finds the words that are valid at a position of a rule file that is being edited. Reads lines, because unfinished
 * text is often no valid YAML yet. The engine checks whether a word is right.
 */

import type { WordKind } from "../../engine.ts";
import { ruleOn } from "../../rule-text/rule-at.ts";
import { elementAt, listItemAt } from "./elements.ts";
import { blockOver, keyColumn, type Line, lineOf, parentOf, SCRIPTS, topKeyOver } from "./lines.ts";
import { membersAt } from "./members.ts";
import type { WordPlace } from "./word-place.ts";

/** Top-level keys that do not contain rules. */
const NO_RULES = new Set(["tests", "collections", "extends", "script"]);

/** Returns the words that are valid at `position` of the text of a rule file, or undefined if they are not known. */
export function whereAt(text: string, position: number): WordPlace | undefined {
  const lines = text.slice(0, position).split("\n");
  const below = text.slice(position).split("\n").slice(1);
  const line = lineOf(lines.pop() ?? "");
  const block = blockOver(lines, line.indent);
  if (block !== undefined) {
    return SCRIPTS.test(block) ? inScript(line.text, position, () => ruleOn(text, position)?.xpath) : undefined;
  }
  if (line.text.trimStart().startsWith("#")) {
    return undefined;
  }
  if (line.key !== undefined) {
    return inValue(line.key, line.value, position);
  }
  const parent = parentOf(lines, line);
  if (line.isItem && parent?.key?.toLowerCase() === "condition" && parent.value === "") {
    return inCondition(listItemAt(lines, line), position);
  }
  return atKey(line, lines, below, position);
}

/** Returns the words that are valid at `position` of the text of a script file, or undefined if they are not known. */
export function whereInScript(text: string, position: number): WordPlace | undefined {
  return inScript(text.slice(0, position).split("\n").pop() ?? "", position, () => undefined);
}

/** Returns the place of a key of the file or of a rule. */
function atKey(
  line: Line,
  above: readonly string[],
  below: readonly string[],
  position: number,
): WordPlace | undefined {
  const typed = /^[\w-]*$/.exec(line.value)?.[0];
  if (typed === undefined) {
    return undefined;
  }
  const place = { from: position - typed.length, rest: /^[\w-]*/, form: "key" } as const;
  const isEmpty = [...above, ...below].every((other) => other.trim() === "" || other.trimStart().startsWith("#"));
  const top = topKeyOver(above);
  const isList = above.some((other) => other.startsWith("- ")) || line.text.startsWith("-");
  if (!isList && keyColumn(line) === 0) {
    return { ...place, kinds: ["key"], used: siblingKeys(line, above, below), ...(isEmpty ? { rule: "file" } : {}) };
  }
  if ((top !== undefined && NO_RULES.has(top)) || (!isList && top === undefined)) {
    return undefined;
  }
  const rule = typed !== "" ? {} : ruleAt(line, above);
  return { ...place, kinds: ["needed-field", "field"], used: siblingKeys(line, above, below), ...rule };
}

/** Returns the form of a rule that may begin on a line: after a dash, or in the column of the dashes above. */
function ruleAt(line: Line, above: readonly string[]): Pick<WordPlace, "rule"> {
  if (line.isItem) {
    return { rule: "fields" };
  }
  const dashes = above.map(lineOf).filter(({ isItem, indent }) => isItem && indent <= line.indent);
  const isBelowRules = /^rules:\s*$/i.test(above.findLast((other) => other.trim() !== "") ?? "");
  return isBelowRules || dashes.at(-1)?.indent === line.indent ? { rule: "item" } : {};
}

/** Returns the keys on the other lines of the mapping that contains a line. */
function siblingKeys(line: Line, above: readonly string[], below: readonly string[]): ReadonlySet<string> {
  const column = keyColumn(line);
  const keys = new Set<string>();
  const collect = (others: readonly string[], up: boolean) => {
    for (const other of others.map(lineOf)) {
      if (other.text.trim() === "" || keyColumn(other) > column) {
        continue;
      }
      // The dash begins the next rule, or this one.
      if (keyColumn(other) < column || (!up && other.isItem)) {
        return;
      }
      keys.add(other.key?.toLowerCase() ?? "");
      if (other.isItem) {
        return;
      }
    }
  };
  if (!line.isItem) {
    collect([...above].reverse(), true);
  }
  collect(below, false);
  return keys;
}

/** Returns the place in the value of a key, as far as the value is written. */
function inValue(key: string, value: string, position: number): WordPlace | undefined {
  /** Returns the place of the word that the group of `pattern` matches. */
  const at = (pattern: RegExp, place: Omit<WordPlace, "from">): WordPlace | undefined => {
    const written = pattern.exec(value)?.[1];
    return written === undefined ? undefined : { ...place, from: position - written.length };
  };
  const custom = { rest: /^[\w.]*/, prefix: "artfunc_" };
  switch (key.toLowerCase()) {
    case "severity":
      return at(/^["']?(\w*)$/, { kinds: ["severity"], rest: /^\w*/ });
    case "condition":
      return inCondition(elementAt(value), position);
    case "filter":
    case "subfilter":
      return at(/^["']?([\w.]*)$/, { ...custom, kinds: ["filter"], own: "functions" });
    case "rpath":
      return at(/^["']?(art[\w.]*)$/, { ...custom, kinds: ["collection"], own: "collections" });
    case "xpath":
    case "subxpath": {
      const braces = { rest: /^[\w.]*\}?/, bare: value.startsWith("{") };
      const fact = at(/^["']?(\{[\w.]*)$/, { ...braces, kinds: ["fact"] });
      return fact ?? at(/,\s*(\{\w*)$/, { ...braces, kinds: ["node-word"] });
    }
    case "message":
      return at(/(\{\w*)$/, { kinds: ["placeholder"], rest: /^\w*\}?/, bare: /^\{\w*$/.test(value) });
    default:
      return undefined;
  }
}

/** Returns the place in an element of a condition: the method comes first, then its parameters. */
function inCondition(element: ReturnType<typeof elementAt>, position: number): WordPlace | undefined {
  if (element === undefined) {
    return undefined;
  }
  const { index, method, written, quote, form } = element;
  const from = position - written.length;
  if (index === 0) {
    return { kinds: ["condition"], from, rest: /^[^"'\],]*/, form, quote, own: "functions", prefix: "func_" };
  }
  if (/^satisfy\s+the\s+expression$/i.test(method)) {
    return inCode(written, position, ["python-function", "function", "collection"]);
  }
  if (index === 1 && /^(?:not\s+)?exist\s+in$/i.test(method)) {
    return { kinds: ["collection"], from, rest: /^[\w.]*/, prefix: "artfunc_", own: "collections" };
  }
  return undefined;
}

/** Returns the place in the code of a script; `xpath` returns the `xpath` of its rule. */
function inScript(line: string, position: number, xpath: () => string | undefined): WordPlace | undefined {
  const code = inCode(line, position, ["function", "collection"]);
  return code ?? (endsInString(line) ? undefined : membersAt(line, position, xpath));
}

/** Returns true if code ends in an open string, outside of expressions in a Rhai template string. */
function endsInString(before: string): boolean {
  const [quote, string = ""] = /["'`](.*)$/s.exec(before.replace(/(["'`])(?:\\.|(?!\1).)*\1/g, "")) ?? [];
  return quote !== undefined && !(quote.startsWith("`") && /\$\{[^}]*$/.test(string));
}

/** Returns the place in the code of a script or an expression. */
function inCode(before: string, position: number, kinds: readonly WordKind[]): WordPlace | undefined {
  if (endsInString(before)) {
    return undefined;
  }
  const isExpression = kinds.includes("python-function");
  const [path = ""] = /[\w.]*$/.exec(before) ?? [];
  if (path.includes(".") && !/^res_\w+\./.test(path)) {
    const [typed = ""] = /\w*$/.exec(path) ?? [];
    const methods: WordPlace = { kinds: ["python-method"], from: position - typed.length, rest: /^\w*/ };
    return isExpression ? methods : undefined;
  }
  return { kinds, from: position - path.length, rest: /^[\w.]*/, own: "functions" };
}
