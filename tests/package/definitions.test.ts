/** Definitions in the package: loading, reading, explaining and disposing of them. */

import { createEngine, memory, type ScriptLimits } from "assay";
import { expect, test } from "vitest";

const NAMESPACE = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Returns a file with one definition. */
function file(attributes: string, content: string): string {
  const id = '<Id Type="Lamp" Subtype="Small"/>';
  return `<Definitions ${NAMESPACE}>\n<Definition xsi:type="LampDefinition"${attributes}>${id}\n${content}</Definition>\n</Definitions>`;
}

const FILES = {
  "base/a.sbc": file("", '<Speed>1</Speed><Light Id="a"/>'),
  "mod/a.sbc": file(' Merge="Append"', '<Speed>x</Speed><Light Id="b"/>'),
};

async function load(schema?: string) {
  const engine = await createEngine();
  return engine.loadDefinitions({
    contexts: [
      { name: "game", files: ["base/a.sbc"] },
      { name: "mod", files: ["mod/a.sbc", "mod/none.sbc"] },
    ],
    source: memory(FILES),
    schema: schema === undefined ? undefined : { path: "schema.yaml", content: schema },
  });
}

test("definitions are merged, written and iterated", async () => {
  const definitions = await load();
  expect(definitions.length).toBe(1);
  const [lamp] = [...definitions];
  expect(lamp).toMatchObject({ id: "Lamp/Small", type: "LampDefinition", live: true });
  expect(lamp?.values).toBeUndefined();
  const text = [...definitions.write()].join("");
  expect(text).toMatch(
    /^<\?xml .*\n<Definitions [\s\S]*<Light Id="a"\/>\n\s*<Light Id="b"\/>[\s\S]*<\/Definitions>\n$/,
  );
});

test("diagnostics have a place", async () => {
  const definitions = await load("types: {LampDefinition: {fields: {Speed: number}}}");
  expect(definitions.diagnostics).toEqual([
    {
      code: "file-unreadable",
      severity: "error",
      path: "mod/none.sbc",
      line: null,
      column: null,
      message: "there is no such file",
    },
  ]);
  expect(definitions.lint()).toMatchObject([{ code: "bad-value", path: "mod/a.sbc", line: 3, column: 1 }]);
  expect(definitions.rows(0, 1, { values: true })[0]?.values).toMatchObject({ Speed: null });
  expect(definitions.badValues()).toMatchObject([{ code: "bad-value", line: 3 }]);
  expect(definitions.meant("Lamp/Smal")).toBe("did you mean `Lamp/Small`?");
  expect(definitions.meant("Other/Id")).toBeUndefined();
});

test("a field has the places that set it and the overridden values", async () => {
  const [lamp] = (await load()).explain("MyObjectBuilder_Lamp/Small");
  const speed = lamp?.fields.find(({ path }) => path === "Speed");
  expect(speed?.set).toEqual([{ value: "x", context: "mod", path: "mod/a.sbc", line: 3, column: 1 }]);
  expect(speed?.overridden).toMatchObject([{ value: "1", context: "game", line: 3 }]);
  expect((await load()).explain("Lamp/None")).toEqual([]);
});

test("the order of types is available, and disposed definitions cannot be used", async () => {
  const definitions = await load("types: {LampDefinition: {depends: [LightDefinition]}}");
  expect(definitions.order()).toEqual({ types: ["LightDefinition", "LampDefinition"], needs: [[1, 0]], cycles: [] });
  definitions.dispose();
  definitions.dispose();
  expect(() => definitions.order()).toThrow("disposed of");
});

test("definitions from skipped files are incomplete", async () => {
  expect((await load()).complete).toBe(false);
  const engine = await createEngine();
  const contexts = [{ name: "game", files: ["base/a.sbc"] }];
  expect(engine.loadDefinitions({ contexts, source: memory(FILES) }).complete).toBe(true);
});

test("each definition is a file, and a schema is drafted from all of them", async () => {
  const definitions = await load();
  const [file] = [...definitions.files()];
  expect(file?.id).toBe("Lamp/Small");
  expect(file?.content).toBe([...definitions.write()].join(""));
  expect(definitions.draft()).toContain("Light:  # guess: it has a Name or an Id");
});

test("a schema is created from an XSD, and an invalid one is refused at its place", async () => {
  const engine = await createEngine();
  const extension = '<extension base="DefinitionBase"><attribute name="On" type="boolean"/></extension>';
  const types = `<complexType name="DefinitionBase"/><complexType name="Lamp"><complexContent>${extension}</complexContent></complexType>`;
  expect(engine.schemaOfXsd("a.xsd", `<schema>${types}</schema>`)).toContain("'@On': bool");
  const refused = expect.objectContaining({ code: "xsd-root", path: "a.xsd", line: 1, column: 1 });
  expect(() => engine.schemaOfXsd("a.xsd", "<a/>")).toThrow(refused);
});

test("the definitions of a project are loaded as its assay.yaml says, or from the given folders", async () => {
  const engine = await createEngine();
  const of = (files: Record<string, string>, folders?: string[]) =>
    engine.projectDefinitions({ files: Object.keys(files), source: memory(files), folders });
  const configured = { ...FILES, "assay.yaml": "definitions: {base: base, mods: [mod]}", "rules.txt": "" };
  const survey = of(configured, ["mod", "base"]).survey();
  expect(survey).toEqual({
    contexts: ["base", "mod"],
    configured: true,
    definitions: [{ id: "Lamp/Small", type: "LampDefinition", live: true, copied: false, contexts: [0, 1], told: [] }],
    told: [],
  });
  expect(of(FILES, ["mod", "base"]).survey().contexts).toEqual(["mod", "base"]);
  expect(of(FILES, ["mod", "base"]).survey().configured).toBe(false);
  expect(of(FILES).survey().contexts).toEqual(["."]);
  const [field] =
    of(configured)
      .explainAt(0)
      ?.fields.filter(({ path }) => path === "Speed") ?? [];
  expect(field?.set).toMatchObject([{ value: "x", context: "mod" }]);
  expect(of(configured).explainAt(1)).toBeUndefined();
  expect(of(configured).explainAt(-1)).toBeUndefined();
});

test("a diagnostic is linked to its definition", async () => {
  const files = { "a.sbc": file("", "<Speed>fast</Speed>"), "assay.json": '{"definitions": {"schema": "s.yaml"}}' };
  const schema = { "s.yaml": "types: {LampDefinition: {fields: {Speed: number}}}" };
  const engine = await createEngine();
  const source = memory({ ...files, ...schema });
  const { definitions, told } = engine.projectDefinitions({ files: Object.keys(files), source }).survey();
  expect(told).toMatchObject([{ code: "bad-value", severity: "warning", path: "a.sbc", line: 3 }]);
  expect(definitions.map((one) => one.told)).toEqual([[0]]);
});

test("a schema without a name is used, and functions of a project have limits", async () => {
  const engine = await createEngine();
  const contexts = [{ name: "mod", files: ["mod/a.sbc"] }];
  const schema = { path: "", content: "types: {LampDefinition: {fields: {Speed: number}}}" };
  expect(engine.loadDefinitions({ contexts, source: memory(FILES), schema }).badValues()).toHaveLength(1);
  const files = {
    "base/a.sbc": file("", ""),
    "assay.yaml": "definitions: {schema: s.yaml}",
    "s.yaml": "types: {LampDefinition: {handlers: lamp}}",
    "lib/lamp.rhai": "fn before_load(type) { let sum = 0; for i in 0..100000 { sum += i; } }",
  };
  const of = (limits?: ScriptLimits) =>
    engine.projectDefinitions({ files: Object.keys(files), source: memory(files), limits }).diagnostics;
  expect(of()).toEqual([]);
  expect(of({ operations: 1000 })).toMatchObject([{ code: "handler-stopped" }, {}]);
});

test("missing folders are reported", async () => {
  const engine = await createEngine();
  const source = memory(FILES);
  const empty = engine.loadDefinitions({ contexts: [{ name: "mods/none", files: [] }], source });
  expect([empty.complete, empty.diagnostics[0]?.code]).toEqual([false, "context-empty"]);
  const partial = engine.projectDefinitions({ files: Object.keys(FILES), folders: ["base", "nope"], source });
  expect([partial.complete, partial.length, partial.diagnostics[0]?.code]).toEqual([false, 1, "context-empty"]);
  const missing = { source } as unknown as Parameters<typeof engine.loadDefinitions>[0];
  expect(() => engine.loadDefinitions(missing)).toThrow(expect.objectContaining({ code: "misuse" }));
  expect(partial.explainAt(0.5)).toBeUndefined();
});

test("invalid arguments are refused", async () => {
  const engine = await createEngine();
  const source = memory(FILES);
  const refused = (load: (engine: Record<string, (options: unknown, more?: unknown) => unknown>) => unknown) =>
    expect(() => load(engine as never)).toThrow(expect.objectContaining({ code: "misuse" }));
  const contexts = [{ name: "base", files: ["base/a.sbc"] }];
  for (const options of [
    undefined,
    { contexts: [], source },
    { contexts: ["base"], source },
    { contexts: [{ name: 1, files: [] }], source },
    { contexts: [{ name: "base" }], source },
    { contexts: [{ name: "base", files: "base/a.sbc" }], source },
    { contexts: [{ name: "base", files: [1] }], source },
    { contexts },
    { contexts, source, schema: "s.yaml" },
    { contexts, source, schema: { path: "s.yaml", content: 5 } },
  ]) {
    refused((engine) => engine.loadDefinitions?.(options));
  }
  for (const options of [undefined, { files: "a", source }, { files: [] }, { files: [], source, config: null }]) {
    refused((engine) => engine.projectDefinitions?.(options));
  }
  refused((engine) => engine.schemaOfXsd?.(undefined));
  refused((engine) => engine.schemaOfXsd?.("a.xsd", 5));
});

test("the configuration of a project is passed with its location, or read from the root", async () => {
  const engine = await createEngine();
  const text = "limits: {operations: 5000}\ndefinitions: {base: art/base, mods: [art/mod]}";
  const project = { files: Object.keys(FILES), source: memory(FILES) };
  const at = { folder: "/p", root: "/p/art" };
  const explicit = engine.projectDefinitions({ ...project, config: { path: "assay.yaml", text, at } });
  expect(explicit.diagnostics).toEqual([]);
  expect(explicit.explain("Lamp/Small")[0]?.fields.some(({ set }) => set[0]?.context === "mod")).toBe(true);
  const root = { ...FILES, "assay.yaml": "definitions: {base: base, mods: [mod]}\nfail_onn: error" };
  const invalid = engine.projectDefinitions({ files: Object.keys(root), source: memory(root) });
  expect([invalid.length, invalid.complete]).toEqual([0, false]);
  expect(invalid.diagnostics).toMatchObject([{ code: "config-key", path: "assay.yaml", line: 2, column: 1 }]);
});
