/** `assay migrate`: converts a rule file of version 1 to the current format. */

import { existsSync, readFileSync } from "node:fs";
import { initSync, type Migration, migrate as toToday } from "../../dist/migration.js";
import { Crash } from "../core.js";
import { AssayError, messageOf } from "../errors.js";
import { explain } from "../node/explain.js";
import { Boundary, folderOfRules, siblingLibraries } from "./boundary.js";
import { CANNOT_RUN, FAULTY } from "./exit.js";
import type { MigrateOptions } from "./options/migrate.js";
import { writeMessage } from "./output.js";
import { Refusal } from "./refusal.js";
import { type Rules, readFurther, readRuleFile, reportUnread } from "./rules.js";
import { visibleLines } from "./visible.js";
import { writeTo } from "./write-file.js";

/** Writes the new file and the notes, and returns the exit code. */
export async function migrate(options: MigrateOptions): Promise<number> {
  const { file, write: target, force, format, quiet, allowPath } = options;
  if (target !== undefined && existsSync(target) && !force) {
    throw new Refusal(`\`${target}\` exists already`, "name another file, or overwrite it: --force");
  }
  const text = readRuleFile(file);
  load(new URL("../migration_bg.wasm", import.meta.url));
  const readable = new Boundary([folderOfRules(file), ...allowPath], siblingLibraries(file));
  const further: Rules = { readable, files: [], problems: [], further: new Map() };
  const migration = migrationOf(file.replaceAll("\\", "/"), text, further);
  const isWhole = reportUnread(further);
  writeMessage(format === "json" ? `${migration.json()}\n` : migration.report(!quiet));
  if (migration.text === undefined) {
    return CANNOT_RUN;
  }
  const clean = withoutControls(migration.text);
  // A terminal would obey escape sequences in the rule file.
  const isShown = target === undefined && process.stdout.isTTY;
  const isWritten = await writeTo(target, [isShown ? visibleLines(clean) : clean]);
  if (!isWritten || !isWhole) {
    return CANNOT_RUN;
  }
  return migration.needsChanges ? FAULTY : 0;
}

/** Escapes control characters as YAML does: YAML does not allow them, and a terminal would obey them. */
function withoutControls(text: string): string {
  const isAllowed = (character: string) => "\n\r\t\u0085".includes(character);
  const escaped = (character: string) => `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}`;
  return text.replace(/\p{Cc}/gu, (character) => (isAllowed(character) ? character : escaped(character)));
}

/** Migrates a rule file, which may name `further` files. Throws a {@link Crash} if the module crashed. */
function migrationOf(path: string, text: string, further: Rules): Migration {
  try {
    return toToday(path, text, (other: string) => readFurther(further, other));
  } catch (error) {
    throw new Crash(messageOf(error), { cause: error, path });
  }
}

/** @throws {AssayError} `wasm-unusable` When the module in `file` cannot be used. */
function load(file: URL): void {
  try {
    initSync({ module: new WebAssembly.Module(readFileSync(file)) });
  } catch (error) {
    throw new AssayError("wasm-unusable", `\`${file.pathname}\` cannot be used: ${explain(error)}`);
  }
}
