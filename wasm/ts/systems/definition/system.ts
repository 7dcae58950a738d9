/** The methods of an engine for game definitions. */

import { isText, mustBe } from "../../expected.js";
import type { Home } from "../../home.js";
import {
  contentOf,
  type DefinitionOptions,
  type Definitions,
  loadDefinitions,
  type ProjectDefinitionOptions,
  projectDefinitions,
} from "./definitions.js";

export type { DefinitionContext, DefinitionOptions, Definitions, ProjectDefinitionOptions } from "./definitions.js";

/** The methods of an engine for definitions. */
export interface DefinitionMethods {
  /**
   * Loads game definitions: merges those of a base game and of mods, and resolves copies between definitions.
   *
   * @throws {AssayError} `misuse` if the options are invalid.
   */
  loadDefinitions(options: DefinitionOptions): Definitions;
  /**
   * Like {@link DefinitionMethods.loadDefinitions}, for a project: its `assay.yaml` names the folders of the base game
   * and of mods.
   */
  projectDefinitions(options: ProjectDefinitionOptions): Definitions;
  /**
   * Returns a schema of definitions, in YAML, generated from the XSD at `path` with this `content`.
   *
   * @throws {AssayError} If it is not an XSD of definitions, with the place.
   */
  schemaOfXsd(path: string, content: string | Uint8Array): string;
}

/** @internal Returns the methods of an engine whose memory is `home`. */
export function definitionMethods(home: Home): DefinitionMethods {
  return {
    loadDefinitions: (options) => loadDefinitions(home, options),
    projectDefinitions: (options) => projectDefinitions(home, options),
    schemaOfXsd: (path, content) => {
      mustBe(isText(path), "the path of an XSD", "a string", path);
      const bytes = contentOf(content);
      const core = home.core();
      return home.run(core, () => core.schemaOfXsd(path, bytes));
    },
  };
}
