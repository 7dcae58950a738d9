/** Game definitions as a system of this package. */

import { expected, isText } from "../../expected.js";
import { Kept } from "../../kept.js";
import type { Shelf } from "../../shelf.js";
import type { System, WithoutFiles } from "../system.js";
import {
  contentOf,
  type DefinitionOptions,
  type Definitions,
  loadDefinitions,
  type ProjectDefinitionOptions,
  projectDefinitions,
} from "./definitions.js";
import type { DefinitionsTask, DefinitionTasks } from "./tasks.js";

export type { DefinitionContext, DefinitionOptions, Definitions, ProjectDefinitionOptions } from "./definitions.js";
export type * from "./tasks.js";

/** What definitions add to an engine. */
export interface DefinitionMethods {
  /**
   * Loads game definitions: merges those of a base game and of mods, and copies what they take over from each other.
   *
   * @throws {AssayError} `misuse` if the options are not of the form that is described here.
   */
  loadDefinitions(options: DefinitionOptions): Definitions;
  /**
   * Like {@link DefinitionMethods.loadDefinitions}, for a project: its `assay.yaml` says which of its folders are the
   * base game and mods.
   */
  projectDefinitions(options: ProjectDefinitionOptions): Definitions;
  /**
   * Returns a schema of definitions, in YAML, made of the XSD at `path`, whose text or bytes are `content`.
   *
   * @throws {AssayError} If it is no XSD of definitions, with the place.
   */
  schemaOfXsd(path: string, content: string | Uint8Array): string;
}

/** @internal The system. */
export const DEFINITIONS: System<DefinitionMethods, DefinitionTasks> = {
  methods: (home) => ({
    loadDefinitions: (options) => loadDefinitions(home, options),
    projectDefinitions: (options) => projectDefinitions(home, options),
    schemaOfXsd: (path, content) => {
      expected(isText(path), "the path of an XSD as a text", path);
      const bytes = contentOf(content);
      const core = home.core();
      return home.run(core, () => core.schemaOfXsd(path, bytes));
    },
  }),
  handlers: {
    definitions: (engine, task, files) => withLoaded(engine, task, files, (loaded) => loaded.survey()),
    definition: (engine, task, files) => withLoaded(engine, task, files, (loaded) => loaded.explainAt(task.at)),
  },
};

/** The definitions that were loaded for the last task. */
const kept = new Kept<Definitions>();

/** Returns the result of `work` on the definitions of a task. */
function withLoaded<T>(
  engine: DefinitionMethods,
  { load, folders = [] }: WithoutFiles<DefinitionsTask>,
  files: Shelf,
  work: (definitions: Definitions) => T,
): T {
  const read = () => engine.projectDefinitions({ files: files.paths(), source: files, folders });
  return kept.use(JSON.stringify([load, folders]), read, work);
}
