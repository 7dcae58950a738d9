// Modules that hold what lies in folders, so that the page asks for none of it: `virtual:samples`, `virtual:reference`.

import { fileURLToPath } from "node:url";
import { readReference } from "./reference.mjs";
import { readSamples } from "./samples.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What each module holds: lists of lists, and texts in them. `src/examples/packed.ts` reads them. */
const MODULES = {
  "virtual:samples": () =>
    readSamples(at("../examples")).map(({ title, shows, note, open = "", view = "", rules, files }) => {
      return [title, shows, note, open, view, folder(rules), folder(files)];
    }),
  "virtual:reference": () =>
    readReference(at("../../docs"), at("../reference")).map(({ title, note, entries }) => [
      title,
      note,
      entries.map(({ names, doc, more, example }) => {
        const { rules = {}, files = {}, open = "" } = example ?? {};
        return [names, doc, more, folder(rules), folder(files), open];
      }),
    ]),
};

/** What says that a content is bytes. */
const BYTES = "\x1f";

/** The files of a folder, each with its path and its content; bytes with the letter of its number for each. */
function folder(files) {
  return Object.entries(files).map(([path, content]) => {
    if (typeof content === "string") {
      return [path, content];
    }
    const letters = content.bytes ?? Buffer.from(content.hex.replaceAll(/\s/g, ""), "hex").toString("latin1");
    // Those that might stand between texts are letters with the same last byte.
    const packed = Array.from(letters, (letter) => {
      return letter < " " ? String.fromCharCode(0x100 + letter.charCodeAt(0)) : letter;
    });
    return [path, BYTES + packed.join("")];
  });
}

/**
 * Lists of lists as one text: between the items stands a letter that says how deep the list is, and that is in no text. What
 * is quoted and escaped, as in JSON, is not packed as well.
 */
function packed(value, depth) {
  if (typeof value !== "string") {
    return value.map((item) => packed(item, depth + 1)).join(String.fromCharCode(depth));
  }
  if ([...value].some((letter) => letter < "\t")) {
    throw new Error(`a text that is put into the page has a letter that stands between texts there: ${value}`);
  }
  return value;
}

/** A text as a script has it, with as little in it as need be that stands for something else. */
function quoted(text) {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, "\\$&").replaceAll("\r", "\\r")}\``;
}

/** The plugin that puts them in. */
export const inline = {
  name: "assay-inline",
  resolveId: (id) => (Object.hasOwn(MODULES, id) ? `\0${id}` : undefined),
  load: (id) => {
    const make = MODULES[id.slice(1)];
    return id.startsWith("\0virtual:") && make ? `export default ${quoted(packed(make(), 1))};` : undefined;
  },
};
