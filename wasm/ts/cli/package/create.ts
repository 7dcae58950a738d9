/** `assay package create`: a package from a folder. */

import { readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { type Core, using } from "../../core.js";
import { explain } from "../../node/explain.js";
import { walk } from "../../node/walk.js";
import { CANNOT_RUN } from "../exit.js";
import { colorsOn, note, width } from "../output.js";
import { refuseTargets, writeAll } from "../outputs.js";
import { Refusal, stat } from "../refusal.js";
import { OpenFile } from "./open-file.js";
import type { CreateOptions } from "./options.js";
import { Packages } from "./packages.js";

type Writer = Core["PackageWriter"]["prototype"];

/** What describes a package. */
const METADATA = "metadata.json";

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

/** Packed members up to this size, in bytes, are kept until it is known what stands in front of them; others are packed again. */
const KEPT = 64 << 20;

/** A file of the package, when it has been packed. */
interface Packed {
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
  const writer = new packages.core.PackageWriter();
  await writeAll([{ path: output, parts: archive(packages, writer, folder, paths, { meta, text }) }]);
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
function metadataOf({ core }: Packages, meta: string, text: string, files: readonly Packed[]): string | undefined {
  return using(core, core.PackageCreation.prepare(meta, text, JSON.stringify(files)), (creation) => {
    const metadata = creation.metadata();
    if (metadata === undefined) {
      process.stderr.write(creation.render(colorsOn(process.stderr), width()));
    }
    return metadata;
  });
}

/** All bytes of the archive. */
function* archive(
  packages: Packages,
  writer: Writer,
  folder: string,
  paths: readonly string[],
  { meta, text }: { meta: string; text: string },
): Iterable<Uint8Array> {
  const packed: Packed[] = [];
  for (const path of paths) {
    const member = memberOf(packages, writer, `${folder}/${path}`, path);
    packed.push(yield* member);
  }
  const metadata = metadataOf(packages, meta, text, packed);
  if (metadata === undefined) {
    throw new Refusal(`the metadata \`${meta}\` cannot be completed`);
  }
  const bytes = new TextEncoder().encode(metadata);
  yield* pack(packages, writer, METADATA, () => [bytes]);
  yield packages.do(() => writer.close());
}

/** A file as a member. */
function* memberOf(packages: Packages, writer: Writer, file: string, path: string): Generator<Uint8Array, Packed> {
  let open: OpenFile;
  try {
    open = new OpenFile(file);
  } catch (error) {
    throw new Refusal(`\`${file}\` cannot be read: ${explain(error)}`);
  }
  try {
    return yield* pack(packages, writer, path, () => partsOf(open, file));
  } finally {
    open.close();
  }
}

function* partsOf(open: OpenFile, file: string): Iterable<Uint8Array> {
  const buffer = new Uint8Array(CHUNK);
  for (let at = 0; ; ) {
    let read: number;
    try {
      read = open.fill("", buffer, at);
    } catch (error) {
      throw new Refusal(`\`${file}\` cannot be read: ${explain(error)}`);
    }
    if (read === 0) {
      return;
    }
    yield buffer.subarray(0, read);
    at += read;
  }
}

/** A member with what stands in front of it; its content may be asked for several times. */
function* pack(
  packages: Packages,
  writer: Writer,
  name: string,
  content: () => Iterable<Uint8Array>,
): Generator<Uint8Array, Packed> {
  for (const deflated of [true, false]) {
    const kept: Uint8Array[] = [];
    let length = 0;
    let size = 0;
    for (const part of packedParts(packages, writer, content(), deflated, (read) => {
      size += read;
    })) {
      length += part.length;
      if (length <= KEPT) {
        kept.push(part);
      }
    }
    if (deflated && packages.do(() => writer.isInVain())) {
      continue;
    }
    const md5 = writer.md5() ?? "";
    yield packages.do(() => writer.add(name));
    if (length <= KEPT) {
      yield* kept;
    } else {
      yield* again(packages, writer, name, content(), { deflated, md5 });
    }
    return { path: name, size, md5 };
  }
  throw new Refusal(`\`${name}\` cannot be packed`);
}

/** The packed parts of a member that was too long to be kept. */
function* again(
  packages: Packages,
  writer: Writer,
  name: string,
  content: Iterable<Uint8Array>,
  { deflated, md5 }: { deflated: boolean; md5: string },
): Iterable<Uint8Array> {
  yield* packedParts(packages, writer, content, deflated, () => {});
  if (writer.md5() !== md5) {
    throw new Refusal(`\`${name}\` changed while it was packed`);
  }
}

function* packedParts(
  packages: Packages,
  writer: Writer,
  content: Iterable<Uint8Array>,
  deflated: boolean,
  onRead: (bytes: number) => void,
): Iterable<Uint8Array> {
  packages.do(() => writer.begin(deflated));
  for (const part of content) {
    onRead(part.length);
    const packed = packages.do(() => writer.push(part));
    if (packed.length > 0) {
      yield packed;
    }
  }
  yield packages.do(() => writer.end());
}
