/** Completion, tried in the shells themselves. */

import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { assay } from "./assay.ts";

/** What is typed, with the word behind the last blank still open, and what is proposed for that: all of it, or some. */
const CASES: readonly [typed: string, proposed: readonly string[]][] = [
  ["assay che", ["check"]],
  ["assay pipe", ["pipeline"]],
  ["assay pipeline ", ["explain", "list", "check", "help"]],
  ["assay pipeline list --for", ["--format"]],
  ["assay pipeline list --format ", ["table", "json", "csv"]],
  ["assay check --fail-on w", ["warning"]],
  ["assay check --color never --all", ["--allow-empty"]],
  ["assay check --rules rules --fo", ["--format"]],
  ["assay completion f", ["fish"]],
  ["assay bundler comp", ["compare", "comparisonRules"]],
  ["assay assetlist union -", ["--help"]],
  ["assay assetlist union --key ", ["auto", "id", "path"]],
  ["assay package create --hash ", ["md5", "sha1", "sha256"]],
  ["assay schema ", ["config", "report", "rules"]],
  ["assay help ch", ["check"]],
  ["assay pipeline help e", ["explain"]],
];

async function scriptOf(shell: string): Promise<string> {
  const { code, stdout, stderr } = await assay(["completion", shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** What bash proposes. */
function inBash(script: string, typed: string): string[] {
  const words = typed.split(" ").map((word) => `'${word}'`);
  const asked = `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["--norc", "-c", `${script}\n${asked}`], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
}

test("bash proposes what may stand there", async () => {
  const script = await scriptOf("bash");
  for (const [typed, proposed] of CASES) {
    expect(inBash(script, typed), typed).toEqual(expect.arrayContaining([...proposed]));
  }
  expect(inBash(script, "assay check --rules r"), "bash itself proposes files then").toEqual([]);
  expect(inBash(script, "assay check a")).toEqual([]);
});

test("every command and option of the help is in each script", async () => {
  const scripts = await Promise.all(["bash", "zsh", "fish"].map(scriptOf));
  for (const words of [["check"], ["package", "create"], ["assetlist", "diff"], ["definitions", "resolve"]]) {
    const { stdout } = await assay([...words, "--help"]);
    const flags = new Set(stdout.match(/(?<=^ {2}(?:-\w, )?)--[a-z-]+/gm) ?? []);
    expect(flags.size).toBeGreaterThan(3);
    for (const [flag, script] of [...flags].flatMap((flag) => scripts.map((script) => [flag, script] as const))) {
      expect(script.includes(flag) || script.includes(` -l ${flag.slice(2)} `), flag).toBe(true);
    }
  }
});

test("a shell that is not known is refused with those that are", async () => {
  expect(await assay(["completion", "tcsh"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: `SHELL` takes `bash`, `zsh` or `fish`, not `tcsh`\n",
  });
});

/** Shells that a machine may lack: what they propose is tried where they are, and what they print where they are not. */
const hasShell = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

describe("other shells", () => {
  test("fish takes the script, and proposes what may stand there", async () => {
    const script = await scriptOf("fish");
    expect(script).toContain("complete -c assay -n \"__assay_at ' check'\" -l fail-on -x -a 'error warning info hint'");
    if (hasShell("fish")) {
      for (const [typed, proposed] of CASES) {
        const told = execFileSync("fish", ["-N", "-c", `${script}\ncomplete -C '${typed}'`], { encoding: "utf8" });
        const words = told.split("\n").map((line) => line.split("\t")[0]);
        expect(words, typed).toEqual(expect.arrayContaining([...proposed]));
      }
    }
  });

  test("zsh takes the script, and proposes what may stand there", async () => {
    const script = await scriptOf("zsh");
    expect(script).toContain("(' check --fail-on') compadd -- error warning info hint; return ;;");
    if (hasShell("zsh")) {
      const stubs =
        "compdef() { :; }; compadd() { shift; print -l -- $@ }; _files() { :; }; _describe() { print -l -- $" +
        "{(P)2} }";
      for (const [typed, proposed] of CASES) {
        const words = typed.split(" ").map((word) => `'${word}'`);
        const asked = `words=(${words.join(" ")}); CURRENT=${words.length}; PREFIX=${words.at(-1)}; _assay`;
        const told = execFileSync("zsh", ["-f", "-c", `${stubs}\n${script}\n${asked}`], { encoding: "utf8" });
        const names = told.split("\n").map((line) => line.split(":")[0]);
        expect(names, typed).toEqual(expect.arrayContaining([...proposed]));
      }
    }
  });
});
