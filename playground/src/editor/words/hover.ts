/** Shows the description of a word of a rule file where the pointer rests on it. */

import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import { sentenceOf } from "../../format.ts";
import { code, sentences } from "../sentence.ts";
import { type KnownWord, named } from "./vocabulary.ts";
import type { Placing } from "./word-place.ts";

/** Shows descriptions of words, once the words are known. */
export function wordTooltips(words: () => readonly KnownWord[] | undefined, place: Placing): Extension {
  return hoverTooltip(({ state }, position) => {
    const found = wordHelpAt(state.doc.toString(), position, words() ?? [], place);
    return found ? { pos: found.from, end: found.to, above: true, create: () => ({ dom: described(found) }) } : null;
  });
}

interface WordHelp {
  from: number;
  to: number;
  /** The word with its parameters. */
  usage: string;
  doc: string;
}

/** Returns the description of the word at a position of the text of a rule file; undefined if it has none. */
export function wordHelpAt(
  text: string,
  position: number,
  words: readonly KnownWord[],
  place: Placing,
): WordHelp | undefined {
  const end = position + (/^[\w{]*/.exec(text.slice(position))?.[0].length ?? 0);
  const where = place(text, end);
  if (where === undefined) {
    return undefined;
  }
  const to = end + (where.rest.exec(text.slice(end))?.[0].trimEnd().length ?? 0);
  const { from, prefix = "", kinds } = where;
  const written = text.slice(from, to);
  const bare = written.startsWith(prefix) ? written.slice(prefix.length) : written;
  const word = named(words, bare.trim(), kinds);
  return word === undefined || position < from || position > to
    ? undefined
    : { from, to, usage: usageOf(word), doc: sentenceOf(word.doc) };
}

function described({ usage, doc }: WordHelp): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "cm-meaning";
  const head = document.createElement("div");
  head.append(code(usage));
  dom.append(head, sentences(doc));
  return dom;
}

function usageOf({ kind, name, takes }: KnownWord): string {
  if (takes === undefined) {
    return name;
  }
  switch (kind) {
    case "condition":
      return `[${name}, ${takes}]`;
    case "field":
    case "needed-field":
      return `${name}: ${takes}`;
    default:
      return name + takes;
  }
}
