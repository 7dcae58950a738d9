/** The views of the results, one below the other here and beside each other on the page. A new one is a new row. */

import { type Component, untrack } from "svelte";
import Findings from "../panels/Findings.svelte";
import Lists from "../panels/lists/Lists.svelte";
import { isList } from "../panels/lists/list-rows.ts";
import Skipped from "../panels/Skipped.svelte";
import Steps from "../panels/steps/Steps.svelte";
import Tests from "../panels/tests/Tests.svelte";
import type { Page } from "../state.svelte.ts";

/** One view of the results. */
export interface View {
  /** What the page calls it in its state. */
  id: string;
  /** What its tab says. */
  title: string;
  /** What stands behind that, such as a count; nothing when there is nothing to say. */
  badge: (page: Page) => string;
  /** Whether it has something to show of this project; always, when it is left out. */
  fits?: (page: Page) => boolean;
  /** How it looks. */
  component: Component<{ page: Page }>;
}

/** All views, in their order. */
export const VIEWS: readonly View[] = [
  {
    id: "findings",
    title: "Findings",
    badge: ({ answer, remarks }) => (answer === undefined ? "" : String(remarks.length)),
    component: Findings,
  },
  { id: "steps", title: "Steps", badge: () => "", component: Steps },
  { id: "tests", title: "Tests", badge: badgeOfTests, component: Tests },
  { id: "lists", title: "Lists", badge: () => "", fits: hasLists, component: Lists },
  {
    id: "skipped",
    title: "Skipped",
    badge: ({ intake }) => String(intake.skipped.filter(({ taken }) => !taken).length || ""),
    fits: ({ intake }) => intake.skipped.length > 0,
    component: Skipped,
  },
];

/** Whether a file is an asset list. What is typed into files changes nothing about that. */
function hasLists(page: Page): boolean {
  void page.structure;
  return untrack(() => [...page.project.files.keys()].some(isList));
}

/** How many tests pass: `3/4`. */
function badgeOfTests({ tested }: Page): string {
  const count = tested?.result?.tests.length ?? 0;
  return count === 0 ? "" : `${tested?.result?.summary.pass}/${count}`;
}
