/** The commit that is checked out is the one that git reports. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commitAround } from "./cli/commit.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "assay-commit-"));
  git(root, "init", "--quiet", "--initial-branch", "art/main");
  mkdirSync(join(root, "assets"));
  writeFileSync(join(root, "assets/lamp.xml"), "<Lamp/>");
  git(root, "add", ".");
});

afterEach(() => rmSync(root, { recursive: true }));

function git(cwd: string, ...args: string[]): string {
  const own = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...own, ...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}

function commit(cwd: string, message: string): void {
  git(cwd, "commit", "--quiet", "--allow-empty", "--message", message);
}

/** Returns the commit and its tree, as git reports them. */
function headOf(cwd: string): string {
  return git(cwd, "rev-parse", "HEAD", "HEAD^{tree}").replace("\n", " ");
}

test("reads the commit of a branch, of a detached head, and from a subfolder", () => {
  commit(root, "one");
  const first = headOf(root);
  expect(commitAround(root)).toBe(first);
  expect(commitAround(join(root, "assets"))).toBe(first);
  commit(root, "two");
  expect(commitAround(root)).toBe(headOf(root));
  git(root, "checkout", "--quiet", "--detach", "HEAD~");
  expect(commitAround(root)).toBe(first);
});

test("two commits of the same files have the same tree", () => {
  commit(root, "one");
  const [, tree] = commitAround(root).split(" ");
  git(root, "commit", "--quiet", "--amend", "--message", "another");
  expect(commitAround(root).split(" ")[1]).toBe(tree);
});

test("a packed commit is found without its tree", () => {
  commit(root, "one");
  git(root, "branch", "art/main-of-others");
  git(root, "gc", "--quiet");
  expect(commitAround(root)).toBe(git(root, "rev-parse", "HEAD"));
});

test("reads the commit of a worktree", () => {
  commit(root, "one");
  git(root, "worktree", "add", "--quiet", "-b", "further", "there");
  commit(join(root, "there"), "two");
  expect(commitAround(join(root, "there/assets"))).toBe(headOf(join(root, "there")));
  expect(commitAround(root)).not.toBe(headOf(join(root, "there")));
});

test("returns an empty string without a commit", () => {
  expect(commitAround(root)).toBe("");
  for (const head of ["ref: refs/heads/../../HEAD", "ref: ../../etc/passwd", "0123", "", "ref: refs/heads/none"]) {
    writeFileSync(join(root, ".git/HEAD"), head);
    expect(commitAround(root)).toBe("");
  }
  rmSync(join(root, ".git"), { recursive: true });
  expect(commitAround(root)).toBe("");
});

test("does not read a folder on another machine", () => {
  commit(root, "one");
  const other = join(root, "other");
  mkdirSync(other);
  for (const [named, known] of [
    [`${root}/.git`, headOf(root)],
    [`/${root}/.git`, ""],
  ] as const) {
    writeFileSync(join(other, ".git"), `gitdir: ${named}\n`);
    expect(commitAround(other)).toBe(known);
  }
  writeFileSync(join(root, ".git/commondir"), `/${root}/.git\n`);
  expect(commitAround(root)).toBe("");
});
