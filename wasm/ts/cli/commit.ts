/** The commit of git that is checked out around a folder. */

import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { inflateSync } from "node:zlib";
import { readRegular } from "../node/regular.js";

/** A hash as git writes it. */
const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Bytes that no commit is longer than. */
const MOST = 1 << 20;

/**
 * The commit that is checked out around `folder`, with the tree of its files behind a blank where that is at hand: two machines
 * that merge the same two branches make two commits of one tree. Empty where none is known.
 *
 * Files are read, and git is not called: a folder under check is to start nothing.
 */
export function commitAround(folder: string): string {
  try {
    const git = repositoryAround(realpathSync(folder));
    return git === undefined ? "" : commitOf(git);
  } catch {
    // It only helps to tell what went wrong elsewhere.
    return "";
  }
}

/** The folder in which git keeps what belongs to the checkout around `folder`. */
function repositoryAround(folder: string): string | undefined {
  const git = join(folder, ".git");
  if (!existsSync(git)) {
    return dirname(folder) === folder ? undefined : repositoryAround(dirname(folder));
  }
  if (lstatSync(git).isDirectory()) {
    return git;
  }
  // A submodule, or one of several checkouts, says where.
  const named = /^gitdir: (.+)$/m.exec(textOf(git))?.[1];
  return named === undefined ? undefined : onThisMachine(folder, named);
}

/**
 * The folder that is named in `folder`.
 *
 * @throws When it is on another machine (`//host/share`): Windows would tell that who the user is.
 */
function onThisMachine(folder: string, named: string): string {
  if (/^[\\/]{2}/.test(named)) {
    throw new Error("a folder of another machine is not looked into");
  }
  return resolve(folder, named);
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
