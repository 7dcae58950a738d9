/** `assay package create`: makes a package from a folder. */

import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Diagnostics } from "../../api.js";
import { using } from "../../core.js";
import { explain } from "../../node/explain.js";
import { fillFrom } from "../../node/folder.js";
import { parse } from "../../report.js";
import { type PackedMember, type PackWriter, pack, packedParts } from "../../systems/package/pack.js";
import { METADATA } from "../../systems/package/package.js";
import { Catalog } from "../asset-list/catalog.js";
import { compareBytes } from "../byte-order.js";
import type { Engine } from "../engine.js";
import { FAULTY } from "../exit.js";
import { requireFolder, sizeOf } from "../inputs.js";
import { colorsOn, note, warn, width, writeMessage } from "../output.js";
import { isDraft, refuseTargets, writeAll } from "../outputs.js";
import { readWhole } from "../pipes.js";
import { Refusal } from "../refusal.js";
import { reportLeftover, reportLeftovers } from "./leftovers.js";
import type { CreateOptions } from "./options.js";
import { contentOf, KEPT } from "./pack.js";
import { Packages } from "./packages.js";
import { Packers } from "./packers.js";

/** The size in bytes from which on a file does not fit into an archive. */
const TOO_LARGE = 0xffff_ffff;

/** The first bytes of every zip archive: `PK`. */
const SIGNATURE = [0x50, 0x4b];

/** The advice for a file that remains from another run. */
const ADVICE = "delete it, unless a run is in progress";

/** A file of the package, when it has been packed. */
interface ListedMember {
  path: string;
  size: number;
  /** The digits of the hash; undefined while the hash is not known. */
  hash?: string;
}

interface NewMetadata {
  text: string;
  /** The number of digits in the hash of each file. */
  digits: Uint32Array;
}

/** Makes the package, and returns the exit code. */
export async function create(options: CreateOptions, engine: Engine): Promise<number> {
  const { folder, output, force } = options;
  if (output === "-") {
    throw new Refusal("a package cannot be written to the standard output", "name a file: -o FILE");
  }
  refuseTargets([output], force);
  refuseOther(output);
  reportLeftovers(dirname(output), ADVICE);
  const meta = options.meta ?? join(folder, METADATA);
  const paths = filesOf(folder, meta, output);
  const text = readText(meta);
  const packages = await Packages.load(engine);
  // With the sizes, so that packages that would be too large are reported now.
  const planned = paths.map((path) => ({ path, size: sizeOf(`${folder}/${path}`) }));
  const given = { meta, text, kind: options.hash };
  const digits = metadataOf(packages, given, planned)?.digits;
  if (digits === undefined) {
    return FAULTY;
  }
  const files = paths.map((path, at) => ({ path, full: `${folder}/${path}`, digits: digits[at] ?? 0 }));
  const packers = new Packers(files, options.jobs, { module: packages.module });
  try {
    await writeAll([{ path: output, parts: archive(packages, packers, files, given) }]);
  } finally {
    packers.dispose();
  }
  if (!options.quiet) {
    note(`\`${output}\`: ${paths.length.toLocaleString("en")} ${paths.length === 1 ? "file" : "files"}`);
  }
  return 0;
}

/** Throws a {@link Refusal} if an output is not an archive: even with `--force`, that is probably a mistake. */
function refuseOther(output: string): void {
  const stats = statSync(output, { throwIfNoEntry: false });
  if (stats?.isFile() && stats.size > 0) {
    const start = new Uint8Array(SIGNATURE.length);
    fillFrom(output, start, 0);
    if (SIGNATURE.some((byte, at) => start[at] !== byte)) {
      throw new Refusal(`\`${output}\` is not a package, and would be overwritten`, "name another file: -o FILE");
    }
  }
}

/** Returns the files to pack in byte order. Throws a {@link Refusal} for what a package cannot contain. */
function filesOf(folder: string, meta: string, output: string): string[] {
  requireFolder(folder, "there is no folder at", "name the folder with the files of the revision");
  const catalog = new Catalog(folder);
  catalog.refuse(
    ({ kind }) => kind !== "useless",
    () => "a package must contain everything in the folder, and can contain only files",
  );
  reportSkipped(catalog, dirname(output));
  const base = resolve(folder);
  const within = (path: string) => relative(base, resolve(path)).split(sep).join("/");
  const skipped = new Set([METADATA, within(meta), within(output)]);
  if (within(meta) !== METADATA) {
    // Users would expect both files in the package.
    for (const path of catalog.paths.filter((path) => path === METADATA || path === within(meta))) {
      const why =
        path === METADATA
          ? `is not in the package: its metadata are in \`${meta}\``
          : `is in the package only under the name \`${METADATA}\``;
      warn(`\`${join(folder, path)}\` ${why}`);
    }
  }
  const included = catalog.paths.filter((path) => !skipped.has(path) && !path.split("/").some(isDraft));
  for (const path of included) {
    refuseUnnamed(`${folder}/${path}`);
    // A file that cannot be accessed is reported when it is read.
    if (sizeOf(`${folder}/${path}`) >= TOO_LARGE) {
      throw new Refusal(`\`${folder}/${path}\` is too large for a package: expected less than 4 GiB`);
    }
  }
  if (included.length === 0) {
    warn(`the folder \`${folder}\` contains no files for the package`);
  }
  return included.sort(compareBytes);
}

/** Warns about everything that is not in the package, except drafts in `reportedFolder`, reported before. */
function reportSkipped({ root, skipped, unlisted }: Catalog, reportedFolder: string): void {
  for (const path of skipped) {
    warn(`\`${join(root, path)}\` is not in the package: it is a file or folder of a tool`);
  }
  const drafts = unlisted.filter(({ kind }) => kind === "useless").map(({ path }) => join(root, path));
  for (const path of drafts.filter((path) => resolve(dirname(path)) !== resolve(reportedFolder))) {
    reportLeftover(path, ADVICE);
  }
}

/** Throws if a name is not valid UTF-8: Node replaces invalid bytes with U+FFFD, and no such file exists. */
function refuseUnnamed(path: string): void {
  if (path.includes("\ufffd") && !existsSync(path)) {
    throw new Refusal(
      `the name of \`${path}\` is not UTF-8`,
      "rename it: names in a package must be valid on every system",
    );
  }
}

function readText(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readWhole(path));
  } catch (error) {
    const reason = error instanceof TypeError ? "it is not UTF-8" : explain(error);
    throw new Refusal(`the metadata \`${path}\` cannot be read: ${reason}`, "name the file: --meta FILE");
  }
}

interface GivenMetadata {
  /** The path of the file. */
  meta: string;
  text: string;
  /** The number of digits in a hash; undefined to use that of the given hashes. */
  kind: number | undefined;
}

/**
 * Returns the new metadata, or undefined if the given metadata are wrong, which has been reported. Warnings are
 * reported while hashes are not known yet; differences from the files are reported when they are known.
 */
function metadataOf({ core }: Packages, given: GivenMetadata, files: readonly ListedMember[]): NewMetadata | undefined {
  const creating = core.PackageCreation.prepare(given.meta, given.text, JSON.stringify(files), given.kind);
  return using(core, creating, (creation) => {
    const text = creation.metadata();
    const isKnown = files.some(({ hash }) => hash !== undefined);
    const { warnings } = parse(creation.diagnostics(isKnown)) as Diagnostics;
    if (text === undefined || warnings.length > 0) {
      const details = creation.render(text !== undefined && isKnown, colorsOn(process.stderr), width());
      writeMessage(`${details.trimEnd()}\n`, colorsOn(process.stderr));
    }
    return text === undefined ? undefined : { text, digits: creation.digits() };
  });
}

interface Planned {
  path: string;
  /** The path on the disk. */
  full: string;
  /** The number of digits in the hash. */
  digits: number;
}

async function* archive(
  packages: Packages,
  packers: Packers,
  planned: readonly Planned[],
  given: GivenMetadata,
): AsyncIterable<Uint8Array> {
  const { core } = packages;
  const writer = new core.PackageWriter();
  const files: ListedMember[] = [];
  for (const [place, { path, full, digits }] of planned.entries()) {
    const handed = await packers.packed(place);
    if (handed !== undefined) {
      packages.do(() => writer.take(handed.known));
    }
    const content = () => contentOf(full);
    const packed = handed?.packed ?? pack(core, writer, content, digits, KEPT);
    yield* member(packages, writer, path, packed, content);
    files.push({ path, size: packed.size, hash: packed.hash });
  }
  const completed = metadataOf(packages, given, files);
  if (completed === undefined) {
    throw new Refusal(`the metadata \`${given.meta}\` cannot be completed`);
  }
  const content = () => [new TextEncoder().encode(completed.text)];
  yield* member(packages, writer, METADATA, pack(core, writer, content), content);
  yield packages.do(() => writer.close());
}

/** Yields the bytes of a packed member, after its header. */
function* member(
  packages: Packages,
  writer: PackWriter,
  path: string,
  { parts, deflated, hash }: PackedMember,
  content: () => Iterable<Uint8Array>,
): Iterable<Uint8Array> {
  yield packages.do(() => writer.add(path));
  if (parts !== undefined) {
    yield* parts;
    return;
  }
  // The member was too long to be kept in memory, so it is packed again.
  yield* packedParts(packages.core, writer, content(), { deflated, digits: hash.length });
  if (writer.hash() !== hash) {
    throw new Refusal(`\`${path}\` changed while it was packed`);
  }
}
