/** The colours of code: those of the playground. The values are the variables in its style sheet. */

import type { MarkdownOptions } from "vitepress";

/** The kinds of tokens, as grammars name them, each with the variable of its colour. */
const COLOURS: readonly [string, readonly string[]][] = [
  ["comment", ["comment", "punctuation.definition.comment"]],
  ["keyword", ["keyword", "storage", "constant.language", "entity.name.function.preprocessor"]],
  ["name", ["entity.name.tag", "entity.name.function", "support.type.property-name", "support.function"]],
  ["attribute", ["entity.other.attribute-name", "variable.parameter"]],
  ["text", ["string", "punctuation.definition.string"]],
  ["number", ["constant.numeric", "constant.character"]],
];

/** A theme that refers to variables, so that it works for light and dark pages. */
export const theme: NonNullable<MarkdownOptions["theme"]> = {
  name: "assay",
  type: "light",
  fg: "var(--text)",
  bg: "transparent",
  settings: COLOURS.map(([name, scope]) => ({ scope: [...scope], settings: { foreground: `var(--code-${name})` } })),
};

/** Languages that are highlighted like other languages. */
export const languageAlias = { rhai: "rust", console: "shellsession" };
