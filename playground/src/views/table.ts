/** The views of the results, one below the other here and beside each other on the page. A new one is a new row. */

import { type Component, untrack } from "svelte";
import { isConversionRules } from "../engine.ts";
import { formatCount } from "../format.ts";
import Definitions from "../panels/definitions/Definitions.svelte";
import { isDefinitions } from "../panels/definitions/definition-files.ts";
import Findings from "../panels/Findings.svelte";
import Lists from "../panels/lists/Lists.svelte";
import { isList } from "../panels/lists/list-rows.ts";
import Packages from "../panels/packages/Packages.svelte";
import Pipeline from "../panels/pipeline/Pipeline.svelte";
import Skipped from "../panels/Skipped.svelte";
import Steps from "../panels/steps/Steps.svelte";
import Tests from "../panels/tests/Tests.svelte";
import { isArchive } from "../project.ts";
import type { Page } from "../state.svelte.ts";

/** A count behind the title of a view. */
export interface Badge {
  /** The count, and a word where it is not of what the title says. */
  text: string;
  /** How that is. */
  state?: "passed" | "error";
}

/** One view of the results. */
export interface View {
  /** What the page calls it in its state. */
  id: string;
  /** What its tab says. */
  title: string;
  /** What stands behind that; nothing when there is nothing to say. */
  badge: (page: Page) => Badge | undefined;
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
    badge: ({ checking: { answer, count } }) => answer && countBadge(count),
    component: Findings,
  },
  { id: "steps", title: "Steps", badge: () => undefined, component: Steps },
  { id: "tests", title: "Tests", badge: badgeOfTests, component: Tests },
  { id: "lists", title: "Lists", badge: () => undefined, fits: hasLists, component: Lists },
  { id: "packages", title: "Packages", badge: () => undefined, fits: hasPackages, component: Packages },
  { id: "definitions", title: "Definitions", badge: () => undefined, fits: hasDefinitions, component: Definitions },
  { id: "pipeline", title: "Pipeline", badge: () => undefined, fits: hasConversionRules, component: Pipeline },
  {
    id: "skipped",
    title: "Skipped",
    badge: ({ intake }) => {
      const count = intake.skipped.filter(({ taken }) => !taken).length;
      return count === 0 ? undefined : countBadge(count);
    },
    fits: ({ intake }) => intake.skipped.length > 0,
    component: Skipped,
  },
];

/** Whether a file is an asset list. */
function hasLists(page: Page): boolean {
  return hasSome(page, isList);
}

/** Whether a file may be a package. */
function hasPackages(page: Page): boolean {
  return hasSome(page, isArchive);
}

/** Whether a file may hold definitions. */
function hasDefinitions(page: Page): boolean {
  return hasSome(page, isDefinitions);
}

/** Whether a file holds conversion rules. */
function hasConversionRules(page: Page): boolean {
  return hasSome(page, isConversionRules);
}

/** Whether a file is called so. What is typed into files changes nothing about that. */
function hasSome(page: Page, isCalledSo: (path: string) => boolean): boolean {
  void page.structure;
  return untrack(() => [...page.project.files.keys()].some(isCalledSo));
}

function countBadge(count: number): Badge {
  return { text: formatCount(count) };
}

/** How many tests do not pass, or that all do. */
function badgeOfTests({ checking: { tested } }: Page): Badge | undefined {
  const { tests, summary } = tested?.result ?? { tests: [], summary: { pass: 0 } };
  const failing = tests.length - summary.pass;
  if (tests.length === 0) {
    return undefined;
  }
  return failing === 0
    ? { text: formatCount(tests.length), state: "passed" }
    : { text: `${formatCount(failing)} failing`, state: "error" };
}
