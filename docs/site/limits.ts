/** The limits of scripts, by the schema that the engine makes of its table. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anchored, sentence, table } from "./markdown.ts";
import type { Page } from "./page.ts";

/** What the schema says of a limit. */
interface Limit {
  description: string;
  default?: number;
  minimum: number;
  maximum: number;
}

/** The page of limits. */
export function limitsPage(root: string): Page {
  const rows = Object.entries(readLimits(root)).map(([name, limit]) => [
    anchored(name, name),
    sentence(limit.description),
    number(limit.default),
    number(limit.maximum),
  ]);
  const text = [
    "# Limits",
    "What one call of a script may use up. Each is set by its name: `--script-limit operations=50000000`, or under `limits` " +
      "in [`assay.yaml`](/configuration). What happens at a limit, [the language of rules](/rules#when-a-function-is-wrong) tells.",
    table(["limit", "of what", "unless set", "at most"], rows),
    "Archives under check have [limits of their own](/packages#what-is-refused), set by `--limit`.",
  ];
  return { path: "reference/limits", title: "Limits", text: text.join("\n\n") };
}

/** The limits, by name. */
export function readLimits(root: string): Record<string, Limit> {
  return JSON.parse(readFileSync(join(root, "wasm/dist/schema/limits.json"), "utf8")).properties;
}

function number(value: number | undefined): string {
  return value === undefined ? "none" : value.toLocaleString("en");
}
