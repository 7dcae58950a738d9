/** Begins: with what a link holds, or what was there on the last visit, or the first example. */

import { mount } from "svelte";
import "./style.css";
import App from "./App.svelte";
import { loadDraft } from "./drafts.ts";
import { EXAMPLES } from "./examples/table.ts";
import { counted } from "./format.ts";
import { keepOffline } from "./offline.ts";
import { decode, type Shared } from "./share.ts";
import { Page } from "./state.svelte.ts";

const page = new Page();

/** What the address holds; why it is of no use is told on the page. */
function fromLink(): Shared | undefined {
  const fragment = location.hash.slice(1);
  if (fragment === "") {
    return undefined;
  }
  try {
    return decode(fragment);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    page.notice = { text: `Nothing was taken from the address: ${reason}.` };
    return undefined;
  }
}

async function begin(): Promise<void> {
  const linked = fromLink();
  const draft = linked === undefined ? await loadDraft() : undefined;
  const known = linked ?? draft;
  if (known === undefined) {
    page.begin(EXAMPLES[0]);
  } else {
    page.open(known);
  }
  if (draft !== undefined && draft.left > 0) {
    page.notice = {
      text: `Of the last visit, ${counted(draft.left, "file was", "files were")} too much to be kept: drop them again.`,
    };
  }
  page.linked = linked && page.revision;
  mount(App, { target: document.body, props: { page } });
  await keepOffline();
  // From here on nothing is asked of any server.
  document.documentElement.dataset.loaded = "true";
}

addEventListener("hashchange", () => {
  const shared = fromLink();
  if (shared !== undefined) {
    page.replace(shared, "what the link holds");
    page.linked = page.revision;
  }
});
void begin();
