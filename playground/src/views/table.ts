/** The views of the results, in their order on the page. A new view is a new row. */

import type { Component } from "svelte";
import { faultsOfTests } from "../check-summary.ts";
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
import { DEFINITIONS } from "../systems/definitions/system.ts";
import type { SystemName } from "../systems/faults.ts";
import { LISTS } from "../systems/lists/system.ts";
import { PACKAGES } from "../systems/packages/system.ts";
import { PIPELINE } from "../systems/pipeline/system.ts";

/** A count after the title of a view. */
export interface Badge {
  /** The count, with a noun if it differs from the title. */
  text: string;
  /** The state, which decides the colour. */
  state?: "passed" | "problem" | "error" | "warning";
  /** The whole badge in words, if the count does not say everything. */
  title?: string;
}

interface View {
  /** The id of the view in the state of the page. */
  id: string;
  title: string;
  /** Returns the badge after the title; undefined if there is nothing to show. */
  badge: (page: Page) => Badge | undefined;
  /** Returns true if the view has something to show for the project. If it is left out, the view is always there. */
  fits?: (page: Page) => boolean;
  component: Component<{ page: Page }>;
}

export const VIEWS: readonly View[] = [
  {
    id: "findings",
    title: "Findings",
    badge: ({ checking: { answer, counts, count } }) => answer?.result && badgeOf(counts, count),
    component: Findings,
  },
  { id: "steps", title: "Steps", badge: () => undefined, component: Steps },
  { id: "tests", title: "Tests", badge: badgeOfTests, component: Tests },
  ofSystem(LISTS, Lists),
  ofSystem(PACKAGES, Packages),
  ofSystem(DEFINITIONS, Definitions),
  ofSystem(PIPELINE, Pipeline),
  {
    id: "skipped",
    title: "Skipped",
    badge: ({ importer }) => {
      const count = importer.skipped.filter(({ imported }) => !imported).length;
      return count === 0 ? undefined : { text: formatCount(count) };
    },
    fits: ({ importer }) => importer.skipped.length > 0,
    component: Skipped,
  },
];

/** Returns the view of a system, for projects with files of the system. Its badge counts their faults. */
function ofSystem({ id, title }: SystemName, component: View["component"]): View {
  const badge = ({ systems }: Page): Badge | undefined => {
    const [faulty] = systems.surveys[id].systemFaults;
    return faulty && badgeOf(countsOf(faulty.faults), faulty.faults.length);
  };
  return { id, title, badge, fits: ({ systems }) => systems.surveys[id].load !== undefined, component };
}

/** Returns a badge with the number of remarks of a view, in the colour of the most severe one. */
function badgeOf(counts: Record<Weight, number>, count: number): Badge {
  const state = (["problem", "error", "warning"] as const).find((weight) => counts[weight] > 0);
  return { text: formatCount(count), ...(state && { state, title: countsText(counts) }) };
}

/** Returns the number of tests that do not pass, of problems with tests, or else of tests that pass. */
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
