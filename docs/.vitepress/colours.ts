/** The colours of code: those of the playground, by the names that its style sheet gives them. */

import type { MarkdownOptions } from "vitepress";

/** What a part of code is, as grammars call it, and the variable that holds its colour. */
const COLOURS: readonly [string, readonly string[]][] = [
  ["comment", ["comment", "punctuation.definition.comment"]],
  ["keyword", ["keyword", "storage", "constant.language", "entity.name.function.preprocessor"]],
  ["name", ["entity.name.tag", "entity.name.function", "support.type.property-name", "support.function"]],
  ["attribute", ["entity.other.attribute-name", "variable.parameter"]],
  ["text", ["string", "punctuation.definition.string"]],
  ["number", ["constant.numeric", "constant.character"]],
];

/** A theme that names variables, so that light and dark are one. */
export const theme: NonNullable<MarkdownOptions["theme"]> = {
  name: "assay",
  type: "light",
  fg: "var(--text)",
  bg: "transparent",
  settings: COLOURS.map(([name, scope]) => ({ scope: [...scope], settings: { foreground: `var(--code-${name})` } })),
};

/** Languages that are coloured as others are. */
export const languageAlias = { rhai: "rust", console: "shellsession" };
