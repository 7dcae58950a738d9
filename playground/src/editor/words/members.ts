/** What a script may ask of the value before a dot. */

import type { Kind } from "./vocabulary.ts";
import type { Where } from "./where.ts";

/** What there is to ask of any value. */
const ALL: readonly Kind[] = ["of-text", "of-list", "of-number", "of-map"];

/** What may be asked behind the dot at the end of a line of a script, up to `position`; `xpath` is that of its rule. */
export function askedOf(line: string, position: number, xpath: () => string | undefined): Where | undefined {
  const [, before = "", of = "", typed = ""] = /^(.*?)([\w"`\])]*)\.(\w*)$/.exec(line) ?? [];
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

/** The fields of the records that an `xpath` takes, `*\/Item,Name,Price?`; none where it takes single values. */
export function fieldsIn(xpath: string): string[] {
  const [, taken = ""] = /[,:]([^\][`:]*)$/.exec(xpath) ?? [];
  const names = taken.split(",").map((name) => name.trim().replace(/\?$/, ""));
  return names.length > 1 ? names.filter((name) => /^\w+$/.test(name)) : [];
}
