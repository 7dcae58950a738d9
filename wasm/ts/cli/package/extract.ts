/** `assay package extract`: a package into its place below the root of a project, as a whole or not at all. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Diagnostics } from "../../api.js";
import { explain } from "../../node/explain.js";
import { parse } from "../../report.js";
import { CANNOT_RUN } from "../exit.js";
import { colorsOn, note, warn, width, writeParts } from "../output.js";
import { isDraft, nameBeside, tidily, writeWhole } from "../outputs.js";
import { ProgressLine } from "../progress.js";
import { Refusal, stat } from "../refusal.js";
import type { ExtractOptions } from "./options.js";
import { aboutOf, type CorePackage, membersOf, nameOf, Packages } from "./packages.js";
import { Texts } from "./texts.js";
import { verify } from "./verify.js";

/** Something is wrong with the package, and nothing was written. */
const FAULTY = 1;

/** Checks the package, writes its files, and returns the exit code. */
export async function extract(options: ExtractOptions): Promise<number> {
  const { file, root, jobs, limit, quiet } = options;
  if (!stat(root, "there is no folder at").isDirectory()) {
    throw new Refusal(`\`${root}\` is a file, not a folder`, "name the root of the project");
  }
  const packages = await Packages.load();
  return packages.opened(file, limit, async (opened) => {
    const progress = new ProgressLine(!quiet);
    await verify(packages, opened, file, jobs, progress.update.bind(progress)).finally(() => progress.erase());
    const { revision, place } = aboutOf(opened);
    if (isFaulty(packages, opened) || revision === null || place === null) {
      return FAULTY;
    }
    const target = targetOf(root, place, options.force);
    tellLeft(root, place);
    const draft = new Revision(target);
    const texts = options.remap ? new Texts(packages, opened, target) : undefined;
    await tidily(
      () => draft.discard(),
      () => draft.write(packages, opened, texts),
    );
    if (!quiet) {
      note(`${nameOf(revision)}: \`${join(root, place)}\``);
    }
    return (await tellRewrites(texts)) ? 0 : CANNOT_RUN;
  });
}

/** Whether something is wrong with the package, which has been said then. */
function isFaulty(packages: Packages, opened: CorePackage): boolean {
  return packages.withSet((set) => {
    set.push(opened);
    const { problems } = parse(set.diagnostics()) as Diagnostics;
    if (problems.length > 0) {
      process.stderr.write(set.render(colorsOn(process.stderr), width()));
    }
    return problems.length > 0;
  });
}

/**
 * Where the files go: a folder below the root, whatever links are on the way.
 *
 * @throws {Refusal} When it lies outside of it, or is there already.
 */
function targetOf(root: string, place: string, force: boolean): string {
  const base = realpathSync(root);
  const target = resolve(base, place);
  const above = realpathSync(nearestAbove(target));
  if (above !== base && !above.startsWith(base.endsWith(sep) ? base : base + sep)) {
    throw new Refusal(`\`${join(root, place)}\` lies outside of \`${root}\`: a link leads there`);
  }
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (found !== undefined && !force) {
    throw new Refusal(`\`${join(root, place)}\` exists already`, "replace it, with all that is in it: --force");
  }
  if (found !== undefined && !found.isDirectory()) {
    throw new Refusal(`\`${join(root, place)}\` is no folder, and is not replaced`);
  }
  return target;
}

/** The nearest folder above that is there. */
function nearestAbove(target: string): string {
  const above = dirname(target);
  return existsSync(above) ? above : nearestAbove(above);
}

/** Tells of folders that runs have left there that were killed: they can have left a revision that they were to replace. */
function tellLeft(root: string, place: string): void {
  const folder = dirname(join(root, place));
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  for (const { name } of entries.filter((entry) => entry.isDirectory() && isDraft(entry.name))) {
    warn(
      `\`${join(folder, name)}\` was left by a run that was killed: delete it, unless a run is under way, or the revision in it is wanted back`,
    );
  }
}

/** Tells which paths in texts are other ones now; whether that could be written. */
function tellRewrites(texts: Texts | undefined): Promise<boolean> | true {
  return texts === undefined || writeParts(texts.told());
}

/** The files of a revision, in a folder beside their place until all are there. */
class Revision {
  readonly #target: string;
  readonly #draft: string;
  /** The first of the folders on the way to it that was not there before. */
  #first: string | undefined;

  /** Files for the folder `target`, of which none is written yet. */
  constructor(target: string) {
    this.#target = target;
    this.#draft = nameBeside(target);
  }

  /** Writes all files, and puts them into their place. Between parts it hears of signals. */
  async write(packages: Packages, opened: CorePackage, texts: Texts | undefined): Promise<void> {
    try {
      this.#first = mkdirSync(this.#draft, { recursive: true });
      for (const [at, { path }] of [...membersOf(opened)].entries()) {
        await writeMember(partsOf(packages, opened, at, texts), join(this.#draft, path));
      }
      this.#replace();
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal(`\`${this.#target}\` cannot be written: ${explain(error)}`);
    }
  }

  #replace(): void {
    if (!existsSync(this.#target)) {
      renameSync(this.#draft, this.#target);
      return;
    }
    const old = nameBeside(this.#target);
    renameSync(this.#target, old);
    try {
      renameSync(this.#draft, this.#target);
    } catch (error) {
      renameSync(old, this.#target);
      throw error;
    }
    rmSync(old, { recursive: true, force: true });
  }

  /** Takes away what is not in its place, and the folders that were made for it. */
  discard(): void {
    rmSync(this.#draft, { recursive: true, force: true });
    if (this.#first === undefined || existsSync(this.#target)) {
      return;
    }
    for (let folder = dirname(this.#draft); folder.startsWith(this.#first); folder = dirname(folder)) {
      try {
        rmdirSync(folder);
      } catch {
        // Somebody else has put something there.
        return;
      }
    }
  }
}

/** The bytes of the member at a place. */
function* partsOf(
  packages: Packages,
  opened: CorePackage,
  at: number,
  texts: Texts | undefined,
): Generator<Uint8Array, void> {
  const rewritten = texts?.rewritten(at);
  if (rewritten !== undefined) {
    yield rewritten;
    return;
  }
  const next = () => packages.do(() => opened.next(at));
  packages.do(() => opened.begin(at));
  for (let part = next(); part !== undefined; part = next()) {
    yield part;
  }
}

async function writeMember(parts: Iterable<Uint8Array>, path: string): Promise<void> {
  if (path.endsWith(sep) || path.endsWith("/")) {
    mkdirSync(path, { recursive: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "wx");
  try {
    for (const part of parts) {
      writeWhole(file, part);
      await setImmediate();
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
