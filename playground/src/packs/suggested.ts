/** Chooses rule packs by the names of the files under check. */

import { counted } from "../format.ts";
import { PICTURE } from "../project.ts";

/** The kinds of files for which there is a pack, special kinds first. */
const KINDS: readonly { pack: string; paths: RegExp; one: string; many?: string }[] = [
  { pack: "unity", paths: /\.meta$|(?:^|\/)ProjectSettings\//i, one: "Unity file" },
  { pack: "godot", paths: /(?:^|\/)project\.godot$|\.(?:tscn|tres|import)$/i, one: "Godot file" },
  { pack: "messiah", paths: /(?:^|\/)resource\.repository$|\.i(?:world|level)$/i, one: "Messiah file" },
  { pack: "gltf", paths: /\.(?:gltf|glb|vrm)$/i, one: "glTF model" },
  { pack: "asset-lists", paths: /\.assetlist(?:\.json)?$/i, one: "asset list" },
  {
    pack: "conversion",
    paths: /(?:^|\/)asset_rules\.xml$/i,
    one: "file of conversion rules",
    many: "files of conversion rules",
  },
  { pack: "definitions", paths: /\.sbc$/i, one: "file of definitions", many: "files of definitions" },
  { pack: "packages", paths: /\.zip$/i, one: "zip archive" },
  {
    pack: "meta",
    paths: /(?:^|\/)package\.json$|\.asset\.(?:json|ya?ml)$/i,
    one: "manifest or note about assets",
    many: "manifests and notes about assets",
  },
  { pack: "textures", paths: PICTURE, one: "image" },
  // Last, because it fits every file.
  { pack: "naming", paths: /./, one: "file name" },
];

/** Returns the packs that fit files with these paths, each with the reason. */
export function suggestedPacks(paths: readonly string[]): { name: string; reason: string }[] {
  return KINDS.flatMap(({ pack, paths: kind, one, many }) => {
    const [first, ...others] = paths.filter((path) => kind.test(path));
    const example = others.length === 0 ? `: \`${first}\`.` : `, such as \`${first}\`.`;
    return first === undefined ? [] : [{ name: pack, reason: counted(others.length + 1, one, many) + example }];
  });
}
