/** `assay check --watch`: checks again after each change, until it is interrupted. */

import { statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { instantiate } from "../../core.js";
import { IGNORE_FILES } from "../../ignored.js";
import { foldersAround } from "../../node/around.js";
import { reader } from "../../node/folder.js";
import { type WalkTree, walk } from "../../node/walk.js";
import type { Session } from "../cache/session.js";
import { checkOnce, sessionOf } from "../check.js";
import { NAMES } from "../config/file.js";
import { inForce } from "../config/in-force.js";
import { checkOptions } from "../config/options.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN, INTERRUPTED } from "../exit.js";
import { list } from "../files.js";
import { areNamed } from "../named-rules.js";
import type { CheckOptions, CheckRequest } from "../options/check.js";
import { isOutputUnread, note, reportError } from "../output.js";
import { refusePipes } from "../pipes.js";
import { realOf } from "../real-target.js";
import { orRefuse, Refusal } from "../refusal.js";
import type { Rules } from "../rules.js";
import { FileWatcher, type Watched } from "./file-watcher.js";
import { unlistedAmong } from "./unlisted.js";

/** The maximum number of changed files that are named. */
const MOST_NAMED = 3;

/** Checks repeatedly. Ends with the process, or when a report finds that the standard output is no longer read. */
export async function watch(request: CheckRequest, engine: Engine): Promise<number> {
  process.once("SIGINT", () => process.exit(INTERRUPTED));
  const watched = new Watch(request, engine);
  let code = await watched.check([]);
  while (!isOutputUnread()) {
    code = await watched.check(await watched.watcher().next());
  }
  // The watchers would keep the process running.
  process.exit(code);
}

class Watch {
  readonly #request: CheckRequest;
  readonly #engine: Engine;
  /** The folder that the command was called in, from which paths start. */
  readonly #here = process.cwd();
  #watcher: FileWatcher | undefined;
  #session: { session: Session; cache: string | undefined } | undefined;
  /** The files that the rules of the last check named. A change of them may help if the next check cannot begin. */
  #further: readonly string[] = [];
  /** The files that the last check accessed and did not list, because a rule names them by their paths. */
  #unlisted: readonly string[] = [];
  #watched: Watched = { folders: [], files: [], written: [] };

  constructor(request: CheckRequest, engine: Engine) {
    this.#request = request;
    this.#engine = engine;
  }

  /** @throws {Refusal} When the first check could not begin, so that there is nothing to watch. */
  watcher(): FileWatcher {
    if (this.#watcher === undefined) {
      throw new Refusal("no folder is watched");
    }
    return this.#watcher;
  }

  /** Checks after these files changed, and returns the exit code of this check. */
  async check(changed: readonly string[]): Promise<number> {
    const began = performance.now();
    let done = "not checked";
    let code = CANNOT_RUN;
    try {
      // The folder may have been replaced.
      orRefuse(`the folder \`${this.#here}\`, in which the command was started, cannot be entered`, () =>
        process.chdir(this.#here),
      );
      const options = await this.#options();
      const session = this.#open(options);
      let listed: WalkTree | undefined;
      const checked = await checkOnce(options, this.#engine, session, (all, read) => {
        listed = this.#look(all, read);
        return listed;
      });
      this.#further = [...checked.rules.further.keys()];
      const isSame = this.#lookFurther(options.root, listed, session);
      session.save(options);
      if (!isSame) {
        return this.check(changed);
      }
      code = checked.code;
      done = `checked in ${Math.round(performance.now() - began)} ms`;
    } catch (error) {
      // The user can fix errors in rules or options while they are watched. If nothing is watched, the error ends the
      // command.
      if (!(error instanceof Refusal) || this.#watcher === undefined || this.#watched.folders.length === 0) {
        throw error;
      }
      if (this.#watcher.watch(this.#watched)) {
        // A newly watched folder may have changed before it was watched, and the change may have fixed the error.
        return this.check(changed);
      }
      reportError(error.message, error.help);
    }
    if (!isOutputUnread()) {
      note(`${changed.length === 0 ? "" : `${namesOf(changed)} changed: `}${done}; waiting for changes`);
    }
    return code;
  }

  async #options(): Promise<CheckOptions> {
    const force = await inForce(this.#request.given, async () => instantiate(await this.#engine()), this.#request.root);
    const options = checkOptions(this.#request, force);
    const read = [...options.rules, options.config?.path, options.baseline];
    refusePipes(
      read,
      "`--watch` reads its files repeatedly",
      "write the content of the pipe to a file, and name that file",
    );
    return options;
  }

  /** Returns the session with earlier results; a new one at first, or if the cache is another one. */
  #open(options: CheckOptions): Session {
    if (this.#session?.cache !== options.cache || this.#session === undefined) {
      // With `--timings`, results are not reused, as all work is measured.
      this.#session = { session: sessionOf(options, options.timings ? "files" : "results"), cache: options.cache };
    }
    return this.#session.session;
  }

  /** Watches the files that the check accessed and did not list. Returns true if they have not changed since then. */
  #lookFurther(root: string, listed: WalkTree | undefined, { last }: Session): boolean {
    const unlisted =
      listed === undefined || last === undefined ? new Set<string>() : unlistedAmong(listed, last.accessed());
    const files = [...unlisted].map((path) => join(root, path));
    this.#unlisted = [...files, ...files.flatMap(realPathOf)];
    this.#watched = { ...this.#watched, files: [...this.#watched.files, ...this.#further, ...this.#unlisted] };
    const isNew = this.#watcher?.watch(this.#watched) ?? false;
    return !isNew || (last?.areUnchanged(unlisted, reader(root, listed?.outside ?? [])) ?? true);
  }

  /** Lists the files under check, watched from before they are listed. */
  #look(options: CheckOptions, rules: Rules) {
    this.#watcher ??= new FileWatcher();
    const ruling = options.rules.filter((path) => !areNamed(path) && statSync(path).isDirectory());
    const files = [...filesOf(options, rules), ...this.#further, ...this.#unlisted];
    const outputs = [...options.format.map(({ file }) => file), this.#session?.session.path];
    const written = outputs.filter((file) => file !== undefined);
    for (;;) {
      const tree = list(options.root, options.ignoring);
      const ruled = ruling.flatMap((folder) => walk(folder).folders.map((path) => join(folder, path)));
      const looked = tree.folders.map((path) => join(options.root, path));
      this.#watched = { folders: [...looked, ...ruled], files, written };
      if (!this.#watcher.watch(this.#watched)) {
        return tree;
      }
    }
  }
}

/** Returns the files that a check depends on besides those under check, even missing ones, and targets of links. */
function filesOf({ root, rules: named, config, ignoring, baseline }: CheckOptions, rules: Rules): string[] {
  const ruling = [...named, ...rules.files.map(({ path }) => path)].filter((path) => !areNamed(path));
  const files = [root, ...ruling, ...configurations(config?.path)];
  if (ignoring !== undefined) {
    const folders = realPathOf(root).flatMap((real) => foldersAround(real, ignoring.base));
    files.push(...folders.flatMap((folder) => IGNORE_FILES.map((name) => join(folder, name))));
  }
  if (baseline !== undefined) {
    files.push(baseline);
  }
  return [...files, ...files.flatMap(realPathOf)];
}

/** Returns the path of a file without links; empty if nothing exists there, as while the file is being moved. */
function realPathOf(file: string): string[] {
  return [realOf(file) ?? []].flat();
}

/** Returns the paths of the configuration at `found`, and of those that would be found before it. */
function configurations(found: string | undefined): string[] {
  const last = resolve(found ?? ".", found === undefined ? "" : "..");
  const folders: string[] = [];
  for (let at = resolve(); folders.at(-1) !== at; at = dirname(at)) {
    folders.push(at);
    if (at === last) {
      break;
    }
  }
  const candidates = folders.at(-1) === last ? folders : [resolve()];
  return [
    ...(found === undefined ? [] : [found]),
    ...candidates.flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ];
}

function namesOf(paths: readonly string[]): string {
  const names = paths.slice(0, MOST_NAMED).map((path) => `\`${relative("", path) || "."}\``);
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : "";
  return names.join(", ") + more;
}
