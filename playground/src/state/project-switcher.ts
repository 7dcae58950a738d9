/** Replaces the current project: with an example, the content of a link, an earlier project, or a new one. */

import type { Example } from "../examples/table.ts";
import { counted } from "../format.ts";
import { isOfProject } from "../notice.ts";
import type { Part } from "../place.ts";
import { EMPTY, originOf, put, SIDES } from "../project.ts";
import type { Shared } from "../share.ts";
import type { OpenProject } from "../storage/drafts.ts";
import { newProject } from "./drafting.ts";
import type { PageParts } from "./page-parts.ts";

export class ProjectSwitcher {
  readonly #page: PageParts;

  constructor(page: PageParts) {
    this.#page = page;
  }

  /** Opens another project. The current one is not stored. */
  open(work: OpenProject, view = work.seen?.view ?? "findings"): void {
    const page = this.#page;
    const { project, tabs, active, seen = {}, ...label } = work;
    if (page.notice !== undefined && isOfProject(page.notice)) {
      page.notice = undefined;
    }
    // Undoing a change opens the same project, whose deletions can still be undone.
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

  /** Shows a place in a file that is open. A narrow page keeps its part, and the focus does not move. */
  #goTo(place: Part | undefined): void {
    const { open } = this.#page;
    open.jump = place && open.active[place.side] === place.path ? { place, focus: false } : undefined;
  }

  /** Opens another project, which a notice calls `label`. The current one becomes an earlier one. */
  replace(work: OpenProject, label: string, view?: string): void {
    const { drafting, browserHistory } = this.#page;
    const before = drafting.current();
    // The entry that is left keeps the current project.
    browserHistory.push();
    const kept = drafting.moveToEarlier() ? " The previous project is under “Open”." : "";
    this.open(work, view);
    this.offer(before, `This is ${label}.${kept}`);
  }

  /** Shows a notice, which offers to restore the project `before`. */
  offer(before: OpenProject, text: string): void {
    const run = () => this.swap(before);
    this.#page.notice = { text, action: { label: "Back to the previous project", run, until: "project" } };
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
      this.#page.notice = { text: "This project is no longer stored." };
      return;
    }
    // If two pages changed it, one of them would lose its changes.
    const isFree = await store.holds(id);
    this.swap(isFree ? found.work : { ...newProject(found.work.name, found.work), preview: true });
    if (!isFree) {
      this.#page.notice = { text: "This is a copy, because the project is open in another page of this browser." };
    }
    this.reportOmitted(found.left);
  }

  /** Reports the number of files of a project that were too much to be stored. */
  reportOmitted(left: number): void {
    if (left > 0) {
      const were = counted(left, "file of this project was", "files of this project were");
      this.#page.notice = { text: `${were} too large to be stored: drop them onto the page again.` };
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

  /** Begins an empty project: with an empty rule file, and the cursor in it. */
  beginAnew(): void {
    const [path, project] = ["rules.yaml", put(EMPTY, { side: "rules", path: "rules.yaml" }, "")];
    const shared = { project, tabs: { rules: [path], files: [] }, active: { rules: path, files: undefined } };
    this.replace(newProject("", shared), "a new project");
    this.#page.open.goTo({ side: "rules", path, start: 0, end: 0 });
  }

  /** Opens the content of a link. `before` stays the draft until the user changes the content. */
  openLink(shared: Shared, before: OpenProject | undefined): void {
    this.#page.drafting.keepNow();
    this.open({ ...newProject("From a link", shared), preview: true });
    if (before?.changed) {
      this.#page.store.moveToEarlier(before);
    }
    const missing = leadsNowhere(shared);
    const lost = missing === undefined ? "" : ` The link also points to \`${missing}\`, which does not exist.`;
    const text = `This is the project from the link.${lost}`;
    if (before !== undefined) {
      this.offer(before, text + (before.changed ? " The previous project is under “Open”." : ""));
    } else if (lost !== "") {
      this.#page.notice = { text };
    }
  }
}

/** Returns the file that a link shows, if the link does not contain it. */
function leadsNowhere({ project, seen }: Shared): string | undefined {
  const { path } = seen?.selected ?? seen?.steps ?? {};
  // Paths of files that systems generate, such as definitions, begin with `@`.
  const isHere = path?.startsWith("@") || SIDES.some((side) => originOf(project[side], path ?? "") !== undefined);
  return isHere ? undefined : path;
}
