/** Rule packs: their files by path, and the files that rule files name in them (`extends: assay:gltf`). */

import type { RuleFile } from "./api.js";
import { AssayError, messageOf } from "./errors.js";

/** The files of a rule pack, in the form that `checker`, `catalog` and the tasks of a client take rules. */
export interface RulePack {
  /** Its name. */
  name: string;
  /** Its rule files, and its description `pack.yaml`. Their paths begin with `assay:NAME/`. */
  rules: RuleFile[];
  /** The libraries of scripts that its rules name, by path. */
  library: Record<string, string>;
}

/** The rule packs that ship with the package. */
export interface RulePacks {
  /** Returns the names of all packs. */
  packNames(): string[];
  /**
   * Reads a pack.
   *
   * @throws {AssayError} `unknown-pack`; `pack-unreadable` if its file cannot be read.
   */
  readPack(name: string): Promise<RulePack>;
  /**
   * Returns the files of all packs that rule files name, by path. Pass them as `library` to a client, or look them up
   * in `read` of a checker. A name without a pack is left to the engine, which reports it with its place.
   *
   * @throws {AssayError} `pack-unreadable` if the file of a pack cannot be read.
   */
  readNamedPacks(rules: readonly Pick<RuleFile, "text">[]): Promise<Record<string, string>>;
}

/** The libraries that all packs share. */
const SHARED = "lib";

/** Returns the packs with these names. `read` returns the text of a file that the build has made of a pack. */
export function rulePacks(names: readonly string[], read: (name: string) => Promise<string>): RulePacks {
  const known = new Map<string, Promise<[path: string, text: string][]>>();
  const filesOf = (name: string) => {
    const files = known.get(name) ?? readFiles(name, read);
    known.set(name, files);
    // The next call tries again.
    files.catch(() => known.delete(name));
    return files;
  };
  const readPack = async (name: string): Promise<RulePack> => {
    if (!names.includes(name)) {
      const help = `the packs are ${names.map((known) => `\`${known}\``).join(", ")}`;
      throw new AssayError("unknown-pack", `there is no rule pack \`${name}\`; ${help}`);
    }
    const [files, shared] = await Promise.all([filesOf(name), filesOf(SHARED)]);
    return {
      name,
      rules: files.filter(([path]) => !isLibrary(path)).map(([path, text]) => ({ path, text })),
      library: Object.fromEntries([...files.filter(([path]) => isLibrary(path)), ...shared]),
    };
  };
  return {
    packNames: () => [...names],
    readPack,
    readNamedPacks: async (rules) => {
      const named = names.filter((name) => rules.some(({ text }) => text.includes(`assay:${name}`)));
      const packs = await Promise.all(named.map(readPack));
      return Object.assign({}, ...packs.map(asLibrary));
    },
  };
}

async function readFiles(name: string, read: (name: string) => Promise<string>): Promise<[string, string][]> {
  try {
    const files = JSON.parse(await read(name)) as Record<string, string>;
    return Object.entries(files).map(([path, text]) => [`assay:${name}/${path}`, text]);
  } catch (error) {
    throw new AssayError("pack-unreadable", `the rule pack \`${name}\` cannot be read: ${messageOf(error)}`);
  }
}

function isLibrary(path: string): boolean {
  return path.endsWith(".rhai");
}

/** Returns all files of a pack. The pack, and each rule file without its extension, extends the files it names. */
function asLibrary({ name, rules, library }: RulePack): Record<string, string> {
  const extending = (paths: string[]) => JSON.stringify({ extends: paths });
  return {
    [`assay:${name}`]: extending(rules.map(({ path }) => path)),
    ...Object.fromEntries(rules.map(({ path }) => [path.replace(/\.yaml$/, ""), extending([path])])),
    ...Object.fromEntries(rules.map(({ path, text }) => [path, text])),
    ...library,
  };
}
