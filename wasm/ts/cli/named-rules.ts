/** Rules that are named, not given by a path: `assay:NAME` ships with Assay, `npm:NAME` is a package of npm. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { attempt } from "../attempt.js";
import { readRegular } from "../node/regular.js";
import { Boundary } from "./boundary.js";
import { isFolder } from "./inputs.js";
import { Refusal } from "./refusal.js";
import { RULE_FILE, RuleFolder } from "./rule-folder.js";

/** The folder of the packs, relative to the program. */
const PACKS = new URL("../packs/", import.meta.url);

/** Matches a name, and captures its kind, and the pack or package with the path in it. */
const NAME = /^(assay|npm):(.*)$/s;

/** The files of a pack: the content of each file by its path. */
type PackFiles = Readonly<Record<string, string>>;

const read = new Map<string, PackFiles | undefined>();

/** Returns true if rules are named, and not given by a path. */
export function areNamed(rules: string): boolean {
  return NAME.test(rules);
}

/** Returns the names of the packs that ship with Assay. */
export function packNames(): string[] {
  return JSON.parse(readFileSync(new URL("index.json", PACKS), "utf8")) as string[];
}

/** Returns the rule files that `rules` names in a pack or package, or throws a {@link Refusal}. */
export function namedFiles(rules: string): string[] {
  const [, kind, path = ""] = NAME.exec(rules) ?? [];
  return kind === "npm" ? filesOfPackage(rules, path) : filesOfPack(path);
}

/** Returns the text of a file, or null. A pack or a folder is a rule file that extends all its rule files. */
export function readNamed(name: string): string | null {
  const [, kind, path = ""] = NAME.exec(name) ?? [];
  const text = kind === "npm" ? fileOfPackage(path) : packOf(path)?.[inPack(path)];
  if (text !== undefined) {
    return text;
  }
  if (/\.\w+$/.test(path)) {
    return null;
  }
  return attempt(() => JSON.stringify({ extends: namedFiles(name) })) ?? null;
}

function filesOfPack(path: string): string[] {
  const files = packOf(path);
  const [name = ""] = path.split("/");
  if (files === undefined || name === "lib") {
    throw new Refusal(`there is no rule pack \`${name}\``, `the packs are \`${packNames().join("`, `")}\``);
  }
  const rest = inPack(path);
  const isMatch = (file: string) => rest === "" || file === rest || file === `${rest}.yaml`;
  const found = Object.keys(files).filter((file) => RULE_FILE.test(file) && isMatch(file));
  if (found.length === 0) {
    throw new Refusal(`the rule pack \`${name}\` has no rule \`${rest}\``, `\`assay rules ${name}\` lists its rules`);
  }
  return found.map((file) => `assay:${name}/${file}`);
}

/** Returns the files of the pack that a path in packs begins with, or undefined if there is no such pack. */
function packOf(path: string): PackFiles | undefined {
  const [name = ""] = path.split("/");
  if (!read.has(name)) {
    const file = new URL(`${name}.json`, PACKS);
    // A rule file may name a pack, and must not reach other files through its name.
    const isKnown = /^[a-z][a-z-]*$/.test(name) && name !== "index" && existsSync(file);
    read.set(name, isKnown ? (JSON.parse(readFileSync(file, "utf8")) as PackFiles) : undefined);
  }
  return read.get(name);
}

function inPack(path: string): string {
  return path.split("/").slice(1).join("/");
}

function filesOfPackage(rules: string, path: string): string[] {
  const { name, folder, rest } = packageOf(path);
  if (folder === undefined) {
    throw new Refusal(
      `there is no package \`${name}\` in \`node_modules\``,
      `install it: npm install --save-dev ${name}`,
    );
  }
  const target = join(folder, rest);
  if (!existsSync(target)) {
    throw new Refusal(`the package \`${name}\` has no \`${rest}\``, "name a rule file or a folder of the package");
  }
  if (!isFolder(target)) {
    return [rules];
  }
  const found = new RuleFolder(target, new Boundary([folder]), []).files();
  const inside = found
    .map((file) => file.slice(target.length + 1))
    // Every package of npm has these files, and they have the extension of rule files.
    .filter((file) => !/^package(?:-lock)?\.json$/.test(file));
  if (inside.length === 0) {
    throw new Refusal(`there is no rule file in \`${rules}\``, "rule files end in .yaml, .yml or .json");
  }
  return inside.map((file) => `${rules.replace(/\/$/, "")}/${file}`);
}

/** Returns the text of a file of a package; links that lead out of the package are not followed. */
function fileOfPackage(path: string): string | undefined {
  const { folder, rest } = packageOf(path);
  const file = join(folder ?? "", rest);
  if (folder === undefined || rest === "" || !existsSync(file) || isFolder(file)) {
    return undefined;
  }
  return readRegular(new Boundary([folder]).enter(file)).toString("utf8");
}

/** Returns the package that a path begins with, its folder if it is installed, and the path in the package. */
function packageOf(path: string): { name: string; folder: string | undefined; rest: string } {
  const parts = path.split("/");
  const length = path.startsWith("@") ? 2 : 1;
  const name = parts.slice(0, length).join("/");
  // A path in a package does not lead out of it.
  const isInside = !parts.includes("..");
  const isName = isInside && /^(?:@[\w.-]+\/)?[\w-][\w.-]*$/.test(name);
  for (let folder = resolve("."); isName; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (isFolder(found)) {
      return { name, folder: realpathSync.native(found), rest: parts.slice(length).join("/") };
    }
    if (folder === dirname(folder)) {
      break;
    }
  }
  return { name, folder: undefined, rest: parts.slice(length).join("/") };
}
