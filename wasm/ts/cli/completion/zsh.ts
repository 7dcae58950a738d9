/** Completion for zsh. */

import { inQuotes } from "../../quoted.js";
import type { Completed, CompletedOption } from "./commands.js";

/** Returns a script that defines the completion of `assay`; `compinit` must have run before. */
export function zsh(commands: readonly Completed[]): string {
  const ways = commands.slice(1).map(({ path }) => `'${path}'`);
  return `#compdef assay
# Completes \`assay\` in zsh.
_assay() {
  local at='' i
  local -a assay_words assay_options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at $words[i]" in
      (${ways.join("|")}) at="$at $words[i]" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${commands.flatMap(({ path, options }) => options.flatMap((option) => valuesOf(path, option))).join("")}  esac
  case "$at" in
${commands.map(wordsOf).join("")}  esac
  if [[ $PREFIX == -* ]]; then
    _describe option assay_options
  elif (( $#assay_words )); then
    _describe command assay_words
  else
    _files
  fi
}
if [[ $funcstack[1] == _assay ]]; then
  _assay "$@"
else
  compdef _assay assay
fi
`;
}

function valuesOf(path: string, { flags, takes }: CompletedOption): string[] {
  if (takes === undefined) {
    return [];
  }
  const ways = flags.map((flag) => `'${path} ${flag}'`).join("|");
  const other = takes === "file" ? "_files; return" : "return";
  return [`    (${ways}) ${typeof takes === "string" ? other : `compadd -- ${takes.join(" ")}; return`} ;;\n`];
}

function wordsOf({ path, words, options }: Completed): string {
  const descriptions = words.map(({ name, doc }) => described(name, doc)).join(" ");
  const flags = options.flatMap((option) => option.flags.map((flag) => described(flag, option.doc))).join(" ");
  return `    ('${path}') assay_words=(${descriptions}) assay_options=(${flags}) ;;\n`;
}

/** Returns a word and its description, in quotes. */
function described(word: string, doc: string): string {
  return inQuotes(doc === "" ? word : `${word}:${doc}`);
}
