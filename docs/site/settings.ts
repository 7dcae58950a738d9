/** The keys of a configuration, by the schema that the engine makes of its table. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anchored, code, sentence, table } from "./markdown.ts";
import type { Page } from "./page.ts";

/** What the schema says of a key: as much of JSON Schema as it takes. */
interface Schema {
  description?: string;
  type?: string | readonly string[];
  enum?: readonly string[];
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
}

/** A key, with those of its section before it: `definitions.base`. */
export interface Setting {
  name: string;
  schema: Schema;
}

/** The page of keys, with an anchor for each. */
export function settingsPage(root: string): Page {
  const rows = readSettings(root).map(({ name, schema }) => [
    anchored(name, name),
    holds(schema),
    schema.description ? sentence(schema.description) : "",
  ]);
  const text = [
    "# Keys of `assay.yaml`",
    "What a project says of itself. [Configuration](/configuration) tells where the file lies, and what counts over it; " +
      "[limits](/reference/limits) what scripts may use up.",
    table(["key", "what it holds", "what it says"], rows),
  ];
  return { path: "reference/configuration", title: "Configuration", text: text.join("\n\n") };
}

/** All keys, each followed by those below it. */
export function readSettings(root: string): Setting[] {
  return settingsOf(JSON.parse(readFileSync(join(root, "wasm/dist/schema/config.json"), "utf8")), "");
}

function settingsOf({ properties = {} }: Schema, section: string): Setting[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${section}${key}`;
    return [{ name, schema }, ...settingsOf(schema, `${name}.`)];
  });
}

/** What stands behind a key, in words. */
function holds(schema: Schema): string {
  const { enum: words, anyOf, properties, additionalProperties: more, minimum, maximum } = schema;
  if (words) {
    return words.map(code).join(", ");
  }
  if (anyOf) {
    return "a text or a list of texts";
  }
  if (properties) {
    return "a mapping";
  }
  if (typeof more === "object") {
    return `names, each with ${holds(more)}`;
  }
  const types = [schema.type ?? []].flat().filter((type) => type !== "null");
  const range =
    minimum !== undefined && maximum !== undefined ? ` from ${grouped(minimum)} to ${grouped(maximum)}` : "";
  return `${types.map((type) => TYPES[type] ?? type).join(", or ")}${range}`;
}

/** What JSON Schema calls types, in words. */
const TYPES: Record<string, string> = { string: "a text", integer: "a whole number", boolean: "`true` or `false`" };

function grouped(value: number): string {
  return value.toLocaleString("en");
}
