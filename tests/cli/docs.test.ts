/**
 * Runs the documentation: types every `console` block into a shell, command by command, and compares what is printed. A
 * block whose first line has `file=PATH` is written to that file first. All blocks of a page use one folder. Pages of
 * the tutorial and how-to pages start with a copy of `examples/tutorial/start`, the other pages with an empty folder.
 * `ASSAY_UPDATE=1` writes the real output into the pages.
 */

import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { filesIn } from "../browser/files.ts";
import { ASSAY } from "./assay.ts";

const DOCS = fileURLToPath(new URL("../../docs", import.meta.url));
const TUTORIAL = fileURLToPath(new URL("../../examples/tutorial", import.meta.url));

/** A command, and what it prints to both streams. */
interface Exchange {
  command: string;
  printed: string;
}

/** A file that the reader saves, as the page shows it. */
interface SavedFile {
  path: string;
  text: string;
}

type Step = Exchange | SavedFile;

/** The pages with sessions, as paths below `docs/`. */
const PAGES = readdirSync(DOCS, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md") && !/^(?:\.vitepress|node_modules)/.test(name))
  .filter((name) => readFileSync(join(DOCS, name), "utf8").includes("\n```console\n"))
  .sort();

test("every how-to page and the tutorial has a session", () => {
  const howTo = readdirSync(join(DOCS, "how-to")).map((name) => join("how-to", name));
  expect(PAGES).toEqual(expect.arrayContaining(["tutorial.md", ...howTo]));
});

for (const name of PAGES) {
  test(`the sessions of \`docs/${name}\` print what the page shows`, async () => {
    const page = join(DOCS, name);
    const steps = stepsOf(readFileSync(page, "utf8"));
    const isTutorial = name === "tutorial.md";
    const { exchanges, files } = await run(steps, isTutorial || name.startsWith("how-to"));
    if (process.env.ASSAY_UPDATE) {
      update(page, exchanges);
    } else {
      expect(exchanges).toEqual(steps.filter((step) => "command" in step));
    }
    if (isTutorial) {
      compareFinished(files);
    }
  });
}

const BLOCK = /^```(\w+)(?: file=(\S+))?\n([\s\S]*?)^```$/gm;

/** A command, up to the end of what is quoted or goes on after a `\`, and what it prints. */
const EXCHANGE = /^\$ (.*<<'END'\n[\s\S]*?\nEND|(?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)/gm;

/** The commands and files of a page, in order. */
function stepsOf(markdown: string): Step[] {
  return [...markdown.matchAll(BLOCK)].flatMap(([, language, path, text = ""]): Step[] => {
    if (path) {
      return [{ path, text }];
    }
    const exchanges = language === "console" ? [...text.matchAll(EXCHANGE)] : [];
    return exchanges.map(([, command = "", printed = ""]) => ({ command, printed }));
  });
}

/** Writes the real output of all commands into a page, for a person to read before the commit. */
function update(page: string, exchanges: readonly Exchange[]): void {
  const left = [...exchanges];
  const updated = readFileSync(page, "utf8").replace(BLOCK, (whole: string, language: string, _, block: string) => {
    if (language !== "console") {
      return whole;
    }
    const lines = block.replace(EXCHANGE, () => {
      const { command, printed } = left.shift() as Exchange;
      return `$ ${command}\n${printed}`;
    });
    return `\`\`\`console\n${lines}\`\`\``;
  });
  writeFileSync(page, updated);
}

/** Compares the files that the tutorial leaves with `examples/tutorial/finished`, or writes them there. */
function compareFinished(files: ReadonlyMap<string, Buffer>): void {
  const folder = join(TUTORIAL, "finished");
  if (process.env.ASSAY_UPDATE) {
    rmSync(folder, { recursive: true, force: true });
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
  }
  expect(new Map([...files].sort())).toEqual(new Map([...filesIn(folder)].sort()));
}

/** Takes the steps in a new folder, which pages call `/game`. Returns what was printed and the files at the end. */
async function run(
  steps: readonly Step[],
  withProject: boolean,
): Promise<{ exchanges: Exchange[]; files: Map<string, Buffer> }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-docs-")));
  try {
    const tools = join(folder, "tools");
    const game = join(folder, "game");
    mkdirSync(tools);
    mkdirSync(game);
    writeFileSync(join(tools, "assay"), `#!/bin/sh\nexec "${process.execPath}" "${ASSAY}" "$@"\n`);
    chmodSync(join(tools, "assay"), 0o755);
    if (withProject) {
      cpSync(join(TUTORIAL, "start"), game, { recursive: true });
    }
    const exchanges: Exchange[] = [];
    for (const step of steps) {
      if ("command" in step) {
        const printed = await printedBy(step.command, game, `${tools}:${process.env.PATH}`);
        exchanges.push({ command: step.command, printed: printed.replaceAll(game, "/game") });
      } else {
        mkdirSync(dirname(join(game, step.path)), { recursive: true });
        writeFileSync(join(game, step.path), step.text);
      }
    }
    return { exchanges, files: new Map(filesIn(game)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns what a shell prints. A page shows an exit code by `|| echo $?` in the command. */
function printedBy(command: string, cwd: string, path: string): Promise<string> {
  return new Promise((resolve) => {
    execFile("sh", ["-c", `{ ${command}\n} 2>&1`], { cwd, env: { PATH: path } }, (_, stdout) => resolve(stdout));
  });
}
