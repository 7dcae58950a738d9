/**
 * The sessions in the documents: every block marked `console` is typed into a shell, command by command, and must print
 * what stands there. A block goes on where the one before it in the same document has ended. `ASSAY_UPDATE=1` writes what
 * happens into the document.
 */

import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ASSAY } from "./assay.ts";

const DOCS = fileURLToPath(new URL("../../docs", import.meta.url));

/** Documents with sessions. */
const TOLD = ["asset-lists.md", "configuration.md", "conversion-rules.md", "index.md", "known-findings.md"];

/** A command, and what it prints to both streams. */
interface Exchange {
  command: string;
  printed: string;
}

for (const name of TOLD) {
  test(`what \`docs/${name}\` shows is what happens`, async () => {
    const file = join(DOCS, name);
    const told = sessionsOf(readFileSync(file, "utf8"));
    expect(told.length).toBeGreaterThan(0);
    const happened = await typed(told.map(({ command }) => command));
    if (process.env.ASSAY_UPDATE) {
      update(file, happened);
      return;
    }
    expect(happened).toEqual(told);
  });
}

const BLOCK = /^```console\n([\s\S]*?)^```$/gm;

/** A command, up to the end of what is quoted or goes on after a `\`, and what it prints. */
const EXCHANGE = /^\$ (.*<<'END'\n[\s\S]*?\nEND|(?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)/gm;

/** What the `console` blocks of a document tell. */
function sessionsOf(markdown: string): Exchange[] {
  const blocks = [...markdown.matchAll(BLOCK)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    [...block.matchAll(EXCHANGE)].map(([, command = "", printed = ""]) => {
      return { command, printed };
    }),
  );
}

/** Writes what has happened into a document, to be read before it is committed. */
function update(file: string, happened: readonly Exchange[]): void {
  const left = [...happened];
  const told = readFileSync(file, "utf8").replace(BLOCK, (_, block: string) => {
    const lines = block.replace(EXCHANGE, () => {
      const { command, printed } = left.shift() as Exchange;
      return `$ ${command}\n${printed}`;
    });
    return `\`\`\`console\n${lines}\`\`\``;
  });
  writeFileSync(file, told);
}

/** Types commands in a new folder, which the document calls `/game`. */
async function typed(commands: readonly string[]): Promise<Exchange[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-docs-")));
  try {
    const tools = join(folder, "tools");
    const game = join(folder, "game");
    mkdirSync(tools);
    mkdirSync(game);
    writeFileSync(join(tools, "assay"), `#!/bin/sh\nexec "${process.execPath}" "${ASSAY}" "$@"\n`);
    chmodSync(join(tools, "assay"), 0o755);
    const exchanges: Exchange[] = [];
    for (const command of commands) {
      const printed = await printedBy(command, game, `${tools}:${process.env.PATH}`);
      exchanges.push({ command, printed: printed.replaceAll(game, "/game") });
    }
    return exchanges;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a shell prints; how a command ends, the command itself must show (`|| echo $?`). */
function printedBy(command: string, cwd: string, path: string): Promise<string> {
  return new Promise((resolve) => {
    execFile("sh", ["-c", `{ ${command}\n} 2>&1`], { cwd, env: { PATH: path } }, (_, stdout) => resolve(stdout));
  });
}
