/** `assay migrate`: a rule file of version 1, brought to today's form. */

import { existsSync } from "node:fs";
import { guarded, instantiate, using } from "../core.js";
import type { Engine } from "./engine.js";
import { CANNOT_RUN, UNFINISHED } from "./exit.js";
import type { MigrateOptions } from "./options.js";
import { write, writeFile } from "./output.js";
import { Refusal } from "./refusal.js";
import { type Rules, readFurther, readRuleFile } from "./rules.js";

/** Writes the new file and the notes, and returns the exit code. */
export async function migrate(options: MigrateOptions, engine: Engine): Promise<number> {
  const { file, write: target, force, format, quiet } = options;
  if (target !== undefined && existsSync(target) && !force) {
    throw new Refusal(`\`${target}\` exists already`, "name another file, or overwrite it: --force");
  }
  const text = readRuleFile(file);
  const core = instantiate(await engine());
  const further: Rules = { files: [], problems: [], further: new Map() };
  const path = file.replaceAll("\\", "/");
  const migration = guarded(core, () => core.migrate(path, text, (other: string) => readFurther(further, other)));
  const outcome = using(core, migration, ({ text: migrated, unfinished }) => {
    const notes = format === "json" ? `${migration.json()}\n` : migration.report(!quiet);
    return { migrated, unfinished, notes };
  });
  process.stderr.write(outcome.notes);
  if (outcome.migrated === undefined) {
    return CANNOT_RUN;
  }
  const bytes = new TextEncoder().encode(outcome.migrated);
  const isWritten = target === undefined ? await write(bytes) : writeFile(target, bytes);
  if (!isWritten) {
    return CANNOT_RUN;
  }
  return outcome.unfinished ? UNFINISHED : 0;
}
