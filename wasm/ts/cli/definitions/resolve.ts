/** `assay definitions resolve`: writes every definition with the changes of all mods. */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { walk } from "../../node/walk.js";
import type { Definitions } from "../../systems/definition/definitions.js";
import type { DefinitionDiagnostic } from "../../types.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { requireFolder } from "../inputs.js";
import { makeFolder } from "../make-folder.js";
import { warn } from "../output.js";
import { orRefuse, Refusal } from "../refusal.js";
import { writeOver, writeTo } from "../write-file.js";
import { load, refuseOnto, reportDiagnostics } from "./load.js";
import type { ResolveOptions } from "./options.js";

/** Matches characters that some system does not allow in file names. They are written as `%` and digits. */
const UNSAFE = /[^A-Za-z0-9_-]/gu;

/** Matches the names that Windows reserves for devices, whatever the extension. */
const DEVICE = /^(?:aux|con|nul|prn|com\d|lpt\d)$/i;

/** The maximum length of a part of an id in a file name: names have up to 255 bytes, with `~2.sbc` at the end. */
const LONGEST = 200;

/** The number of definitions that are written at a time. */
const ROWS = 256;

/** Writes the definitions, and returns the exit code. Throws a {@link Refusal} if options contradict each other. */
export async function resolve(options: ResolveOptions, engine: Engine): Promise<number> {
  if (options.split && (options.output === undefined || options.format !== "xml")) {
    throw new Refusal("`--split` writes XML into a folder", "name the folder: --split -o DIR");
  }
  if (options.values && options.format !== "json") {
    throw new Refusal("`--values` needs JSON", "use --format json --values");
  }
  const { output } = options;
  refuseOnto(output, [options.schema]);
  const loaded = await load(options, engine);
  refuseOnto(output, loaded.reads);
  const { definitions, takesIn } = loaded;
  if (output !== undefined && takesIn(options.split ? join(output, "a.sbc") : output)) {
    const help = "name another file, or one that ignore patterns match";
    throw new Refusal(`\`${output}\` is in a folder of definitions that is loaded`, help);
  }
  const bad = options.values ? definitions.badValues() : [];
  const code = reportDiagnostics(loaded, bad);
  if (options.split) {
    return split(definitions, options.output ?? "", takesIn) ? code : CANNOT_RUN;
  }
  const parts = options.format === "json" ? jsonParts(definitions, options.values, bad) : definitions.write();
  return (await writeTo(output, parts)) ? code : CANNOT_RUN;
}

/** Writes each definition to its own file. Returns false if a file could not be written. */
function split(definitions: Definitions, folder: string, takesIn: (file: string) => boolean): boolean {
  const taken = new Set<string>();
  // Listed before anything is written, to recognise files that an earlier run has left.
  const before = filesBefore(folder);
  for (const { id, content } of definitions.files()) {
    const [type = "", ...subtype] = id.split("/");
    const name = `${safe(type)}/${safe(subtype.join("/")) || "%"}`;
    // Several builder types may have the same id, and some file systems ignore letter case.
    let path = name;
    for (let count = 2; taken.has(path.toLowerCase()); count += 1) {
      path = `${name}~${count}`;
    }
    taken.add(path.toLowerCase());
    const file = join(folder, `${path}.sbc`);
    if (takesIn(file)) {
      throw new Refusal(`\`${file}\` is in a folder of definitions that is loaded`, "name another folder");
    }
    orRefuse(`\`${file}\` cannot be written`, () => makeFolder(dirname(file)));
    if (!writeOver(file, Buffer.from(content))) {
      return false;
    }
  }
  const left = before.filter(
    (path) => path.endsWith(".sbc") && !taken.has(path.slice(0, -".sbc".length).toLowerCase()),
  );
  if (left.length > 0) {
    const more = left.length === 1 ? "" : `, and ${left.length - 1} more`;
    warn(`\`${join(folder, left[0] ?? "")}\` already existed and is not one of these definitions${more}`);
  }
  return true;
}

/** Returns the files that exist in a folder. */
function filesBefore(folder: string): string[] {
  if (!existsSync(folder)) {
    return [];
  }
  requireFolder(folder, "there is no folder at", "name a folder: --split -o DIR");
  return walk(folder).files;
}

/** Returns a part of an id as a file name. A long name ends in `%-` and digits of the hash of the whole part. */
function safe(name: string): string {
  const coded = name
    .replace(UNSAFE, coding)
    .replace(DEVICE, (device) => `${coding(device[0] ?? "")}${device.slice(1)}`);
  if (coded.length <= LONGEST) {
    return coded;
  }
  const digits = createHash("sha256").update(name).digest("hex").slice(0, 16);
  return `${coded.slice(0, LONGEST)}%-${digits}`;
}

/** Returns each byte of a character as `%` and two hexadecimal digits. */
function coding(letter: string): string {
  const bytes = [...Buffer.from(letter)];
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

function* jsonParts(definitions: Definitions, values: boolean, bad: readonly DefinitionDiagnostic[]): Iterable<string> {
  yield '{"definitions": [';
  for (let from = 0; from < definitions.length; from += ROWS) {
    const rows = definitions.rows(from, from + ROWS, { values });
    const before = from === 0 ? "\n" : ",\n";
    yield `${before}${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
  }
  const diagnostics = [...definitions.diagnostics, ...bad].map((diagnostic) => JSON.stringify(diagnostic));
  yield `\n], "diagnostics": [${diagnostics.length === 0 ? "" : `\n${diagnostics.join(",\n")}\n`}]}\n`;
}
