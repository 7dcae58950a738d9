/** The page of the script limits, made from the JSON schema that the engine generates. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anchored, sentence, table } from "./markdown.ts";
import type { Page } from "./page.ts";

/** A limit in the schema. */
interface Limit {
  description: string;
  default?: number;
  minimum: number;
  maximum: number;
}

/** Returns the page of limits. */
export function limitsPage(root: string): Page {
  const rows = Object.entries(readLimits(root)).map(([name, limit]) => [
    anchored(name, name),
    sentence(limit.description),
    number(limit.default),
    number(limit.maximum),
  ]);
  const text = [
    "# Limits",
    "Limits for each call of a script. Set a limit by its name with `--script-limit operations=50000000`, or under `limits` in " +
      "[`assay.yaml`](/configuration). [The rule language](/rules#when-a-function-is-wrong) describes what happens at a limit.",
    table(["limit", "meaning", "default", "maximum"], rows),
    "Archives have [separate limits](/packages#what-is-refused). Set them with `--limit`.",
  ];
  return { path: "reference/limits", title: "Limits", text: text.join("\n\n") };
}

/** Returns the limits by name. */
export function readLimits(root: string): Record<string, Limit> {
  return JSON.parse(readFileSync(join(root, "wasm/dist/schema/limits.json"), "utf8")).properties;
}

function number(value: number | undefined): string {
  return value === undefined ? "none" : value.toLocaleString("en");
}
