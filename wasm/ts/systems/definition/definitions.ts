/** Definitions: their public interface, and its implementation with an instance of the engine. */

import type { ProjectConfig } from "../../api.js";
import type { Core } from "../../core.js";
import { expected, isBytes, isPlain, isText, mustBe } from "../../expected.js";
import type { Home } from "../../home.js";
import { parse } from "../../report.js";
import type { Reader } from "../../source.js";
import type {
  DefinitionDiagnostic,
  DefinitionEntry,
  DefinitionExplanation,
  DefinitionSurvey,
  DefinitionTypeOrder,
  ScriptLimits,
} from "../../types.js";
import { EngineObject, paged } from "../engine-object.js";

/** The base game, or a mod. */
export interface DefinitionContext {
  /** The name of the context in messages. */
  name: string;
  /** The paths of its files in the source. */
  files: Iterable<string>;
}

/** The input for loading definitions. */
export interface DefinitionOptions {
  /** The base game and its mods, in load order. */
  contexts: Iterable<DefinitionContext>;
  /** The source of their files. */
  source: Reader;
  /** The schema of their types: the path of its file, whose extension distinguishes YAML and JSON, and its content. */
  schema?: { path: string; content: string | Uint8Array } | undefined;
  /** The limits for each call of a function that the schema names. */
  limits?: ScriptLimits | undefined;
}

/** The input for loading the definitions of a project. */
export interface ProjectDefinitionOptions {
  /** Its files; those that are not needed for definitions are skipped. */
  files: Iterable<string>;
  /** The source of the files. */
  source: Reader;
  /** The folders to load if `assay.yaml` names none, in load order. Without folders, all files are one context. */
  folders?: Iterable<string> | undefined;
  /** Its `assay.yaml`. Default: the file `assay.yaml` at the root. */
  config?: ProjectConfig | undefined;
  /** The path of the file that describes types. Default: the file that `assay.yaml` names. */
  schema?: string | undefined;
  /** The limits for each call of a function that the schema names. */
  limits?: ScriptLimits | undefined;
}

type CoreDefinitions = Core["Definitions"]["prototype"];

/** The number of definitions that are copied from the engine at a time. They are longer than other rows. */
const ROWS = 1024;

const LOST_DEFINITIONS = {
  ended: "the engine was stopped, so these definitions are lost: load them again",
  disposed: "these definitions have been disposed of",
};

/** Definitions, merged and copied, in the memory of the engine. */
export class Definitions {
  /** The number of definitions. */
  readonly length: number;
  /** The diagnostics of the definitions, sorted by file and place. */
  readonly diagnostics: readonly DefinitionDiagnostic[];
  /** True if every file could be read, every definition is valid, and the whole schema could be used. */
  readonly complete: boolean;
  readonly #object: EngineObject<CoreDefinitions>;

  /** @internal Made by {@link loadDefinitions}. */
  constructor(home: Home, core: Core, inner: CoreDefinitions) {
    this.#object = new EngineObject(home, core, inner, LOST_DEFINITIONS);
    this.length = inner.length();
    this.complete = inner.isComplete();
    this.diagnostics = parse(inner.diagnostics()) as DefinitionDiagnostic[];
  }

  /** Returns the definitions from one index up to another, from 0; with `values`, including their normalised values. */
  rows(from = 0, to = this.length, { values = false } = {}): DefinitionEntry[] {
    return parse(this.#object.do((inner) => inner.rows(from, to, values))) as DefinitionEntry[];
  }

  /** Yields all definitions, in the order in which their ids first occurred. */
  *[Symbol.iterator](): IterableIterator<DefinitionEntry> {
    yield* paged(this.length, (from, to) => this.rows(from, to), ROWS);
  }

  /** Yields all definitions as one canonical file, in parts. */
  *write(): IterableIterator<string> {
    const [head = "", foot = ""] = this.#object.do(() => this.#object.core.Definitions.frame());
    yield head;
    yield* paged(this.length, (from, to) => [this.#object.do((inner) => inner.xml(from, to))], ROWS);
    yield foot;
  }

  /** Yields each definition as a canonical file. */
  *files(): IterableIterator<{ id: string; content: string }> {
    const [head = "", foot = ""] = this.#object.do(() => this.#object.core.Definitions.frame());
    for (let at = 0; at < this.length; at += 1) {
      const [id, xml] = this.#object.do((inner) => [inner.id(at), inner.xml(at, at + 1)] as const);
      yield { id, content: `${head}${xml}${foot}` };
    }
  }

  /**
   * Returns a schema, in YAML, of the types that the current schema does not describe, drafted from their use with
   * marked guesses.
   */
  draft(): string {
    return this.#object.do((inner) => inner.draft());
  }

  /**
   * Returns diagnostics of values and entries that should be reviewed: values that are not of their kind, entries that
   * two mods add, and similar ones.
   */
  lint(): DefinitionDiagnostic[] {
    return parse(this.#object.do((inner) => inner.lint())) as DefinitionDiagnostic[];
  }

  /** Returns diagnostics of values that are not of their kind, which are null in {@link rows}. */
  badValues(): DefinitionDiagnostic[] {
    return parse(this.#object.do((inner) => inner.badValues())) as DefinitionDiagnostic[];
  }

  /** Returns a suggestion for an id that does not exist, if a similar one exists. */
  meant(id: string): string | undefined {
    return this.#object.do((inner) => inner.meant(id));
  }

  /**
   * Returns an overview of all definitions: the contexts that set each, and its diagnostics, including those of
   * {@link lint}.
   */
  survey(): DefinitionSurvey {
    return parse(this.#object.do((inner) => inner.survey())) as DefinitionSurvey;
  }

  /**
   * Explains which context set each field of the definition at an index, from 0. Returns undefined for another index.
   */
  explainAt(at: number): DefinitionExplanation | undefined {
    return Number.isInteger(at) && at >= 0 && at < this.length
      ? (parse(this.#object.do((inner) => inner.explain(at))) as DefinitionExplanation)
      : undefined;
  }

  /**
   * Explains which context set each field of the definitions with that id, `Type/Subtype`. There are several if builder
   * types share the id.
   */
  explain(id: string): DefinitionExplanation[] {
    return this.#object.do((inner) =>
      [...inner.find(id)].map((at) => parse(inner.explain(at)) as DefinitionExplanation),
    );
  }

  /** Returns the order in which types are loaded. */
  order(): DefinitionTypeOrder {
    return parse(this.#object.do((inner) => inner.order())) as DefinitionTypeOrder;
  }

  /**
   * Frees the memory of the definitions, which cannot be used afterwards. Otherwise it is freed when nothing refers to
   * them.
   */
  dispose(): void {
    this.#object.dispose();
  }
}

/** Returns the list that a caller passes. Throws `misuse` if it is no list, or `isOne` returns false for an element. */
function listOf<T>(given: Iterable<T>, what: string, isOne: (one: unknown) => boolean): T[] {
  expected(typeof given === "object" && typeof given?.[Symbol.iterator] === "function", `a list of ${what}`, given);
  const list = [...given];
  for (const one of list) {
    expected(isOne(one), `${what} in a list`, one);
  }
  return list;
}

/** Validates a source of files. */
function look(source: Reader): void {
  expected(typeof source?.read === "function", "a source of files, with `read`", source);
}

/** @internal Loads definitions. Errors in their files are in {@link Definitions.diagnostics}. */
export function loadDefinitions(home: Home, options: DefinitionOptions): Definitions {
  mustBe(isPlain(options), "options", "an object", options);
  const { source, schema, limits } = options;
  const named = listOf(options.contexts, "contexts", isPlain);
  const contexts = named.map(({ name, files }) => {
    mustBe(isText(name), "the name of a context", "a string", name);
    return { name, files: listOf(files, "paths", (one) => typeof one === "string") };
  });
  look(source);
  expected(contexts.length > 0 || schema !== undefined, "at least one context, or a schema", named);
  mustBe(schema === undefined || isPlain(schema), "the schema", "an object", schema);
  mustBe(schema === undefined || isText(schema.path), "the path of the schema", "a string", schema?.path);
  const bytes = contentOf(schema?.content ?? "");
  const core = home.core();
  return home.run(core, () => {
    const load = new core.DefinitionLoad(schema?.path, bytes, source, limits);
    for (const { name, files } of contexts) {
      load.context(name);
      for (const file of files) {
        load.read(file);
      }
    }
    return new Definitions(home, core, load.finish());
  });
}

/** Returns the bytes of a file that a caller passes, or throws `misuse`. */
function contentOf(content: string | Uint8Array): Uint8Array {
  mustBe(isText(content) || isBytes(content), "the content of a file", "a string or bytes", content);
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** @internal Loads the definitions of a project, as its `assay.yaml` configures them. */
export function projectDefinitions(home: Home, options: ProjectDefinitionOptions): Definitions {
  mustBe(isPlain(options), "options", "an object", options);
  const { source, limits, config, schema } = options;
  const files = listOf(options.files, "paths", (one) => typeof one === "string");
  const folders = listOf(options.folders ?? [], "folders", (one) => typeof one === "string");
  look(source);
  mustBe(schema === undefined || isText(schema), "the path of the schema", "a string", schema);
  mustBe(config === undefined || isPlain(config), "the configuration", "an object", config);
  const core = home.core();
  return home.run(core, () => {
    const inner = core.Definitions.ofProject(source, files, folders, limits, config, schema);
    return new Definitions(home, core, inner);
  });
}

/** @internal Returns a schema that is generated from an XSD. */
export function schemaOfXsd(home: Home, path: string, content: string | Uint8Array): string {
  mustBe(isText(path), "the path of an XSD", "a string", path);
  const bytes = contentOf(content);
  const core = home.core();
  return home.run(core, () => core.schemaOfXsd(path, bytes));
}
