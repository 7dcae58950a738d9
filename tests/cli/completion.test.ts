/** Tests the completion scripts in the shells themselves. */

import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { assay } from "./assay.ts";

/** Command lines whose last word is incomplete, with some of the expected proposals, or all. */
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

/** Returns bash's proposals. */
function inBash(script: string, typed: string): string[] {
  const words = typed.split(" ").map((word) => `'${word}'`);
  const query = `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["--norc", "-c", `${script}\n${query}`], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
}

test("bash proposes the valid words", async () => {
  const script = await scriptOf("bash");
  for (const [typed, proposed] of CASES) {
    expect(inBash(script, typed), typed).toEqual(expect.arrayContaining([...proposed]));
  }
  expect(inBash(script, "assay check --rules r"), "bash itself proposes files then").toEqual([]);
  expect(inBash(script, "assay check a")).toEqual([]);
});

test("each script contains every command and option of the help", async () => {
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

test("an unknown shell is refused, and the known ones are listed", async () => {
  expect(await assay(["completion", "tcsh"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: `SHELL` takes `bash`, `zsh` or `fish`, not `tcsh`\n",
  });
});

/** Returns true if a shell is installed. The scripts of other shells are compared with their expected text only. */
const hasShell = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

describe("other shells", () => {
  test("fish reads the script, and proposes the valid words", async () => {
    const script = await scriptOf("fish");
    expect(script).toContain("complete -c assay -n \"__assay_at ' check'\" -l fail-on -x -a 'error warning info hint'");
    if (hasShell("fish")) {
      for (const [typed, proposed] of CASES) {
        const printed = execFileSync("fish", ["-N", "-c", `${script}\ncomplete -C '${typed}'`], { encoding: "utf8" });
        const words = printed.split("\n").map((line) => line.split("\t")[0]);
        expect(words, typed).toEqual(expect.arrayContaining([...proposed]));
      }
    }
  });

  test("zsh reads the script, and proposes the valid words", async () => {
    const script = await scriptOf("zsh");
    expect(script).toContain("(' check --fail-on') compadd -- error warning info hint; return ;;");
    if (hasShell("zsh")) {
      const stubs =
        "compdef() { :; }; compadd() { shift; print -l -- $@ }; _files() { :; }; _describe() { print -l -- $" +
        "{(P)2} }";
      for (const [typed, proposed] of CASES) {
        const words = typed.split(" ").map((word) => `'${word}'`);
        const query = `words=(${words.join(" ")}); CURRENT=${words.length}; PREFIX=${words.at(-1)}; _assay`;
        const printed = execFileSync("zsh", ["-f", "-c", `${stubs}\n${script}\n${query}`], { encoding: "utf8" });
        const names = printed.split("\n").map((line) => line.split(":")[0]);
        expect(names, typed).toEqual(expect.arrayContaining([...proposed]));
      }
    }
  });
});
