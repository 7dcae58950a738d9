/** Shows the meaning of a word of a rule file where the pointer rests on it. */

import type { Extension } from "@codemirror/state";
import { hoverTooltip, type Tooltip } from "@codemirror/view";
import { code, sentences } from "../sentence.ts";
import { meaningOf } from "./meaning.ts";
import type { Placing } from "./options.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Shows what words mean, once there is a vocabulary. */
export function meanings(words: () => Vocabulary | undefined, place: Placing): Extension {
  return hoverTooltip(({ state }, position): Tooltip | null => {
    const known = words();
    const found = known && meaningOf(state.doc.toString(), position, known, place);
    if (found === undefined) {
      return null;
    }
    const { from, to, usage, doc } = found;
    return { pos: from, end: to, above: true, create: () => ({ dom: shown(usage, doc) }) };
  });
}

function shown(usage: string, doc: string): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "cm-meaning";
  const head = document.createElement("div");
  head.append(code(usage));
  dom.append(head, sentences(doc));
  return dom;
}
