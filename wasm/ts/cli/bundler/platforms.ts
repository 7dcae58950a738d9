/** Platforms, and the suffixes of file names that select a platform. */

import { GROUPS } from "../asset-list/platforms.js";
import { UsageError } from "./output.js";

export const DEFAULT_PLATFORM = "pc";

/** Code names of consoles, which `seeds --print` does not show. */
export const RESTRICTED_PLATFORMS: readonly string[] = ["provo", "salem", "jasper"];

export class Platforms {
  readonly #names: readonly string[];

  /** Creates the platforms with these names, which are processed in this order. */
  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Returns the platforms that names select, in order. Throws a {@link UsageError} for an unknown name. */
  of(names: readonly string[]): string[] {
    const selected = new Set(names.flatMap((name) => this.#named(name)));
    return this.#names.filter((platform) => selected.has(platform));
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

  /** Returns the name of a list for a platform: `a.assetlist` or `a_mac.assetlist` becomes `a_pc.assetlist`. */
  nameFor(path: string, platform: string): string {
    const [, stem = path, ending = ""] = /^(.*[^/\\])(\.[^./\\]*)$/s.exec(path) ?? [];
    return `${this.#withoutPlatform(stem)}_${platform}${ending}`;
  }

  #withoutPlatform(stem: string): string {
    const at = stem.lastIndexOf("_");
    return at > 0 && this.#names.includes(stem.slice(at + 1).toLowerCase()) ? stem.slice(0, at) : stem;
  }
}
