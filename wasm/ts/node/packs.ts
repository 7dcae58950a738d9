/** The rule packs in Node: each is a file next to the built script, which is read when the pack is used. */

import { readFile } from "node:fs/promises";
import { rulePacks } from "../pack-files.js";
import { PACK_NAMES } from "../pack-names.js";

export const { packNames, readPack, readNamedPacks } = rulePacks(PACK_NAMES, (name) =>
  readFile(new URL(`./packs/${name}.json`, import.meta.url), "utf8"),
);
