/** Decides the paths of dropped files, which zips are opened, and which folders are projects. */

import type { Skipped } from "../archive/path.ts";
import type { Unpacked } from "../archive/unpack.ts";
import { counted, messageOf } from "../format.ts";
import { beginningOf, type Content, foldersOf, isArchive, isRuleFile, nameOf, PROJECT, type Side } from "../project.ts";
import { ineffectiveIn } from "./ineffective.ts";
import type { Found, Listing } from "./listing.ts";
import { nextTask } from "./next-task.ts";

/** The result of a drop: the imported files, and notes about them. */
export interface Arranged {
  /** The files by group. A drop on one group leaves the other group as it is. */
  files: Partial<Record<Side, Map<string, Content>>>;
  /** Dropped files that were skipped, and imported files with a note. */
  skipped: Skipped[];
  /** A short description of the drop: the name of its first file or folder and the number of others. */
  label: string;
  /** True if a folder or a zip was dropped. Its files then replace all files of their groups. */
  whole: boolean;
  /** The paths of the asset packages among the files. They stay archives. */
  packages: string[];
  /** The paths of files that were dropped on the rules but are no rules. They are checked instead. */
  elsewhere: string[];
  /** The names of dropped files that the command line applies and the page does not, such as `.gitignore`. */
  ineffective: string[];
  /**
   * The folder that was removed from the beginning of all paths: a single dropped folder, or the only folder at the top
   * of a zip. Undefined if none exists, or if the drop is an exported project.
   */
  inside: string | undefined;
}

/** Opens a zip; undefined for an asset package, which stays an archive. Rejects if the zip cannot be opened. */
export type Open = (file: File) => Promise<Unpacked | undefined>;

/** The number of files after which the page may draw. Larger drops are not searched for files that are no rules. */
const AT_ONCE = 1_000;

export async function arrange({ found, skipped, folders }: Listing, side: Side, open: Open): Promise<Arranged> {
  const gathered = new DroppedFiles(skipped);
  // In a single folder, paths begin inside the folder, as on the command line.
  const alone = folders.length === 1 && found.every(({ path }) => path.startsWith(`${folders[0]}/`));
  const top = alone ? `${folders[0]}/`.length : 0;
  for (const [at, one] of found.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) {
      await nextTask();
    }
    // A zip that was dropped itself, and not in a folder, is opened.
    if (isArchive(one.path) && !one.path.includes("/")) {
      await gathered.open(one, found.length > 1, open);
    } else {
      gathered.add(one.path.slice(top), one.file);
    }
  }
  const { files, packages } = gathered;
  const whole = folders.length > 0 || gathered.opened;
  const label = calledOf([...folders, ...found.map(({ path }) => path.split("/", 1)[0] ?? "")]);
  const project = projectIn(files);
  // The paths of an exported project are complete, whatever folder it was unpacked to.
  const inside = project === undefined ? (alone ? folders[0] : gathered.inside) : undefined;
  // A folder of rules may contain any files that its rules refer to.
  const elsewhere = side === "rules" && !whole && files.size <= AT_ONCE ? await assetsIn(files, packages) : [];
  const ineffective =
    project === undefined && side === "rules" ? [] : await ineffectiveIn(files, project !== undefined);
  return {
    files: project ?? (elsewhere.length === 0 ? { [side]: files } : parted(files, elsewhere)),
    skipped: [...gathered.skipped, ...ineffective],
    label,
    whole,
    packages,
    elsewhere,
    ineffective: [...new Set(ineffective.map(({ path }) => nameOf(path)))],
    inside,
  };
}

/** Returns the paths of files that cannot be rules or lists for rules: XML, binary files, and glTF files. */
async function assetsIn(files: ReadonlyMap<string, Content>, packages: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [path, content] of files) {
    if (/\.gltf$/i.test(path) || packages.includes(path) || /^\s*<|\0/.test(await beginningOf(content, 256))) {
      found.push(path);
    }
  }
  return found;
}

function parted(files: ReadonlyMap<string, Content>, assets: readonly string[]): Record<Side, Map<string, Content>> {
  const those = (areAssets: boolean) => new Map([...files].filter(([path]) => assets.includes(path) === areAssets));
  return { rules: those(false), files: those(true) };
}

/** Returns the first name in backticks with the number of other names, or `what was dropped` if there are no names. */
export function calledOf(all: Iterable<string>): string {
  const names = new Set(all);
  const [first] = names;
  if (first === undefined) {
    return "what was dropped";
  }
  return `\`${first}\`${names.size > 1 ? ` and ${counted(names.size - 1, "other")}` : ""}`;
}

/** Files by path. No path is equal to another or to a folder of another. */
class DroppedFiles {
  readonly files = new Map<string, Content>();
  readonly skipped: Skipped[];
  readonly packages: string[] = [];
  opened = false;
  /** The folder that contained all files of a zip. */
  inside: string | undefined;
  /** All folders that contain these files. */
  readonly #folders = new Set<string>();
  /** The paths in lower case, each with its spelling. */
  readonly #small = new Map<string, string>();

  constructor(skipped: readonly Skipped[]) {
    this.skipped = [...skipped];
  }

  add(path: string, content: Content): void {
    const above = foldersOf(path);
    const inTheWay = this.files.has(path) || this.#folders.has(path) || above.some((folder) => this.files.has(folder));
    if (inTheWay) {
      this.skipped.push({ path, reason: "another imported file has the same path, or the path of one of its folders" });
      return;
    }
    this.#compare(path);
    this.files.set(path, content);
    for (const folder of above) {
      this.#folders.add(folder);
    }
  }

  async open({ path: name, file }: Found, amongOthers: boolean, open: Open): Promise<void> {
    try {
      const unpacked = await open(file);
      if (unpacked === undefined) {
        this.packages.push(name);
        this.add(name, file);
        return;
      }
      this.opened = true;
      const { files, skipped } = unpacked;
      // The files of a single zip keep their paths; those of several zips get the name of the zip in front. If the zip
      // contains a single folder, paths begin inside it.
      const prefix = amongOthers ? `${name.replace(/\.zip$/i, "")}/` : "";
      this.inside = amongOthers ? undefined : onlyFolder(files);
      const top = this.inside === undefined ? 0 : this.inside.length + 1;
      this.skipped.push(...skipped.map((one) => ({ ...one, path: prefix + one.path })));
      for (const [path, content] of files) {
        this.add(prefix + path.slice(top), content);
      }
    } catch (error) {
      // The user has cancelled the whole import, not only this zip.
      if (error instanceof DOMException && error.name === "AbortError") {
        throw error;
      }
      this.skipped.push({ path: name, reason: messageOf(error) });
    }
  }

  /** Adds a note if two paths are equal on systems that ignore letter case. */
  #compare(path: string): void {
    const small = path.toLowerCase();
    const twin = this.#small.get(small);
    this.#small.set(small, path);
    if (twin !== undefined) {
      const reason = `its name differs from \`${twin}\` only in letter case: on Windows and macOS they are the same file`;
      this.skipped.push({ path, reason, imported: true });
    }
  }
}

/** Returns the top folder that contains all of these files. */
function onlyFolder(files: readonly (readonly [path: string, content: Content])[]): string | undefined {
  const [folder = "", ...deeper] = files[0]?.[0].split("/") ?? [];
  return deeper.length > 0 && files.every(([path]) => path.startsWith(`${folder}/`)) ? folder : undefined;
}

/**
 * Returns the two groups of files if these are a project that was exported from the page, and undefined otherwise.
 * Other files at the top of an exported project are ignored: they are documentation for people.
 */
function projectIn(files: ReadonlyMap<string, Content>): Record<Side, Map<string, Content>> | undefined {
  const within = (folder: string) => {
    const inside = [...files].filter(([path]) => path.startsWith(folder));
    return new Map(inside.map(([path, content]) => [path.slice(folder.length), content]));
  };
  const project = { rules: within(PROJECT.rules), files: within(PROJECT.files) };
  const loose = [...files.keys()].filter((path) => !path.includes("/")).length;
  const complete = project.rules.size + project.files.size + loose === files.size;
  // Other projects have folders of these names, too, but no rule files in them.
  const hasBoth = project.files.size > 0 && [...project.rules.keys()].some(isRuleFile);
  return complete && hasBoth ? project : undefined;
}
