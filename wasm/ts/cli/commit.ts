/** The commit of git that is checked out around a folder. */

import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { attempt } from "../attempt.js";
import { readRegular } from "../node/regular.js";
import { onThisMachine, repositoryAround } from "../node/repository.js";

/** A hash as git writes it. */
const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** The maximum size of a commit, in bytes. */
const MOST = 1 << 20;

/**
 * Returns the hash of the commit that is checked out around `folder`, or an empty string if none is known. If the hash
 * of the tree is available, it follows after a space: two machines that merge the same two branches create two commits
 * with the same tree.
 */
export function commitAround(folder: string): string {
  // The hash only makes other errors easier to understand.
  const commit = attempt(() => {
    const repository = repositoryAround(realpathSync(folder));
    return repository && commitOf(repository.git);
  });
  return commit ?? "";
}

function commitOf(git: string): string {
  // Worktrees share everything except their heads.
  const common = existsSync(join(git, "commondir")) ? onThisMachine(git, textOf(join(git, "commondir"))) : git;
  const head = textOf(join(git, "HEAD"));
  const name = /^ref: (refs\/[^\\]+)$/.exec(head)?.[1];
  // The name of a branch in an untrusted folder must not lead to another file.
  const commit = name === undefined || name.split("/").includes("..") ? head : hashOf(common, name);
  return HASH.test(commit) ? `${commit} ${treeOf(common, commit)}`.trim() : "";
}

/** Returns the hash that a branch points to. */
function hashOf(common: string, name: string): string {
  if (existsSync(join(common, name))) {
    return textOf(join(common, name));
  }
  const line = textOf(join(common, "packed-refs"))
    .split("\n")
    .find((line) => line.endsWith(` ${name}`));
  return line?.split(" ")[0] ?? "";
}

/** Returns the hash of the tree of a commit; empty if the commit is packed, as commits from other machines are. */
function treeOf(common: string, commit: string): string {
  const file = join(common, "objects", commit.slice(0, 2), commit.slice(2));
  if (!existsSync(file)) {
    return "";
  }
  // A hostile object of a few bytes could be unpacked until the memory is full.
  const text = inflateSync(readRegular(file), { maxOutputLength: MOST }).toString("latin1");
  return /^commit \d+\0tree ([0-9a-f]+)\n/.exec(text)?.[1] ?? "";
}

function textOf(file: string): string {
  return readRegular(file).toString().trim();
}
