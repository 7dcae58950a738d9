/** Finds the value on which the script of a rule stopped. */

import { type Running, trace } from "../engine.ts";
import type { Part } from "../place.ts";
import type { Project } from "../project.ts";

/** Returns the first extracted value of the file at `path` that the problem of the rule names. */
export async function stoppedAt(
  project: Project,
  rule: string,
  path: string,
  running: Running,
): Promise<Part | undefined> {
  const { steps, problems } = await trace(project, rule, path, running);
  const named = new Set(problems.flatMap(({ message }) => [...message.matchAll(/`([^`]+)`/g)].map(([, text]) => text)));
  const values = steps.flatMap((step) => (step.kind === "xpath" && step.path === path ? step.values : []));
  // With a single value, the message need not name it.
  const found = values.length === 1 ? values[0] : values.find(({ value }) => named.has(String(value)));
  const { offset: start, end_offset: end } = found ?? {};
  return start === undefined || end === undefined ? undefined : { side: "files", path, start, end };
}
