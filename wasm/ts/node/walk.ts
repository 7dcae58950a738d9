/**
 * Lists the files of a folder.
 *
 * This uses Node's `readdir` instead of a library, as it is as fast as `fdir` on 100,000 files. Also, each unreadable
 * folder or bad link must become a problem while the walk continues.
 */

import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, sep } from "node:path";
import { IGNORE_FILES, Ignored, type IgnoredVerdict } from "../ignored.js";
import type { SourceProblem } from "../source.js";
import { patternsIn, patternsOrProblem, type SurroundingPatterns } from "./around.js";
import { codeOf, explain } from "./explain.js";
import { trackedFiles } from "./git-index.js";
import { entriesIn, entriesOf, type FolderEntry, type Listers } from "./listing.js";
import { isMisnamed, MISNAMED } from "./misnamed.js";
import type { PathSet } from "./path-set.js";

/** The names of folders of tools, which are never checked. In a work tree of git, a file has this name. */
const SKIPPED = new Set([".git"]);

/** The number of folders that take about as long to list as other threads take to start. */
const FEW = 1000;

/** The maximum number of folders that another thread lists for one message. */
const PORTION = 256;

/** The maximum number of links to folders in one walk: more than projects have, fewer than nested links make. */
const MAX_LINKS = 10_000;

/** Matches the origin of a pattern of git. */
const OF_GIT = /(?:^|\/)\.gitignore:\d+$/;

/** The files and folders below a folder. */
export interface WalkTree {
  /**
   * The folders of the tree, with paths as in `files`; the empty path is the folder itself. {@link lookedInto} returns
   * those that were listed.
   */
  folders: string[];
  /** The paths of all files, relative to the folder, with `/` between parts, in no order. */
  files: string[];
  /** The problems with folders, links and ignore files, and with patterns that are probably mistaken. */
  problems: SourceProblem[];
  /** Links out of the folder, which were not followed. No file may be read through them. */
  outside: string[];
  /** Pipes, sockets and devices, and links to them. They are not files, and {@link reader} refuses to read them. */
  others: string[];
  /** Paths that belong to tools and were skipped, mostly folders. */
  skipped: string[];
  /** Ignored files, and ignored folders with a `/` at their end, which were not listed, each with its pattern. */
  ignored: Map<string, IgnoredVerdict>;
}

/**
 * Returns the folders that the walk listed, so that they are known to be inside the root. Folders with tracked files in
 * an ignored folder are part of the tree but were not listed.
 */
export function lookedInto({ folders, ignored }: WalkTree): string[] {
  const isLeftOut = (folder: string) => {
    const parts = folder.split("/");
    return parts.some((_, at) => ignored.has(`${parts.slice(0, at + 1).join("/")}/`));
  };
  return ignored.size === 0 ? folders : folders.filter((folder) => !isLeftOut(folder));
}

export interface WalkOptions {
  /** The patterns of ignored files, besides those of ignore files in the tree, which otherwise have no effect. */
  ignored?: Ignoring | undefined;
  /** The receiver of the paths of files; without it, the tree lists them. */
  files?: FileReceiver | undefined;
}

/** Receives the paths of files one by one, as there may be more than fit into memory. */
export interface FileReceiver {
  push(path: string): unknown;
}

/** The patterns of ignored files of a tree. */
export interface Ignoring {
  /** The patterns of the project, which take precedence over all ignore files. */
  own?: Ignored | undefined;
  /** The patterns of the ignore files around the tree, and problems with these files. */
  around: SurroundingPatterns;
}

/** A folder of the walk: its path below the root, its real path, and its parent in the walk. */
interface WalkedFolder {
  path: string;
  real: string;
  up: WalkedFolder | undefined;
  /** True if a link is in its path, so that its real path differs. */
  isLinked: boolean;
  /** The patterns that apply in it. */
  ignored: Ignored | undefined;
}

/** Lists the files under `root`; links are followed only inside. Throws if `root` itself cannot be listed. */
export function walk(root: string, options: WalkOptions = {}): WalkTree {
  return entered(root, options).run();
}

/** Like {@link walk}, but if there are many folders, some are listed by other threads, which `call` returns. */
export function walkTogether(root: string, options: WalkOptions, call: () => Listers): Promise<WalkTree> {
  return entered(root, options).runTogether(call);
}

function entered(root: string, { ignored, files }: WalkOptions): Walker {
  const real = realpathSync(root);
  const walker = new Walker(root, real, ignored?.own, files);
  const folder = { path: "", real, up: undefined, isLinked: false, ignored: ignored?.around.ignored };
  // Outside of the walk, so that an error of the root itself is thrown and does not become a problem.
  walker.enter(folder, entriesOf(root), ignored?.around.problems);
  return walker;
}

/** Returns true if {@link walk} ignores a file at `path` in `root`, which may not exist yet. */
export function isLeftOut(root: string, path: string, { own, around }: Ignoring): boolean {
  const parts = path.split("/");
  let ignored = around.ignored;
  return parts.some((_, at) => {
    const folder = parts.slice(0, at).join("/");
    const files = IGNORE_FILES.map((name) => (at === 0 ? name : `${folder}/${name}`));
    const patterns = files.flatMap((file) => patternsIn(`${root}/${file}`, file));
    ignored = patterns.length === 0 ? ignored : new Ignored(patterns, { folder }, ignored);
    const [name, isFolder] = [parts.slice(0, at + 1).join("/"), at < parts.length - 1];
    return (own?.of(name, isFolder) ?? ignored.of(name, isFolder))?.isIgnored === true;
  });
}

class Walker {
  readonly #root: string;
  readonly #real: string;
  readonly #own: Ignored | undefined;
  readonly #tree: WalkTree = {
    folders: [],
    files: [],
    problems: [],
    outside: [],
    others: [],
    skipped: [],
    ignored: new Map(),
  };
  readonly #files: FileReceiver;
  readonly #waiting: WalkedFolder[] = [];
  /** Links, each with its folder, which are followed when all folders and ignored paths are known. */
  readonly #unfollowed: [path: string, from: WalkedFolder][] = [];
  #links = 0;
  /** The files that git tracks; null until they are needed, undefined if there is no repository. */
  #trackedFiles: PathSet | undefined | null = null;

  constructor(root: string, real: string, own: Ignored | undefined, files: FileReceiver | undefined) {
    this.#files = files ?? this.#tree.files;
    this.#root = root;
    this.#real = real;
    this.#own = own;
  }

  run(): WalkTree {
    do {
      for (let folder = this.#waiting.pop(); folder !== undefined; folder = this.#waiting.pop()) {
        this.#enterOrReport(folder);
      }
      // A link to an ignored path is ignored, so the ignored paths must be known before links are followed.
      for (const [path, from] of this.#unfollowed.splice(0)) {
        this.#follow(path, from);
      }
    } while (this.#waiting.length > 0);
    return this.#tree;
  }

  /**
   * Like `run`, with folders listed by other threads while there are many. Links are followed on this thread, as the
   * folders that they lead to may be known already.
   */
  async runTogether(call: () => Listers): Promise<WalkTree> {
    for (let count = 0; count < FEW; count += 1) {
      const folder = this.#waiting.pop();
      if (folder === undefined) {
        return this.run();
      }
      this.#enterOrReport(folder);
    }
    const listers = call();
    const pending = new Set<Promise<void>>();
    while (this.#waiting.length + pending.size > 0) {
      while (this.#waiting.length > 0 && pending.size < listers.concurrency) {
        const count = Math.min(PORTION, Math.ceil(this.#waiting.length / listers.concurrency));
        const listed = this.#enterListed(this.#waiting.splice(-count), listers);
        pending.add(listed);
        void listed.finally(() => pending.delete(listed));
      }
      await Promise.race(pending);
    }
    return this.run();
  }

  async #enterListed(folders: readonly WalkedFolder[], listers: Listers): Promise<void> {
    const full = folders.map(({ path }) => this.#full(path));
    const listing = await listers.list(full).catch(() => undefined);
    const entries = listing === undefined ? undefined : entriesIn(listing);
    for (const folder of folders) {
      // A folder that another thread could not read is read again, to get the error.
      this.#enterOrReport(folder, entries?.next().value ?? undefined);
    }
  }

  #enterOrReport(folder: WalkedFolder, entries?: readonly FolderEntry[]): void {
    try {
      this.enter(folder, entries ?? entriesOf(this.#full(folder.path)));
    } catch (error) {
      const reason = isMisnamed(this.#full(folder.path)) ? MISNAMED : explain(error);
      this.#problem("unreadable-folder", folder.path, `the folder cannot be read: ${reason}`);
    }
  }

  /** Adds the entries of a folder to the tree; `problems` are earlier problems with the folder. */
  enter(folder: WalkedFolder, entries: readonly FolderEntry[], problems: readonly SourceProblem[] = []): void {
    this.#tree.problems.push(...problems);
    const ignored = this.#learn(folder, entries);
    this.#tree.folders.push(folder.path);
    for (const { name, kind } of entries) {
      const path = folder.path === "" ? name : `${folder.path}/${name}`;
      const isFolder = kind === "folder";
      const verdict = this.#verdict(path, isFolder, ignored, folder, name);
      if (verdict?.isIgnored && !(kind === "file" && this.#isKept(path, verdict))) {
        this.#tree.ignored.set(isFolder ? `${path}/` : path, verdict);
        if (isFolder) {
          this.#keepBelow(path, verdict, ignored);
        }
        continue;
      }
      if (SKIPPED.has(name)) {
        this.#tree.skipped.push(path);
        continue;
      }
      switch (kind) {
        case "file":
          this.#files.push(path);
          break;
        case "folder": {
          const { isLinked } = folder;
          this.#waiting.push({ path, real: `${folder.real}${sep}${name}`, up: folder, isLinked, ignored });
          break;
        }
        case "link":
          this.#unfollowed.push([path, { ...folder, ignored }]);
          break;
        case "other":
          this.#tree.others.push(path);
      }
    }
  }

  /** Returns true if git tracks a file although one of its patterns matches it. */
  #isKept(path: string, { from }: IgnoredVerdict): boolean {
    return OF_GIT.test(from) && this.#tracked?.has(path) === true;
  }

  /** Lists the files that git tracks in a folder that one of its patterns matches. */
  #keepBelow(folder: string, { from }: IgnoredVerdict, ignored: Ignored | undefined): void {
    if (!OF_GIT.test(from)) {
      return;
    }
    for (const path of this.#tracked?.below(folder) ?? []) {
      const verdict = this.#own?.of(path, false) ?? ignored?.of(path, false);
      const isLeftOut = verdict?.isIgnored === true && !OF_GIT.test(verdict.from);
      if (!isLeftOut && lstatSync(this.#full(path), { throwIfNoEntry: false })?.isFile()) {
        this.#files.push(path);
        const around = path.slice(0, path.lastIndexOf("/"));
        if (this.#tree.folders.at(-1) !== around) {
          this.#tree.folders.push(around);
        }
      }
    }
  }

  /** The files that git tracks. The index is read when a pattern matches for the first time. */
  get #tracked(): PathSet | undefined {
    if (this.#trackedFiles === null) {
      this.#trackedFiles = trackedFiles(this.#root);
    }
    return this.#trackedFiles;
  }

  /** Returns the decision about an entry by its path or, if that leads through a link, by its real path. */
  #verdict(path: string, isFolder: boolean, ignored: Ignored | undefined, folder: WalkedFolder, name: string) {
    const verdict = this.#own?.of(path, isFolder) ?? ignored?.of(path, isFolder);
    if (verdict?.isIgnored || !folder.isLinked || this.#tree.ignored.size === 0) {
      return verdict;
    }
    return this.#leftOut(`${folder.real}${sep}${name}`, isFolder) ?? verdict;
  }

  /** Returns the decision that ignores the entry at a real path, without testing the folders above it. */
  #leftOut(real: string, isFolder: boolean): IgnoredVerdict | undefined {
    if (this.#tree.ignored.size === 0) {
      return undefined;
    }
    const path = real.slice(this.#real.length).replaceAll(sep, "/").replace(/^\//, "");
    return this.#tree.ignored.get(isFolder ? `${path}/` : path);
  }

  /** Returns the decision that ignores the target of a link, or a folder above the target. */
  #targetLeftOut(real: string, isFolder: boolean): IgnoredVerdict | undefined {
    for (let at = real, is = isFolder; at.length > this.#real.length; at = dirname(at), is = true) {
      const verdict = this.#leftOut(at, is);
      if (verdict !== undefined) {
        return verdict;
      }
    }
    return undefined;
  }

  /** Returns the patterns that apply in a folder: those that apply above, and those of its ignore files. */
  #learn(folder: WalkedFolder, entries: readonly FolderEntry[]): Ignored | undefined {
    if (folder.ignored === undefined) {
      return undefined;
    }
    const files = IGNORE_FILES.filter((name) =>
      entries.some((entry) => entry.name === name && (entry.kind === "file" || entry.kind === "other")),
    );
    const patterns = files.flatMap((name) => {
      const path = folder.path === "" ? name : `${folder.path}/${name}`;
      return patternsOrProblem(this.#full(path), path, this.#tree.problems);
    });
    return patterns.length === 0 ? folder.ignored : new Ignored(patterns, { folder: folder.path }, folder.ignored);
  }

  #follow(path: string, from: WalkedFolder): void {
    let real: string;
    let target: Stats;
    try {
      real = realpathSync(this.#full(path));
      target = statSync(real);
    } catch (error) {
      if (codeOf(error) === "ELOOP") {
        this.#problem("link-cycle", path, "the link forms a cycle");
      } else {
        // The problem matters only if a rule matches the file; reading it reports the error then.
        this.#files.push(path);
      }
      return;
    }
    if (!isInside(real, this.#real)) {
      this.#tree.outside.push(path);
      this.#problem("link-outside", path, "the link leads out of the folder under check and is not followed", true);
      return;
    }
    const isFolder = target.isDirectory();
    // Patterns for folders also apply to links to folders, which are followed.
    const own = isFolder ? (this.#own?.of(path, true) ?? from.ignored?.of(path, true)) : undefined;
    const verdict = own?.isIgnored ? own : this.#targetLeftOut(real, isFolder);
    if (verdict !== undefined) {
      this.#tree.ignored.set(isFolder ? `${path}/` : path, verdict);
    } else if (target.isFile()) {
      this.#files.push(path);
    } else if (target.isDirectory()) {
      this.#followToFolder({ path, real, up: from, isLinked: true, ignored: from.ignored });
    } else {
      this.#tree.others.push(path);
    }
  }

  #followToFolder(folder: WalkedFolder): void {
    for (let above = folder.up; above !== undefined; above = above.up) {
      if (above.real === folder.real) {
        const where = above.path === "" ? "the folder under check" : `\`${above.path}\``;
        this.#problem("link-cycle", folder.path, `the link forms a cycle: it leads back to ${where}`);
        return;
      }
    }
    this.#links += 1;
    if (this.#links <= MAX_LINKS) {
      this.#waiting.push(folder);
    } else if (this.#links === MAX_LINKS + 1) {
      // Only the first link too many is reported, because nested links may lead to millions.
      this.#problem("too-many-links", folder.path, `more than ${MAX_LINKS} links to folders; this one is not followed`);
    }
  }

  #full(path: string): string {
    return path === "" ? this.#root : `${this.#root}/${path}`;
  }

  #problem(code: string, path: string, message: string, warning = false): void {
    this.#tree.problems.push({ code, message, path, warning });
  }
}

/** Returns true if a real path is that of a folder, or of something in it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
