/** Portable asset packages: what the package promises of them, and how it keeps that with an instance of the engine. */

import type { Diagnostics } from "../../api.js";
import { type AssetContent, readerOf } from "../../content.js";
import { type Core, release, using } from "../../core.js";
import { expected, isBytes, isObject, isPlain, isText } from "../../expected.js";
import type { Home } from "../../home.js";
import { parse } from "../../report.js";
import type { PackageAbout, PackageGraph, PackageMember } from "../../types.js";
import { EngineObject, indexOf } from "../engine-object.js";
import { MD5_DIGITS, pack } from "./pack.js";

/** The file that describes a package. */
export const METADATA = "metadata.json";

/** The limits of a package. A limit that is left out keeps its default. */
export interface PackageLimits {
  /** Members of the archive. */
  members?: number;
  /** Bytes that all members unpack to. */
  unpacked?: number;
  /** Times its packed bytes that a member of more than 1 MiB may unpack to. */
  ratio?: number;
  /** Times their packed bytes that all members of more than 1 GiB may unpack to. */
  total_ratio?: number;
  /** Bytes of the archive's directory. */
  directory?: number;
  /** Bytes of `metadata.json`. */
  metadata?: number;
}

/** A package that was made. */
export interface MadePackage {
  /** The archive; undefined when there are problems. */
  bytes: Uint8Array | undefined;
  /** The problems, warnings and hints about the given metadata. */
  diagnostics: Diagnostics;
}

/** A kind of hash. */
export type PackageHash = "md5" | "sha1" | "sha256";

/** The number of digits of each kind of hash. */
const DIGITS = { md5: MD5_DIGITS, sha1: 40, sha256: 64 } as const satisfies Record<PackageHash, number>;

const HASHES = `a kind of hash (${Object.keys(DIGITS).join(", ")})`;

type CorePackage = Core["Package"]["prototype"];

/** The number of members that are copied from the engine at a time. */
const ROWS = 4096;

const LOST_PACKAGE = {
  ended: "the engine ended, and the package with it: open it again",
  disposed: "this package has been disposed of",
};

/** A package that somebody sent, in the memory of the engine: its directory and its metadata, its files are read when asked for. */
export class AssetPackage {
  /** Which revision it is, and what it needs. */
  readonly about: PackageAbout;
  /** How many members there are. */
  readonly length: number;
  readonly #object: EngineObject<CorePackage>;
  #isChecked = false;

  /** @internal Made by {@link AssetPackages}. */
  constructor(home: Home, core: Core, inner: CorePackage) {
    this.#object = new EngineObject(home, core, inner, LOST_PACKAGE);
    this.about = parse(inner.about()) as PackageAbout;
    this.length = inner.length();
  }

  /** The members from one place up to another, from 0. */
  members(from = 0, to = this.length): PackageMember[] {
    return parse(this.#object.do((inner) => inner.members(indexOf(from), indexOf(to)))) as PackageMember[];
  }

  /** All members, in the order of the archive. */
  *[Symbol.iterator](): IterableIterator<PackageMember> {
    for (let from = 0; from < this.length; from += ROWS) {
      yield* this.members(from, from + ROWS);
    }
  }

  /**
   * The file of that path; null when there is none.
   *
   * @throws {AssayError} `zip-…`, when its bytes are not what the archive says of them.
   */
  read(path: string): Uint8Array | null {
    expected(isText(path), "a path as a text", path);
    return this.#object.do((inner) => inner.read(path)) ?? null;
  }

  /** @internal The package in the memory of `core`, with all of its files held to their hashes. */
  checkedIn(core: Core): CorePackage {
    const inner = this.in(core);
    if (!this.#isChecked) {
      inner.check();
      this.#isChecked = true;
    }
    return inner;
  }

  /** @internal The package in the memory of `core`. */
  in(core: Core): CorePackage {
    return this.#object.in(core);
  }

  /** Frees its memory at once, and the package is of no use any more. */
  dispose(): void {
    this.#object.dispose();
  }
}

/** Opens packages, checks them, makes them. */
export class AssetPackages {
  readonly #home: Home;

  /** @internal Made by the engine. */
  constructor(home: Home) {
    this.#home = home;
  }

  /**
   * Opens the package at `path`: reads its directory and its metadata. What is wrong with these is told by
   * {@link AssetPackages.check}.
   *
   * @throws {AssayError} `file-unreadable`, `unknown-limit`, `misuse`.
   */
  open(path: string, content: AssetContent, limits: PackageLimits = {}): AssetPackage {
    expected(isText(path), "the path of a package as a text", path);
    expected(isContent(content), "a package as bytes, or as an object with `size` and `fill`", content);
    expected(isPlain(limits), "limits as an object of numbers by their names", limits);
    for (const [name, limit] of Object.entries(limits)) {
      expected(limit === undefined || typeof limit === "number", `the limit \`${name}\` as a number`, limit);
    }
    const core = this.#home.core();
    return this.#home.run(core, () => {
      const inner = core.Package.open(path, readerOf(content), JSON.stringify(limits));
      return new AssetPackage(this.#home, core, inner);
    });
  }

  /**
   * Checks packages, and whether they can be in one project together. Each file in them is unpacked and hashed, once.
   */
  check(packages: Iterable<AssetPackage>): Diagnostics {
    const found = this.#withSet(
      packages,
      (item, core) => item.checkedIn(core),
      (set) => set.diagnostics(),
    );
    return parse(found) as Diagnostics;
  }

  /** Returns the dependencies between packages. */
  graph(packages: Iterable<AssetPackage>): PackageGraph {
    return JSON.parse(
      this.#withSet(
        packages,
        (item, core) => item.in(core),
        (set) => set.graph(),
      ),
    );
  }

  /**
   * Makes a package of files by their paths. `metadata` is the text of its `metadata.json`, in which the files are then listed,
   * with hashes of the kind that is given there, else `md5`, or of the one that is named. Equal files make equal bytes.
   *
   * @throws {AssayError} `package-too-large`, `misuse`.
   */
  create(
    metadata: string,
    files: Readonly<Record<string, string | Uint8Array>>,
    options: { hash?: PackageHash } = {},
  ): MadePackage {
    expected(isText(metadata), "the metadata as a text", metadata);
    expected(isPlain(files), "files as an object of their contents by their paths", files);
    expected(isPlain(options), "options as an object", options);
    for (const [path, content] of Object.entries(files)) {
      expected(isText(path), "the path of a file as a text", path);
      expected(isText(content) || isBytes(content), `the content of \`${path}\` as a text or as bytes`, content);
    }
    expected(options.hash === undefined || Object.hasOwn(DIGITS, options.hash), HASHES, options.hash);
    const core = this.#home.core();
    const digits = options.hash === undefined ? undefined : DIGITS[options.hash];
    return this.#home.run(core, () => archive(core, { metadata, digits }, contentsOf(files)));
  }

  #withSet<T>(
    packages: Iterable<AssetPackage>,
    inner: (item: AssetPackage, core: Core) => CorePackage,
    work: (set: Core["PackageSet"]["prototype"]) => T,
  ): T {
    expected(typeof packages?.[Symbol.iterator] === "function", "a list of packages", packages);
    const core = this.#home.core();
    return this.#home.run(core, () =>
      using(core, new core.PackageSet(), (set) => {
        for (const item of packages) {
          expected(item instanceof AssetPackage, "a package that `open` has returned", item);
          set.push(inner(item, core));
        }
        return work(set);
      }),
    );
  }
}

/** Whether a package can be read from something. */
function isContent(content: unknown): boolean {
  if (!isObject(content)) {
    return isText(content);
  }
  const has = (name: string) => typeof content[name] === "function";
  return isBytes(content) || (content.fill === undefined ? has("read") : has("size") && has("fill"));
}

/** A file to pack, under its path. */
type PackedContent = readonly [path: string, bytes: Uint8Array];

/** The bytes of files, in the order of their paths as UTF-8. */
function contentsOf(files: Readonly<Record<string, string | Uint8Array>>): PackedContent[] {
  const encoder = new TextEncoder();
  const all = Object.entries(files).map(([path, content]) => {
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    return { content: [path, bytes] as const, key: encoder.encode(path) };
  });
  return all.sort((a, b) => compare(a.key, b.key)).map(({ content }) => content);
}

/** Which of two byte strings comes first. */
function compare(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, place) => byte !== b[place]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

function archive(
  core: Core,
  { metadata, digits }: { metadata: string; digits: number | undefined },
  files: readonly PackedContent[],
): MadePackage {
  const prepared = <T>(listed: readonly object[], work: (creation: Core["PackageCreation"]["prototype"]) => T): T =>
    using(core, core.PackageCreation.prepare(METADATA, metadata, JSON.stringify(listed), digits), work);
  const kinds = prepared(
    files.map(([path, bytes]) => ({ path, size: bytes.length })),
    (creation) => creation.digits(),
  );
  const writer = new core.PackageWriter();
  const parts: Uint8Array[] = [];
  const add = (path: string, bytes: Uint8Array, digits?: number) => {
    const packed = pack(core, writer, () => [bytes], digits);
    parts.push(writer.add(path), ...(packed.parts ?? []));
    return packed.hash;
  };
  const listed = files.map(([path, bytes], at) => ({ path, size: bytes.length, hash: add(path, bytes, kinds[at]) }));
  return prepared(listed, (creation) => {
    const [said, replaced] = [false, true].map((which) => parse(creation.diagnostics(which)) as Diagnostics);
    const diagnostics = {
      ...said,
      warnings: [...(said?.warnings ?? []), ...(replaced?.warnings ?? [])],
    } as Diagnostics;
    const text = creation.metadata();
    if (text === undefined) {
      release(core, writer);
      return { bytes: undefined, diagnostics };
    }
    add(METADATA, new TextEncoder().encode(text));
    return { bytes: joined([...parts, writer.close()]), diagnostics };
  });
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
