/** `assay assetlist diff`: shows the differences between two lists, by kind. */

import type { AssetList } from "../../systems/asset-list/asset-list.js";
import { kindOf } from "../../systems/asset-list/compare-lists.js";
import type { ListKind } from "../../systems/asset-list/list-comparison.js";
import type { AssetEntry } from "../../types.js";
import type { Engine } from "../engine.js";
import { FAULTY } from "../exit.js";
import { statOf } from "../inputs.js";
import { print, stdoutColors, toJson, warn } from "../output.js";
import { Refusal, stat } from "../refusal.js";
import { comparedBy, Lists, type NamedList } from "./lists.js";
import type { DiffOptions } from "./options.js";
import { sizeOf, tableOf } from "./table.js";

/** The help for a `--root` that does not contain the assets of the newer list. */
const NEWER = "name the folder with the assets of the newer list";

/** The kind of a difference: an asset was added, removed, changed or moved. */
type DifferenceKind = Exclude<ListKind, "same" | "elsewhere">;

/** An asset that differs between the two lists. */
interface AssetDifference {
  kind: DifferenceKind;
  /** The path in the newer list, or in the older list if the asset was removed. */
  path: string;
  /** The hash in the same list as `path`. */
  hash: string;
  /** The id in the same list as `path`, if there is one. */
  id?: string | undefined;
  /** The path in the older list, if it differs. */
  oldPath?: string | undefined;
  /** The hash in the older list, if it differs. */
  oldHash?: string | undefined;
  /** The size of the file in bytes, if known. */
  size?: number | undefined;
}

/** The differences between two lists. */
interface Differences {
  found: AssetDifference[];
  /** The number of assets that are equal in both lists. */
  same: number;
}

/** Compares, shows the differences and returns the exit code. */
export async function diff(options: DiffOptions, engine: Engine): Promise<number> {
  const { first, second, root, key, format, color } = options;
  if (root !== undefined && !stat(root, "there is no folder", NEWER).isDirectory()) {
    throw new Refusal(`\`${root}\` is a file, not a folder`, NEWER);
  }
  const lists = await Lists.load(engine);
  const [before, now] = [first, second].map((path) => ({ path, list: lists.read(path) })) as [NamedList, NamedList];
  const differences = compared(before.list, now.list, comparedBy([before, now], key, lists));
  if (root !== undefined) {
    measure(differences.found, root);
  }
  const text = format === "json" ? jsonOf(differences) : tableFor(differences, root !== undefined, stdoutColors(color));
  return print(text, differences.found.length > 0 ? FAULTY : 0);
}

/** Sets the sizes of the assets in the newer list, and warns about files that are missing under `root`. */
function measure(found: readonly AssetDifference[], root: string): void {
  const present = found.filter(({ kind }) => kind !== "removed");
  for (const difference of present) {
    difference.size = statOf(`${root}/${difference.path}`)?.size;
  }
  const missing = present.filter(({ size }) => size === undefined);
  const [first] = missing;
  if (first !== undefined) {
    const number = missing.length.toLocaleString("en");
    const what = missing.length === 1 ? "1 file is" : `${number} files are`;
    warn(`${what} not in \`${root}\`, such as \`${first.path}\`, so the sizes are incomplete: ${NEWER}`);
  }
}

/** Returns the differences; those of one kind are in the order of their list. */
function compared(first: AssetList, second: AssetList, key: "id" | "path"): Differences {
  const before = [...first];
  const found: AssetDifference[] = [];
  let same = 0;
  const places = first.places(second, key);
  let at = 0;
  for (const entry of second) {
    const old = before[places[at] ?? -1];
    at += 1;
    const kind = kindOf(entry, old, "added");
    if (kind === "same") {
      same += 1;
    } else {
      found.push({ kind, ...fieldsOf(entry), ...previousState(old, entry) });
    }
  }
  const oldPlaces = second.places(first, key);
  for (const [place, entry] of before.entries()) {
    if (oldPlaces[place] === -1) {
      found.push({ kind: "removed", ...fieldsOf(entry) });
    }
  }
  return { found, same };
}

/** Returns the path and the hash of an asset in the older list, each only if it differs from the newer list. */
function previousState(old: AssetEntry | undefined, now: AssetEntry): Pick<AssetDifference, "oldPath" | "oldHash"> {
  return {
    oldPath: old?.path === now.path ? undefined : old?.path,
    oldHash: old?.hash === now.hash ? undefined : old?.hash,
  };
}

function fieldsOf({ path, hash, id }: AssetEntry): Pick<AssetDifference, "path" | "hash" | "id"> {
  return { path, hash, id };
}

const KINDS: readonly DifferenceKind[] = ["added", "removed", "changed", "moved"];

function* jsonOf(differences: Differences): Iterable<string> {
  const { found, same } = differences;
  const byKind = KINDS.map((kind) => [
    kind,
    found.filter((one) => one.kind === kind).map(({ kind: _, ...rest }) => rest),
  ]);
  yield toJson({ ...Object.fromEntries(byKind), same });
}

function* tableFor(
  differences: Differences,
  hasSizes: boolean,
  { dim, green, red, yellow, cyan }: ReturnType<typeof stdoutColors>,
): Iterable<string> {
  const colors = { added: green, removed: red, changed: yellow, moved: cyan } satisfies Record<DifferenceKind, unknown>;
  const ordered = KINDS.flatMap((kind) => differences.found.filter((one) => one.kind === kind));
  if (ordered.length > 0) {
    const columns = [{ title: "kind" }, ...(hasSizes ? [{ title: "size", numbers: true }] : []), { title: "path" }];
    const rows = ordered.map(({ kind, path, oldPath, size }) => {
      const where = oldPath === undefined ? path : `${oldPath} → ${path}`;
      return [kind, ...(hasSizes ? [size === undefined ? "" : sizeOf(size)] : []), where];
    });
    // Coloured after the columns are aligned, because escape sequences would count as characters.
    for (const part of tableOf(columns, () => rows, dim)) {
      yield part.replace(/^(added|removed|changed|moved)/gm, (kind) => colors[kind as DifferenceKind](kind));
    }
    yield "\n";
  }
  const sizes = hasSizes ? sizesOf(ordered) : "";
  const counts = KINDS.map((kind) => [kind, ordered.filter((one) => one.kind === kind).length] as const);
  const numbers = [...counts, ["the same", differences.same] as const];
  yield `${numbers.map(([what, count]) => `${count.toLocaleString("en")} ${what}`).join(", ")}${sizes}\n`;
}

/** Returns the total size of the differing assets in the newer list, as far as it is known. */
function sizesOf(found: readonly AssetDifference[]): string {
  const present = found.filter(({ kind }) => kind !== "removed");
  const known = present.flatMap(({ size }) => size ?? []);
  if (known.length === 0 && present.length > 0) {
    return "";
  }
  const total = sizeOf(known.reduce((sum, size) => sum + size, 0));
  const bound = known.length < present.length ? "at least " : "";
  return `; ${bound}${total} in added, changed and moved files`;
}
