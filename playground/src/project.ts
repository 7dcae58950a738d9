/** What a project is: rule files with what they name, and the files under check. A change makes another project. */

/** The two groups of files: what checks, and what is checked. */
export type Side = "rules" | "files";

/** What is in a file: a text that can be edited, or what lies on the disk or is no text. */
export type Content = string | Blob;

/** Files by path, with `/` between parts. */
export type Folder = ReadonlyMap<string, Content>;

/** All files, by their groups. */
export type Project = Readonly<Record<Side, Folder>>;

/** One file of a project. */
export interface Spot {
  /** Its group. */
  side: Side;
  /** Its path in the group. */
  path: string;
}

/** Both groups. */
export const SIDES = ["rules", "files"] as const satisfies readonly Side[];

/** A project without files. */
export const EMPTY: Project = { rules: new Map(), files: new Map() };

/** The folders of a project as it is taken away. */
export const PROJECT = { rules: "rules/", files: "assets/" } as const;

/** What rule files are called; the rest of their group is what they name: libraries, lists of names. */
const RULE_FILE = /\.(?:ya?ml|json)$/i;

/** What is no text, as its name says. */
export const BINARY =
  /\.(?:png|jpe?g|gif|webp|bmp|tga|dds|ktx2?|psd|exr|hdr|glb|bin|fbx|blend|wav|ogg|mp[34]|zip|ttf|otf)$/i;

/** The pictures of which rules see the facts `{image.width}`, `{image.height}` and `{image.format}`, by the ends of their names. */
export const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|tga|dds|ktx2|psd|exr|hdr|tiff?|qoi|vtf|pvr|pkm|astc|p[bgpn]m)$/i;

/** Longer paths are of no use to any file system. */
export const MAX_PATH = 1024;

/** Whether rules are read from a file of that name. */
export function isRuleFile(path: string): boolean {
  return RULE_FILE.test(path);
}

/** Whether nothing is written in a text yet but remarks for people. */
export function isBlank(text: Content): boolean {
  return typeof text === "string" && text.split("\n").every((line) => /^\ufeff?\s*(?:#|$)/.test(line));
}

/** The project with that content at `path`, in place of what was there. */
export function put(project: Project, { side, path }: Spot, content: Content): Project {
  return { ...project, [side]: new Map(project[side]).set(path, content) };
}

/** The project without the file at `path`, or without all that is in that folder. */
export function remove(project: Project, { side, path }: Spot): Project {
  return { ...project, [side]: new Map([...project[side]].filter(([file]) => !isAtOrIn(file, path))) };
}

/** The project with the file at `path`, or the folder, under another path. */
export function rename(project: Project, { side, path }: Spot, to: string): Project {
  const entries = [...project[side]].map(([file, content]) => [moved(file, path, to), content] as const);
  return { ...project, [side]: new Map(entries) };
}

/** The files with `others` among them, which push aside what is at their paths or on the way there. */
export function withFiles(folder: Folder, others: Folder): Folder {
  const folders = new Set([...others.keys()].flatMap(foldersOf));
  const stays = (path: string) => {
    return !others.has(path) && !folders.has(path) && !foldersOf(path).some((above) => others.has(above));
  };
  return new Map([...[...folder].filter(([path]) => stays(path)), ...others]);
}

/** What stands in a folder where files are to come, at their paths or on the way there; nothing where nothing does. */
export function firstInWay(folder: Folder, paths: readonly string[]): string | undefined {
  const taken = new Set([...folder.keys()].flatMap((path) => [path, ...foldersOf(path)]));
  return paths.flatMap((path) =>
    [taken.has(path) ? path : [], ...foldersOf(path).filter((above) => folder.has(above))].flat(),
  )[0];
}

/** The files with those that `before` has at `path` or in that folder, in the order that they had there. */
export function restored(folder: Folder, before: Folder, path: string): Folder {
  const all = withFiles(folder, new Map([...before].filter(([file]) => isAtOrIn(file, path))));
  const inOrder = [...before].filter(([file]) => all.has(file));
  // A key that comes again keeps its place.
  return new Map([...inOrder, ...all]);
}

/** The folders on the way to `path`. */
export function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** Where `file` is when what is at `from` goes to `to`. */
export function moved(file: string, from: string, to: string): string {
  return isAtOrIn(file, from) ? to + file.slice(from.length) : file;
}

/** Names as people sort them: `a2` before `a10`. */
export const BY_NAME = new Intl.Collator("en", { numeric: true });

/** The first of these paths as a tree of files lists them, folders before files; nothing when there are none. */
export function firstOf(paths: Iterable<string>): string | undefined {
  let first: string | undefined;
  let parts: string[] = [];
  for (const path of paths) {
    const others = path.split("/");
    if (first === undefined || isBefore(others, parts)) {
      [first, parts] = [path, others];
    }
  }
  return first;
}

function isBefore(one: readonly string[], other: readonly string[]): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  const [inFolder, otherInFolder] = [at < one.length - 1, at < other.length - 1];
  return inFolder === otherInFolder ? BY_NAME.compare(one[at] ?? "", other[at] ?? "") < 0 : inFolder;
}

/** Whether `file` is at `path`, or in a folder or an archive there. */
export function isAtOrIn(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}/`) || (isArchive(path) && file.startsWith(path + INSIDE));
}

/** Between the path of an archive and the path of a file in it. */
export const INSIDE = "!/";

/** Whether rules look into a file of that name as into a folder. */
export function isArchive(path: string): boolean {
  return /\.zip$/i.test(path) && !/\.zip!\//i.test(path);
}

/** The file that holds what is at `path`, as far as its name tells: the archive that it leads into, or itself. */
export function fileOf(path: string): string {
  return path.replace(/(\.zip)!\/.*$/is, "$1");
}

/** The one of these files that holds what is at `path`: the file there, as where a package was unpacked, or the archive. */
export function holderOf(folder: ReadonlyMap<string, unknown>, path: string): string {
  return folder.has(path) ? path : fileOf(path);
}

/** A file in an archive. */
export interface Member {
  /** The path of the archive. */
  archive: string;
  /** The archive. */
  file: Blob;
  /** The path in it. */
  member: string;
}

/** What lies at `path` in an archive, as far as its name tells; nothing when that leads into none of the archives here. */
export function memberAt(folder: Folder, path: string): Member | undefined {
  for (const { index } of path.matchAll(/!\//g)) {
    const archive = path.slice(0, index);
    const file = isArchive(archive) ? folder.get(archive) : undefined;
    if (file instanceof Blob) {
      return { archive, file, member: path.slice(index + INSIDE.length) };
    }
  }
  return undefined;
}

/** What the bytes of a path come from: its file, or the archive that it leads into; nothing when there is neither. */
export function originOf(folder: Folder, path: string): Content | undefined {
  return folder.get(path) ?? memberAt(folder, path)?.file;
}

/** A path as it is kept, of what was typed: without blanks around it, with `/` between parts. */
export function tidy(typed: string): string {
  return typed
    .trim()
    .replaceAll("\\", "/")
    .replace(/\/+/g, "/")
    .replace(/^\/|\/$/g, "");
}

/** The name of the file at `path`, without its folders. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A path with the ending of `like`, if its own name has none. */
export function withEnding(path: string, like: string): string {
  const name = nameOf(path);
  return name === "" || name.includes(".") ? path : path + like.slice(like.lastIndexOf("."));
}

/** Why no file can be at `path` in this folder, or nothing when one can. `but` is the file that is to go there. */
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
    return `there is a file \`${path}\` already`;
  }
  const clash = others.find((file) => file.startsWith(`${path}/`) || path.startsWith(`${file}/`));
  return clash === undefined ? undefined : `\`${clash}\` is in the way`;
}

/** `wanted`, or the first path like it that is free: `rules-2.yaml`. */
export function freePath(folder: Folder, wanted: string): string {
  const dot = wanted.lastIndexOf(".");
  const cut = dot > wanted.lastIndexOf("/") + 1 ? dot : wanted.length;
  let path = wanted;
  for (let count = 2; faultOf(folder, path) !== undefined; count += 1) {
    path = `${wanted.slice(0, cut)}-${count}${wanted.slice(cut)}`;
  }
  return path;
}

/** How long a file is, in bytes; of a text in characters, which is near enough to show. */
export function sizeOf(content: Content): number {
  return typeof content === "string" ? content.length : content.size;
}

/** The longest file of a folder, with its size in bytes; nothing when there are no files. */
export function longest(folder: Folder): { path: string; size: number } | undefined {
  let found: { path: string; size: number } | undefined;
  for (const [path, content] of folder) {
    const size = sizeOf(content);
    if (found === undefined || size > found.size) {
      found = { path, size };
    }
  }
  return found;
}

/** Whether two projects have files at one path. */
export function sharesPaths(one: Project, other: Project): boolean {
  return SIDES.some((side) => [...one[side].keys()].some((path) => other[side].has(path)));
}

/** Whether two projects have the same files with the same texts in them. Of what is no text only the length is compared. */
export function holdSame(one: Project, other: Project): boolean {
  return SIDES.every((side) => {
    const [files, others] = [one[side], other[side]];
    return files.size === others.size && [...files].every(([path, content]) => isSame(content, others.get(path)));
  });
}

function isSame(one: Content, other: Content | undefined): boolean {
  return one === other || (one instanceof Blob && other instanceof Blob && one.size === other.size);
}
