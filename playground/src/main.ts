/** Starts the page: with the project of a link, the draft of the last visit, or the first example. */

import { mount } from "svelte";
import "./palette.css";
import "./style.css";
import App from "./App.svelte";
import { EXAMPLES } from "./examples/table.ts";
import { messageOf } from "./format.ts";
import { keepOffline } from "./offline.ts";
import { holdSame } from "./project.ts";
import { decode, type Shared } from "./share.ts";
import { newProject } from "./state/drafting.ts";
import { Page } from "./state.svelte.ts";
import { type Draft, isProjectOfTab, loadDraft } from "./storage/drafts.ts";

/** The time, in milliseconds, to wait for the browser to load the draft of the last visit. */
const PATIENCE = 3_000;

const page = new Page();

/** Decodes the project in the address; undefined if none exists or it cannot be used. A notice gives the reason. */
function fromLink(): Shared | undefined {
  const fragment = location.hash.slice(1);
  if (fragment === "") {
    return undefined;
  }
  try {
    return decode(fragment);
  } catch (error) {
    page.notice = { text: `The project in the address could not be opened: ${messageOf(error)}.` };
    return undefined;
  }
}

/**
 * Loads the draft of the last visit; undefined if none exists, or if the browser needs longer than {@link PATIENCE}.
 * A draft that arrives later is offered in a notice.
 */
async function leftBefore(): Promise<Draft | undefined> {
  // Both are requested before anything is stored, because storing would replace them.
  const left = Promise.all([page.store.begin(), loadDraft()]).then(([, draft]) => draft);
  const isLate = new Promise<true>((resolve) => setTimeout(() => resolve(true), PATIENCE));
  const draft = await Promise.race([left, isLate]);
  if (draft !== true) {
    return draft;
  }
  page.notice = {
    text: "The browser takes too long to load your last project. It may also fail to save this project: to keep it, use “Export”.",
  };
  void left.then((late) => {
    if (late !== undefined) {
      page.switcher.offer({ ...late, preview: false }, "The browser has loaded your last project now.");
    }
  });
  return undefined;
}

async function begin(): Promise<void> {
  page.browserHistory.begin();
  const linked = fromLink();
  const draft = await leftBefore();
  if (draft !== undefined && (linked === undefined || holdSame(linked.project, draft.project))) {
    // If another page has it open, this page begins with a copy.
    const isFree = await page.store.holds(draft.id);
    // A returning user sees the last view; a user who follows a link sees the view of the link.
    const { seen } = linked === undefined || isProjectOfTab(draft.id) ? draft : linked;
    const { seen: _, ...last } = draft;
    const left = { ...last, ...(seen && { seen }) };
    const work = isFree ? { ...left, preview: false } : { ...newProject(draft.name, left), preview: true };
    page.switcher.open(work);
    page.switcher.reportOmitted(draft.left);
    if (isFree && draft.left === 0 && isProjectOfTab(draft.id)) {
      // Another page may have moved it to the earlier projects, which do not include the current one.
      void page.store.keep(work);
    }
  } else if (linked !== undefined) {
    page.switcher.openLink(linked, draft?.changed ? { ...draft, preview: false } : undefined);
  } else {
    page.switcher.begin(EXAMPLES[0]);
  }
  page.linked = linked && page.revision;
  document.querySelector(".shell")?.remove();
  mount(App, { target: document.body, props: { page } });
  void page.store.load();
  // After the page is shown, which works without its cache.
  await keepOffline();
  // From here on, nothing is requested from a server.
  document.documentElement.dataset.loaded = "true";
}

addEventListener("hashchange", () => {
  // An entry with a state was left earlier, and its project is restored.
  if (history.state === null) {
    const before = page.drafting.current();
    page.browserHistory.push(true);
    const shared = fromLink();
    if (shared !== undefined) {
      page.switcher.openLink(shared, before);
      page.linked = page.revision;
    }
  }
});
void begin();
