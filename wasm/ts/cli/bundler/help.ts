/** The help of the sub-commands, from their table. */

import { Command as Commander, Option } from "commander";
import { configured, examples } from "../usage.js";
import { type Argument, COMMON, SUB_COMMANDS, type SubCommand } from "./sub-commands.js";

const GRAMMAR = `
Arguments are written --name VALUE, --name=VALUE or -name VALUE, in any letter case. A list as a
value is split at \`,\` and \`;\`, unless it is enclosed in \`"\`: '"a{1,2}"'. Paths are relative to
the current folder. The platform is added to the name of a list: \`a.assetlist\` becomes
\`a_pc.assetlist\`.

Exit codes:
  0  success
  1  failure`;

export const SUMMARY = "run the list commands of AssetBundlerBatch";

/** Returns the help of one sub-command, or of all if none is named. */
export function helpOf(command: SubCommand | undefined): string {
  return command === undefined ? overview() : detail(command);
}

function overview(): string {
  const program = page("assay bundler", "SUB-COMMAND [ARGUMENTS]", "Runs the list commands of AssetBundlerBatch.");
  for (const { name, doc } of SUB_COMMANDS) {
    // In the list of commands, descriptions begin in lower case and have no full stop.
    program.command(name).summary(doc.charAt(0).toLowerCase() + doc.slice(1, -1));
  }
  program.helpCommand(false);
  return finished(
    program,
    SUB_COMMANDS.map((command) => `${command.name} --help`),
  );
}

function detail({ name, doc, arguments: own, examples: lines }: SubCommand): string {
  const program = page(`assay bundler ${name}`, "[ARGUMENTS]", doc);
  for (const argument of [...own, ...COMMON]) {
    program.addOption(option(argument));
  }
  return finished(program, lines);
}

function page(name: string, usage: string, doc: string): Commander {
  return configured(new Commander(name)).usage(usage).description(doc).helpOption(false);
}

function option({ name, value, isOptional, doc }: Argument): Option {
  if (value === undefined) {
    return new Option(`--${name}`, doc);
  }
  return new Option(isOptional ? `--${name} [${value}]` : `--${name} <${value}>`, doc);
}

function finished(program: Commander, lines: readonly string[]): string {
  const exampleText = examples(lines.map((line) => `assay bundler ${line}`));
  return `${program.helpInformation()}${GRAMMAR}\n${exampleText}\n`;
}
