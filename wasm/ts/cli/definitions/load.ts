/** Definitions of folders: the base game first, then mods in their order. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { type Core, guarded, instantiate } from "../../core.js";
import { type DefinitionContext, type Definitions, loadDefinitions, projectDefinitions } from "../../definitions.js";
import { homeOf } from "../../home.js";
import { DISK } from "../../node/disk.js";
import { explain } from "../../node/explain.js";
import { reader } from "../../node/folder.js";
import { type Tree, walk } from "../../node/walk.js";
import type { DefinitionDiagnostic } from "../../types.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { warn } from "../output.js";
import { Refusal, stat } from "../refusal.js";
import type { LoadOptions } from "./options.js";

/** What files of definitions are called. */
const ENDING = /\.sbc$/i;

/** What a project calls the file that says which folders are loaded. */
const CONFIGS = ["assay.yaml", "assay.yml", "assay.json"];

/**
 * Loads what the options name, or what the project says whose folder this is.
 *
 * @throws {Refusal} When a folder or the schema cannot be read, or there are no definitions in a folder.
 */
export async function load({ base, mod, schema }: LoadOptions, engine: Engine): Promise<Definitions> {
  const folders = [...(base === undefined ? [] : [base]), ...mod];
  const root = folders.length === 0 && schema === undefined ? projectRoot() : undefined;
  const home = homeOf((of, work) => guarded(of, work));
  if (root !== undefined) {
    const { files, outside } = filesOf(root);
    return projectDefinitions(home, instantiate(await engine()), { files, source: reader(root, outside) });
  }
  const trees = folders.map(filesOf);
  const named = schema === undefined ? undefined : { path: schema, content: readNamed(schema, "schema") };
  const core = instantiate(await engine());
  return loadDefinitions(home, core, { contexts: contextsOf(core, folders, trees), source: DISK, schema: named });
}

/**
 * The folder of the project that this folder is in.
 *
 * @throws {Refusal} When there is none.
 */
function projectRoot(): string {
  for (let [at, above] = [".", resolve(".")]; ; [at, above] = [join("..", at), dirname(above)]) {
    if (CONFIGS.some((name) => existsSync(join(at, name)))) {
      return at;
    }
    if (above === dirname(above)) {
      throw new Refusal("there is nothing to load", "name the folder of the base game: --base DIR, or in `assay.yaml`");
    }
  }
}

/** The definitions of each folder, as the engine shares them out: a mod may lie in the folder of the base game. */
function contextsOf(core: Core, folders: readonly string[], trees: readonly Tree[]): DefinitionContext[] {
  const roots = folders.map((folder) => resolve(folder).split(sep).join("/").replace(/\/$/, ""));
  const twice = folders.find((_, at) => roots.indexOf(roots[at] ?? "") < at);
  if (twice !== undefined) {
    throw new Refusal(`the folder \`${twice}\` is named twice`);
  }
  return folders.map((folder, at) => {
    const name = folder.replace(/(?<=.)[/\\]+$/, "");
    const files = trees[at]?.files.filter((path) => ENDING.test(path)) ?? [];
    const homes = guarded(core, () =>
      core.Definitions.homes(
        roots,
        files.map((path) => `${roots[at]}/${path}`),
      ),
    );
    const own = files.filter((_, index) => homes[index] === at).map((path) => `${name}/${path}`);
    if (own.length === 0) {
      throw new Refusal(`\`${folder}\` holds no definitions (.sbc) of its own`, "name the folder that they are in");
    }
    return { name, files: own };
  });
}

/** The files in a folder; what is to be said of it is told. */
function filesOf(folder: string): Tree {
  if (!stat(folder, "there are no definitions at").isDirectory()) {
    throw new Refusal(`\`${folder}\` is a file, not a folder`, "name the folder that holds the definitions");
  }
  const tree = listed(folder);
  const { files, problems } = tree;
  for (const { path, message, warning } of problems) {
    if (!warning) {
      throw new Refusal(`\`${folder}/${path}\`: ${message}`);
    }
    warn(`\`${folder}/${path}\`: ${message.replace(" under check", "")}`);
  }
  if (!files.some((path) => ENDING.test(path))) {
    throw new Refusal(`\`${folder}\` holds no definitions (.sbc)`, "name the folder that they are in");
  }
  return tree;
}

function listed(folder: string): Tree {
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

/** Tells errors and warnings, `more` among them, on the standard error; the exit code that follows. */
export function tellOf(definitions: Definitions, more: readonly DefinitionDiagnostic[] = []): number {
  const grave = [...definitions.diagnostics, ...more].filter(({ severity }) => severity !== "info");
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
