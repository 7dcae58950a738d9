/** The options of `assay definitions`. */

import type { NamedOptions } from "../named-options.js";

/** The options of all commands for the definitions that they load. */
export interface LoadOptions {
  /** The options that the command line names, as opposed to defaults. */
  given: NamedOptions;
  /** True if ignore files are applied. */
  ignore: boolean;
  base: string | undefined;
  /** The folders of mods, in load order. */
  mod: string[];
  schema: string | undefined;
  /** True if the schema is enough, without definitions. */
  isOfSchema?: boolean;
}

export interface ResolveOptions extends LoadOptions {
  /** `xml` or `json`. */
  format: string;
  /** True if each definition is written to its own file; the output is a folder then. */
  split: boolean;
  /** True if JSON has normalised values. */
  values: boolean;
  /** The file to write; undefined for the standard output. */
  output: string | undefined;
}

export interface DefinitionExplainOptions extends LoadOptions {
  /** `Type/Subtype`. */
  id: string;
  /** `text` or `json`. */
  format: string;
}

/** The options of `check` and `order`. */
export interface ShowOptions extends LoadOptions {
  format: string;
}

export interface SchemaOptions extends LoadOptions {
  /** The XSD from which the schema is made. */
  from: string | undefined;
  /** True if the schema is drafted from definitions. */
  draft: boolean;
  /** The file to write; undefined for the standard output. */
  output: string | undefined;
}
