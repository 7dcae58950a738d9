/** The search in the catalogue of rule packs. */

import type { CatalogPack } from "../../engine.ts";
import { isFound, wordsOf } from "../reference.ts";

/**
 * Returns the packs with the rules that have all words of `typed` in their name, tags, description or reason, or in the
 * name or title of their pack. Packs without such rules are left out.
 */
export function foundRules<P extends CatalogPack>(packs: readonly P[], typed: string): P[] {
  const words = wordsOf(typed);
  return packs.flatMap((pack) => {
    const rules = pack.rules.filter(({ name, tags, description, why }) => {
      return isFound(words, [pack.name, pack.title, name, ...tags, description, why].join(" ").toLowerCase());
    });
    return rules.length === 0 ? [] : [{ ...pack, rules }];
  });
}
