/** Colours for the text of a file, by its name and its beginning. Nothing is checked here: that is the engine's work. */

import { json } from "@codemirror/lang-json";
import { xml } from "@codemirror/lang-xml";
import { yaml } from "@codemirror/lang-yaml";
import { StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { rhai } from "./rhai.ts";

/** Languages by the ends of names. */
const BY_NAME: readonly [RegExp, () => Extension][] = [
  [/\.ya?ml$/i, yaml],
  [/\.(?:json5?|gltf|meta\.json)$/i, json],
  [/\.rhai$/i, () => StreamLanguage.define(rhai)],
];

/** The colours for a file. */
export function languageOf(path: string, text: string): Extension {
  const first = text.trimStart().replace(/^\ufeff/, "")[0];
  if (first === "<") {
    return xml();
  }
  const named = BY_NAME.find(([name]) => name.test(path));
  if (named !== undefined) {
    return named[1]();
  }
  return first === "{" || first === "[" ? json() : [];
}
