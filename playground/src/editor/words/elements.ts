/** The elements of a condition, as far as they are written. */

import { type Line, lineOf } from "./lines.ts";

/** An element that is being written. */
export interface Element {
  /** Its place in the condition. */
  index: number;
  /** The first element, which names the method. */
  method: string;
  /** What is written of it, without the quote that it began with. */
  written: string;
  /** Whether the list that it belongs to is there. */
  form: "element" | "list";
}

/** The last element of a condition in brackets, `[Exist in, artf`; without brackets all of it. */
export function elementAt(value: string): Element | undefined {
  if (!value.startsWith("[")) {
    return /^[\w ]*$/.test(value) ? { index: 0, method: value, written: value, form: "list" } : undefined;
  }
  const elements = [""];
  let quote = "";
  for (const letter of value.slice(1)) {
    if (quote === "" && letter === "]") {
      return undefined;
    }
    if (quote === "" && letter === ",") {
      elements.push("");
      continue;
    }
    const last = elements.pop() ?? "";
    if (letter === quote) {
      quote = "";
    } else if (quote === "" && (letter === '"' || letter === "'") && last.trim() === "") {
      quote = letter;
    }
    elements.push(last + letter);
  }
  const bare = elements.map((element) => element.trimStart().replace(/^["']/, ""));
  const index = bare.length - 1;
  const method = (bare[0] ?? "").replace(/["']\s*$/, "").trim();
  return { index, method, written: bare[index] ?? "", form: "element" };
}

/** An element of a condition that stands below its key, a line each. */
export function listItemAt(above: readonly string[], line: Line): Element {
  const items: string[] = [];
  for (const other of [...above].reverse().map(lineOf)) {
    if (!other.isItem || other.indent !== line.indent) {
      break;
    }
    items.unshift(other.value);
  }
  const bare = (value: string) => value.trim().replace(/^["']|["']$/g, "");
  const written = line.value.replace(/^["']/, "");
  return { index: items.length, method: bare(items[0] ?? written), written, form: "element" };
}
