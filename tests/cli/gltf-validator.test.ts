/**
 * The pack `gltf` and Khronos's validator: the findings are the validator's issues at their positions, independent of
 * workers, caches and shards.
 */

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withExamples } from "../../docs/site/with-examples.ts";
import { assay } from "./assay.ts";

const RULES = fileURLToPath(new URL("../../rules/gltf", import.meta.url));
const SAMPLE = fileURLToPath(new URL("../../rules/samples/gltf", import.meta.url));

/** An issue of the validator. */
interface Issue {
  code: string;
  severity: number;
  pointer?: string;
  offset?: number;
}

/** The part of the validator that these tests use. */
interface Validator {
  validateBytes(model: Uint8Array, options: object): Promise<{ issues: { messages: Issue[] } }>;
}

/** The validator as its authors publish it. */
const { validateBytes } = createRequire(import.meta.url)("gltf-validator") as Validator;
const SEVERITIES = ["error", "warning", "info", "hint"];

/** The part of a report that these tests use. */
interface Report {
  findings: { rule: string; severity: string; message: string; path: string; line: number; column: number }[];
  problems: { code: string; path: string; message: string }[];
  warnings: { code: string }[];
}

// biome-ignore lint/suspicious/noExplicitAny: each model is damaged in another place.
type Model = any;

const BYTES = new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
const URI = `data:application/octet-stream;base64,${Buffer.from(BYTES).toString("base64")}`;

/** Returns a model without issues. */
function validModel(): Model {
  return {
    asset: { version: "2.0", generator: "a test" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "N_Rock", mesh: 0 }],
    meshes: [{ name: "SM_Rock", primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36, target: 34962 }],
    buffers: [{ byteLength: 36, uri: URI }],
  };
}

/** Changes that add issues to a model, by name. */
const FAULTS: Record<string, (model: Model) => void> = {
  valid: () => {},
  version: (model) => Object.assign(model.asset, { version: "1.0" }),
  mesh: (model) => Object.assign(model.nodes[0], { mesh: 7 }),
  min: (model) => Object.assign(model.accessors[0], { min: [1, 2, 3] }),
  bounds: (model) => delete model.accessors[0].min,
  count: (model) => Object.assign(model.accessors[0], { count: 4 }),
  zero: (model) => Object.assign(model.accessors[0], { count: 0 }),
  type: (model) => Object.assign(model.accessors[0], { type: "vec3" }),
  component: (model) => Object.assign(model.accessors[0], { componentType: 5130 }),
  view: (model) => Object.assign(model.bufferViews[0], { byteLength: 400 }),
  buffer: (model) => delete model.bufferViews[0].buffer,
  long: (model) => Object.assign(model.buffers[0], { byteLength: 100 }),
  mode: (model) => Object.assign(model.meshes[0].primitives[0], { mode: 9 }),
  attribute: (model) => Object.assign(model.meshes[0].primitives[0].attributes, { Color: 0 }),
  normals: (model) => Object.assign(model.meshes[0].primitives[0].attributes, { NORMAL: 0 }),
  target: (model) => Object.assign(model.meshes[0].primitives[0], { targets: [{ TANGENT: 0 }] }),
  weights: (model) => Object.assign(model.meshes[0], { weights: [1] }),
  material: (model) => Object.assign(model, { materials: [{ name: "M_Rock", alphaMode: "GLASS", alphaCutoff: -1 }] }),
  extension: (model) => Object.assign(model, { extensionsRequired: ["KHR_materials_unlit"] }),
  skin: (model) => Object.assign(model, { skins: [{ name: "S_Rock" }] }),
  cycle: (model) => Object.assign(model.nodes[0], { children: [0] }),
  matrix: (model) => Object.assign(model.nodes[0], { matrix: [1, 2, 3], scale: [1, 1, 1] }),
  rotation: (model) => Object.assign(model.nodes[0], { rotation: [1, 1, 1, 1] }),
  camera: (model) =>
    Object.assign(model, { cameras: [{ type: "perspective", perspective: { yfov: 0, znear: 2, zfar: 1 } }] }),
  unexpected: (model) => Object.assign(model.nodes[0], { mehs: 0 }),
  image: (model) => Object.assign(model, { images: [{ uri: "data:image/png;base64,AAAA" }] }),
  file: (model) => Object.assign(model.buffers[0], { uri: "rock%20data.bin" }),
  gone: (model) => Object.assign(model.buffers[0], { uri: "gone.bin" }),
};

/** Returns a binary glTF that contains the buffer. */
function binary(model: Model): Uint8Array {
  if (model.buffers?.[0]?.uri === URI) {
    delete model.buffers[0].uri;
  }
  const text = new TextEncoder().encode(JSON.stringify(model));
  const chunk = (kind: string, bytes: Uint8Array, filler: number) => {
    const length = Math.ceil(bytes.length / 4) * 4;
    const whole = new Uint8Array(8 + length).fill(filler, 8);
    new DataView(whole.buffer).setUint32(0, length, true);
    whole.set(new TextEncoder().encode(kind), 4);
    whole.set(bytes, 8);
    return whole;
  };
  const chunks = [...chunk("JSON", text, 32), ...chunk("BIN\0", BYTES, 0)];
  const header = new Uint8Array(12);
  header.set(new TextEncoder().encode("glTF"));
  new DataView(header.buffer).setUint32(4, 2, true);
  new DataView(header.buffer).setUint32(8, 12 + chunks.length, true);
  return new Uint8Array([...header, ...chunks]);
}

/** Returns the models by path, and the file that one of them names. */
function models(): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = { "rock data.bin": BYTES };
  for (const [name, damage] of Object.entries(FAULTS)) {
    const model = validModel();
    damage(model);
    files[`${name}.gltf`] = new TextEncoder().encode(JSON.stringify(model, undefined, 2));
    files[`${name}.glb`] = binary(model);
  }
  return files;
}

/** Codes that other rules of the pack report with more detail. */
const REPORTED_ELSEWHERE = ["IO_ERROR", "NON_RELATIVE_URI"];

/** Returns severity, code and position of the issues that the validator itself finds in a model, without duplicates. */
async function issuesOf(bytes: Uint8Array, files: Record<string, Uint8Array>): Promise<string[]> {
  const { issues } = await validateBytes(new Uint8Array(bytes), {
    maxIssues: 0,
    externalResourceFunction: async (uri: string) => {
      const file = files[decodeURIComponent(uri)];
      if (file === undefined) {
        throw new Error("there is no such file");
      }
      return new Uint8Array(file);
    },
  });
  const reported = issues.messages.filter(({ code }) => !REPORTED_ELSEWHERE.includes(code));
  const lines = reported.map(({ severity, code, pointer, offset }) => {
    return `${SEVERITIES[severity]} ${code} ${pointer ?? offset}`;
  });
  return [...new Set(lines)].sort();
}

/** Returns the issues of the validator that a report has of a file. */
function foundIn(report: Report, path: string): string[] {
  const found = report.findings.filter(
    (finding) => finding.path === path && finding.rule.startsWith("gltf-validator-"),
  );
  const place = (text = "") => (text === "the root" ? "" : text.replace(/^byte | \(.*\)$/g, ""));
  return found
    .map(({ severity, message }) => {
      const [, code, at] = /^(\w+) at (.*?): /.exec(message) ?? [];
      return `${severity} ${code} ${place(at)}`;
    })
    .sort();
}

/** Returns the parts of a report that are equal in every report about the same files. */
const bare = ({ findings, problems, warnings }: Report) => ({ findings, problems, warnings });

let folder = "";
/** The report about all models. */
let report: Report;

async function check(
  args: readonly string[],
  root = "models",
  rules = RULES,
): Promise<{ code: number; report: Report }> {
  const { code, stdout } = await assay(["check", root, "--rules", rules, "--format", "json", ...args], { cwd: folder });
  return { code, report: JSON.parse(stdout) };
}

function write(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-gltf-"));
  for (const [path, bytes] of Object.entries(models())) {
    write(`models/${path}`, bytes);
  }
  ({ report } = await check([]));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("issues of the validator are findings", () => {
  test("with the same severities, codes and positions, in every model", async () => {
    const files = models();
    expect(report.problems).toEqual([]);
    const paths = Object.keys(files).filter((path) => path.endsWith(".gltf") || path.endsWith(".glb"));
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) {
      expect([path, foundIn(report, path)]).toEqual([path, await issuesOf(files[path] as Uint8Array, files)]);
    }
    expect(foundIn(report, "valid.gltf")).toEqual([]);
  });

  test("with their places and the names of objects", async () => {
    const of = (path: string) => {
      return report.findings.find((finding) => finding.path === path && finding.rule === "gltf-validator-error");
    };
    const text = readFileSync(join(folder, "models/mesh.gltf"), "utf8").split("\n");
    const line = text.findIndex((line) => line.includes('"mesh": 7'));
    expect(of("mesh.gltf")).toMatchObject({
      rule: "gltf-validator-error",
      line: line + 1,
      column: (text[line] as string).indexOf("7") + 1,
      message: "UNRESOLVED_REFERENCE at /nodes/0/mesh (node `N_Rock`): Unresolved reference: 7.",
    });
    expect(of("min.glb")).toMatchObject({ line: 1, column: 1 });
    expect(of("min.glb")?.message).toMatch(/^ACCESSOR_MIN_MISMATCH at \/accessors\/0\/min\/0 \(mesh `SM_Rock`\): /);
  });

  test("with any number of workers", async () => {
    const reports = await Promise.all(["1", "2", "8"].map((jobs) => check(["--jobs", jobs])));
    for (const other of reports) {
      expect(bare(other.report)).toEqual(bare(report));
    }
  });

  test("from a cache", async () => {
    for (const _ of [1, 2]) {
      expect(bare((await check(["--cache", "cache"])).report)).toEqual(bare(report));
    }
  });

  test("in shards", async () => {
    const parts = ["1", "2"].map(async (part) => {
      const args = ["check", "models", "--rules", RULES, "--shard", `${part}/2`, "--format", `json=${part}.json`];
      await assay(args, { cwd: folder });
      return JSON.parse(readFileSync(join(folder, `${part}.json`), "utf8")).findings.length;
    });
    // The report of a model is in the same shard as the model.
    expect(Math.min(...(await Promise.all(parts)))).toBeGreaterThan(20);
    const { stdout } = await assay(["report", "--merge", "1.json", "2.json", "--format", "json"], { cwd: folder });
    expect(JSON.parse(stdout).findings).toEqual(report.findings);
  });

  test("which are updated when a file that a model uses changes", async () => {
    write("changing/a.gltf", models()["file.gltf"] as Uint8Array);
    const found = async () => foundIn((await check(["--cache", "cache-2"], "changing")).report, "a.gltf");
    expect(await found()).toEqual([]);
    write("changing/rock data.bin", BYTES.subarray(0, 12));
    expect(await found()).toEqual(["error BUFFER_BYTE_LENGTH_MISMATCH /buffers/0"]);
    write("changing/rock data.bin", BYTES);
    expect(await found()).toEqual([]);
  });

  test("also in an archive that contains the files of a model", async () => {
    const { "file.gltf": file, "min.gltf": min, "rock data.bin": data } = models() as Record<string, Uint8Array>;
    const packed = { "m/file.gltf": file, "m/min.gltf": min, "m/rock data.bin": data } as Record<string, Uint8Array>;
    write("packed/a.zip", zipSync(packed));
    const { report } = await check([], "packed");
    expect(report.problems).toEqual([]);
    expect(foundIn(report, "a.zip!/m/file.gltf")).toEqual([]);
    expect(foundIn(report, "a.zip!/m/min.gltf").length).toBe(6);
  });

  test("only in the named files", async () => {
    const { stdout } = await assay(["check", "models", "models/min.gltf", "--rules", RULES, "--format", "json"], {
      cwd: folder,
    });
    const { findings } = JSON.parse(stdout) as Report;
    expect(new Set(findings.map(({ path }) => path))).toEqual(new Set(["min.gltf"]));
    expect(findings.filter(({ rule }) => rule === "gltf-validator-error").length).toBe(6);
  });
});

describe("models that cannot be validated", () => {
  test("a damaged model has one problem", async () => {
    const valid = models()["valid.glb"] as Uint8Array;
    write("damaged/cut.glb", valid.subarray(0, valid.length - 8));
    write("damaged/cut.gltf", '{"asset": {"version": "2.0"');
    write("damaged/list.gltf", "[]");
    write("damaged/empty.gltf", "");
    write("damaged/deep.gltf", `{"asset": {"version": "2.0"}, "extras": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`);
    write("damaged/good.gltf", models()["min.gltf"] as Uint8Array);
    const { code, report } = await check(["--jobs", "1"], "damaged");
    expect(code).toBe(2);
    expect(report.problems.map(({ path }) => path).sort()).toEqual([
      "cut.glb",
      "cut.gltf",
      "deep.gltf",
      "empty.gltf",
      "list.gltf",
    ]);
    // The validator goes on with the next model.
    expect(foundIn(report, "good.gltf").length).toBe(6);
  });
});

describe("custom rules", () => {
  test("use the statistics, and their tests can use the report", async () => {
    write(
      "own.yaml",
      `rules:
  - name: triangle-limit
    rpath: '^/@gltf/'
    xpath: '*/info/totalTriangleCount'
    condition: ['<=', 0]
tests:
  - name: a triangle
    files:
      a.gltf: '${JSON.stringify(validModel())}'
    expect: [{rule: triangle-limit, path: a.gltf, value: 1}]
`,
    );
    const { stdout } = await assay(["check", "models", "--rules", "own.yaml", "--format", "json"], { cwd: folder });
    const { findings, problems } = JSON.parse(stdout) as Report;
    expect(problems).toEqual([]);
    expect(findings.find(({ path }) => path === "valid.glb")).toMatchObject({
      rule: "triangle-limit",
      line: 1,
      column: 1,
    });
    expect(await assay(["test", "own.yaml"], { cwd: folder })).toMatchObject({ code: 0 });
  });

  test("are explained", async () => {
    const args = ["explain", "gltf-validator-error", "@gltf/min.gltf.json", "--root", "models", "--rules", RULES];
    const { code, stdout } = await assay(args, { cwd: folder });
    expect([code, stdout]).toEqual([1, expect.stringContaining("ACCESSOR_MIN_MISMATCH")]);
  });
});

describe("the pack", () => {
  test("its tests pass", async () => {
    const { code, stdout, stderr } = await assay(["test", RULES, "--coverage"]);
    expect([code, stderr, stdout]).toEqual([0, "", expect.anything()]);
  });

  test("finds exactly the planted errors in its sample", async () => {
    const rules = join(folder, "pack");
    cpSync(RULES, rules, { recursive: true });
    for (const file of readdirSync(rules).filter((name) => name.endsWith(".yaml"))) {
      writeFileSync(join(rules, file), withExamples(readFileSync(join(rules, file), "utf8")));
    }
    const { report } = await check([], SAMPLE, rules);
    expect(report.problems).toEqual([]);
    const expected = JSON.parse(readFileSync(`${SAMPLE}.expected.json`, "utf8")) as Report["findings"];
    const key = ({ path, rule, line, column }: Report["findings"][number]) => `${path} ${rule} ${line}:${column}`;
    // A fault that leaves an object unused has an info, too. Those that were planted are among them.
    const isNote = ({ rule }: Report["findings"][number]) => /^gltf-validator-(?:info|hint)$/.test(rule);
    const serious = (findings: Report["findings"]) =>
      findings
        .filter((finding) => !isNote(finding))
        .map(key)
        .sort();
    expect(serious(report.findings)).toEqual(serious(expected));
    expect(report.findings.map(key)).toEqual(expect.arrayContaining(expected.filter(isNote).map(key)));
  });
});
