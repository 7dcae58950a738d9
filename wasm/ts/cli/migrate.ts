/** `assay migrate`: a rule file of version 1, brought to today's form. */

import { existsSync, readFileSync } from "node:fs";
import { initSync, type Migration, migrate as toToday } from "../../dist/migration.js";
import { Crash } from "../core.js";
import { AssayError } from "../errors.js";
import { explain } from "../node/explain.js";
import { CANNOT_RUN, UNFINISHED } from "./exit.js";
import type { MigrateOptions } from "./options/migrate.js";
import { write } from "./output.js";
import { Refusal } from "./refusal.js";
import { type Rules, readFurther, readRuleFile } from "./rules.js";
import { writeFile } from "./write-file.js";

/** Writes the new file and the notes, and returns the exit code. */
export async function migrate(options: MigrateOptions): Promise<number> {
  const { file, write: target, force } = options;
  if (target !== undefined && existsSync(target) && !force) {
    throw new Refusal(`\`${target}\` exists already`, "name another file, or overwrite it: --force");
  }
  const text = readRuleFile(file);
  load(new URL("../migration_bg.wasm", import.meta.url));
  const { migrated, isUnfinished, notes } = migratedOf(file.replaceAll("\\", "/"), text, options);
  process.stderr.write(notes);
  if (migrated === undefined) {
    return CANNOT_RUN;
  }
  const bytes = new TextEncoder().encode(migrated);
  const isWritten = await (target === undefined ? write(bytes) : writeFile(target, bytes));
  if (!isWritten) {
    return CANNOT_RUN;
  }
  return isUnfinished ? UNFINISHED : 0;
}

/** What comes of a rule file: the new one, and what there is to say. */
interface Migrated {
  /** The new file; nothing when the old one cannot be read. */
  migrated: string | undefined;
  /** Whether a person must do something. */
  isUnfinished: boolean;
  /** What was done and what is left to do. */
  notes: string;
}

/** @throws {Crash} When the module died of it. */
function migratedOf(path: string, text: string, { format, quiet }: MigrateOptions): Migrated {
  const further: Rules = { files: [], problems: [], further: new Map() };
  let migration: Migration;
  try {
    migration = toToday(path, text, (other: string) => readFurther(further, other));
  } catch (error) {
    throw new Crash(error instanceof Error ? error.message : String(error), { cause: error, path });
  }
  const notes = format === "json" ? `${migration.json()}\n` : migration.report(!quiet);
  return { migrated: migration.text, isUnfinished: migration.unfinished, notes };
}

/** @throws {AssayError} `wasm-unusable` when the module of that file cannot be used. */
function load(file: URL): void {
  try {
    initSync({ module: new WebAssembly.Module(readFileSync(file)) });
  } catch (error) {
    throw new AssayError("wasm-unusable", `\`${file.pathname}\` cannot be used: ${explain(error)}`);
  }
}
