/** Tests of the survey of a folder by `assay init`. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { uncovered } from "./first-rules.js";
import { PROJECT_KINDS, recognise } from "./kinds.js";
import { Survey } from "./survey.js";

/** Surveys a folder with these files. */
function surveyed<T>(files: Record<string, string>, look: (survey: Survey) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "assay-survey-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return look(new Survey(folder, Object.keys(files)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the root of a document is found after a long comment, and not in it", () => {
  const text = `<?xml version="1.0"?>\n<!-- <Old/> ${"license ".repeat(1000)} -->\n<New/>\n`;
  expect(surveyed({ "a.xml": text }, (survey) => survey.root("a.xml"))).toBe("New");
});

test("hidden files and those of npm are not part of a project", () => {
  const files = { "a.xml": "", ".git/b.xml": "", "art/.c.xml": "", "node_modules/d.xml": "", "assay.yaml": "" };
  expect(surveyed(files, (survey) => survey.files)).toEqual(["a.xml"]);
});

test("a sample is taken from every folder", () => {
  const files = [...Array(200).keys()].map((n) => [`many/${n}.dat`, "x"]);
  const all = Object.fromEntries([...files, ["one/a.dat", "x"], ["two/b.dat", "x"]]);
  const sample = surveyed(all, (survey) => survey.sample(survey.of("dat")));
  expect(sample).toContain("one/a.dat");
  expect(sample).toContain("two/b.dat");
});

test("an unknown extension is JSON only if most of its files are JSON documents", () => {
  const files = {
    "a.save": '\ufeff{"name": 1}',
    "b.save": "[]",
    "a.shadergraph": '{"id": 1}\n\n{"id": 2}\n',
    "a.lua": "--[[ a table ]] x = {}",
    "a.dch": '{"portrait": NodePath("x")}',
  };
  expect(surveyed(files, (survey) => uncovered(survey, []).json)).toEqual(["save"]);
});

test("of a JSON document that is too long to parse, the beginning decides", () => {
  const long = `{"values": [${"1, ".repeat(400_000)}1]}`;
  expect(
    surveyed({ "a.json": long, "b.json": `x${long}` }, (survey) =>
      ["a.json", "b.json"].map((path) => survey.isJson(path)),
    ),
  ).toEqual([true, false]);
});

const EXAMPLES: Record<string, Record<string, string>> = {
  unity: { "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1" },
  "unity-package": { "Runtime/a.cs.meta": "fileFormatVersion: 2\nguid: 1" },
  godot: { "project.godot": "config_version=5" },
  unreal: { "Game.uproject": "{}" },
  o3de: { "project.json": '{"project_name": "Game", "engine": "o3de"}' },
  messiah: { "Repo.local/resource.repository": "<Repository/>" },
  definitions: { "Data/a.sbc": "<Definitions><Definition/></Definitions>" },
  "space-engineers": { "Data/a.sbc": "<Definitions><CubeBlocks/></Definitions>" },
  conversion: { "asset_rules.xml": "<rules/>" },
  minecraft: { "pack.mcmeta": "{}" },
  rimworld: { "Defs/a.xml": "<Defs/>" },
  packages: { "lamp.zip": "PK metadata.json" },
  "asset-lists": { "a.assetlist": "{}" },
  notes: { "a.asset.json": "{}" },
  gltf: { "a.glb": "glTF" },
  textures: { "a.png": "x" },
};

test("each kind of project is recognised, and nothing else in it", () => {
  expect(Object.keys(EXAMPLES)).toEqual(PROJECT_KINDS.map(({ id }) => id));
  for (const [id, files] of Object.entries(EXAMPLES)) {
    expect(surveyed(files, (survey) => recognise(survey).map(({ kind }) => kind.id))).toEqual([id]);
  }
});

test("files that only look like a kind of project are not recognised", () => {
  const files = {
    "package.json": '{"name": "tool"}',
    "project.json": '{"version": 1}',
    "a.xml": "<!-- <Defs/> --><World/>",
    "b.zip": "PK data.json",
    "c.meta": "<meta/>",
  };
  expect(surveyed(files, recognise)).toEqual([]);
});
