/** Completion for fish. */

import type { Completed, CompletedOption } from "./commands.js";

/** Returns a script that defines the completion of `assay`. */
export function fish(commands: readonly Completed[]): string {
  const ways = commands.slice(1).map(({ path }) => `'${path}'`);
  return `# Completes \`assay\` in fish.
function __assay_at
  set -l at ''
  for word in (commandline -opc)[2..]
    switch "$at $word"
      case ${ways.join(" ")}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
complete -c assay -f
${commands.map(linesOf).join("")}`;
}

function linesOf({ path, words, takesFiles, options }: Completed): string {
  const here = `complete -c assay -n "__assay_at '${path}'"`;
  return [
    ...(takesFiles ? [`${here} -F`] : []),
    ...words.map(({ name, doc }) => `${here} -a ${quoted(name)}${doc === "" ? "" : ` -d ${quoted(doc)}`}`),
    ...options.map((option) => `${here}${flagsOf(option)} -d ${quoted(option.doc)}`),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function flagsOf({ flags, takes }: CompletedOption): string {
  const written = flags
    .map((flag) => (flag.startsWith("--") ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`))
    .join("");
  if (takes === undefined) {
    return written;
  }
  const value = takes === "file" ? " -r -F" : " -x";
  return typeof takes === "string" ? `${written}${value}` : `${written} -x -a ${quoted(takes.join(" "))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
