/** The page of the configuration keys, made from the JSON schema that the engine generates. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anchored, code, sentence, table } from "./markdown.ts";
import type { Page } from "./page.ts";

/** The part of JSON Schema that the generated schema uses. */
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

/** A key, with the keys of its sections in front: `definitions.base`. */
export interface Setting {
  name: string;
  schema: Schema;
}

/** Returns the page of keys, with an anchor for each. */
export function settingsPage(root: string): Page {
  const rows = readSettings(root).map(({ name, schema }) => [
    anchored(name, name),
    holds(schema),
    schema.description ? sentence(schema.description) : "",
  ]);
  const text = [
    "# Keys of `assay.yaml`",
    "The settings of a project. [Configuration](/configuration) explains where the file is, and which settings override it. " +
      "[Limits](/reference/limits) lists the limits of scripts.",
    table(["key", "type", "meaning"], rows),
  ];
  return { path: "reference/configuration", title: "Configuration", text: text.join("\n\n") };
}

/** Returns all keys, each followed by the keys in its section. */
export function readSettings(root: string): Setting[] {
  return settingsOf(JSON.parse(readFileSync(join(root, "wasm/dist/schema/config.json"), "utf8")), "");
}

function settingsOf({ properties = {} }: Schema, section: string): Setting[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${section}${key}`;
    return [{ name, schema }, ...settingsOf(schema, `${name}.`)];
  });
}

/** Describes the type of a key. */
function holds(schema: Schema): string {
  const { enum: words, anyOf, properties, additionalProperties: more, minimum, maximum } = schema;
  if (words) {
    return words.map(code).join(", ");
  }
  if (anyOf) {
    return "a string or a list of strings";
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

/** Descriptions of the types of JSON Schema. */
const TYPES: Record<string, string> = { string: "a string", integer: "a whole number", boolean: "`true` or `false`" };

function grouped(value: number): string {
  return value.toLocaleString("en");
}
