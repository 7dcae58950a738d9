/** The rule packs in a browser: each is a file next to this one, which is fetched when the pack is used. */

import { type RulePacks, rulePacks } from "./pack-files.js";
import { PACK_NAMES } from "./pack-names.js";

export type { RuleFile } from "./api.js";
export type { RulePack, RulePacks } from "./pack-files.js";

const packs: RulePacks = rulePacks(PACK_NAMES, async (name) => {
  const answer = await fetch(new URL(`./packs/${name}.json`, import.meta.url));
  if (!answer.ok) {
    throw new Error(`${answer.url} answered ${answer.status}`);
  }
  return answer.text();
});

/** Returns the names of all packs; see {@link RulePacks.packNames}. */
export const packNames: RulePacks["packNames"] = packs.packNames;
/** Reads a pack; see {@link RulePacks.readPack}. */
export const readPack: RulePacks["readPack"] = packs.readPack;
/** Reads the packs that rule files name; see {@link RulePacks.readNamedPacks}. */
export const readNamedPacks: RulePacks["readNamedPacks"] = packs.readNamedPacks;
