/** Rule packs as files, and the files that rule files name in them. */

import { describe, expect, test, vi } from "vitest";
import { rulePacks } from "./pack-files.js";

const FILES: Record<string, Record<string, string>> = {
  gltf: { "gltf-version.yaml": "rules: []", "lib/gltf.rhai": "fn a() {}", "pack.yaml": "name: gltf" },
  naming: { "name-unique.yaml": "rules: []", "pack.yaml": "name: naming" },
  lib: { "condfunc.rhai": "fn b() {}" },
};

function packs() {
  const read = vi.fn(async (name: string) => JSON.stringify(FILES[name]));
  return { ...rulePacks(["gltf", "naming"], read), read };
}

describe("rule packs", () => {
  test("are read with their description and their libraries, once", async () => {
    const { readPack, read } = packs();
    expect(await readPack("gltf")).toEqual({
      name: "gltf",
      rules: [
        { path: "assay:gltf/gltf-version.yaml", text: "rules: []" },
        { path: "assay:gltf/pack.yaml", text: "name: gltf" },
      ],
      library: { "assay:gltf/lib/gltf.rhai": "fn a() {}", "assay:lib/condfunc.rhai": "fn b() {}" },
    });
    await readPack("gltf");
    expect(read.mock.calls.flat()).toEqual(["gltf", "lib"]);
  });

  test("of other names are refused", async () => {
    await expect(packs().readPack("lib")).rejects.toMatchObject({ code: "unknown-pack" });
  });

  test("that cannot be read are read again the next time", async () => {
    const read = vi.fn(async (name: string) => JSON.stringify(FILES[name])).mockRejectedValueOnce(new Error("gone"));
    const { readPack } = rulePacks(["gltf"], read);
    await expect(readPack("gltf")).rejects.toMatchObject({ code: "pack-unreadable", message: /gone/ });
    expect((await readPack("gltf")).rules).toHaveLength(2);
  });

  test.each([
    ["none", "rules: []", []],
    ["a pack", "extends: assay:gltf", ["gltf"]],
    ["a rule of a pack", "extends: [assay:naming/name-unique]", ["naming"]],
    ["an unknown pack", "extends: assay:other", []],
  ])("are read where rule files name %s", async (_, text, expected) => {
    const library = await packs().readNamedPacks([{ text }]);
    expect(["gltf", "naming"].filter((name) => Object.hasOwn(library, `assay:${name}`))).toEqual(expected);
  });

  test("can be extended as a whole and rule by rule, without extensions", async () => {
    const library = await packs().readNamedPacks([{ text: "extends: assay:naming" }]);
    const paths = ["assay:naming/name-unique.yaml", "assay:naming/pack.yaml"];
    expect(library["assay:naming"]).toBe(JSON.stringify({ extends: paths }));
    expect(library["assay:naming/name-unique"]).toBe(JSON.stringify({ extends: [paths[0]] }));
    expect(library["assay:naming/name-unique.yaml"]).toBe("rules: []");
  });
});
