/** Parses the elements of a condition, as far as they are written. */

import { type Line, lineOf } from "./lines.ts";

/** An element that is being written. */
export interface Element {
  /** Its place in the condition. */
  index: number;
  /** The first element, which names the method. */
  method: string;
  /** The text of the element before the cursor, without its opening quote. */
  written: string;
  /** The quote that it began with and that is still open. */
  quote: string;
  /** The form: an element in brackets, an item on a line of a list, or an element whose list is still missing. */
  form: "element" | "item" | "list";
}

/** Returns the last element of a condition in brackets, such as `[Exist in, artf`, or of one without brackets. */
export function elementAt(value: string): Element | undefined {
  if (!value.startsWith("[")) {
    return /^[\w ]*$/.test(value) ? { index: 0, method: value, written: value, quote: "", form: "list" } : undefined;
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
  return { index, method, written: bare[index] ?? "", quote, form: "element" };
}

/** Returns the element of a condition that is written as a list below its key, with an element on each line. */
export function listItemAt(above: readonly string[], line: Line): Element {
  const items: string[] = [];
  for (const other of [...above].reverse().map(lineOf)) {
    if (!other.isItem || other.indent !== line.indent) {
      break;
    }
    items.unshift(other.value);
  }
  const bare = (value: string) => value.trim().replace(/^["']|["']$/g, "");
  const [, quote = "", written = ""] = /^(["']?)(.*)$/.exec(line.value) ?? [];
  return { index: items.length, method: bare(items[0] ?? written), written, quote, form: "item" };
}
