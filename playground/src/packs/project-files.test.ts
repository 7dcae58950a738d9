/** Rules of packs, copied into a project. */

import { describe, expect, test } from "vitest";
import { filesToAdd, hasAll, ruleFilesOf } from "./project-files.ts";

const PACK = {
  name: "gltf",
  rules: [
    { path: "assay:gltf/gltf-version.yaml", text: "condition: [condfunc.known]" },
    { path: "assay:gltf/gltf-used.yaml", text: "rules: []" },
    { path: "assay:gltf/pack.yaml", text: "name: gltf" },
  ],
  library: {
    "assay:gltf/lib/gltf.rhai": "fn a() {}",
    "assay:lib/condfunc.rhai": 'import "deeper" as deeper;',
    "assay:lib/deeper.rhai": "fn b() {}",
    "assay:lib/other.rhai": "fn c() {}",
  },
};

describe("a rule is added", () => {
  test("with the description and the libraries of its pack", () => {
    const added = filesToAdd(PACK, ["assay:gltf/gltf-used.yaml"], new Map());
    expect([...added.keys()]).toEqual(["gltf/gltf-used.yaml", "gltf/pack.yaml", "gltf/lib/gltf.rhai"]);
  });

  test("with the shared libraries that it uses, and those that they use", () => {
    const added = filesToAdd(PACK, ["assay:gltf/gltf-version.yaml"], new Map());
    expect([...added.keys()].filter((path) => path.startsWith("lib/"))).toEqual([
      "lib/condfunc.rhai",
      "lib/deeper.rhai",
    ]);
  });

  test("without the files that the project has", () => {
    const project = new Map([["gltf/pack.yaml", "name: gltf # changed"]]);
    const added = filesToAdd(PACK, ruleFilesOf(PACK), project);
    expect(added.has("gltf/pack.yaml")).toBe(false);
    expect(hasAll(new Map([...project, ...added]), ruleFilesOf(PACK))).toBe(true);
  });
});
