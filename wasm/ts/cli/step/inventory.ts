/** Reads inventories: CSV files with a line for each file of a project. */

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { explain } from "../../node/explain.js";
import { Refusal, stat } from "../refusal.js";
import type { FileRecord } from "./sorted-records.js";

/** A column that shows changes of a file, and the form of its values. */
interface VersionColumn {
  column: string;
  form: RegExp;
  what: string;
}

/** The columns for files in a folder; a line has the first of them that the inventory has. */
const OF_FOLDER: readonly VersionColumn[] = [
  { column: "modified", form: /^\d+(?:\.\d+)?$/, what: "a time in milliseconds" },
  { column: "version", form: /./, what: "a version" },
];
const OF_BUCKET: readonly VersionColumn[] = [{ column: "etag", form: /^"?[^"]+"?$/, what: "an ETag" }];

/** Matches a field of a line, with or without quotation marks. */
const FIELD = /(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g;

/**
 * Yields the files of an inventory, whose first line names the columns.
 *
 * @throws {Refusal} When it cannot be read, a column is missing, or a line is not valid.
 */
export async function* recordsOfInventory(file: string, isOfBucket: boolean): AsyncGenerator<FileRecord> {
  stat(file, "there is no inventory at");
  const versions = isOfBucket ? OF_BUCKET : OF_FOLDER;
  let version: VersionColumn | undefined;
  let places: number[] = [];
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    const fields = fieldsOf(line);
    if (version === undefined) {
      const found = versions.find(({ column }) => fields?.includes(column));
      version = found ?? (versions[0] as VersionColumn);
      places = ["path", "size", version.column].map((column) => placeOf(column, fields ?? [], file, versions));
      continue;
    }
    const [path = "", size = "", tag = ""] = places.map((place) => fields?.[place]);
    if (path === "" || !/^\d+$/.test(size) || !version.form.test(tag)) {
      throw new Refusal(
        `${file}:${number}: a line needs a path, a size in bytes, and ${version.what}, not \`${line}\``,
      );
    }
    // Requests need the tag in quotation marks, which inventories leave out.
    const quoted = isOfBucket ? `"${tag.replaceAll('"', "")}"` : tag;
    const facts = version.column === "modified" ? String(Number(tag)) : JSON.stringify(quoted);
    yield [path, `${Number(size)},${facts}`];
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new Refusal(`the inventory \`${file}\` cannot be read: ${explain(error)}`);
  }
}

/** Returns the fields of a line; undefined if quotation marks in it are wrong. */
function fieldsOf(line: string): string[] | undefined {
  const matches = [...line.matchAll(FIELD)];
  const length = matches.reduce((sum, [whole]) => sum + whole.length, 0);
  const fields = matches.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
  return length === line.length ? fields : undefined;
}

function placeOf(column: string, fields: readonly string[], file: string, versions: readonly VersionColumn[]): number {
  const place = fields.indexOf(column);
  if (place < 0) {
    const last = versions.map(({ column }) => column).join(" or ");
    throw new Refusal(`${file}:1: there is no column \`${column}\``, `the columns are path, size, and ${last}`);
  }
  return place;
}
