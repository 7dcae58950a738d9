/** `assay package extract`: a package into its place below the root of a project, as a whole or not at all. */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { Diagnostics } from "../../api.js";
import { explain } from "../../node/explain.js";
import { parse } from "../../report.js";
import { colorsOn, note, width } from "../output.js";
import { ProgressLine } from "../progress.js";
import { Refusal, stat } from "../refusal.js";
import type { ExtractOptions } from "./options.js";
import { aboutOf, type CorePackage, membersOf, nameOf, Packages } from "./packages.js";
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
    write(packages, opened, target);
    if (!quiet) {
      note(`${nameOf(revision)}: \`${join(root, place)}\``);
    }
    return 0;
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

/** Writes all files into a folder beside their place, and gives that its name when it is whole. */
function write(packages: Packages, opened: CorePackage, target: string): void {
  const beside = () => join(dirname(target), `.assay-${randomBytes(8).toString("hex")}.tmp`);
  const draft = beside();
  try {
    mkdirSync(draft, { recursive: true });
    for (const [at, { path }] of [...membersOf(opened)].entries()) {
      writeMember(packages, opened, at, join(draft, path));
    }
    const old = beside();
    const replaces = existsSync(target);
    if (replaces) {
      renameSync(target, old);
    }
    renameSync(draft, target);
    if (replaces) {
      rmSync(old, { recursive: true, force: true });
    }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error instanceof Refusal ? error : new Refusal(`\`${target}\` cannot be written: ${explain(error)}`);
  }
}

function writeMember(packages: Packages, opened: CorePackage, at: number, path: string): void {
  if (path.endsWith(sep) || path.endsWith("/")) {
    mkdirSync(path, { recursive: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  packages.do(() => opened.begin(at));
  const file = openSync(path, "wx");
  try {
    for (let part = next(packages, opened, at); part !== undefined; part = next(packages, opened, at)) {
      for (let from = 0; from < part.length; ) {
        from += writeSync(file, part, from, part.length - from);
      }
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function next(packages: Packages, opened: CorePackage, at: number): Uint8Array | undefined {
  return packages.do(() => opened.next(at));
}
