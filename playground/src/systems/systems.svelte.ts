/**
 * The reports of systems on the files under check: packages, asset lists, definitions and conversion rules. They are
 * requested without an action of the user.
 */

import {
  type DefinitionSurvey,
  definitionsOf,
  isConversionRules,
  lookInto,
  type PackagesData,
  type PipelineSurvey,
  pipelineOf,
} from "../engine.ts";
import { BY_NAME, type Content, type Folder, type Project } from "../project.ts";
import { guessed, isDefinitions, matters } from "./definition-files.ts";
import { type Fault, faultsOfPackages, type Said, saidBy } from "./faults.ts";
import { isList } from "./list-files.ts";
import { ListFaults } from "./lists.ts";
import { Survey } from "./survey.svelte.ts";
import { ofPackages, whole, withoutArchives } from "./unpacked.ts";

/** The files that definitions are loaded of, and from which folders. */
export interface DefinitionsLoad {
  number: number;
  files: Folder;
  folders: readonly string[];
}

/** Conversion rules, and the paths that they are about. */
export interface PipelineLoad {
  number: number;
  /** The page's number for the paths. */
  structure: number;
  rules: readonly (Content | undefined)[];
}

/** The page, as {@link Systems} reads it. */
interface Looked {
  /** All files. */
  readonly project: Project;
  /** Grows when files come, go or move. */
  readonly structure: number;
}

/** The paths of each system's files, in the order in which they are listed. */
type Paths = Record<"packages" | "lists" | "definitions" | "pipeline", readonly string[]>;

let loads = 0;

/** A number for the next load: workers know by it what they have at hand. */
function nextLoad(): number {
  loads += 1;
  return loads;
}

/** All systems, each with its report. */
export class Systems {
  /** The packages. The first result has no problems, because finding them needs all files in the packages. */
  readonly packages: Survey<Folder, PackagesData>;
  /** The faults of asset lists. */
  readonly lists = new Survey((lists: Folder, running) => this.#lists.of(lists, running));
  /** The definitions, and how mods change them. */
  readonly definitions: Survey<DefinitionsLoad, DefinitionSurvey> = new Survey(({ number, folders }, running) =>
    definitionsOf(this.#page.project, number, folders, running),
  );
  /** The results of conversion rules for the files. */
  readonly pipeline: Survey<PipelineLoad, PipelineSurvey> = new Survey(({ number }, running) =>
    pipelineOf(this.#page.project, number, running),
  );
  /** The faults of the systems that report any. */
  readonly said: readonly Said[] = $derived.by(() => {
    const { lists, packages, definitions, pipeline } = this;
    return [
      ...saidBy("lists", lists.told?.survey ?? []),
      ...saidBy("packages", packages.told === undefined ? [] : faultsOfPackages(packages.told.survey)),
      ...saidBy("definitions", faultsOf(definitions.told?.survey.told)),
      ...saidBy("pipeline", faultsOf(pipeline.told?.survey.told)),
    ];
  });

  readonly #page: Looked;
  readonly #lists = new ListFaults();
  /** The folder of the base game, where that was chosen. */
  #base: string | undefined;
  #paths: { structure: number; of: Paths } | undefined;

  /** `checked` hears what the check of packages came to. */
  constructor(page: Looked, checked: (data: PackagesData) => void) {
    this.#page = page;
    this.packages = new Survey(async (files, running, tell) => {
      const packages = await whole(files, running);
      tell(await lookInto(packages, false, running));
      return withoutArchives(await lookInto(packages, true, running), files);
    }, checked);
  }

  /** Chooses the folder of the base game. */
  choose(base: string): void {
    this.#base = base;
    this.look();
    this.definitions.begin();
  }

  /** Looks which files there are of each system. */
  look(): void {
    const { project, structure } = this.#page;
    const { files } = project;
    const paths = this.#paths?.structure === structure ? this.#paths.of : pathsIn(files);
    this.#paths = { structure, of: paths };
    const folderOf = (some: readonly string[], before: Folder | undefined) => {
      const now: Folder = new Map(some.map((path) => [path, files.get(path) ?? ""]));
      return before !== undefined && isSame(before, now) ? before : now;
    };
    for (const id of ["packages", "lists"] as const) {
      this[id].look(paths[id].length === 0 ? undefined : folderOf(paths[id], this[id].load));
    }
    const { load: definitions } = this.definitions;
    const ofDefinitions = folderOf(paths.definitions, definitions?.files);
    const folders = guessed(paths.definitions, this.#base);
    if (paths.definitions.length === 0) {
      this.definitions.look(undefined);
    } else if (definitions?.files !== ofDefinitions || definitions.folders.join("\n") !== folders.join("\n")) {
      this.definitions.look({ number: nextLoad(), files: ofDefinitions, folders });
    }
    const { load: pipeline } = this.pipeline;
    const rules = paths.pipeline.map((path) => files.get(path));
    if (rules.length === 0) {
      this.pipeline.look(undefined);
    } else if (pipeline?.structure !== structure || rules.some((content, at) => content !== pipeline.rules[at])) {
      this.pipeline.look({ number: nextLoad(), structure, rules });
    }
  }

  /** Asks for what is not known of them yet. */
  begin(): void {
    for (const survey of [this.packages, this.lists, this.definitions, this.pipeline]) {
      survey.begin();
    }
  }
}

function pathsIn(files: Folder): Paths {
  const paths = [...files.keys()];
  return {
    packages: ofPackages(paths).sort(BY_NAME.compare),
    lists: paths.filter(isList).sort(BY_NAME.compare),
    // A schema may lie in any file that could be one; without definitions it is none.
    definitions: paths.some(isDefinitions) ? paths.filter(matters) : [],
    pipeline: paths.filter(isConversionRules),
  };
}

function isSame(one: Folder, other: Folder): boolean {
  return one.size === other.size && [...one].every(([path, content]) => other.get(path) === content);
}

function faultsOf(told: readonly { severity: Fault["weight"]; path?: string | null | undefined }[] = []): Fault[] {
  return told.map(({ severity, path }) => ({ weight: severity, path: path ?? undefined }));
}
