/** Platforms, and the ends of file names that say which of them a list is for. */

import { GROUPS } from "../asset-list/platforms.js";
import { UsageError } from "./output.js";

/** The platform that is worked for when none is named. */
export const DEFAULT_PLATFORM = "pc";

/** Code names of consoles, which `seeds --print` does not show. */
export const RESTRICTED_PLATFORMS: readonly string[] = ["provo", "salem", "jasper"];

/** The platforms that there are. */
export class Platforms {
  readonly #names: readonly string[];

  /** Platforms by name, in the order in which they are worked for. */
  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /**
   * The platforms that names stand for, each once and in their order.
   *
   * @throws {UsageError} When a name is none.
   */
  of(names: readonly string[]): string[] {
    const wanted = new Set(names.flatMap((name) => this.#named(name)));
    return this.#names.filter((platform) => wanted.has(platform));
  }

  #named(name: string): string[] {
    const key = name.toLowerCase();
    const belongs = GROUPS[key] ?? ((platform) => platform === key);
    const found = this.#names.filter(belongs);
    if (found.length === 0) {
      const known = [...this.#names, ...Object.keys(GROUPS)].join(", ");
      throw new UsageError(`Invalid platform ( ${name} ). Valid platforms are: ${known}.`);
    }
    return found;
  }

  /** The name of a list for a platform, whichever it was given for: `a_mac.assetlist` becomes `a_pc.assetlist`. */
  nameFor(path: string, platform: string): string {
    const [, stem = path, ending = ""] = /^(.*[^/\\])(\.[^./\\]*)$/s.exec(path) ?? [];
    return `${this.#withoutPlatform(stem)}_${platform}${ending}`;
  }

  #withoutPlatform(stem: string): string {
    const at = stem.lastIndexOf("_");
    return at > 0 && this.#names.includes(stem.slice(at + 1).toLowerCase()) ? stem.slice(0, at) : stem;
  }
}
