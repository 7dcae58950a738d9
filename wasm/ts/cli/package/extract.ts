/** `assay package extract`: writes a package to its place below the root of a project, completely or not at all. */

import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isInside } from "../../node/walk.js";
import type { Engine } from "../engine.js";
import { FAULTY } from "../exit.js";
import { requireFolder } from "../inputs.js";
import { note, print } from "../output.js";
import { tidily } from "../outputs.js";
import { ProgressLine } from "../progress.js";
import { orRefuse, Refusal } from "../refusal.js";
import { reportLeftovers } from "./leftovers.js";
import type { ExtractOptions } from "./options.js";
import { aboutOf, nameOf, Packages, reportFound } from "./packages.js";
import { alreadyExists, Revision, type RevisionPlace } from "./revision.js";
import { PackageTexts } from "./texts.js";
import { verify } from "./verify.js";

/** Checks the package, writes its files, and returns the exit code. */
export async function extract(options: ExtractOptions, engine: Engine): Promise<number> {
  const { root, jobs, quiet } = options;
  requireFolder(root, "there is no folder at", "name the root of the project");
  const packages = await Packages.load(engine, options);
  return packages.opened(options.file, async (opened, file) => {
    await verify(packages, opened, file, jobs, new ProgressLine(!quiet));
    const { revision, place } = aboutOf(opened);
    const { problems, warnings } = packages.withOnly(opened, reportFound);
    const isRefused = problems.length > 0 || (options.strict && warnings.length > 0);
    if (isRefused || revision === null || place === null) {
      return FAULTY;
    }
    const into = placeOf(root, place, options.force);
    reportLeftovers(
      dirname(into.displayPath),
      "delete it, unless a run is in progress or you still need the revision in it",
    );
    const draft = new Revision(into);
    const texts = options.remap ? new PackageTexts(packages, opened, into.target) : undefined;
    await tidily(
      () => draft.discard(),
      () => draft.write(packages, opened, texts),
    );
    if (!quiet) {
      note(`${nameOf(revision)}: \`${into.displayPath}\``);
    }
    return texts === undefined ? 0 : print(texts.lines());
  });
}

/** Returns the folder for the files, inside of the root even through links, or throws a {@link Refusal}. */
function placeOf(root: string, place: string, force: boolean): RevisionPlace {
  const displayPath = join(root, place);
  return orRefuse(`\`${displayPath}\` cannot be written`, () => {
    const base = realpathSync(root);
    const target = resolve(base, place);
    const nearest = nearestAbove(target);
    // The folder may not exist yet, so links are followed in the part of its path that does.
    const above = realpathSync(nearest);
    if (!isInside(above, base)) {
      throw new Refusal(`\`${displayPath}\` is outside \`${root}\`, because a folder in its path is a link`);
    }
    if (!statSync(above).isDirectory()) {
      throw new Refusal(
        `\`${displayPath}\` cannot be written: \`${join(root, relative(base, nearest))}\` is a file, not a folder`,
      );
    }
    const found = lstatSync(target, { throwIfNoEntry: false });
    if (found !== undefined && !force) {
      throw alreadyExists(displayPath);
    }
    if (found !== undefined && !found.isDirectory()) {
      throw new Refusal(`\`${displayPath}\` is not a folder, and is not replaced`);
    }
    return { target, displayPath, force };
  });
}

/** Returns the nearest existing path above, which may be a file. */
function nearestAbove(target: string): string {
  const above = dirname(target);
  return existsSync(above) ? above : nearestAbove(above);
}
