/** The examples for continuous integration: the commands in them do what they are there for. */

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

/** What stands behind a key, in order. */
function allOf(key: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`^ +${key}: (.*)$`, "gm"))].map(([, value]) =>
    value === '""' ? "" : (value ?? ""),
  );
}

/** Runs `work` in a project that `assay init` has set up, with a folder on the search path in which `assay` lies. */
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

const GOOD = { "a.xml": "<Model/>\n" };
const BAD = { ...GOOD, "empty.wav": "" };

/** Matches the finding of the empty file. */
const EMPTY = /^empty\.wav:1:1\n {2}error {4}The file is empty\./m;
const DOUBTFUL = { ...GOOD, "none.json": "[]\n" };

test("the hooks for pre-commit pass where all is well, and fail where something is wrong", async () => {
  const [check = "", some = "", tests = ""] = allOf("entry", example(".pre-commit-hooks.yaml"));
  await inProject(GOOD, async (run) => {
    expect(await run(check)).toEqual({ code: 0, stdout: "" });
    expect(await run(tests)).toMatchObject({ code: 0, stdout: expect.stringContaining("all tests passed") });
  });
  await inProject(BAD, async (run) => {
    expect(await run(check)).toMatchObject({ code: 1, stdout: expect.stringMatching(EMPTY) });
    expect(await run(`${some} a.xml`)).toEqual({ code: 0, stdout: "" });
    expect(await run(`${some} assay.yaml`)).toEqual({ code: 0, stdout: "" });
    // What a commit touches besides lies outside of what is checked.
    await run("mkdir assets && mv a.xml empty.wav assets && sed -i 's,^root: .*,root: assets,' assay.yaml");
    expect(await run(`${some} assay.yaml rules/first.yaml assets/a.xml`)).toEqual({ code: 0, stdout: "" });
    expect(await run(`${some} a.xml empty.wav`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("empty.wav"),
    });
  });
});

test("the steps of the action mark what is found, and leave a report", async () => {
  const text = example("github/action.yml");
  const [tests = "", check = ""] = allOf("run", text);
  const [failOn = "", sarif = ""] = allOf("default", text);
  const setting = { FAIL_ON: failOn, SARIF: sarif };
  await inProject(BAD, async (run) => {
    expect(await run(check, setting)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^::error file=empty\.wav/m),
    });
  });
  await inProject(DOUBTFUL, async (run, folder) => {
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

test("a hook of git's own checks what is staged, and not what lies there", async () => {
  const docs = readFileSync(fileURLToPath(new URL("../../docs/command-line.md", import.meta.url)), "utf8");
  const [, lines = ""] = /```sh\n(set -e\nstaged=[\s\S]*?)```/.exec(docs) ?? [];
  await inProject({ ...GOOD, "full.wav": "RIFF" }, async (run, folder) => {
    const hook = `#!/bin/sh\n${lines.replace("npx ", "")}`;
    writeFileSync(join(folder, "hook"), hook, { mode: 0o755 });
    await run("git init -q && mv hook .git/hooks/pre-commit && git add .");
    const commit = "git -c user.name=a -c user.email=a@b commit -qm one 2>&1";
    // What is staged is bad, and mended where it lies only; then the other way round.
    writeFileSync(join(folder, "empty.wav"), "");
    await run("git add .");
    writeFileSync(join(folder, "empty.wav"), "RIFF");
    expect(await run(commit)).toMatchObject({ code: 1, stdout: expect.stringMatching(EMPTY) });
    await run("git rm -qf --cached empty.wav");
    writeFileSync(join(folder, "empty.wav"), "");
    expect(await run(commit)).toMatchObject({ code: 0 });
    // As where the disk is full: not all that is staged is there to be checked.
    await run("git add . && rm -f .git/objects/$(git rev-parse :empty.wav | sed 's|..|&/|')");
    expect(await run(".git/hooks/pre-commit 2>&1")).toMatchObject({
      code: 1,
      stdout: expect.not.stringContaining("result"),
    });
  });
});

test("a check in parts fails when all parts are one, and not before", async () => {
  const docs = readFileSync(fileURLToPath(new URL("../../docs/command-line.md", import.meta.url)), "utf8");
  const [, part = ""] = /^ +- run: \|\n((?: {10}.*\n)+)/m.exec(docs) ?? [];
  const [, whole = ""] = /^ +- run: npx (assay report .*)$/m.exec(docs) ?? [];
  const partOf = (number: number, assay = "assay") => {
    const lines = part.replace(/\$\{\{ matrix\.part \}\}/g, String(number)).replace("npx assay", assay);
    return `set -e\n${lines}`;
  };
  await inProject(BAD, async (run, folder) => {
    // Elsewhere each part has a checkout of its own.
    writeFileSync(join(folder, ".gitignore"), "part-*.json\n");
    for (const number of [1, 2, 3, 4]) {
      expect(await run(partOf(number))).toEqual({ code: 0, stdout: "" });
    }
    expect(await run(whole)).toMatchObject({ code: 1, stdout: expect.stringMatching(/^::error file=empty\.wav/m) });
    // As `npx` ends where there is no Assay, with the part of an earlier run still there.
    expect(await run(partOf(1, "false"))).toMatchObject({ code: 1 });
    writeFileSync(join(folder, "rules/broken.yaml"), "- {name: [");
    expect(await run(partOf(1))).toMatchObject({ code: 1 });
  });
});
