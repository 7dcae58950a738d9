/** Colours for the text of a file, by its name and its beginning. Nothing is checked here: that is the engine's work. */

import { json } from "@codemirror/lang-json";
import { xmlLanguage } from "@codemirror/lang-xml";
import { yamlLanguage } from "@codemirror/lang-yaml";
import { LanguageSupport, StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { type Input, parseMixed, type SyntaxNodeRef } from "@lezer/common";
import { rhai } from "./rhai.ts";
import { SCRIPTS } from "./words/lines.ts";

const rhaiLanguage = StreamLanguage.define(rhai);

/** YAML in which scripts have their own colours. */
const ruleLanguage = yamlLanguage.configure({
  wrap: parseMixed((node, input) => (isScript(node, input) ? { parser: rhaiLanguage.parser } : null)),
});

/** Whether a node is the text of a block below a key for scripts. */
function isScript({ name, node }: SyntaxNodeRef, input: Input): boolean {
  if (name !== "BlockLiteralContent") {
    return false;
  }
  const key = node.parent?.parent?.getChild("Key");
  return key != null && SCRIPTS.test(input.read(key.from, key.to));
}

/** Languages by the ends of names. */
const BY_NAME: readonly [RegExp, () => Extension][] = [
  [/\.ya?ml$/i, () => new LanguageSupport(ruleLanguage)],
  [/\.(?:json5?|gltf)$/i, json],
  [/\.rhai$/i, () => rhaiLanguage],
];

/** No colours, as nothing says what the file is. */
export const PLAIN: Extension = [];

/** The colours for a file. */
export function languageOf(path: string, text: string): Extension {
  // A byte order mark is a blank here.
  const first = text.trimStart()[0];
  if (first === "<") {
    return new LanguageSupport(xmlLanguage);
  }
  const named = BY_NAME.find(([name]) => name.test(path));
  if (named !== undefined) {
    return named[1]();
  }
  return first === "{" || first === "[" ? json() : PLAIN;
}
