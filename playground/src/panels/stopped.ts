/** Where in a file the value is over which the script of a rule stopped. */

import { type Running, trace } from "../engine.ts";
import type { Part } from "../place.ts";
import type { Project } from "../project.ts";

/** The first value of the file at `path` that the rule took out of it and that its problem names; nothing where none is. */
export async function stoppedAt(
  project: Project,
  rule: string,
  path: string,
  running: Running,
): Promise<Part | undefined> {
  const { steps, problems } = await trace(project, rule, path, running);
  const named = new Set(problems.flatMap(({ message }) => [...message.matchAll(/`([^`]+)`/g)].map(([, text]) => text)));
  const values = steps.flatMap((step) => (step.kind === "xpath" && step.path === path ? step.values : []));
  const found = values.length === 1 ? values[0] : values.find(({ value }) => named.has(String(value)));
  const { offset: start, end_offset: end } = found ?? {};
  return start === undefined || end === undefined ? undefined : { side: "files", path, start, end };
}
