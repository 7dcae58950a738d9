/** A project: rule files with the files that they refer to, and the files under check. A change makes a new project. */

/** The two groups of files: those that check (`rules`), and those that are checked (`files`). */
export type Side = "rules" | "files";

/** The content of a file: a string that can be edited, or a blob for a binary file or a file on disk. */
export type Content = string | Blob;

/** Files by path, with `/` between parts. */
export type Folder = ReadonlyMap<string, Content>;

/** The files of both groups. */
export type Project = Readonly<Record<Side, Folder>>;

/** One file of a project. */
export interface Spot {
  side: Side;
  path: string;
}

export const SIDES = ["rules", "files"] as const satisfies readonly Side[];

export const EMPTY: Project = { rules: new Map(), files: new Map() };

/** The folders of a downloaded project. */
export const PROJECT = { rules: "rules/", files: "assets/" } as const;

/** Matches the names of rule files. Other files of their group are libraries and lists of names. */
const RULE_FILE = /\.(?:ya?ml|json)$/i;

/** Matches the names of binary files. */
export const BINARY =
  /\.(?:png|jpe?g|gif|webp|bmp|tga|dds|ktx2?|psd|exr|hdr|glb|bin|fbx|blend|wav|ogg|mp[34]|zip|ttf|otf)$/i;

/** Matches the names of pictures for which rules see the facts `{image.…}`. */
export const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|tga|dds|ktx2|psd|exr|hdr|tiff?|qoi|vtf|pvr|pkm|astc|p[bgpn]m)$/i;

/** The maximum length of a path, in characters. Longer ones are of no use to any file system. */
export const MAX_PATH = 1024;

/** Returns true if rules are read from a file of that name. */
export function isRuleFile(path: string): boolean {
  return RULE_FILE.test(path);
}

/** Returns true if the content is a string of empty lines and comments only. */
export function isBlank(text: Content): boolean {
  return typeof text === "string" && text.split("\n").every((line) => /^\ufeff?\s*(?:#|$)/.test(line));
}

/** Returns the project with that content at `path`, in place of the previous one. */
export function put(project: Project, { side, path }: Spot, content: Content): Project {
  return { ...project, [side]: new Map(project[side]).set(path, content) };
}

/** Returns the project without the file at `path`, or without all files in that folder. */
export function remove(project: Project, { side, path }: Spot): Project {
  return { ...project, [side]: new Map([...project[side]].filter(([file]) => !isAtOrIn(file, path))) };
}

/** Returns the project with the file or folder at `path` under another path. */
export function rename(project: Project, { side, path }: Spot, to: string): Project {
  const entries = [...project[side]].map(([file, content]) => [moved(file, path, to), content] as const);
  return { ...project, [side]: new Map(entries) };
}

/** Returns the files with `others` added. Files at the same paths, or in the way of their folders, are removed. */
export function withFiles(folder: Folder, others: Folder): Folder {
  const folders = new Set([...others.keys()].flatMap(foldersOf));
  const stays = (path: string) => {
    return !others.has(path) && !folders.has(path) && !foldersOf(path).some((above) => others.has(above));
  };
  return new Map([...[...folder].filter(([path]) => stays(path)), ...others]);
}

/** Returns the first path in a folder that is in the way of new files, at one of `paths` or on the way there. */
export function firstInWay(folder: Folder, paths: readonly string[]): string | undefined {
  const taken = new Set([...folder.keys()].flatMap((path) => [path, ...foldersOf(path)]));
  return paths.flatMap((path) =>
    [taken.has(path) ? path : [], ...foldersOf(path).filter((above) => folder.has(above))].flat(),
  )[0];
}

/** Returns the files with those that `before` has at `path` or in that folder, in the order of `before`. */
export function restored(folder: Folder, before: Folder, path: string): Folder {
  const all = withFiles(folder, new Map([...before].filter(([file]) => isAtOrIn(file, path))));
  const inOrder = [...before].filter(([file]) => all.has(file));
  // A key that is set again keeps its position.
  return new Map([...inOrder, ...all]);
}

/** Returns the folders on the way to `path`. */
export function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** Returns the path of `file` after everything at `from` has moved to `to`. */
export function moved(file: string, from: string, to: string): string {
  return isAtOrIn(file, from) ? to + file.slice(from.length) : file;
}

/** Compares names in natural order: `a2` comes before `a10`. */
export const BY_NAME = new Intl.Collator("en", { numeric: true });

/** Returns the first of these paths in the order of the file tree, folders before files. */
export function firstOf(paths: Iterable<string>): string | undefined {
  // Not sorted, because sorting a hundred thousand paths takes longer, and only the first is needed.
  const all = [...paths].map((path) => path.split("/"));
  return all.length === 0
    ? undefined
    : all.reduce((first, parts) => (isBefore(parts, first) ? parts : first)).join("/");
}

function isBefore(one: readonly string[], other: readonly string[]): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  const [inFolder, otherInFolder] = [at < one.length - 1, at < other.length - 1];
  return inFolder === otherInFolder ? BY_NAME.compare(one[at] ?? "", other[at] ?? "") < 0 : inFolder;
}

/** Returns true if `file` is at `path`, or in a folder or an archive there. */
export function isAtOrIn(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}/`) || (isArchive(path) && file.startsWith(path + INSIDE));
}

/** The separator between the path of an archive and the path of a file in it. */
export const INSIDE = "!/";

/** Returns true if rules look into a file of that name as into a folder. */
export function isArchive(path: string): boolean {
  // An archive in an archive is a file like any other.
  return /\.zip$/i.test(path) && !/\.zip!\//i.test(path);
}

/** Returns the path of the file that contains `path`, by its name: the archive that it leads into, or itself. */
export function fileOf(path: string): string {
  return path.replace(/(\.zip)!\/.*$/is, "$1");
}

/** Returns the path of the file in `folder` that contains `path`: itself, as in an unpacked package, or the archive. */
export function holderOf(folder: ReadonlyMap<string, unknown>, path: string): string {
  return folder.has(path) ? path : fileOf(path);
}

/** A file in an archive. */
export interface Member {
  archive: string;
  file: Blob;
  member: string;
}

/** Returns the archive that `path` leads into, whether or not the file exists in it; undefined if none. */
export function memberAt(folder: Folder, path: string): Member | undefined {
  // The name of a folder may end with `!`, too.
  for (const { index } of path.matchAll(/!\//g)) {
    const archive = path.slice(0, index);
    const file = isArchive(archive) ? folder.get(archive) : undefined;
    if (file instanceof Blob) {
      return { archive, file, member: path.slice(index + INSIDE.length) };
    }
  }
  return undefined;
}

/** Returns the content of the file from which `path` is read: the file itself, or the archive. */
export function originOf(folder: Folder, path: string): Content | undefined {
  return folder.get(path) ?? memberAt(folder, path)?.file;
}

/** Returns a typed path without surrounding spaces and slashes, and with a single `/` between parts. */
export function tidy(typed: string): string {
  return typed
    .trim()
    .replaceAll("\\", "/")
    .replace(/\/+/g, "/")
    .replace(/^\/|\/$/g, "");
}

/** Returns the name of the file at `path`, without its folders. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns a path with the extension of `like`, if its own name has none. */
export function withEnding(path: string, like: string): string {
  const name = nameOf(path);
  return name === "" || name.includes(".") ? path : path + like.slice(like.lastIndexOf("."));
}

/** Returns the reason why no file can be at `path`. `but` is the file that is to go there. */
export function faultOf(folder: Folder, path: string, but?: string): string | undefined {
  if (path === "") {
    return "a file needs a name";
  }
  if (path.length > MAX_PATH) {
    return `the path is longer than ${MAX_PATH} characters`;
  }
  if (path.split("/").some((part) => part === "." || part === "..")) {
    return "`.` and `..` cannot be parts of a path";
  }
  const others = [...folder.keys()].filter((file) => but === undefined || !isAtOrIn(file, but));
  if (others.some((file) => file === path)) {
    return `the file \`${path}\` exists already`;
  }
  const clash = others.find((file) => file.startsWith(`${path}/`) || path.startsWith(`${file}/`));
  return clash === undefined
    ? undefined
    : `the file \`${clash}\` exists already: a path cannot be both a file and a folder`;
}

/** Returns `requested`, or the first unused path that is like it: `rules-2.yaml`. */
export function freePath(folder: Folder, requested: string): string {
  const dot = requested.lastIndexOf(".");
  // The dot of a hidden file begins no extension.
  const cut = dot > requested.lastIndexOf("/") + 1 ? dot : requested.length;
  let path = requested;
  for (let count = 2; faultOf(folder, path) !== undefined; count += 1) {
    path = `${requested.slice(0, cut)}-${count}${requested.slice(cut)}`;
  }
  return path;
}

/** Returns the files of a folder that are strings. */
export function textsIn(folder: Folder): [path: string, text: string][] {
  return [...folder].filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/** Returns the first `most` bytes of a file as text; an empty string if the file cannot be read. */
export function beginningOf(content: Content, most: number): Promise<string> {
  const beginning = new Blob([content]).slice(0, most);
  return beginning.text().catch(() => "");
}

/** Returns the size of a file in bytes; for a string, the number of characters, which is close enough to show. */
export function sizeOf(content: Content): number {
  return typeof content === "string" ? content.length : content.size;
}

/** Returns true if two projects have files at a common path. */
export function sharesPaths(one: Project, other: Project): boolean {
  return SIDES.some((side) => [...one[side].keys()].some((path) => other[side].has(path)));
}

/** Returns true if two projects have the same paths with the same contents. Of blobs, only the sizes are compared. */
export function holdSame(one: Project, other: Project): boolean {
  return SIDES.every((side) => {
    const [files, others] = [one[side], other[side]];
    return files.size === others.size && [...files].every(([path, content]) => isSame(content, others.get(path)));
  });
}

function isSame(one: Content, other: Content | undefined): boolean {
  // The bytes of a blob can only be read asynchronously.
  return one === other || (one instanceof Blob && other instanceof Blob && one.size === other.size);
}
