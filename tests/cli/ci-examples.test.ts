/** Runs the commands in the examples for continuous integration. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ASSAY, assay } from "./assay.ts";

function example(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../examples/ci/${name}`, import.meta.url)), "utf8");
}

/** Returns all values of a key, in order. */
function valuesOf(key: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`^ +${key}: (.*)$`, "gm"))].map(([, value]) =>
    value === '""' ? "" : (value ?? ""),
  );
}

/** Runs `work` in a project that `assay init` has set up, with `assay` on the search path. */
async function inProject(
  files: Record<string, string>,
  work: (run: Run, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "assay-ci-"));
  try {
    mkdirSync(join(folder, "bin"));
    symlinkSync(ASSAY, join(folder, "bin/assay"));
    mkdirSync(join(folder, "game"));
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, "game", name), text);
    }
    expect(await assay(["init"], { cwd: join(folder, "game") })).toMatchObject({ code: 0 });
    await work((command, env = {}) => runIn(join(folder, "game"), command, `${folder}/bin`, env), join(folder, "game"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Run = (command: string, env?: Record<string, string>) => Promise<{ code: number; stdout: string }>;

function runIn(cwd: string, command: string, bin: string, env: Record<string, string>): ReturnType<Run> {
  const setting = { cwd, env: { ...env, PATH: `${bin}:${process.env.PATH}` } };
  return new Promise((resolve) => {
    execFile("bash", ["-c", command], setting, (error, stdout) => resolve({ code: Number(error?.code ?? 0), stdout }));
  });
}

const CORRECT = { "a.xml": "<Model/>\n" };
const WITH_ERROR = { ...CORRECT, "empty.wav": "" };

/** Matches the finding of the empty file. */
const EMPTY = /^empty\.wav:1:1\n {2}error {4}The file is empty\./m;
const WITH_WARNING = { ...CORRECT, "none.json": "[]\n" };

test("the hooks for pre-commit pass without errors, and fail with an error", async () => {
  const [check = "", some = "", tests = ""] = valuesOf("entry", example(".pre-commit-hooks.yaml"));
  await inProject(CORRECT, async (run) => {
    expect(await run(check)).toEqual({ code: 0, stdout: "" });
    expect(await run(tests)).toMatchObject({ code: 0, stdout: expect.stringContaining("all tests passed") });
  });
  await inProject(WITH_ERROR, async (run) => {
    expect(await run(check)).toMatchObject({ code: 1, stdout: expect.stringMatching(EMPTY) });
    expect(await run(`${some} a.xml`)).toEqual({ code: 0, stdout: "" });
    expect(await run(`${some} assay.yaml`)).toEqual({ code: 0, stdout: "" });
    // Files outside of the root may be part of the commit.
    await run("mkdir assets && mv a.xml empty.wav assets && sed -i 's,^root: .*,root: assets,' assay.yaml");
    expect(await run(`${some} assay.yaml rules/first.yaml assets/a.xml`)).toEqual({ code: 0, stdout: "" });
    expect(await run(`${some} a.xml empty.wav`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("empty.wav"),
    });
  });
});

test("the steps of the action mark findings, and write a report", async () => {
  const text = example("github/action.yml");
  const [tests = "", check = ""] = valuesOf("run", text);
  const [failOn = "", sarif = ""] = valuesOf("default", text);
  const setting = { FAIL_ON: failOn, SARIF: sarif };
  await inProject(WITH_ERROR, async (run) => {
    expect(await run(check, setting)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^::error file=empty\.wav/m),
    });
  });
  await inProject(WITH_WARNING, async (run, folder) => {
    expect(await run(tests)).toMatchObject({ code: 0 });
    expect(await run(check, setting)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^::warning file=none\.json/m),
    });
    expect(JSON.parse(readFileSync(join(folder, sarif), "utf8"))).toMatchObject({ version: "2.1.0" });
    expect(await run(check, { ...setting, FAIL_ON: "warning" })).toMatchObject({ code: 1 });
    const configuration = readFileSync(join(folder, "assay.yaml"), "utf8");
    writeFileSync(join(folder, "assay.yaml"), configuration.replace("fail_on: error", "fail_on: warning"));
    expect(await run(check, setting)).toMatchObject({ code: 1 });
  });
});

test("a git hook checks the staged files, not the working tree", async () => {
  const docs = readFileSync(fileURLToPath(new URL("../../docs/command-line.md", import.meta.url)), "utf8");
  const [, lines = ""] = /```sh\n(set -e\nstaged=[\s\S]*?)```/.exec(docs) ?? [];
  await inProject({ ...CORRECT, "full.wav": "RIFF" }, async (run, folder) => {
    const hook = `#!/bin/sh\n${lines.replace("npx ", "")}`;
    writeFileSync(join(folder, "hook"), hook, { mode: 0o755 });
    await run("git init -q && mv hook .git/hooks/pre-commit && git add .");
    const commit = "git -c user.name=a -c user.email=a@b commit -qm one 2>&1";
    // The staged file has an error that is repaired only in the working tree, then the reverse.
    writeFileSync(join(folder, "empty.wav"), "");
    await run("git add .");
    writeFileSync(join(folder, "empty.wav"), "RIFF");
    expect(await run(commit)).toMatchObject({ code: 1, stdout: expect.stringMatching(EMPTY) });
    await run("git rm -qf --cached empty.wav");
    writeFileSync(join(folder, "empty.wav"), "");
    expect(await run(commit)).toMatchObject({ code: 0 });
    // As on a full disk: some staged files are missing.
    await run("git add . && rm -f .git/objects/$(git rev-parse :empty.wav | sed 's|..|&/|')");
    expect(await run(".git/hooks/pre-commit 2>&1")).toMatchObject({
      code: 1,
      stdout: expect.not.stringContaining("result"),
    });
  });
});

test("a sharded check fails only when all shards are merged", async () => {
  const docs = readFileSync(fileURLToPath(new URL("../../docs/command-line.md", import.meta.url)), "utf8");
  const [, part = ""] = /^ +- run: \|\n((?: {10}.*\n)+)/m.exec(docs) ?? [];
  const [, whole = ""] = /^ +- run: npx (assay report .*)$/m.exec(docs) ?? [];
  const partOf = (number: number, assay = "assay") => {
    const lines = part.replace(/\$\{\{ matrix\.part \}\}/g, String(number)).replace("npx assay", assay);
    return `set -e\n${lines}`;
  };
  await inProject(WITH_ERROR, async (run, folder) => {
    // In CI each shard has a separate checkout.
    writeFileSync(join(folder, ".gitignore"), "part-*.json\n");
    for (const number of [1, 2, 3, 4]) {
      expect(await run(partOf(number))).toEqual({ code: 0, stdout: "" });
    }
    expect(await run(whole)).toMatchObject({ code: 1, stdout: expect.stringMatching(/^::error file=empty\.wav/m) });
    // `npx` fails like this without Assay, while the shard of an earlier run still exists.
    expect(await run(partOf(1, "false"))).toMatchObject({ code: 1 });
    writeFileSync(join(folder, "rules/broken.yaml"), "- {name: [");
    expect(await run(partOf(1))).toMatchObject({ code: 1 });
  });
});
