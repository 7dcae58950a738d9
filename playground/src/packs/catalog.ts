/** The catalogue of rule packs. It is loaded when it is opened for the first time. */

import { packNames, type RulePack, readPack } from "assay/packs";
import { type CatalogPack, editorClient } from "../engine.ts";

export interface CatalogEntry extends CatalogPack {
  pack: RulePack;
}

let known: Promise<readonly CatalogEntry[]> | undefined;

/** Returns all packs. If they cannot be loaded, the next call tries again. */
export function loadCatalog(): Promise<readonly CatalogEntry[]> {
  known ??= load();
  known.catch(() => {
    known = undefined;
  });
  return known;
}

async function load(): Promise<readonly CatalogEntry[]> {
  const packs = await Promise.all(packNames().map(readPack));
  const library = Object.assign({}, ...packs.map((pack) => pack.library));
  const described = await editorClient.catalog({ rules: packs.flatMap(({ rules }) => rules), library });
  return described.flatMap((one) => {
    const pack = packs.find(({ name }) => name === one.name);
    return pack === undefined ? [] : [{ ...one, pack }];
  });
}
