/** Completion for bash. */

import type { Completed, CompletedOption } from "./commands.js";

/** Returns a script that defines the completion of `assay`. If it finds no words, bash completes names of files. */
export function bash(commands: readonly Completed[]): string {
  const ways = commands.slice(1).map(({ path }) => `'${path}'`);
  return `# Completes \`assay\` in bash.
_assay() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} at='' words='' values='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${ways.join(" | ")}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at $before" in
${commands.flatMap(({ path, options }) => options.flatMap((option) => valuesOf(path, option))).join("")}  esac
  case "$at" in
${commands.map(wordsOf).join("")}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$word"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}
complete -o default -F _assay assay
`;
}

function valuesOf(path: string, { flags, takes }: CompletedOption): string[] {
  if (takes === undefined) {
    return [];
  }
  const ways = flags.map((flag) => `'${path} ${flag}'`).join(" | ");
  const reply =
    typeof takes === "string" ? "return" : `COMPREPLY=($(compgen -W '${takes.join(" ")}' -- "$word")); return`;
  return [`    ${ways}) ${reply} ;;\n`];
}

function wordsOf({ path, words, options }: Completed): string {
  const flags = options.flatMap((option) => option.flags).join(" ");
  return `    '${path}') words='${words.map(({ name }) => name).join(" ")}' values='${flags}' ;;\n`;
}
