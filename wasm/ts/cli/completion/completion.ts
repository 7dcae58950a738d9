/** `assay completion`: prints a completion script for a shell, from the commands and options of the program. */

import type { CompletionOptions } from "../options/completion.js";
import { commands } from "../options/program.js";
import { print } from "../output.js";
import { schemaNames } from "../schema.js";
import { bash } from "./bash.js";
import { completedBy } from "./commands.js";
import { fish } from "./fish.js";
import { zsh } from "./zsh.js";

const SCRIPTS = { bash, zsh, fish };

/** Prints the script, and returns the exit code. */
export function completion({ shell }: CompletionOptions): Promise<number> {
  const words = { " schema": schemaNames() };
  const script = SCRIPTS[shell](
    completedBy(
      commands(() => {}),
      words,
    ),
  );
  return print(script);
}
