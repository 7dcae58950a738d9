/** Opens another project in place of the current one: an example, the content of a link, an earlier one, a new one. */

import type { Example } from "../examples/example.ts";
import { counted } from "../format.ts";
import { isOfProject, type NoticeHost } from "../notice.ts";
import type { Part } from "../place.ts";
import { EMPTY, originOf, type Project, put, SIDES } from "../project.ts";
import type { Shared } from "../share.ts";
import type { OpenProject } from "../storage/drafts.ts";
import type { ProjectStore } from "../storage/project-store.svelte.ts";
import type { BrowserHistory } from "./browser-history.ts";
import type { Checking } from "./checking.svelte.ts";
import type { Deletions } from "./deletions.svelte.ts";
import { type Drafting, newProject } from "./drafting.ts";
import type { OpenFiles } from "./open-files.svelte.ts";
import type { Stepping } from "./stepping.svelte.ts";

/** The page, as far as projects are swapped on it. */
interface SwitchingPage extends NoticeHost {
  /** All files. */
  readonly project: Project;
  /** The open ones. */
  readonly open: OpenFiles;
  /** The results of the last check. */
  readonly checking: Pick<Checking, "forget">;
  /** The steps to see of them. */
  readonly stepping: Pick<Stepping, "begin">;
  /** The stored draft of the project. */
  readonly drafting: Drafting;
  /** The deletions that can be undone. */
  readonly deletions: Pick<Deletions, "forget">;
  /** The store of the earlier projects. */
  readonly store: Pick<ProjectStore, "find" | "holds" | "moveToEarlier">;
  /** The browser's way back. */
  readonly browserHistory: Pick<BrowserHistory, "push">;
  /** The example that the project was opened from, as long as the project still is that example. */
  example: (Pick<Example, "title" | "note"> & { project: Project }) | undefined;
  /** The view of the results to see. */
  view: string;
  /** The way in, with what it left out. */
  readonly importer: { skipped: readonly unknown[]; inside: unknown };
  /** Puts a project in place of the one at hand. */
  put(project: Project, other: "files"): void;
}

/** Opens other projects. */
export class ProjectSwitcher {
  readonly #page: SwitchingPage;

  constructor(page: SwitchingPage) {
    this.#page = page;
  }

  /** Opens another project. The current one is not stored. */
  open(work: OpenProject, view = work.seen?.view ?? "findings"): void {
    const page = this.#page;
    const { project, tabs, active, seen = {}, ...label } = work;
    if (page.notice !== undefined && isOfProject(page.notice)) {
      page.notice = undefined;
    }
    if (label.id !== page.drafting.current().id) {
      page.deletions.forget();
    }
    page.importer.skipped = [];
    page.importer.inside = undefined;
    page.drafting.begin(label);
    page.open.tabs = tabs;
    page.open.active = active;
    page.open.passing = { rules: undefined, files: undefined };
    page.view = view;
    page.example = undefined;
    page.checking.forget(seen.selected);
    page.stepping.begin(seen);
    this.#goTo(seen.selected?.place);
    page.put(project, "files");
  }

  /** Goes to a place in a file that is shown: the part of a narrow page to see stays, and so does the focus. */
  #goTo(place: Part | undefined): void {
    const { open } = this.#page;
    open.jump = place && open.active[place.side] === place.path ? { place, focus: false } : undefined;
  }

  /** Opens another project, which a notice calls `what`. The current one becomes an earlier one. */
  replace(work: OpenProject, what: string, view?: string): void {
    const { drafting, browserHistory } = this.#page;
    const before = drafting.current();
    browserHistory.push();
    const kept = drafting.moveToEarlier() ? " What was here is under “Open”." : "";
    this.open(work, view);
    this.offer(before, `This is ${what}.${kept}`);
  }

  /** Shows a notice, which offers to restore the project `before`. */
  offer(before: OpenProject, text: string): void {
    const run = () => this.swap(before);
    this.#page.notice = { text, action: { label: "Back to what was here", run, until: "project" } };
  }

  /** Opens another project without a notice. The current one becomes an earlier one. */
  swap(work: OpenProject): void {
    this.#page.drafting.moveToEarlier();
    this.open(work);
  }

  /** Opens an earlier project. */
  async restore(id: string): Promise<void> {
    const { store } = this.#page;
    const found = await store.find(id);
    if (found === undefined) {
      this.#page.notice = { text: "This project is kept no more." };
      return;
    }
    // What two pages changed at once, one of them would lose.
    const isFree = await store.holds(id);
    this.swap(isFree ? found.work : { ...newProject(found.work.name, found.work), preview: true });
    if (!isFree) {
      this.#page.notice = { text: "Another page of this browser is at this project: here is a copy of it." };
    }
    this.tellOmitted(found.left);
  }

  /** Reports the number of files of a project that were too much to be stored. */
  tellOmitted(left: number): void {
    if (left > 0) {
      const were = counted(left, "file was", "files were");
      this.#page.notice = { text: `Of this project, ${were} too much to be kept: drop them again.` };
    }
  }

  /** Opens an example on a page without a project. */
  begin(example: Example): void {
    const { title, note } = example;
    this.open(newProject(title, example.open()), example.view);
    this.#page.example = { title, note, project: this.#page.project };
  }

  /** Opens an example in place of the current project, which a notice offers to restore. */
  openExample(example: Example): void {
    const { title, note } = example;
    this.replace(newProject(title, example.open()), `the example “${title}”`, example.view);
    this.#page.example = { title, note, project: this.#page.project };
  }

  /** Begins a project from nothing: with a rule file to be written, and the cursor in it. */
  beginAnew(): void {
    const [path, project] = ["rules.yaml", put(EMPTY, { side: "rules", path: "rules.yaml" }, "")];
    const shared = { project, tabs: { rules: [path], files: [] }, active: { rules: path, files: undefined } };
    this.replace(newProject("", shared), "a new project");
    this.#page.open.goTo({ side: "rules", path, start: 0, end: 0 });
  }

  /** Takes in what a link holds, beside `before`, which stays the draft until something is changed here. */
  openLink(shared: Shared, before: OpenProject | undefined): void {
    this.#page.drafting.keepNow();
    this.open({ ...newProject("From a link", shared), preview: true });
    if (before?.changed) {
      this.#page.store.moveToEarlier(before);
    }
    const gone = leadsNowhere(shared);
    const lost = gone === undefined ? "" : ` It leads to \`${gone}\`, which is not in it.`;
    const text = `This is what the link holds.${lost}`;
    if (before !== undefined) {
      this.offer(before, text + (before.changed ? " What was here is under “Open”." : ""));
    } else if (lost !== "") {
      this.#page.notice = { text };
    }
  }
}

/** The file that was looked at when a link was made, where the link has no such file. */
function leadsNowhere({ project, seen }: Shared): string | undefined {
  const { path } = seen?.selected ?? seen?.steps ?? {};
  // What systems make up, such as definitions, begins so.
  const isHere = path?.startsWith("@") || SIDES.some((side) => originOf(project[side], path ?? "") !== undefined);
  return isHere ? undefined : path;
}
