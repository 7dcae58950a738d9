/** Syntax highlighting for a file, chosen by its name and its beginning. The engine does the checks. */

import { json } from "@codemirror/lang-json";
import { xmlLanguage } from "@codemirror/lang-xml";
import { yamlLanguage } from "@codemirror/lang-yaml";
import { LanguageSupport, StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { type Input, parseMixed, type SyntaxNodeRef } from "@lezer/common";
import { rhai } from "./rhai.ts";
import { SCRIPTS } from "./words/lines.ts";

const rhaiLanguage = StreamLanguage.define(rhai);

/** YAML with highlighted scripts. */
const ruleLanguage = yamlLanguage.configure({
  wrap: parseMixed((node, input) => (isScript(node, input) ? { parser: rhaiLanguage.parser } : null)),
});

/** Returns true if a node is the block of text of a script key. */
function isScript({ name, node }: SyntaxNodeRef, input: Input): boolean {
  if (name !== "BlockLiteralContent") {
    return false;
  }
  const key = node.parent?.parent?.getChild("Key");
  return key != null && SCRIPTS.test(input.read(key.from, key.to));
}

const BY_NAME: readonly [RegExp, () => Extension][] = [
  [/\.ya?ml$/i, () => new LanguageSupport(ruleLanguage)],
  [/\.(?:json5?|gltf)$/i, json],
  [/\.rhai$/i, () => rhaiLanguage],
];

/** No highlighting, for files of unknown languages. */
export const PLAIN: Extension = [];

export function languageOf(path: string, text: string): Extension {
  // `trimStart` also removes a byte order mark.
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
