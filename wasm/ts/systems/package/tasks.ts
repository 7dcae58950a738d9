/** The tasks of workers on packages. */

import type { Diagnostics } from "../../api.js";
import type { Contents } from "../../file-store.js";
import type { PackageAbout, PackageGraph, PackageMember } from "../../types.js";
import type { TaskListener } from "../system.js";

/** Packages to read. */
export interface PackagesTask {
  /** The files under check. */
  files: Contents;
  /** The paths of the packages. */
  packages: readonly string[];
  /** True to check them as well: each file in them is unpacked and hashed. */
  check?: boolean;
}

/** A package that was read. */
export interface PackageFacts extends PackageAbout {
  /** Its path. */
  path: string;
  /** The members of the archive. */
  members: PackageMember[];
}

/** The contents and dependencies of packages, and the problems with them. */
export interface PackagesData {
  /** The packages that could be read, in the requested order. */
  packages: PackageFacts[];
  /** Packages that could not be read, each with the reason. */
  failed: { path: string; message: string }[];
  /** The dependencies between the packages. */
  graph: PackageGraph;
  /** The problems, warnings and hints of their check, if a check was requested. */
  told?: Diagnostics;
}

/** A file in an archive. */
export interface MemberTask {
  /** The files under check. */
  files: Contents;
  /** The path of the archive. */
  archive: string;
  /** The path in the archive. */
  member: string;
  /** The maximum size of the file, in bytes; a longer file is not read. */
  most: number;
}

/** The tasks on packages, by kind. */
export interface PackageTasks {
  /** Returns the contents and the dependencies of packages, and the problems with them if these are requested. */
  packages(task: PackagesTask & TaskListener): Promise<PackagesData>;
  /**
   * Returns a file in an archive, or undefined if it does not exist or is longer than `most`.
   *
   * @throws {AssayError} `file-unreadable`; `zip-…`, if its bytes do not match the archive's directory.
   */
  member(task: MemberTask & TaskListener): Promise<Uint8Array<ArrayBuffer> | undefined>;
}
