/** A rule that is quickly read, and checks by it. */

import { type AsyncSource, type Checker, createEngine, type Report, type Source } from "assay";

/** Finds numbers above three. */
export const RULES = `
- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }
`;

/** The engine of a file of tests. */
export const engine = await createEngine();

/** A checker of one rule file. */
export function checkerOf(text: string): Checker {
  return engine.checker({ rules: [{ path: "rules.yaml", text }] });
}

/** What comes of the files of a source. */
export function check(source: Source | AsyncSource, text = RULES): Promise<Report> {
  return checkerOf(text).check(source);
}

/** Rule, path and value of each finding. */
export function found({ findings }: Report): unknown[] {
  return findings.map(({ rule, path, value }) => [rule, path, value]);
}
