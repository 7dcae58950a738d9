/** The commit of git that is checked out around a folder. */

import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { readRegular } from "../node/regular.js";
import { onThisMachine, repositoryAround } from "../node/repository.js";

/** A hash as git writes it. */
const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Bytes that no commit is longer than. */
const MOST = 1 << 20;

/**
 * The commit that is checked out around `folder`, with the tree of its files behind a blank where that is at hand: two machines
 * that merge the same two branches make two commits of one tree. Empty where none is known.
 */
export function commitAround(folder: string): string {
  try {
    const repository = repositoryAround(realpathSync(folder));
    return repository === undefined ? "" : commitOf(repository.git);
  } catch {
    // It only helps to tell what went wrong elsewhere.
    return "";
  }
}

function commitOf(git: string): string {
  // Several checkouts have all but their heads in common.
  const common = existsSync(join(git, "commondir")) ? onThisMachine(git, textOf(join(git, "commondir"))) : git;
  const head = textOf(join(git, "HEAD"));
  const name = /^ref: (refs\/[^\\]+)$/.exec(head)?.[1];
  const commit = name === undefined || name.split("/").includes("..") ? head : hashOf(common, name);
  return HASH.test(commit) ? `${commit} ${treeOf(common, commit)}`.trim() : "";
}

/** The hash behind the name of a branch. */
function hashOf(common: string, name: string): string {
  if (existsSync(join(common, name))) {
    return textOf(join(common, name));
  }
  const line = textOf(join(common, "packed-refs"))
    .split("\n")
    .find((line) => line.endsWith(` ${name}`));
  return line?.split(" ")[0] ?? "";
}

/** The hash of the files of a commit; empty where the commit is packed, as those are that were made elsewhere. */
function treeOf(common: string, commit: string): string {
  const file = join(common, "objects", commit.slice(0, 2), commit.slice(2));
  if (!existsSync(file)) {
    return "";
  }
  const text = inflateSync(readRegular(file), { maxOutputLength: MOST }).toString("latin1");
  return /^commit \d+\0tree ([0-9a-f]+)\n/.exec(text)?.[1] ?? "";
}

function textOf(file: string): string {
  return readRegular(file).toString().trim();
}
