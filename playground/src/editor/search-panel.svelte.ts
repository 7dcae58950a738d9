/** The panel that searches in an editor, as an extension of the editor. */

import { getSearchQuery, search, setSearchQuery } from "@codemirror/search";
import type { EditorState, Extension } from "@codemirror/state";
import type { EditorView, Panel } from "@codemirror/view";
import { mount, unmount } from "svelte";
import SearchPanel from "./SearchPanel.svelte";

/** The maximum number of matches that are counted: users do not go through more one by one. */
const MOST = 1_000;

function createPanel(view: EditorView): Panel {
  const dom = document.createElement("div");
  const searchState = $state({ query: getSearchQuery(view.state), count: countOf(view.state) });
  const panel = mount(SearchPanel, { target: dom, props: { view, searchState } });
  return {
    dom,
    top: true,
    mount: () => dom.querySelector("input")?.select(),
    update({ docChanged, selectionSet, transactions, state }) {
      // A key of the editor may have changed the search string.
      const isOther = transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)));
      if (isOther || docChanged || selectionSet) {
        [searchState.query, searchState.count] = [getSearchQuery(state), countOf(state)];
      }
    },
    // Svelte listens to the events of each panel until it is unmounted.
    destroy: () => void unmount(panel),
  };
}

/** Returns the number of matches and which of them is selected: `2 of 7`. */
function countOf(state: EditorState): string {
  const query = getSearchQuery(state);
  if (query.search === "") {
    return "";
  }
  if (!query.valid) {
    return "invalid regular expression";
  }
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state);
  let count = 0;
  let here = 0;
  for (let next = cursor.next(); next.done !== true && count < MOST; next = cursor.next()) {
    count += 1;
    here = next.value.from === from && next.value.to === to ? count : here;
  }
  const many = count === MOST ? `${MOST}+` : String(count);
  return count === 0 ? "not found" : here === 0 ? `${many} found` : `${here} of ${many}`;
}

/** Searches in the editor, with a panel above the text. */
export const searching: Extension = search({ top: true, createPanel });
