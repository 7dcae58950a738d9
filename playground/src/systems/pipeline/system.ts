/** Conversion rules on the page. */

import { isConversionRules, type PipelineSurvey, systemClient } from "../../engine.ts";
import type { Content } from "../../project.ts";
import { faultsIn } from "../faults.ts";
import { nextLoad, type PageSystem, selecting } from "../system.ts";

/** Conversion rules, and the paths that they are about. */
export interface PipelineLoad {
  /** The number by which workers know what they have read. */
  readonly number: number;
  /** The page's number for the paths. */
  readonly structure: number;
  readonly rules: readonly (Content | undefined)[];
}

const pathsIn = selecting((paths) => paths.filter(isConversionRules));

/** The system. The report has the result of the rules for each file. */
export const PIPELINE: PageSystem<PipelineLoad, PipelineSurvey> = {
  id: "pipeline",
  title: "Pipeline",
  load(page, before) {
    const { structure, project } = page;
    const rules = pathsIn(page).map((path) => project.files.get(path));
    const isSame = before?.structure === structure && rules.every((content, at) => content === before.rules[at]);
    if (rules.length === 0 || isSame) {
      return rules.length === 0 ? undefined : before;
    }
    return { number: nextLoad(), structure, rules };
  },
  ask: ({ number: load }, { files }, running) =>
    systemClient.pipeline({ files: Object.fromEntries(files), load, ...running }),
  faults: ({ told }) => faultsIn(told),
};
