/** A small rule, and functions that check with it. */

import { type AsyncSource, type Checker, createEngine, type Report, type Source } from "assay";

/** A rule with a finding for each number above three. */
export const RULES = `
- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }
`;

/** The engine of a test file. */
export const engine = await createEngine();

/** Returns a checker for one rule file. */
export function checkerOf(text: string): Checker {
  return engine.checker({ rules: [{ path: "rules.yaml", text }] });
}

/** Returns the report on the files of a source. */
export function check(source: Source | AsyncSource, text = RULES): Promise<Report> {
  return checkerOf(text).check(source);
}

/** Returns rule, path and value of each finding. */
export function found({ findings }: Report): unknown[] {
  return findings.map(({ rule, path, value }) => [rule, path, value]);
}
