/** Portable asset packages: their public interface, and its implementation with an instance of the engine. */

import type { Diagnostics } from "../../api.js";
import { type AssetContent, readerOf } from "../../content.js";
import { type Core, release, using } from "../../core.js";
import { expected, isBytes, isObject, isPlain, isText, mustBe } from "../../expected.js";
import type { Home } from "../../home.js";
import { parse } from "../../report.js";
import type { PackageAbout, PackageGraph, PackageMember } from "../../types.js";
import { EngineObject, indexOf, paged } from "../engine-object.js";
import { MD5_DIGITS, pack } from "./pack.js";

/** The file that describes a package. */
export const METADATA = "metadata.json";

/** The limits of a package. A limit that is left out keeps its default. */
export interface PackageLimits {
  /** The maximum number of members. */
  members?: number;
  /** The maximum unpacked size of all members, in bytes. */
  unpacked?: number;
  /** The maximum unpacked size of a member of more than 1 MiB, as a multiple of its packed size. */
  ratio?: number;
  /** The maximum unpacked size of all members if it is more than 1 GiB, as a multiple of their packed size. */
  total_ratio?: number;
  /** The maximum size of the archive's directory, in bytes. */
  directory?: number;
  /** The maximum size of `metadata.json`, in bytes. */
  metadata?: number;
}

/** A package that was made. */
export interface MadePackage {
  /** The archive; undefined if there are problems. */
  bytes: Uint8Array | undefined;
  /** The problems, warnings and hints about the given metadata. */
  diagnostics: Diagnostics;
}

/** A kind of hash. */
export type PackageHash = "md5" | "sha1" | "sha256";

/** The number of digits of each kind of hash. */
const DIGITS = { md5: MD5_DIGITS, sha1: 40, sha256: 64 } as const satisfies Record<PackageHash, number>;

const HASHES = `one of ${Object.keys(DIGITS).join(", ")}`;

type CorePackage = Core["Package"]["prototype"];

const LOST_PACKAGE = {
  ended: "the engine was stopped, so this package is lost: open it again",
  disposed: "this package has been disposed of",
};

/**
 * A package in the memory of the engine: its directory and its metadata. Its files are read when they are requested.
 */
export class AssetPackage {
  /** Its revision and its dependencies. */
  readonly about: PackageAbout;
  /** The number of members. */
  readonly length: number;
  readonly #object: EngineObject<CorePackage>;
  #isChecked = false;

  /** @internal Made by {@link AssetPackages}. */
  constructor(home: Home, core: Core, inner: CorePackage) {
    this.#object = new EngineObject(home, core, inner, LOST_PACKAGE);
    this.about = parse(inner.about()) as PackageAbout;
    this.length = inner.length();
  }

  /** Returns the members from one index up to another, from 0. */
  members(from = 0, to = this.length): PackageMember[] {
    return parse(this.#object.do((inner) => inner.members(indexOf(from), indexOf(to)))) as PackageMember[];
  }

  /** Yields all members, in the order of the archive. */
  *[Symbol.iterator](): IterableIterator<PackageMember> {
    yield* paged(this.length, (from, to) => this.members(from, to));
  }

  /**
   * Returns the file at a path, or null if it does not exist.
   *
   * @throws {AssayError} `zip-…`, if its bytes do not match the archive's directory.
   */
  read(path: string): Uint8Array | null {
    mustBe(isText(path), "the path", "a string", path);
    return this.#object.do((inner) => inner.read(path)) ?? null;
  }

  /** @internal Returns the package in the memory of `core`, after comparing all of its files with their hashes. */
  checkedIn(core: Core): CorePackage {
    const inner = this.in(core);
    if (!this.#isChecked) {
      inner.check();
      this.#isChecked = true;
    }
    return inner;
  }

  /** @internal Returns the package in the memory of `core`. */
  in(core: Core): CorePackage {
    return this.#object.in(core);
  }

  /** Frees the memory of the package, which cannot be used afterwards. */
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
   * Opens the package at `path`: reads its directory and its metadata. {@link AssetPackages.check} reports their
   * errors.
   *
   * @throws {AssayError} `file-unreadable`, `unknown-limit`, `misuse`.
   */
  open(path: string, content: AssetContent, limits: PackageLimits = {}): AssetPackage {
    mustBe(isText(path), "the path of a package", "a string", path);
    expected(isContent(content), "the bytes of a package, or an object with `size` and `fill`", content);
    mustBe(isPlain(limits), "limits", "an object of numbers by their names", limits);
    for (const [name, limit] of Object.entries(limits)) {
      mustBe(limit === undefined || typeof limit === "number", `the limit \`${name}\``, "a number", limit);
    }
    const core = this.#home.core();
    return this.#home.run(core, () => {
      const inner = core.Package.open(path, readerOf(content), JSON.stringify(limits));
      return new AssetPackage(this.#home, core, inner);
    });
  }

  /**
   * Checks packages, and that they can be in one project together. Each file in them is unpacked and hashed, once.
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
   * Makes a package of files by their paths. `metadata` is the content of its `metadata.json`, to which the list of
   * files is added. The kind of hashes is that in the options, or else that in `metadata`, or else `md5`. Equal files
   * make equal bytes.
   *
   * @throws {AssayError} `package-too-large`, `misuse`.
   */
  create(
    metadata: string,
    files: Readonly<Record<string, string | Uint8Array>>,
    options: { hash?: PackageHash } = {},
  ): MadePackage {
    mustBe(isText(metadata), "the metadata", "a string", metadata);
    mustBe(isPlain(files), "files", "an object of their contents by their paths", files);
    mustBe(isPlain(options), "options", "an object", options);
    for (const [path, content] of Object.entries(files)) {
      mustBe(isText(path), "the path of a file", "a string", path);
      mustBe(isText(content) || isBytes(content), `the content of \`${path}\``, "a string or bytes", content);
    }
    mustBe(options.hash === undefined || Object.hasOwn(DIGITS, options.hash), "`hash`", HASHES, options.hash);
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

/** Returns true if a package can be read from a value. */
function isContent(content: unknown): boolean {
  if (!isObject(content)) {
    return isText(content);
  }
  const has = (name: string) => typeof content[name] === "function";
  return isBytes(content) || (content.fill === undefined ? has("read") : has("size") && has("fill"));
}

/** A file to pack, under its path. */
type PackedContent = readonly [path: string, bytes: Uint8Array];

/** Returns the bytes of files, in the order of their paths as UTF-8. */
function contentsOf(files: Readonly<Record<string, string | Uint8Array>>): PackedContent[] {
  const encoder = new TextEncoder();
  const all = Object.entries(files).map(([path, content]) => {
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    // JavaScript compares UTF-16 units, whose order differs from that of UTF-8.
    return { content: [path, bytes] as const, key: encoder.encode(path) };
  });
  return all.sort((a, b) => compare(a.key, b.key)).map(({ content }) => content);
}

/** Compares two byte strings, for sorting. */
function compare(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, place) => byte !== b[place]);
  // A string comes after its own beginnings.
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

function archive(
  core: Core,
  { metadata, digits }: { metadata: string; digits: number | undefined },
  files: readonly PackedContent[],
): MadePackage {
  const prepared = <T>(listed: readonly object[], work: (creation: Core["PackageCreation"]["prototype"]) => T): T =>
    using(core, core.PackageCreation.prepare(METADATA, metadata, JSON.stringify(listed), digits), work);
  // Prepared first without hashes, to learn their kinds before the files are packed.
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
    const [initial, replaced] = [false, true].map((which) => parse(creation.diagnostics(which)) as Diagnostics);
    const diagnostics = {
      ...initial,
      warnings: [...(initial?.warnings ?? []), ...(replaced?.warnings ?? [])],
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
