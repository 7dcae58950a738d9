/** Loads definitions from folders: the base game first, then mods in their order. */

import { existsSync } from "node:fs";
import { basename, relative, resolve, sep } from "node:path";
import { readerOf } from "../../content.js";
import { type Core, guarded, instantiate } from "../../core.js";
import { homeIn } from "../../home.js";
import { IGNORE_FILES } from "../../ignored.js";
import { leadsOut, slashed } from "../../node/around.js";
import { DISK } from "../../node/disk.js";
import { reader } from "../../node/folder.js";
import { routed } from "../../node/routed.js";
import { isLeftOut, type WalkTree } from "../../node/walk.js";
import type { Reader } from "../../source.js";
import {
  type DefinitionContext,
  type Definitions,
  loadDefinitions,
  projectDefinitions,
} from "../../systems/definition/definitions.js";
import type { DefinitionDiagnostic, ScriptLimits } from "../../types.js";
import { Boundary, folderOfRules, LIBRARY, siblingLibraries } from "../boundary.js";
import { NAMES as CONFIGURATIONS, type Configuration } from "../config/file.js";
import { type InForce, inForce } from "../config/in-force.js";
import { ignoreSettings, scriptLimits } from "../config/options.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { type IgnoreSettings, ignoringOf, walkOptions, walkOrRefuse } from "../files.js";
import { readInput, requireFolder } from "../inputs.js";
import { reportError, warn, writeMessage } from "../output.js";
import { withPlace } from "../place.js";
import { realTarget } from "../real-target.js";
import { Refusal } from "../refusal.js";
import { visible } from "../visible.js";
import type { LoadOptions } from "./options.js";

/** Matches the file names of definitions. */
const ENDING = /\.sbc$/i;

/** Loaded definitions, and the folders that they are from. */
export interface LoadedDefinitions {
  definitions: Definitions;
  /** True if everything in the folders could be listed. */
  isWhole: boolean;
  /** The paths of the configuration and of the schemas that it names. */
  reads: readonly string[];
  /** Returns true if a file at that path belongs to the loaded definitions, or would the next time. */
  takesIn(file: string): boolean;
}

/** Loads the definitions that the options or else the configuration name, or throws a {@link Refusal}. */
export async function load(options: LoadOptions, engine: Engine): Promise<LoadedDefinitions> {
  const core = instantiate(await engine());
  const force = await inForce(options.given, async () => core);
  const ignoring = ignoreSettings(options.ignore, force);
  const { configuration } = force;
  const isNamed = options.base !== undefined || options.mod.length > 0;
  const schemas = (configuration?.of("definitions.schema") ?? []).flatMap(
    ({ value }) => configuration?.path(value) ?? [],
  );
  // An output must not replace them.
  const reads = configuration === undefined ? [] : [configuration.file.path, ...schemas];
  const loaded =
    !isNamed && configuration !== undefined
      ? ofProject(options, force, configuration, ignoring, core)
      : ofFolders(options, scriptLimits(force), ignoring, core);
  return { ...loaded, reads };
}

/** Loads the definitions of the folders that the options name, with the schema that they name. */
function ofFolders(
  options: LoadOptions,
  limits: ScriptLimits,
  ignoring: IgnoreSettings | undefined,
  core: Core,
): Omit<LoadedDefinitions, "reads"> {
  const { base, mod, schema } = options;
  const folders = [...(base === undefined ? [] : [base]), ...mod];
  if (folders.length === 0 && !(options.isOfSchema && schema !== undefined)) {
    throw new Refusal("there is nothing to load", "name the folder of the base game: --base DIR, or in `assay.yaml`");
  }
  const trees = folders.map((folder) => filesOf(folder, ignoring));
  const named = schema === undefined ? undefined : { path: schema, content: readInput(schema, "schema") };
  const contexts = contextsOf(core, folders, trees);
  const source = withLibraries(options, DISK);
  const definitions = loadDefinitions(homeIn(core), { contexts, source, schema: named, limits });
  const isWhole = trees.every(({ isWhole }) => isWhole);
  return { definitions, isWhole, takesIn: (file) => folders.some((folder) => isOf(folder, file, folder, ignoring)) };
}

/** Loads the definitions of the project whose files `assay check` checks. */
function ofProject(
  options: LoadOptions,
  force: InForce,
  configuration: Configuration,
  ignoring: IgnoreSettings | undefined,
  core: Core,
): Omit<LoadedDefinitions, "reads"> {
  const { schema, isOfSchema = false } = options;
  const root = force.root(undefined).value ?? ".";
  const { files, outside, isWhole } = filesOf(root, ignoring, isOfSchema && schema !== undefined);
  const [config, inside] = [force.file(root), reader(root, outside)];
  const own = withLibraries(options, inside);
  const named = schema === undefined ? own : readerOf(readInput(schema, "schema"));
  const source = routed((path) => [path === schema ? named : own, path]);
  const definitions = projectDefinitions(homeIn(core), { files, source, config, schema });
  const configured = ["definitions.base", "definitions.mods"].flatMap((key) => configuration.of(key));
  const folders = configured.length === 0 ? [root] : configured.map(({ value }) => configuration.path(value));
  return { definitions, isWhole, takesIn: (file) => folders.some((folder) => isOf(folder, file, root, ignoring)) };
}

/** Adds the libraries that a named schema may read to a source. */
function withLibraries({ schema, given }: LoadOptions, source: Required<Reader>): Required<Reader> {
  if (schema === undefined) {
    return source;
  }
  const readable = new Boundary([folderOfRules(schema), ...given.allowed], siblingLibraries(schema));
  return routed((path) => (LIBRARY.test(path) ? [DISK, readable.enter(path)] : [source, path]));
}

/** Returns true if a file, which may not exist, is one of definitions in `folder`, and not ignored in `root`. */
function isOf(folder: string, file: string, root: string, ignoring: IgnoreSettings | undefined): boolean {
  const path = slashed(relative(realTarget(root), realTarget(file)));
  return (
    ENDING.test(file) &&
    !leadsOut(slashed(relative(realTarget(folder), realTarget(file)))) &&
    !(ignoring !== undefined && isLeftOut(root, path, ignoringOf(root, ignoring)))
  );
}

/** Throws a {@link Refusal} if an output would replace a configuration, an ignore file, a library or an input. */
export function refuseOnto(output: string | undefined, inputs: readonly (string | undefined)[]): void {
  if (output === undefined) {
    return;
  }
  const target = realTarget(output);
  // Such a file may be read even if the command line does not name it.
  const isRead = LIBRARY.test(target) || [...CONFIGURATIONS, ...IGNORE_FILES].includes(basename(target));
  const onto = inputs.some((input) => input !== undefined && realTarget(input) === target);
  if (onto || (isRead && existsSync(target))) {
    throw new Refusal(`\`${output}\` is an input, and would be overwritten`, "name another file");
  }
}

/** Returns the definitions of each folder. The engine assigns files, as a mod may be in the base game's folder. */
function contextsOf(core: Core, folders: readonly string[], trees: readonly WalkTree[]): DefinitionContext[] {
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
      throw new Refusal(
        `\`${folder}\` contains only definitions (.sbc) of other named folders`,
        "name the folder that contains them",
      );
    }
    return { name, files: own };
  });
}

interface ListedFolder extends WalkTree {
  isWhole: boolean;
}

/** Returns the files in a folder and reports its problems. Throws without definitions, unless `mayBeEmpty`. */
function filesOf(folder: string, ignoring: IgnoreSettings | undefined, mayBeEmpty = false): ListedFolder {
  requireFolder(folder, "there are no definitions at", "name the folder that contains the definitions");
  const tree = listed(folder, ignoring);
  const { files, problems, ignored } = tree;
  for (const { path, message, warning } of problems) {
    const report = warning ? warn : reportError;
    report(`\`${folder}/${path}\`: ${message.replace(" under check", "")}`);
  }
  if (!mayBeEmpty && !files.some((path) => ENDING.test(path))) {
    const isLeft = ignored.size > 0 ? "; some files are ignored, and `--no-ignore` includes them" : "";
    throw new Refusal(`\`${folder}\` contains no definitions (.sbc)`, `name the folder that contains them${isLeft}`);
  }
  return { ...tree, isWhole: problems.every(({ warning }) => warning) };
}

function listed(folder: string, ignoring: IgnoreSettings | undefined): WalkTree {
  const tree = walkOrRefuse(folder, walkOptions(folder, ignoring));
  // Other entries with such a name, such as pipes, are reported when they are read.
  return { ...tree, files: [...tree.files, ...tree.others.filter((path) => ENDING.test(path))] };
}

/** Returns a line for a diagnostic, and a second line for its help. */
export function describeDiagnostic(diagnostic: DefinitionDiagnostic): string {
  const { severity, code, message, help } = diagnostic;
  const advice = help === undefined ? "" : `\n  help: ${visible(help)}`;
  return `${visible(withPlace(`${severity} ${code}: ${message}`, diagnostic))}${advice}\n`;
}

/** Reports errors and warnings, including those in `more`, on the standard error; returns the exit code. */
export function reportDiagnostics(loaded: LoadedDefinitions, more: readonly DefinitionDiagnostic[] = []): number {
  const serious = [...loaded.definitions.diagnostics, ...more].filter(({ severity }) => severity !== "info");
  writeMessage(serious.map(describeDiagnostic).join(""));
  return codeOf(
    loaded,
    serious.some(({ severity }) => severity === "error"),
  );
}

/** Returns the exit code of a command on definitions: 2 if a file could not be read, else 1 if there are findings. */
export function codeOf({ definitions, isWhole }: LoadedDefinitions, found: boolean): number {
  return definitions.complete && isWhole ? Number(found) : CANNOT_RUN;
}
