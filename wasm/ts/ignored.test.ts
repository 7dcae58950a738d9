/** Assay and git ignore the same files. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Ignored, patternsOf } from "./ignored.js";
import { ignoredAround } from "./node/around.js";
import { walk } from "./node/walk.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "assay-ignored-"));
});

afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text = ""): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Returns the files that Assay checks. */
function checked(): string[] {
  return walk(root, { ignored: { around: ignoredAround(root) } }).files.sort();
}

/** Returns the files that git shows as untracked. */
function untracked(): string[] {
  const args = ["ls-files", "-z", "--others", "--exclude-per-directory=.gitignore"];
  const output = execFileSync("git", args, { cwd: root, encoding: "utf8" });
  return output.split("\0").filter(Boolean).sort();
}

function initialise(): void {
  execFileSync("git", ["init", "--quiet", "."], { cwd: root });
}

test("a folder that a deeper ignore file keeps is kept with its content", () => {
  initialise();
  put(".gitignore", "keep/\nother/a.xml\n");
  put("sub/.gitignore", "!keep/\n");
  put("sub/keep/a.xml");
  put("keep/b.xml");
  expect(checked()).toEqual([".gitignore", "sub/.gitignore", "sub/keep/a.xml"]);
  expect(checked()).toEqual(untracked());
});

test("an ignore file that is a link is not followed", () => {
  initialise();
  put("a/real", "*.xml\n");
  put("a/m.xml");
  symlinkSync("real", join(root, "a/.gitignore"));
  expect(checked()).toEqual(["a/.gitignore", "a/m.xml", "a/real"]);
  expect(checked()).toEqual(untracked());
});

test("lines end as in git, and only spaces are removed from their ends", () => {
  initialise();
  put(".gitignore", "a\rb.xml\nc.xml\r\nd.xml\r\r\ne.xml\t\nf.xml  \n#g\rh.xml\ni.xml \t \n\t\n!c\rc\nj.xml\r");
  const left = ["a\rb.xml", "c.xml", "d.xml\r", "e.xml\t", "f.xml", "i.xml \t", "j.xml", "\t"];
  const kept = ["a", "b.xml", "d.xml", "e.xml", "h.xml", "i.xml", "j.xml\r"];
  for (const path of [...left, ...kept]) {
    put(path);
  }
  expect(checked()).toEqual([".gitignore", ...kept].sort());
  expect(checked()).toEqual(untracked());
});

test("a long line takes no longer than its length", () => {
  const before = process.cpuUsage();
  const patterns = patternsOf(`${`x${"\t".repeat(20_000)}y\n`.repeat(4)}a.xml\\\t\t\n`, ".gitignore");
  const ignored = new Ignored(patterns, { folder: "" });
  expect(ignored.of("a.xml\t\t", false)).toMatchObject({ isIgnored: true, from: ".gitignore:5" });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
});

/** Returns a pseudo-random generator with a fixed sequence. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = ["a", "b", "keep", "x.tmp", "y.tmp", "y.xml", ".z", "a b", "[c]", "#d"];
const PARTS = [...NAMES, "*", "**", "*.tmp", "*.xml", "?", "[ab]", "k*", "*p", "\\[c]", "\\#d", "*.*", "[!a]", "x.t?p"];

function pattern(random: (below: number) => number): string {
  const parts = Array.from({ length: 1 + random(3) }, () => PARTS[random(PARTS.length)]);
  const [start, end] = [random(4) === 0 ? "/" : "", random(4) === 0 ? "/" : ""];
  return `${random(4) === 0 ? "!" : ""}${start}${parts.join("/")}${end}${random(8) === 0 ? " " : ""}`;
}

test("trees and patterns of all kinds", () => {
  initialise();
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = chance(seed);
    const name = () => NAMES[random(NAMES.length)] ?? "a";
    const written: Record<string, string> = {};
    for (let file = 0; file < 25; file += 1) {
      const folders = Array.from({ length: random(4) }, name);
      const path = [...folders, `${name()}.${random(9)}`].join("/");
      written[path] = "";
      if (random(5) === 0) {
        const path = [...folders, ".gitignore"].join("/");
        written[path] = Array.from({ length: 1 + random(4) }, () => pattern(random)).join("\n");
      }
    }
    for (const [path, text] of Object.entries(written)) {
      put(path, text);
    }
    expect({ seed, files: checked() }).toEqual({ seed, files: untracked() });
    for (const path of Object.keys(written)) {
      rmSync(join(root, path.split("/")[0] ?? ""), { recursive: true, force: true });
    }
  }
});
