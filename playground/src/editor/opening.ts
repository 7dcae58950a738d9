/** Indents the line after an opening brace, also in scripts, for which the editor has no indentation rules. */

import { indentService } from "@codemirror/language";
import type { Extension } from "@codemirror/state";

/** Computes the indentation of a new line. */
export const opening: Extension = indentService.of((context, position) => {
  const { from, text } = context.state.doc.lineAt(position);
  // The text of an existing line does not matter.
  const isNew = context.simulatedBreak === position;
  return isNew && /\{\s*$/.test(text.slice(0, position - from)) ? context.lineIndent(from) + context.unit : undefined;
});
