/** The help of the sub-commands, from their table. */

import { Command as Commander, Option } from "commander";
import { configured, examples } from "../usage.js";
import { type Argument, COMMON, SUB_COMMANDS, type SubCommand } from "./sub-commands.js";

const GRAMMAR = `
Arguments are written --name VALUE, --name=VALUE or -name VALUE, in any letter case. A value that is
a list is split at \`,\` and \`;\`, unless it stands in \`"\` of its own: '"a{1,2}"'. Paths are
relative to where you are. The name of a list gets the platform: \`a.assetlist\` is
\`a_pc.assetlist\`.

Exit codes:
  0  everything was done
  1  something was not`;

/** The summary of `assay bundler` in the help. */
export const SUMMARY = "do what AssetBundlerBatch does with lists of seeds and of assets";

/** Returns the help of one sub-command, or of all if none is named. */
export function helpOf(command: SubCommand | undefined): string {
  return command === undefined ? overview() : detail(command);
}

function overview(): string {
  const program = page("assay bundler", "SUB-COMMAND [ARGUMENTS]", "Does what AssetBundlerBatch does with lists.");
  for (const { name, doc } of SUB_COMMANDS) {
    program.command(name).summary(doc.charAt(0).toLowerCase() + doc.slice(1, -1));
  }
  program.helpCommand(false);
  return finished(
    program,
    SUB_COMMANDS.map((command) => `${command.name} --help`),
  );
}

function detail({ name, doc, arguments: own, examples: shown }: SubCommand): string {
  const program = page(`assay bundler ${name}`, "[ARGUMENTS]", doc);
  for (const argument of [...own, ...COMMON]) {
    program.addOption(option(argument));
  }
  return finished(program, shown);
}

function page(name: string, usage: string, doc: string): Commander {
  return configured(new Commander(name)).usage(usage).description(doc).helpOption(false);
}

function option({ name, value, takes, doc }: Argument): Option {
  if (value === undefined) {
    return new Option(`--${name}`, doc);
  }
  return new Option(takes === "optional" ? `--${name} [${value}]` : `--${name} <${value}>`, doc);
}

function finished(program: Commander, lines: readonly string[]): string {
  const shown = examples(lines.map((line) => `assay bundler ${line}`));
  return `${program.helpInformation()}${GRAMMAR}\n${shown}\n`;
}
