/** The history of the browser: Back returns from an example or a link to the previous project. */

import type { OpenProject } from "../storage/drafts.ts";
import type { PageParts } from "./page-parts.ts";

/** The entries in the browser's history that this page has made. The state of each entry is its number. */
export class BrowserHistory {
  readonly #page: Pick<PageParts, "drafting" | "switcher">;
  /** The project of each entry when the entry was left. */
  readonly #left = new Map<number, OpenProject>();
  #at = 0;

  constructor(page: Pick<PageParts, "drafting" | "switcher">) {
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

  /** Adds an entry for the next project. `hasEntry` is true if a link has added it. */
  push(hasEntry = false): void {
    this.#left.set(this.#at, this.#page.drafting.current());
    this.#at += 1;
    if (hasEntry) {
      history.replaceState(this.#at, "");
    } else {
      // Without the fragment, which holds another project.
      history.pushState(this.#at, "", location.pathname + location.search);
    }
  }

  #go(to: number): void {
    const now = this.#page.drafting.current();
    const target = this.#left.get(to);
    this.#left.set(this.#at, now);
    this.#at = to;
    // The user may have restored the same project already, and changed it since.
    if (target !== undefined && target.id !== now.id) {
      this.#page.switcher.swap(target);
    }
  }
}
