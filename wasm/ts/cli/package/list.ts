/** `assay package list`: shows the revision, the files and the dependencies of a package. */

import { METADATA } from "../../systems/package/package.js";
import type { PackageAbout, PackageMember } from "../../types.js";
import { tableOf } from "../asset-list/table.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN, FAULTY } from "../exit.js";
import { reportError, stdoutColors, writeParts } from "../output.js";
import type { PackageListOptions } from "./options.js";
import { aboutOf, type CorePackage, membersOf, nameOf, Packages, reportFound } from "./packages.js";

/** Shows the package, and returns the exit code. */
export async function list(options: PackageListOptions, engine: Engine): Promise<number> {
  const { file, format, color } = options;
  const packages = await Packages.load(engine, options);
  return packages.opened(file, async (opened) => {
    const about = aboutOf(opened);
    const { dim } = stdoutColors(color);
    const isWritten = await writeParts(format === "json" ? [jsonOf(about, opened)] : textOf(about, opened, dim));
    const { problems } = packages.withOnly(opened, reportFound);
    if (about.revision === null && problems.length === 0) {
      reportError(`\`${file}\` does not name its revision`);
    }
    return isWritten && about.revision !== null ? (problems.length > 0 ? FAULTY : 0) : CANNOT_RUN;
  });
}

function jsonOf(about: PackageAbout, opened: CorePackage): string {
  const description = {
    ...about.revision,
    place: about.place,
    files: [...filesOf(opened)],
    dependencies: about.dependencies,
  };
  // The sizes in an archive may be any 64-bit number.
  return `${JSON.stringify(description, (_, value) => (typeof value === "bigint" ? Number(value) : value), 2)}\n`;
}

function* textOf({ revision, place, dependencies }: PackageAbout, opened: CorePackage, dim: (text: string) => string) {
  if (revision !== null) {
    yield `${nameOf(revision)}\n${dim("belongs at")} ${place}\n\n`;
  }
  if (opened.length() === 0) {
    return;
  }
  const rows = function* () {
    for (const { path, size, hash, listed } of filesOf(opened)) {
      yield [String(size), path, listed ? (hash ?? "") : "not listed"];
    }
  };
  yield* tableOf([{ title: "size", numbers: true }, { title: "file" }, { title: "hash" }], rows, dim);
  if (dependencies.length > 0) {
    const needs = dependencies.map((needed) => [
      nameOf(needed),
      needed.active ? "" : "not in use",
      needed.comment ?? "",
    ]);
    yield "\n";
    yield* tableOf([{ title: "needs" }, { title: "" }, { title: "" }], () => needs, dim);
  }
}

/** Yields the files of a package, without its metadata. */
function* filesOf(opened: CorePackage): Iterable<PackageMember> {
  for (const member of membersOf(opened)) {
    if (member.path !== METADATA && !member.path.endsWith("/")) {
      yield member;
    }
  }
}
