/** The kinds of projects and of contents that `assay init` recognises, and the rule packs that fit each. */

import type { Survey } from "./survey.js";

export interface ProjectKind {
  id: string;
  /** Returns the files that show it, the clearest first; none if a project is not of this kind. */
  find: (survey: Survey) => readonly string[];
  /** Describes what was found: a noun phrase. */
  describe: (found: readonly string[]) => string;
  /** The packs that fit, by name. */
  packs: readonly string[];
  /** The extensions of the files that these packs look into. */
  covers: readonly string[];
  /** Rules of these packs that are off until the project switches them on: their first report would be too long. */
  off?: readonly string[];
  /**
   * Returns the folders of packages, from that of the project. Rules need them to resolve references, although version
   * control ignores the folders that contain them. Nothing else in those folders is an asset.
   */
  packages?: (found: readonly string[]) => readonly string[];
}

export interface RecognisedKind {
  kind: ProjectKind;
  /** The files that show it. */
  found: readonly string[];
}

const IMAGES = "png tga dds jpg jpeg psd exr hdr tif tiff bmp webp ktx2 gif".split(" ");

const MODELS = ["gltf", "glb", "vrm"];

/** Extensions of text assets in Unity. */
const UNITY = (
  "meta prefab unity asset mat anim controller overridecontroller mask playable preset lighting mixer physicmaterial " +
  "rendertexture spriteatlas terrainlayer brush cubemap flare fontsettings giparams guiskin physicsmaterial2d " +
  "scenetemplate shadervariants signal spriteatlasv2 wlt"
).split(" ");

/** Describes a kind of project by the file that shows it. */
function project(name: string) {
  return ([first = ""]: readonly string[]) => `${name} (\`${first}\`)`;
}

/** Describes a kind of contents by the number of files. */
function counted(one: string, many: string) {
  return ({ length }: readonly string[]) => `${length.toLocaleString("en")} ${length === 1 ? one : many}`;
}

/** Returns the files in a sample whose beginning matches `like`. */
function beginning(survey: Survey, paths: readonly string[], like: RegExp): string[] {
  return survey.sample(paths).filter((path) => like.test(survey.head(path)));
}

/** Returns the files of definitions that can be merged, if most are: their root is empty or has a definition first. */
function definitionsIn(survey: Survey): string[] {
  const all = survey.of("sbc");
  const merged = all.filter((path) => {
    const plain = survey
      .head(path)
      .replace(/<!--[\s\S]*?-->/g, "")
      .replace(/<\?[\s\S]*?\?>/g, "");
    return /^\W{0,3}\s*<Definitions(?:\s[^>]*)?(?:\/>|>\s*(?:<Definition[\s/>]|<\/Definitions>))/.test(plain);
  });
  return merged.length * 2 > all.length ? merged : [];
}

/** Returns XML documents with one of these roots. */
function rooted(survey: Survey, paths: readonly string[], roots: RegExp): string[] {
  return survey.sample(paths).filter((path) => roots.test(survey.root(path) ?? ""));
}

/** The kinds, in the order in which they are reported. */
export const PROJECT_KINDS: readonly ProjectKind[] = [
  {
    id: "unity",
    find: (survey) => survey.named(/(?:^|\/)ProjectSettings\/ProjectVersion\.txt$/),
    describe: project("a Unity project"),
    packs: ["unity"],
    covers: UNITY,
    packages: (found) =>
      found.map((path) => `${path.slice(0, -"ProjectSettings/ProjectVersion.txt".length)}Library/PackageCache`),
  },
  {
    id: "unity-package",
    find: (survey) => {
      const isProject = survey.named(/(?:^|\/)ProjectSettings\/ProjectVersion\.txt$/).length > 0;
      return isProject ? [] : beginning(survey, survey.of("meta"), /^fileFormatVersion:/m);
    },
    describe: project("assets of Unity"),
    packs: ["unity"],
    covers: UNITY,
  },
  {
    id: "godot",
    find: (survey) => survey.named(/(?:^|\/)project\.godot$/),
    describe: project("a Godot project"),
    packs: ["godot"],
    covers: ["tscn", "tres", "import", "godot"],
  },
  {
    id: "unreal",
    find: (survey) => survey.of("uproject"),
    describe: project("an Unreal project"),
    packs: [],
    covers: [],
  },
  {
    id: "o3de",
    find: (survey) => {
      const named = survey.named(/(?:^|\/)(?:project|gem)\.json$/);
      return beginning(survey, named, /"(?:project_name|gem_name)"\s*:/);
    },
    describe: project("an O3DE project"),
    packs: [],
    covers: [],
  },
  {
    id: "messiah",
    find: (survey) => survey.named(/(?:^|\/)resource\.repository$/),
    describe: project("a Messiah project"),
    packs: ["messiah"],
    covers: ["repository", "iworld", "ilevel", "xml"],
  },
  {
    id: "definitions",
    find: definitionsIn,
    describe: counted("file of definitions", "files of definitions"),
    packs: ["definitions"],
    covers: ["sbc"],
  },
  {
    id: "space-engineers",
    // These games have other files with the same extension, which cannot be merged.
    find: (survey) => {
      const isMerged = definitionsIn(survey).length > 0;
      return isMerged ? [] : rooted(survey, survey.of("sbc"), /^(?:Definitions|MyObjectBuilder_\w+)$/);
    },
    describe: project("data of Space Engineers or Medieval Engineers"),
    packs: [],
    covers: [],
  },
  {
    id: "conversion",
    find: (survey) => survey.named(/(?:^|\/)asset_rules\.xml$/),
    describe: project("conversion rules of assets"),
    packs: ["conversion"],
    covers: [],
  },
  {
    id: "minecraft",
    find: (survey) => survey.named(/(?:^|\/)pack\.mcmeta$/),
    describe: project("a Minecraft pack"),
    packs: [],
    covers: [],
  },
  {
    id: "rimworld",
    find: (survey) => rooted(survey, survey.of("xml"), /^(?:Defs|ModMetaData)$/),
    describe: project("definitions as in RimWorld"),
    packs: [],
    covers: [],
  },
  {
    id: "packages",
    find: (survey) => survey.of("zip").filter((path) => survey.listing(path).includes("metadata.json")),
    describe: counted("package with `metadata.json`", "packages with `metadata.json`"),
    packs: ["packages"],
    covers: ["zip"],
  },
  {
    id: "asset-lists",
    find: (survey) => survey.of("assetlist"),
    describe: counted("asset list", "asset lists"),
    packs: ["asset-lists"],
    covers: ["assetlist"],
  },
  {
    id: "notes",
    find: (survey) => survey.named(/\.asset\.(?:json|ya?ml)$/i),
    describe: counted("note about an asset", "notes about assets"),
    packs: ["meta"],
    covers: [],
  },
  {
    id: "gltf",
    find: (survey) => survey.of(...MODELS),
    describe: counted("glTF model", "glTF models"),
    packs: ["gltf"],
    covers: MODELS,
    // Most exporters leave out hints about the layout of buffers, so there is one for each buffer view of each model.
    off: ["gltf-validator-hint"],
  },
  {
    id: "textures",
    find: (survey) => survey.of(...IMAGES),
    describe: counted("image", "images"),
    packs: ["textures"],
    covers: IMAGES,
  },
];

/** The pack that fits any project, and the reason for it. */
export const FOR_ANY = { pack: "naming", reason: "any project: names that are invalid or ambiguous on another system" };

export function recognise(survey: Survey): RecognisedKind[] {
  const kinds = PROJECT_KINDS.map((kind) => ({ kind, found: kind.find(survey) }));
  return kinds.filter(({ found }) => found.length > 0);
}
