/** Reads inventories: CSV files with a line for each file of a project. */

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Refusal } from "../refusal.js";
import type { FileRecord } from "./sorted-records.js";

/** The columns, in any order. */
const COLUMNS = ["path", "size", "modified"] as const;

/** Matches a field of a line, with or without quotation marks. */
const FIELD = /(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g;

/**
 * Yields the files of an inventory, whose first line names the columns.
 *
 * @throws {Refusal} When a column is missing, or a line is not valid.
 */
export async function* recordsOfInventory(file: string): AsyncGenerator<FileRecord> {
  let places: number[] | undefined;
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    const fields = [...line.matchAll(FIELD)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (places === undefined) {
      places = COLUMNS.map((column) => placeOf(column, fields, file));
      continue;
    }
    const [path = "", size = "", modified = ""] = places.map((place) => fields[place]);
    if (path === "" || !/^\d+$/.test(size) || !/^\d+(?:\.\d+)?$/.test(modified)) {
      throw new Refusal(
        `${file}:${number}: a line needs a path, a size in bytes, and a time in milliseconds, not \`${line}\``,
      );
    }
    yield [path, `${Number(size)},${Number(modified)}`];
  }
}

function placeOf(column: string, fields: readonly string[], file: string): number {
  const place = fields.indexOf(column);
  if (place < 0) {
    throw new Refusal(`${file}:1: there is no column \`${column}\``, `the columns are ${COLUMNS.join(", ")}`);
  }
  return place;
}
