/** Quick fixes: the suggestions of the engine as actions, which replace the underlined text. */

import { type Action, forEachDiagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

interface QuickFix extends Action {
  suggestion: string;
}

/** Returns the action for a suggestion; an empty list if none exists. */
export function quickFixes(suggestion: string | undefined): Action[] {
  if (suggestion === undefined) {
    return [];
  }
  const apply = (view: EditorView, from: number, to: number) => replace(view, from, to, suggestion);
  const fix: QuickFix = { name: `Replace with ${suggestion} (Ctrl+.)`, apply, suggestion };
  return [fix];
}

/**
 * Applies the suggestion at the cursor, or else one on its line. If none exists, the cursor moves to the next place
 * with a suggestion, and continues at the beginning after the end of the file. Returns false if the file has no
 * suggestion.
 */
export function applyQuickFix(view: EditorView): boolean {
  const { doc, selection, readOnly } = view.state;
  const { head } = selection.main;
  const line = doc.lineAt(head);
  const [here] = [...suggestionsIn(view.state, head, head), ...suggestionsIn(view.state, line.from, line.to)];
  const [next] = [...suggestionsIn(view.state, line.to + 1, doc.length), ...suggestionsIn(view.state, 0, line.from)];
  if ((here ?? next) === undefined || readOnly) {
    return false;
  }
  if (here !== undefined) {
    replace(view, here.from, here.to, here.suggestion);
  } else if (next !== undefined) {
    view.dispatch({ selection: { anchor: next.from, head: next.to }, scrollIntoView: true });
  }
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

/** Returns the suggestions for the underlined parts between two positions, both included. */
function suggestionsIn(state: EditorState, start: number, end: number) {
  const found: { from: number; to: number; suggestion: string }[] = [];
  forEachDiagnostic(state, (mark, from, to) => {
    const suggestion = mark.actions?.find((action): action is QuickFix => "suggestion" in action)?.suggestion;
    // A replaced text stays underlined until the next check.
    if (suggestion !== undefined && from <= end && to >= start && state.sliceDoc(from, to) !== suggestion) {
      found.push({ from, to, suggestion });
    }
  });
  return found;
}
