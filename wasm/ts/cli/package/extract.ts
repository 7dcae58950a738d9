/** `assay package extract`: a package into its place below the root of a project, as a whole or not at all. */

import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { explain } from "../../node/explain.js";
import type { Engine } from "../engine.js";
import { requireFolder } from "../inputs.js";
import { note, print } from "../output.js";
import { tidily } from "../outputs.js";
import { ProgressLine } from "../progress.js";
import { Refusal } from "../refusal.js";
import { reportLeftovers } from "./leftovers.js";
import type { ExtractOptions } from "./options.js";
import { aboutOf, type CorePackage, nameOf, Packages, reportFound } from "./packages.js";
import { Revision, type RevisionPlace, taken } from "./revision.js";
import { PackageTexts } from "./texts.js";
import { verify } from "./verify.js";

/** Something is wrong with the package, and nothing was written. */
const FAULTY = 1;

/** Checks the package, writes its files, and returns the exit code. */
export async function extract(options: ExtractOptions, engine: Engine): Promise<number> {
  const { root, jobs, quiet } = options;
  requireFolder(root, "there is no folder at", "name the root of the project");
  const packages = await Packages.load(engine, options);
  return packages.opened(options.file, async (opened, file) => {
    const progress = new ProgressLine(!quiet);
    await verify(packages, opened, file, jobs, progress.update.bind(progress)).finally(() => progress.erase());
    const { revision, place } = aboutOf(opened);
    if (isRefused(packages, opened, options.strict) || revision === null || place === null) {
      return FAULTY;
    }
    const into = placeOf(root, place, options.force);
    reportLeftovers(dirname(into.shown), "delete it, unless a run is under way, or the revision in it is wanted back");
    const draft = new Revision(into);
    const texts = options.remap ? new PackageTexts(packages, opened, into.target) : undefined;
    await tidily(
      () => draft.discard(),
      () => draft.write(packages, opened, texts),
    );
    if (!quiet) {
      note(`${nameOf(revision)}: \`${into.shown}\``);
    }
    return texts === undefined ? 0 : print(texts.told());
  });
}

/** Whether the package is refused. What is wrong with it has been said then, and what should be looked at in any case. */
function isRefused(packages: Packages, opened: CorePackage, strict: boolean): boolean {
  return packages.withSet((set) => {
    set.push(opened);
    const { problems, warnings } = reportFound(set);
    return problems.length > 0 || (strict && warnings.length > 0);
  });
}

/**
 * Where the files go: a folder below the root, whatever links are on the way.
 *
 * @throws {Refusal} When it lies outside of it, or is there already, or cannot be.
 */
function placeOf(root: string, place: string, force: boolean): RevisionPlace {
  const shown = join(root, place);
  try {
    const base = realpathSync(root);
    const target = resolve(base, place);
    const nearest = nearestAbove(target);
    const above = realpathSync(nearest);
    if (above !== base && !above.startsWith(base.endsWith(sep) ? base : base + sep)) {
      throw new Refusal(`\`${shown}\` lies outside of \`${root}\`: a link leads there`);
    }
    if (!statSync(above).isDirectory()) {
      throw new Refusal(
        `\`${shown}\` cannot be written: \`${join(root, relative(base, nearest))}\` is a file, not a folder`,
      );
    }
    const found = lstatSync(target, { throwIfNoEntry: false });
    if (found !== undefined && !force) {
      throw taken(shown);
    }
    if (found !== undefined && !found.isDirectory()) {
      throw new Refusal(`\`${shown}\` is no folder, and is not replaced`);
    }
    return { target, shown, force };
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(`\`${shown}\` cannot be written: ${explain(error)}`);
  }
}

/** The nearest folder above that is there, or what is there instead of one. */
function nearestAbove(target: string): string {
  const above = dirname(target);
  return existsSync(above) ? above : nearestAbove(above);
}
