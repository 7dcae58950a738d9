/** The changes since a commit of git. Git itself is run, because only git applies the filters of `.gitattributes`. */

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { WalkTree } from "../../node/walk.js";
import { Refusal } from "../refusal.js";
import type { Differences } from "./changes.js";

/** The maximum size of an output of git, in bytes. */
const MOST_OUTPUT = 1 << 30;
/** The number of digits of a commit that are shown. */
const SHOWN_DIGITS = 8;
/** Matches the mode of a regular file; links and submodules have others. */
const REGULAR = /^100/;

/**
 * Returns the differences of `tree`, the files in `root`, since their last common commit with `base`, committed or not.
 *
 * @throws {Refusal} When git cannot be run, or there is no such commit.
 */
export function differencesSince(base: string, root: string, tree: WalkTree): Differences {
  const git = new Git(root);
  const { commit, name } = commonCommit(git, base);
  const folder = mkdtempSync(join(resolve(tmpdir()), "assay-changes-"));
  const dispose = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const known = new Set(git.list(["ls-tree", "-r", "--name-only", commit]));
    const differences = [...parseDifferences(listDifferences(git, commit, folder))];
    const { modified, added, deleted, moved } = changesIn(differences, tree, known);
    const old = writeVersions(git, commit, [...modified, ...deleted, ...moved.values()], folder);
    return { name, modified: [...modified], added: [...added], deleted: [...deleted], moved, root: old, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

/**
 * Returns the last common commit of the current commit and `base`, because later changes of `base` are not those of the
 * user, and its name for messages.
 */
function commonCommit(git: Git, base: string): { commit: string; name: string } {
  if (base === "") {
    throw new Refusal("the name of the commit is missing after `git:`", "for example: --changes git:main");
  }
  // A name with a `-` in front would be an option.
  const tip = base.startsWith("-") ? undefined : git.tryRun(["rev-parse", "--verify", `${base}^{commit}`])?.trim();
  if (tip === undefined) {
    throw new Refusal(
      `there is no commit \`${base}\` in the git repository`,
      "write a branch, a tag or a hash; a branch of a server must be fetched first: " +
        "git fetch origin main:refs/remotes/origin/main, then --changes git:origin/main",
    );
  }
  const commit = git.tryRun(["merge-base", tip, "HEAD"])?.trim();
  if (commit === undefined) {
    throw new Refusal(
      `\`${base}\` and the current commit have no common commit in this clone`,
      "if the clone is shallow, fetch its history: git fetch --unshallow, or `fetch-depth: 0` in GitHub Actions",
    );
  }
  const hash = commit.slice(0, SHOWN_DIGITS);
  return {
    commit,
    name: commit === tip ? `\`${base}\` (${hash})` : `the last common commit with \`${base}\` (${hash})`,
  };
}

function listDifferences(git: Git, commit: string, folder: string): string[] {
  const args = ["diff", "--raw", "--find-renames", "--relative", "--no-ext-diff", "--no-textconv"];
  return git.list([...args, "--ignore-submodules=dirty", commit, "--"], { env: indexWithNewFiles(git, folder) });
}

/**
 * Returns the environment with a copy of git's index in which new files are noted, because git finds no moves to files
 * that it does not know.
 */
function indexWithNewFiles(git: Git, folder: string): NodeJS.ProcessEnv {
  const untracked = git.list(["ls-files", "--others", "--exclude-standard"]).filter((path) => !path.endsWith("/"));
  const index = resolve(git.folder, git.run(["rev-parse", "--git-path", "index"]).replace(/\n$/, ""));
  if (untracked.length === 0 || !existsSync(index)) {
    return {};
  }
  const env = { GIT_INDEX_FILE: join(folder, "index-now") };
  copyFileSync(index, env.GIT_INDEX_FILE);
  const text = untracked.map((path) => `${path}\0`).join("");
  const literally = ["--literal-pathspecs", "add", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul"];
  git.run(literally, { env, text });
  return env;
}

/** Returns true if `paths` contain a path or a folder around it, which was a link or a submodule. */
function isCovered(paths: ReadonlySet<string>, path: string): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (paths.has(path.slice(0, end))) {
      return true;
    }
  }
  return false;
}

/** A difference between a commit and the folder, as git lists it. */
interface Difference {
  /** The path before, and for a file that was moved also the path now. */
  path: string;
  to?: string;
  /** True if it is about the content or the path of a file, not about a link, a submodule, or a file on one side. */
  isOfFiles: boolean;
  /** True if there was a file before. */
  wasFile: boolean;
}

/** Parses the output of `git diff --raw -z`. */
function* parseDifferences(fields: Iterable<string>): Generator<Difference> {
  const rest = fields[Symbol.iterator]();
  const next = (): string => rest.next().value ?? "";
  for (let field = next(); field !== ""; field = next()) {
    // ":100644 100644 <hash> <hash> R100", then the path and, for a file that was moved, the path now.
    const [before = "", now = "", , , status = ""] = field.slice(1).split(" ");
    const path = next();
    const moved = status.startsWith("R") ? { to: next() } : {};
    const wasFile = REGULAR.test(before);
    yield { path, ...moved, wasFile, isOfFiles: wasFile && REGULAR.test(now) };
  }
}

/** Returns the changes of `tree` since a commit with the paths `known`. */
function changesIn(differences: readonly Difference[], tree: WalkTree, known: ReadonlySet<string>) {
  const modified = new Set<string>();
  const deleted = new Set<string>();
  const moved = new Map<string, string>();
  for (const { path, to, isOfFiles, wasFile } of differences) {
    if (isOfFiles && to !== undefined) {
      moved.set(to, path);
    } else if (isOfFiles) {
      modified.add(path);
    } else if (wasFile) {
      deleted.add(path);
    }
  }
  const replaced = new Set(differences.flatMap(({ path, isOfFiles }) => (isOfFiles ? [] : path)));
  const added = new Set<string>();
  for (const path of tree.files) {
    if (deleted.delete(path)) {
      // It was only removed from git's index.
      modified.add(path);
    } else if (!moved.has(path) && !modified.has(path) && (!isCovered(known, path) || isCovered(replaced, path))) {
      // Also a file that git ignores: it may be new, so its findings are reported.
      added.add(path);
    }
  }
  return { modified, added, deleted, moved };
}

/**
 * Writes the versions of files at a commit below `folder`, as a checkout would, and returns the folder that corresponds
 * to the folder under check.
 */
function writeVersions(git: Git, commit: string, paths: readonly string[], folder: string): string {
  const below = git.run(["rev-parse", "--show-prefix"]).replace(/\n$/, "");
  const files = join(folder, "files");
  if (paths.length > 0) {
    // The index of the repository must not change.
    const index = { GIT_INDEX_FILE: join(folder, "index") };
    git.run(["read-tree", commit], { env: index });
    const text = paths.map((path) => `${path}\0`).join("");
    git.run(["checkout-index", "-z", "--stdin", `--prefix=${files}/`], { env: index, text });
  }
  return join(files, below);
}

class Git {
  readonly folder: string;

  /** @throws {Refusal} When git cannot be run there. */
  constructor(folder: string) {
    this.folder = folder;
    this.run(["rev-parse", "--git-dir"]);
  }

  /**
   * Returns the output of a command.
   *
   * @throws {Refusal} When git fails.
   */
  run(args: readonly string[], input: GitInput = {}): string {
    const { status, stdout, stderr } = this.#spawn(args, input);
    if (status !== 0) {
      // Filters, such as that of Git LFS, may print their progress before and after it.
      const [, reason = stderr.trim()] = /^(?:fatal|error): (.*)$/m.exec(stderr) ?? [];
      throw new Refusal(
        `git cannot compare the files in \`${this.folder}\`: ${reason}`,
        "without git, name a folder with the files as they were before: --changes FOLDER",
      );
    }
    return stdout;
  }

  /** Returns the output of a command, or undefined if it fails. */
  tryRun(args: readonly string[]): string | undefined {
    const { status, stdout } = this.#spawn(args, {});
    return status === 0 ? stdout : undefined;
  }

  /** Returns the strings that a command lists, separated by NUL. */
  list(args: readonly string[], input?: GitInput): string[] {
    const [command = "", ...more] = args;
    return this.run([command, "-z", ...more], input)
      .split("\0")
      .slice(0, -1);
  }

  #spawn(args: readonly string[], { env, text = "" }: GitInput) {
    // The repository's configuration can name programs. Only its filters are needed, as they are part of a checkout.
    const noPrograms = ["-c", "core.fsmonitor=false", "-c", `core.hooksPath=${devNull}`];
    const all = ["-C", this.folder, "--no-optional-locks", ...noPrograms, ...args];
    // Windows would take a program `git` in the current folder, which may be under check.
    process.env.NoDefaultCurrentDirectoryInExePath = "1";
    const ended = spawnSync("git", all, {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C", ...env },
      input: text,
      maxBuffer: MOST_OUTPUT,
    });
    if (ended.error !== undefined) {
      throw new Refusal(`\`--changes git:\` runs git, which failed: ${ended.error.message}`, "is git installed?");
    }
    return ended;
  }
}

/** The input of a command of git besides its arguments. */
interface GitInput {
  env?: NodeJS.ProcessEnv;
  /** The standard input. */
  text?: string;
}
