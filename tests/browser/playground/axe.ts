/** Finds accessibility problems with axe. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** Rules whose violations axe rates as moderate, but which must hold: screen readers distinguish landmarks by name. */
const REQUIRED_RULES = ["landmark-unique"];

/** Returns the violations that axe rates as serious or worse, and those of the rules above. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return found
    .filter(({ id, impact }) => impact === "serious" || impact === "critical" || REQUIRED_RULES.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
}
