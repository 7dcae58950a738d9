/** Suggestions of the engine as actions: what was probably meant is put in place of what is underlined. */

import { type Action, type Diagnostic, forEachDiagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** An action that mends what it belongs to. */
interface Mend extends Action {
  suggestion: string;
}

/** The action for a suggestion, if there is one. */
export function mends(suggestion: string | undefined): Action[] {
  if (suggestion === undefined) {
    return [];
  }
  const apply = (view: EditorView, from: number, to: number) => replace(view, from, to, suggestion);
  const mend: Mend = { name: `Replace by ${suggestion} (Ctrl+.)`, apply, suggestion };
  return [mend];
}

/** Applies the suggestion that belongs to the cursor's place, or else to its line; false when there is none. */
export function mendHere(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const found = suggestionsIn(view.state, head, head)[0] ?? suggestionsIn(view.state, line.from, line.to)[0];
  if (found === undefined || view.state.readOnly) {
    return false;
  }
  replace(view, found.from, found.to, found.suggestion);
  return true;
}

function replace(view: EditorView, from: number, to: number, insert: string): void {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: "input.complete",
  });
}

/** The suggestions of what is underlined between two positions, both included. */
function suggestionsIn(state: EditorState, start: number, end: number) {
  const found: { from: number; to: number; suggestion: string }[] = [];
  forEachDiagnostic(state, (mark, from, to) => {
    const suggestion = suggestionOf(mark);
    // What was put there a moment ago is underlined until it is checked.
    if (suggestion !== undefined && from <= end && to >= start && state.sliceDoc(from, to) !== suggestion) {
      found.push({ from, to, suggestion });
    }
  });
  return found;
}

function suggestionOf({ actions = [] }: Diagnostic): string | undefined {
  return actions.find((action): action is Mend => "suggestion" in action)?.suggestion;
}
