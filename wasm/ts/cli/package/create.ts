/** `assay package create`: a package from a folder. */

import { readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { using } from "../../core.js";
import { explain } from "../../node/explain.js";
import { walk } from "../../node/walk.js";
import { CANNOT_RUN } from "../exit.js";
import { colorsOn, note, width } from "../output.js";
import { refuseTargets, writeAll } from "../outputs.js";
import { Refusal, stat } from "../refusal.js";
import type { CreateOptions } from "./options.js";
import { contentOf, type Packed, pack, packedParts, type Writer } from "./pack.js";
import { Packages } from "./packages.js";
import { Packers } from "./packers.js";

/** What describes a package. */
const METADATA = "metadata.json";

/** A file of the package, when it has been packed. */
interface Listed {
  path: string;
  size: number;
  md5: string;
}

/** Makes the package, and returns the exit code. */
export async function create(options: CreateOptions): Promise<number> {
  const { folder, output, force } = options;
  refuseTargets([output], force);
  const meta = options.meta ?? join(folder, METADATA);
  const paths = filesOf(folder, [meta, output]);
  const text = readText(meta);
  const packages = await Packages.load();
  const planned = paths.map((path) => ({ path, size: 0, md5: "" }));
  if (metadataOf(packages, meta, text, planned) === undefined) {
    return CANNOT_RUN;
  }
  const full = paths.map((path) => `${folder}/${path}`);
  const packers = new Packers(full, options.jobs, { module: packages.module });
  try {
    await writeAll([{ path: output, parts: archive(packages, packers, folder, paths, { meta, text }) }]);
  } finally {
    packers.dispose();
  }
  if (!options.quiet) {
    note(`\`${output}\`: ${paths.length.toLocaleString("en")} ${paths.length === 1 ? "file" : "files"}`);
  }
  return 0;
}

/** The files of a folder in the order of their bytes, but for the metadata and those of `others` that are in it. */
function filesOf(folder: string, others: readonly string[]): string[] {
  if (!stat(folder, "there is no folder at").isDirectory()) {
    throw new Refusal(`\`${folder}\` is a file, not a folder`, "name the folder with the files of the revision");
  }
  const { files, problems } = walk(folder);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new Refusal(`\`${folder}/${problem.path}\`: ${problem.message}`, "a package has files only, and all of them");
  }
  const base = resolve(folder);
  const skipped = new Set([METADATA, ...others.map((path) => relative(base, resolve(path)).split(sep).join("/"))]);
  const encoder = new TextEncoder();
  const wanted = files.filter((path) => !skipped.has(path)).map((path) => ({ path, bytes: encoder.encode(path) }));
  return wanted.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ path }) => path);
}

function readText(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const reason = error instanceof TypeError ? "it is not UTF-8" : explain(error);
    throw new Refusal(`the metadata \`${path}\` cannot be read: ${reason}`, "name the file: --meta FILE");
  }
}

/** The text of the new metadata; nothing when that which was given is wrong, which has been said then. */
function metadataOf({ core }: Packages, meta: string, text: string, files: readonly Listed[]): string | undefined {
  return using(core, core.PackageCreation.prepare(meta, text, JSON.stringify(files)), (creation) => {
    const metadata = creation.metadata();
    if (metadata === undefined) {
      process.stderr.write(creation.render(colorsOn(process.stderr), width()));
    }
    return metadata;
  });
}

/** All bytes of the archive. */
async function* archive(
  packages: Packages,
  packers: Packers,
  folder: string,
  paths: readonly string[],
  { meta, text }: { meta: string; text: string },
): AsyncIterable<Uint8Array> {
  const { core } = packages;
  const writer = new core.PackageWriter();
  const files: Listed[] = [];
  for (const [place, path] of paths.entries()) {
    const handed = await packers.packed(place);
    if (handed !== undefined) {
      packages.do(() => writer.take(handed.known));
    }
    const content = () => contentOf(`${folder}/${path}`);
    const packed = handed?.packed ?? pack(core, writer, content);
    yield* member(packages, writer, path, packed, content);
    files.push({ path, size: packed.size, md5: packed.md5 });
  }
  const metadata = metadataOf(packages, meta, text, files);
  if (metadata === undefined) {
    throw new Refusal(`the metadata \`${meta}\` cannot be completed`);
  }
  const content = () => [new TextEncoder().encode(metadata)];
  yield* member(packages, writer, METADATA, pack(core, writer, content), content);
  yield packages.do(() => writer.close());
}

/** A member that has been packed, with what stands in front of it. */
function* member(
  packages: Packages,
  writer: Writer,
  path: string,
  { parts, deflated, md5 }: Packed,
  content: () => Iterable<Uint8Array>,
): Iterable<Uint8Array> {
  yield packages.do(() => writer.add(path));
  if (parts !== undefined) {
    yield* parts;
    return;
  }
  // It was too long to be kept, and is packed once more.
  yield* packedParts(packages.core, writer, content(), deflated);
  if (writer.md5() !== md5) {
    throw new Refusal(`\`${path}\` changed while it was packed`);
  }
}
