/** `assay schema`: prints the JSON Schemas of the package. */

import { readdirSync, readFileSync } from "node:fs";
import type { JsonSchemaOptions } from "./options/schema.js";
import { print } from "./output.js";
import { Refusal } from "./refusal.js";

/** The folder of the schemas in the package. */
const FOLDER = new URL("../schema/", import.meta.url);

/** Prints a schema, or the names of all schemas, and returns the exit code. */
export async function schema({ name }: JsonSchemaOptions): Promise<number> {
  const names = schemaNames();
  return print(name === undefined ? listOf(names) : named(name, names));
}

export function schemaNames(): string[] {
  return readdirSync(FOLDER)
    .map((file) => file.replace(/\.json$/, ""))
    .sort();
}

function named(name: string, names: readonly string[]): string {
  if (!names.includes(name)) {
    throw new Refusal(`there is no schema \`${name}\``, `the schemas are ${names.join(", ")}`);
  }
  return readFileSync(new URL(`${name}.json`, FOLDER), "utf8");
}

function listOf(names: readonly string[]): string {
  const widest = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => {
    const { description = "" } = JSON.parse(named(name, names)) as { description?: string };
    return `${name.padEnd(widest)}  ${description.split(/(?<=\.)\s|\n\n/)[0]?.replaceAll("\n", " ") ?? ""}`;
  });
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
