// The sample projects: folders of `examples/`, each of which `assay check` runs as it is.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/**
 * A file of a sample project: a string, or bytes as hexadecimal digits.
 *
 * @typedef {string | { hex: string }} Content
 *
 * @typedef {object} Sample
 * @property {string} title What the menu calls it.
 * @property {string} shows What it is an example of, in a few words.
 * @property {string} note What to look at, in two sentences.
 * @property {string} [open] The file under check to see, when it is not the first.
 * @property {string} [view] The view of the results to see, when it is not that of the findings.
 * @property {Record<string, Content>} rules Rule files and what they name, by path.
 * @property {Record<string, Content>} files The files under check, by path.
 */

/**
 * All sample projects in a folder, in the order of its `order.json`.
 *
 * @param {string} folder
 * @returns {Sample[]}
 */
export function readSamples(folder) {
  const order = JSON.parse(readFileSync(join(folder, "order.json"), "utf8"));
  return order.map((name) => readSample(join(folder, name)));
}

function readSample(folder) {
  const about = JSON.parse(readFileSync(join(folder, "about.json"), "utf8"));
  return { ...about, rules: readFolder(join(folder, "rules")), files: readFolder(join(folder, "files")) };
}

/** All files of a folder by their paths, in the order of these. */
function readFolder(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")).sort();
  return Object.fromEntries(paths.map((path) => [path, contentOf(readFileSync(join(folder, path)))]));
}

/** A text, if it is one: the page can show and change it. */
function contentOf(bytes) {
  const held = { hex: bytes.toString("hex") };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? held : text;
  } catch {
    return held;
  }
}
