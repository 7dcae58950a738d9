/** The browser's history: Back leads from an example or a link to the project that was here before. */

import type { OpenProject } from "../storage/drafts.ts";
import type { Drafting } from "./drafting.ts";

/** The page, as far as its history is concerned. */
interface VisitedPage {
  /** The project at hand. */
  readonly drafting: Pick<Drafting, "current">;
  /** The way to another one. */
  readonly switcher: { swap(work: OpenProject): void };
}

/** The entries of the browser's history that this page has made. The state of each is its number. */
export class BrowserHistory {
  readonly #page: VisitedPage;
  /** The project of each entry, as it was when the entry was left. */
  readonly #left = new Map<number, OpenProject>();
  #at = 0;

  constructor(page: VisitedPage) {
    this.#page = page;
  }

  /** Begins to follow the buttons of the browser. */
  begin(): void {
    // A reloaded page has an entry with a number.
    this.#at = history.state ?? 0;
    history.replaceState(this.#at, "");
    addEventListener("popstate", ({ state }) => {
      if (state !== null) {
        this.#go(state);
      }
    });
  }

  /** Makes an entry for another project, which is about to take the place of the one at hand. A link has made its own. */
  push(isMade = false): void {
    this.#left.set(this.#at, this.#page.drafting.current());
    this.#at += 1;
    if (isMade) {
      history.replaceState(this.#at, "");
    } else {
      history.pushState(this.#at, "", location.pathname + location.search);
    }
  }

  #go(to: number): void {
    const now = this.#page.drafting.current();
    const wanted = this.#left.get(to);
    this.#left.set(this.#at, now);
    this.#at = to;
    // The same project may have been brought back by hand and changed since.
    if (wanted !== undefined && wanted.id !== now.id) {
      this.#page.switcher.swap(wanted);
    }
  }
}
