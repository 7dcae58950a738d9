/** `assay check --watch`: checks again what a change touches, until it is interrupted. */

import { realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { instantiate } from "../../core.js";
import { IGNORE_FILES } from "../../ignored.js";
import { foldersAround } from "../../node/around.js";
import { explain } from "../../node/explain.js";
import { reader } from "../../node/folder.js";
import { type Tree, walk } from "../../node/walk.js";
import type { Session } from "../cache/session.js";
import { checkOnce, sessionOf } from "../check.js";
import { NAMES } from "../config/file.js";
import { inForce } from "../config/in-force.js";
import { checkOptions } from "../config/options.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN, INTERRUPTED } from "../exit.js";
import { list } from "../files.js";
import type { CheckOptions, CheckRequest } from "../options/check.js";
import { complain, isOutputUnread, note } from "../output.js";
import { refusePipes } from "../pipes.js";
import { Refusal } from "../refusal.js";
import type { Rules } from "../rules.js";
import { apartFrom } from "./apart.js";
import { Eyes, type Watched } from "./eyes.js";

/** So many files that changed are named. */
const MOST_NAMED = 3;

/** Checks, and checks again; ends with the process, or when a report finds that nobody reads the standard output any more. */
export async function watch(asked: CheckRequest, engine: Engine): Promise<number> {
  process.once("SIGINT", () => process.exit(INTERRUPTED));
  const watcher = new Watch(asked, engine);
  let code = await watcher.check([]);
  while (!isOutputUnread()) {
    code = await watcher.check(await watcher.eyes().next());
  }
  // What is watched would keep the process.
  process.exit(code);
}

class Watch {
  readonly #asked: CheckRequest;
  readonly #engine: Engine;
  /** The folder that the command was called in, from which paths count. */
  readonly #here = process.cwd();
  #eyes: Eyes | undefined;
  #session: { session: Session; cache: string | undefined } | undefined;
  /** What the rules of the last check named, which may be mended when this one cannot begin. */
  #further: readonly string[] = [];
  /** Files that the last check looked at, and did not list: what a rule asks for by its path. */
  #apart: readonly string[] = [];
  #watched: Watched = { folders: [], files: [], written: [] };

  constructor(asked: CheckRequest, engine: Engine) {
    this.#asked = asked;
    this.#engine = engine;
  }

  /** @throws {Refusal} When not even the first check could begin: there is nothing to watch. */
  eyes(): Eyes {
    if (this.#eyes === undefined) {
      throw new Refusal("nothing is watched");
    }
    return this.#eyes;
  }

  /** Checks after these files changed, and returns what a command would end with that only checks. */
  async check(changed: readonly string[]): Promise<number> {
    const began = performance.now();
    let done = "not checked";
    let code = CANNOT_RUN;
    try {
      enter(this.#here);
      const options = await this.#options();
      const session = this.#open(options);
      let listed: Tree | undefined;
      const checked = await checkOnce(options, this.#engine(), session, (all, read) => {
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
      // Wrong rules or options may be mended while they are watched; where nothing is, there is nothing to wait for.
      if (!(error instanceof Refusal) || this.#eyes === undefined || this.#watched.folders.length === 0) {
        throw error;
      }
      if (this.#eyes.watch(this.#watched)) {
        // What is new may mend it, and nobody saw it come.
        return this.check(changed);
      }
      complain(error.message, error.help);
    }
    if (!isOutputUnread()) {
      note(`${changed.length === 0 ? "" : `${namesOf(changed)} changed: `}${done}; waiting for changes`);
    }
    return code;
  }

  async #options(): Promise<CheckOptions> {
    const force = await inForce(this.#asked.given, async () => instantiate(await this.#engine()), this.#asked.root);
    const options = checkOptions(this.#asked, force);
    const read = [...options.rules, options.config?.path, options.baseline];
    refusePipes(
      read,
      "what is watched is read again and again",
      "write what comes through it to a file, and name that",
    );
    return options;
  }

  /** What earlier checks found. */
  #open(options: CheckOptions): Session {
    if (this.#session?.cache !== options.cache || this.#session === undefined) {
      // What is measured is done anew.
      this.#session = { session: sessionOf(options, options.timings ? "looked" : "found"), cache: options.cache };
    }
    return this.#session.session;
  }

  /** Watches what the check looked at besides what it listed; whether that is still as it was when nobody watched it. */
  #lookFurther(root: string, listed: Tree | undefined, { last }: Session): boolean {
    const apart = listed === undefined || last === undefined ? new Set<string>() : apartFrom(listed, last.looked());
    const files = [...apart].map((path) => join(root, path));
    this.#apart = [...files, ...files.flatMap(behind)];
    this.#watched = { ...this.#watched, files: [...this.#watched.files, ...this.#further, ...this.#apart] };
    const isNew = this.#eyes?.watch(this.#watched) ?? false;
    return !isNew || (last?.holds(apart, reader(root, listed?.outside ?? [])) ?? true);
  }

  /** Lists the files under check, watched from before they are listed. */
  #look(options: CheckOptions, rules: Rules) {
    this.#eyes ??= new Eyes();
    const ruling = options.rules.filter((path) => statSync(path).isDirectory());
    const files = [...filesOf(options, rules), ...this.#further, ...this.#apart];
    const written = writtenBy(options, this.#session?.session.path);
    for (;;) {
      const tree = list(options.root, options.ignoring);
      const ruled = ruling.flatMap((folder) => walk(folder).folders.map((path) => join(folder, path)));
      const looked = tree.folders.map((path) => join(options.root, path));
      this.#watched = { folders: [...looked, ...ruled], files, written };
      if (!this.#eyes.watch(this.#watched)) {
        return tree;
      }
    }
  }
}

/**
 * Goes into the folder at a path, as another one may be there by now.
 *
 * @throws {Refusal} When none is.
 */
function enter(folder: string): void {
  try {
    process.chdir(folder);
  } catch (error) {
    throw new Refusal(`the folder \`${folder}\`, in which this was called, cannot be entered: ${explain(error)}`);
  }
}

/** What a check depends on, the files under check aside: whether it is there or not, and behind links, too. */
function filesOf({ root, rules: named, config, ignoring, baseline }: CheckOptions, rules: Rules): string[] {
  const files = [root, ...named, ...rules.files.map(({ path }) => path), ...configurations(config?.path)];
  if (ignoring !== undefined) {
    const folders = behind(root).flatMap((real) => foldersAround(real, ignoring.base));
    files.push(...folders.flatMap((folder) => IGNORE_FILES.map((name) => join(folder, name))));
  }
  if (baseline !== undefined) {
    files.push(baseline);
  }
  return [...files, ...files.flatMap(behind)];
}

/** The path of a file without links; none where nothing is there, as while somebody moves it. */
function behind(file: string): string[] {
  try {
    return [realpathSync(file)];
  } catch {
    return [];
  }
}

/** Files in which the configuration is, or would be found sooner than the one at `found`. */
function configurations(found: string | undefined): string[] {
  const last = resolve(found ?? ".", found === undefined ? "" : "..");
  const folders: string[] = [];
  for (let at = resolve(); folders.at(-1) !== at; at = dirname(at)) {
    folders.push(at);
    if (at === last) {
      break;
    }
  }
  const near = folders.at(-1) === last ? folders : [resolve()];
  return [
    ...(found === undefined ? [] : [found]),
    ...near.flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ];
}

/** What a check writes. */
function writtenBy({ format }: CheckOptions, cache: string | undefined): string[] {
  return [...format.map(({ file }) => file), cache].flatMap((file) => file ?? []);
}

function namesOf(paths: readonly string[]): string {
  const names = paths.slice(0, MOST_NAMED).map((path) => `\`${relative("", path) || "."}\``);
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : "";
  return names.join(", ") + more;
}
