/** Definitions of folders: the base game first, then mods in their order. */

import { readFileSync } from "node:fs";
import type { DefinitionContext, Definitions } from "../../definitions.js";
import { engineOf } from "../../engine.js";
import { DISK } from "../../node/disk.js";
import { explain } from "../../node/explain.js";
import { walk } from "../../node/walk.js";
import type { DefinitionDiagnostic } from "../../types.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { warn } from "../output.js";
import { Refusal, stat } from "../refusal.js";
import type { LoadOptions } from "./options.js";

/** What files of definitions are called. */
const ENDING = /\.sbc$/i;

/**
 * Loads what the options name.
 *
 * @throws {Refusal} When a folder or the schema cannot be read.
 */
export async function load({ base, mod, schema }: LoadOptions, engine: Engine): Promise<Definitions> {
  const folders = [...(base === undefined ? [] : [base]), ...mod];
  if (folders.length === 0 && schema === undefined) {
    throw new Refusal("there is nothing to load", "name the folder of the base game: --base DIR");
  }
  const contexts = folders.map(contextOf);
  return (await engineOf(await engine())).loadDefinitions({
    contexts,
    source: DISK,
    schema: schema === undefined ? undefined : { path: schema, content: readNamed(schema, "schema") },
  });
}

/** The files of definitions in a folder. */
function contextOf(folder: string): DefinitionContext {
  if (!stat(folder, "there are no definitions at").isDirectory()) {
    throw new Refusal(`\`${folder}\` is a file, not a folder`, "name the folder that holds the definitions");
  }
  const { files, problems } = listed(folder);
  for (const { path, message, warning } of problems) {
    if (!warning) {
      throw new Refusal(`\`${folder}/${path}\`: ${message}`);
    }
    warn(`\`${folder}/${path}\`: ${message.replace(" under check", "")}`);
  }
  const root = folder.replace(/(?<=.)[/\\]+$/, "");
  const found = files.filter((path) => ENDING.test(path)).map((path) => `${root}/${path}`);
  if (found.length === 0) {
    warn(`\`${folder}\` holds no definitions (.sbc)`);
  }
  return { name: root, files: found };
}

function listed(folder: string): ReturnType<typeof walk> {
  try {
    return walk(folder);
  } catch (error) {
    throw new Refusal(`the folder \`${folder}\` cannot be read: ${explain(error)}`);
  }
}

/**
 * The file that an option names as a `what`.
 *
 * @throws {Refusal} When it cannot be read.
 */
export function readNamed(file: string, what: string): Uint8Array {
  if (stat(file, `there is no ${what} at`).isDirectory()) {
    throw new Refusal(`\`${file}\` is a folder, not a ${what}`);
  }
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Refusal(`the ${what} \`${file}\` cannot be read: ${explain(error)}`);
  }
}

/** One line for a diagnostic, and another one for what to do about it. */
export function told({ severity, code, path, line, column, message, help }: DefinitionDiagnostic): string {
  const place = [path, line, column].filter((part) => part !== null).join(":");
  const advice = help === undefined ? "" : `\n  help: ${help}`;
  return `${place === "" ? "" : `${place}: `}${severity} ${code}: ${message}${advice}\n`;
}

/** Tells errors and warnings on the standard error; the exit code that follows. */
export function tellOf(definitions: Definitions): number {
  const grave = definitions.diagnostics.filter(({ severity }) => severity !== "info");
  process.stderr.write(grave.map(told).join(""));
  return codeOf(
    definitions,
    grave.some(({ severity }) => severity === "error"),
  );
}

/** The exit code of what was done with definitions: what was left out of them weighs more than what was found. */
export function codeOf({ complete }: Definitions, found: boolean): number {
  return complete ? Number(found) : CANNOT_RUN;
}
