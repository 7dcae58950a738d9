/** The options of `assay completion`. */

import { Argument, type Command as Commander } from "commander";
import { configured, examples, oneOf } from "../usage.js";

/** The shells that are known. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** The options of `assay completion`. */
export interface CompletionOptions {
  /** Whose script it is. */
  shell: (typeof SHELLS)[number];
}

/** Adds `assay completion`. */
export function addCompletion(program: Commander, choose: (options: CompletionOptions) => void): void {
  const shell = new Argument("<SHELL>", "`bash`, `zsh` or `fish`").argParser(oneOf("SHELL", SHELLS));
  shell.argChoices = [...SHELLS];
  configured(program.command("completion"))
    .usage("SHELL")
    .summary("print a script with which a shell completes commands and options")
    .description("Prints a script with which a shell completes commands, options and their values.")
    .addArgument(shell)
    .addHelpText("after", HELP)
    .action((shell: CompletionOptions["shell"]) => choose({ shell }));
}

const HELP = `
In bash:  source <(assay completion bash)                  in ~/.bashrc
In zsh:   source <(assay completion zsh)                   in ~/.zshrc, after compinit
In fish:  assay completion fish > ~/.config/fish/completions/assay.fish

Exit codes:
  0  done
  2  wrong usage
${examples(["assay completion bash > /etc/bash_completion.d/assay", "assay completion fish | source"])}`;
