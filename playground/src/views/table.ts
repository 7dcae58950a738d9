/** The views of the results, one below the other here and beside each other on the page. A new one is a new row. */

import type { Component } from "svelte";
import { counted, formatCount } from "../format.ts";
import Definitions from "../panels/definitions/Definitions.svelte";
import Findings from "../panels/Findings.svelte";
import Lists from "../panels/lists/Lists.svelte";
import Packages from "../panels/packages/Packages.svelte";
import Pipeline from "../panels/pipeline/Pipeline.svelte";
import Skipped from "../panels/Skipped.svelte";
import Steps from "../panels/steps/Steps.svelte";
import Tests from "../panels/tests/Tests.svelte";
import { countsOf, countsText, type Weight } from "../place.ts";
import type { Page } from "../state.svelte.ts";
import { SYSTEMS, type SystemId } from "../systems/faults.ts";
import { faultsOfTests } from "../verdict.ts";

/** A count behind the title of a view. */
export interface Badge {
  /** The count, and a word where it is not of what the title says. */
  text: string;
  /** How that is. */
  state?: "passed" | "problem" | "error" | "warning";
  /** All of it in words, where the count is not all there is. */
  title?: string;
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
    badge: ({ checking: { answer, counts, count } }) => answer?.result && badgeOf(counts, count),
    component: Findings,
  },
  { id: "steps", title: "Steps", badge: () => undefined, component: Steps },
  { id: "tests", title: "Tests", badge: badgeOfTests, component: Tests },
  ofSystem("lists", Lists),
  ofSystem("packages", Packages),
  ofSystem("definitions", Definitions),
  ofSystem("pipeline", Pipeline),
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

/** The view of a system, which is there as soon as one of its files is, and tells how much is wrong with these. */
function ofSystem(id: SystemId, component: View["component"]): View {
  const badge = ({ systems }: Page): Badge | undefined => {
    const said = systems.said.find(({ system }) => system === id);
    return said && badgeOf(countsOf(said.faults), said.faults.length);
  };
  return { id, title: SYSTEMS[id], badge, fits: ({ systems }) => systems[id].load !== undefined, component };
}

function countBadge(count: number): Badge {
  return { text: formatCount(count) };
}

/** A badge with the number of remarks of a view, in the colour of the most severe one. */
function badgeOf(counts: Record<Weight, number>, count: number): Badge {
  const state = (["problem", "error", "warning"] as const).find((weight) => counts[weight] > 0);
  return { ...countBadge(count), ...(state && { state, title: countsText(counts) }) };
}

/** How many tests do not pass, or how many cannot be told of for problems, or that all pass. */
function badgeOfTests({ checking: { tested } }: Page): Badge | undefined {
  const report = tested?.result;
  if (report === undefined) {
    return undefined;
  }
  const passing = report.summary.pass;
  const failing = report.tests.length - passing;
  const faults = faultsOfTests(report);
  if (failing + faults > 0) {
    return { text: failing > 0 ? `${formatCount(failing)} failing` : counted(faults, "problem"), state: "error" };
  }
  return passing === 0 ? undefined : { text: formatCount(passing), state: "passed" };
}
