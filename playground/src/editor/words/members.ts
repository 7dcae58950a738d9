/** The members that a script can use after the dot that follows a value. */

import type { Kind } from "./vocabulary.ts";
import type { WordPlace } from "./word-place.ts";

/** The kinds of members for a value of unknown type. */
const ALL: readonly Kind[] = ["of-text", "of-list", "of-number", "of-map"];

/**
 * Returns the members that may follow the dot at the end of `line`, the line of a script up to `position`. `xpath`
 * returns the `xpath` of its rule. Returns undefined if the line does not end with a value, a dot and part of a name.
 */
export function membersAt(line: string, position: number, xpath: () => string | undefined): WordPlace | undefined {
  const [, before = "", of = "", typed = ""] = /^(.*?)([\w"`\])]*)\.(\w*)$/.exec(line) ?? [];
  // A number has a decimal point, and the name after `res_…` is that of a collection.
  if (of === "" || /^(?:\d+$|res_)/.test(of) || before.includes("//")) {
    return undefined;
  }
  const place = { from: position - typed.length, rest: /^\w*/ };
  if (/^(?:data|condition)$/.test(of)) {
    return { ...place, kinds: ["of-list"], fields: [] };
  }
  if (of === "filepath" || /["`]$/.test(of)) {
    return { ...place, kinds: ["of-text"], fields: [] };
  }
  const path = xpath() ?? "";
  const fields = fieldsIn(path);
  if (fields.includes(of)) {
    return { ...place, kinds: ["of-list"], fields: [] };
  }
  const isOwn = /^\w+$/.test(of) && fields.length > 0;
  return {
    ...place,
    kinds: path.includes("{dom}") ? ["of-element", ...ALL] : isOwn ? ["of-map"] : ALL,
    fields: isOwn ? fields : [],
  };
}

/**
 * Returns the fields of the records that an `xpath` extracts, such as `*\/Item,Name,Price?`. Returns an empty list if
 * it extracts single values.
 */
export function fieldsIn(xpath: string): string[] {
  const [, taken = ""] = /[,:]([^\][`:]*)$/.exec(xpath) ?? [];
  const names = taken.split(",").map((name) => name.trim().replace(/\?$/, ""));
  return names.length > 1 ? names.filter((name) => /^\w+$/.test(name)) : [];
}
