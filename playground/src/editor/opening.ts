/** Behind a brace that is opened at the end of a line, the next line is further in: also in a script, of which nobody knows the lines. */

import { indentService } from "@codemirror/language";
import type { Extension } from "@codemirror/state";

/** Says how far in a new line is. */
export const opening: Extension = indentService.of((context, position) => {
  const { from, text } = context.state.doc.lineAt(position);
  // Of a line that is there already, what stands on it says nothing.
  const isNew = context.simulatedBreak === position;
  return isNew && /\{\s*$/.test(text.slice(0, position - from)) ? context.lineIndent(from) + context.unit : undefined;
});
