/** The options of `assay completion`. */

import { Argument } from "commander";
import type { CommandForm } from "../command.js";
import { oneOf } from "../usage.js";

const SHELLS = ["bash", "zsh", "fish"] as const;

export interface CompletionOptions {
  /** The shell that runs the script. */
  shell: (typeof SHELLS)[number];
}

export const COMPLETION: CommandForm<CompletionOptions> = {
  name: "completion",
  summary: "print a completion script for a shell",
  description: "Prints a script that completes commands, options and their values in a shell.",
  arguments: { shell: shellArgument() },
  details: `
In bash:  source <(assay completion bash)                  in ~/.bashrc
In zsh:   source <(assay completion zsh)                   in ~/.zshrc, after compinit
In fish:  assay completion fish > ~/.config/fish/completions/assay.fish

Exit codes:
  0  done
  2  wrong usage`,
  examples: ["assay completion bash > /etc/bash_completion.d/assay", "assay completion fish | source"],
};

function shellArgument(): Argument {
  const shell = new Argument("<SHELL>", "`bash`, `zsh` or `fish`").argParser(oneOf("SHELL", SHELLS));
  // Commander's own check of choices would report in other words.
  shell.argChoices = [...SHELLS];
  return shell;
}
