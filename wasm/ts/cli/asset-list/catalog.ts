/** The assets in one folder, found by path (in any letter case) or by asset id. */

import { createHash } from "node:crypto";
import { NO_FILE } from "../../node/regular.js";
import { walkOrRefuse } from "../files.js";
import { grouped } from "../grouped.js";
import { requireFolder } from "../inputs.js";
import { isDraft } from "../outputs.js";
import { Refusal } from "../refusal.js";

/** An entry of the folder that is not an asset. */
export interface UnlistedFile {
  /** The path of the entry, relative to the folder. */
  path: string;
  /** Why the entry is not an asset, in one sentence without a full stop. */
  reason: string;
  /** The consequence for a list of assets. */
  kind: UnlistedKind;
}

/**
 * `unknown`: the content of the entry could not be determined. `lacking`: the entry exists but is not a file of the
 * folder, so a list of all files would lack it. `useless`: the entry is left over from a killed run.
 */
export type UnlistedKind = "unknown" | "lacking" | "useless";

const DRAFT = "it is a temporary file of a run that was killed, and not an asset; you can delete it";

export class Catalog {
  readonly root: string;
  /** The paths of the assets relative to the folder, sorted, with `/` between parts. */
  readonly paths: readonly string[];
  /** The entries that are not assets: unreadable ones, links out, pipes and the like, drafts of killed runs. */
  readonly unlisted: readonly UnlistedFile[];
  /** Folders that belong to tools, which were not entered. */
  readonly skipped: readonly string[];
  readonly #known: ReadonlySet<string>;
  #folded: Map<string, string[]> | undefined;
  #ids: Map<string, string> | undefined;

  /** Lists the files under `root`. Throws a {@link Refusal} if the folder itself cannot be read. */
  constructor(root: string) {
    requireFolder(root, "there are no assets at", "name the folder that the paths of assets start from");
    const { files, problems, others, skipped } = walkOrRefuse(root);
    this.root = root;
    this.skipped = skipped;
    this.paths = files.filter((path) => !isDraft(path)).sort();
    this.unlisted = [
      ...problems.map(({ path, message, warning = false }) => {
        const kind: UnlistedKind = warning ? "lacking" : "unknown";
        // The messages are those of `assay check`.
        return { path, reason: message.replace(" under check", ""), kind };
      }),
      ...others.map((path): UnlistedFile => ({ path, reason: NO_FILE, kind: "lacking" })),
      ...files.filter(isDraft).map((path): UnlistedFile => ({ path, reason: DRAFT, kind: "useless" })),
    ];
    this.#known = new Set(this.paths);
  }

  /** Throws a {@link Refusal} about the first unlisted entry that `isMissed` selects; `help` returns its advice. */
  refuse(isMissed: (unlisted: UnlistedFile) => boolean, help?: (path: string) => string): void {
    const missed = this.unlisted.find(isMissed);
    if (missed !== undefined) {
      throw new Refusal(`\`${this.root}/${missed.path}\`: ${missed.reason}`, help?.(missed.path));
    }
  }

  /** Returns the path of an asset as its file spells it. Throws a {@link Refusal} if two differ in letter case only. */
  find(path: string): string | undefined {
    const tidy = path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
    if (this.#known.has(tidy)) {
      return tidy;
    }
    return this.#only(tidy);
  }

  /** Returns the path of the asset that has this id. Throws a {@link Refusal} if two files have it. */
  withId(id: string): string | undefined {
    this.#ids ??= new Map(this.paths.map((path) => [idOf(path), path]));
    const path = this.#ids.get(id.toUpperCase());
    // Files that differ only in letter case have the same id.
    return path === undefined ? undefined : this.#only(path);
  }

  /** Returns the only file whose path is equal except for letter case. */
  #only(path: string): string | undefined {
    this.#folded ??= grouped(this.paths, (each) => each.toLowerCase());
    const [found, other] = this.#folded.get(path.toLowerCase()) ?? [];
    if (other !== undefined) {
      throw new Refusal(
        `\`${path}\` is ambiguous: it may be \`${found}\` or \`${other}\`, which differ only in letter case`,
      );
    }
    return found;
  }
}

/**
 * Returns the id of a file that becomes an asset without conversion: `{GUID}:0`, in upper case. The GUID consists of
 * the first 16 bytes of the SHA-1 of its path in lower case, marked as a name-based GUID.
 */
export function idOf(path: string): string {
  const bytes = createHash("sha1").update(path.toLowerCase()).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(8) & 0xbf) | 0x80, 8);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x5f) | 0x50, 6);
  const digits = bytes.toString("hex").toUpperCase();
  return `{${digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}}:0`;
}
