// The sample projects: the folders in `examples/`. `assay check` can check each of them.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/**
 * A file of a sample project: a string, or bytes as hexadecimal digits.
 *
 * @typedef {string | { hex: string }} Content
 *
 * @typedef {object} Sample
 * @property {string} title The title in the menu.
 * @property {string} shows A short description of the subject.
 * @property {string} note A note in two sentences that explains what to look at.
 * @property {string} [open] The checked file to open; by default the first.
 * @property {string} [view] The view of the results to show; by default the findings.
 * @property {Record<string, Content>} rules Rule files and the files that they refer to, by path.
 * @property {Record<string, Content>} files The files to check, by path.
 */

/**
 * Returns all sample projects in a folder, in the order of its `order.json`.
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

/** Returns all files of a folder by path, sorted by path. */
function readFolder(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")).sort();
  return Object.fromEntries(paths.map((path) => [path, contentOf(readFileSync(join(folder, path)))]));
}

/** Returns a string if the bytes are text, so that the page can show and edit it. */
function contentOf(bytes) {
  const binary = { hex: bytes.toString("hex") };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? binary : text;
  } catch {
    return binary;
  }
}
