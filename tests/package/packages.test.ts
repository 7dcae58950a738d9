/** Portable asset packages: creating, opening and checking them, their graph, and rules for their content. */

import { AssayError, createEngine, memory } from "assay";
import { expect, test } from "vitest";

const engine = await createEngine();
const { packages } = engine;

/** Returns the metadata of a package. */
function metadata(assets: string, needs: readonly string[] = []): string {
  const triple = (assetGroupPath: string) => ({ assetGroupPath, revisionGroupPath: "model", revision: 1 });
  return JSON.stringify({ data: triple(assets), dependency: needs.map(triple) });
}

const FILES = { "lamp.ma": "createNode mesh;\n", "textures/影.txt": "shade", "a.bin": new Uint8Array([1, 2, 3]) };

/** Returns the bytes of a package with these files. */
function packageOf(assets: string, needs: readonly string[] = [], files: Record<string, string | Uint8Array> = FILES) {
  const { bytes, diagnostics } = packages.create(metadata(assets, needs), files);
  expect(diagnostics).toEqual({ problems: [], warnings: [], hints: [] });
  return bytes ?? new Uint8Array();
}

/** Returns the error that a call throws. */
function errorOf(call: () => unknown): AssayError {
  try {
    call();
  } catch (error) {
    if (error instanceof AssayError) {
      return error;
    }
    throw error;
  }
  throw new Error("nothing was thrown");
}

const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);

test("a created package can be opened, and is valid", () => {
  const lamp = packages.open("lamp.zip", packageOf("assets/lamp", ["assets/bulb"]));
  expect(lamp.about).toEqual({
    revision: { assetGroupPath: "assets/lamp", revisionGroupPath: "model", revision: 1 },
    place: "assets/lamp/publish/model/rev001",
    dependencies: [
      {
        assetGroupPath: "assets/bulb",
        revisionGroupPath: "model",
        revision: 1,
        active: true,
        online: null,
        comment: null,
      },
    ],
  });
  expect([...lamp].map(({ path, size, listed }) => ({ path, size, listed }))).toEqual([
    { path: "metadata.json", size: expect.any(Number), listed: false },
    { path: "a.bin", size: 3, listed: true },
    { path: "lamp.ma", size: 17, listed: true },
    { path: "textures/影.txt", size: 5, listed: true },
  ]);
  expect(lamp.read("a.bin")).toEqual(new Uint8Array([1, 2, 3]));
  expect(lamp.read("b.bin")).toBeNull();
  expect(packages.check([lamp])).toEqual({ problems: [], warnings: [], hints: [] });
  lamp.dispose();
  expect(errorOf(() => lamp.read("a.bin")).code).toBe("disposed");
});

test("equal files result in equal bytes, in any order", () => {
  const reversed = Object.fromEntries(Object.entries(FILES).reverse());
  expect(packageOf("assets/lamp", [], reversed)).toEqual(packageOf("assets/lamp"));
});

test("errors in packages are reported", () => {
  const bytes = packageOf("assets/lamp");
  const at = new TextDecoder("latin1").decode(bytes).indexOf("shade");
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  const broken = packages.open("broken.zip", bytes);
  const other = packages.open("other.zip", packageOf("assets/lamp", [], { "b.txt": "b" }));
  const { problems } = packages.check([broken, other]);
  expect(codes(problems).sort()).toEqual(["package-conflict", "zip-checksum"]);
  expect(errorOf(() => broken.read("textures/影.txt")).code).toBe("zip-checksum");
  expect(codes(packages.check([packages.open("text.zip", "hello")]).problems)).toEqual(["zip-none"]);
  expect(codes(packages.create("{}", FILES).diagnostics.problems)).toEqual(["package-missing"]);
  expect(packages.create("{}", FILES).bytes).toBeUndefined();
  const named = (path: string) => packages.create(metadata("assets/lamp"), { [path]: "x" });
  for (const path of ["metadata.json", "Metadata.json", "metadata.json/a"]) {
    const { bytes: none, diagnostics } = named(path);
    expect({ none, codes: codes(diagnostics.problems) }).toEqual({ none: undefined, codes: ["package-name"] });
  }
});

test("invalid arguments are refused", () => {
  const bytes = packageOf("assets/lamp");
  const lamp = packages.open("lamp.zip", bytes);
  const any = packages as unknown as Record<"open" | "check" | "create" | "graph", (...args: unknown[]) => unknown>;
  const text = metadata("assets/lamp");
  const calls: [() => unknown, string][] = [
    [() => any.create({ data: {} }, FILES), "the metadata must be a string, not an object"],
    [() => any.create(null, FILES), "the metadata must be a string, not null"],
    [() => any.create(text, []), "files must be an object of their contents by their paths, not a list"],
    [() => any.create(text, { "a.txt": 5 }), "the content of `a.txt` must be a string or bytes, not a number"],
    [
      () => any.create(text, { "a\ud800": "" }),
      "the path of a file must be a string, not a string with an unpaired surrogate",
    ],
    [() => any.create(text, FILES, { hash: "md4" }), "`hash` must be one of md5, sha1, sha256, not `md4`"],
    [() => any.create(text, FILES, "sha256"), "options must be an object, not `sha256`"],
    [() => any.create(text, FILES, null), "options must be an object, not null"],
    [
      () => any.create(text, new Map(Object.entries(FILES))),
      "files must be an object of their contents by their paths, not a Map",
    ],
    [() => any.open("a", bytes, new Map()), "limits must be an object of numbers by their names, not a Map"],
    [() => any.open("a", bytes, { members: 5n }), "the limit `members` must be a number, not a bigint"],
    [() => any.open(5, bytes), "the path of a package must be a string, not a number"],
    [
      () => any.open("a", { size: 1, fill() {} }),
      "expected the bytes of a package, or an object with `size` and `fill`, found an object",
    ],
    [() => any.open("a", bytes, null), "limits must be an object of numbers by their names, not null"],
    [() => any.open("a", bytes, { members: -1 }), "the limit `members` must be a whole number, not -1"],
    [() => any.check([{}]), "expected a package that `open` has returned, found an object"],
    [() => any.check(undefined), "expected a list of packages, found undefined"],
    [() => any.graph([bytes]), "expected a package that `open` has returned, found a Uint8Array"],
    [() => lamp.read(undefined as unknown as string), "the path must be a string, not undefined"],
  ];
  for (const [call, expected] of calls) {
    const { code, message } = errorOf(call);
    expect({ code, message }).toEqual({ code: "misuse", message: expected });
  }
  expect(lamp.read("a.bin")).toEqual(new Uint8Array([1, 2, 3]));
});

test("exceeded limits are named", () => {
  const bytes = packageOf("assets/lamp");
  const { problems } = packages.check([packages.open("lamp.zip", bytes, { members: 2 })]);
  expect(problems.map(({ message }) => message)).toEqual([
    "the package is refused: the archive has 4 members, but the limit `members` is 2",
  ]);
  expect(errorOf(() => packages.open("lamp.zip", bytes, { membres: 2 } as object)).code).toBe("unknown-limit");
});

test("limits of archives in a check can be set", async () => {
  const rules = [{ path: "r.yaml", text: "r: {rpath: '\\.ma$', xpath: '{file.path}', condition: [Exist]}" }];
  const found = async (packageLimits: object) => {
    const checker = engine.checker({ rules, packageLimits });
    const { problems } = await checker.check(memory({ "lamp.zip": packageOf("assets/lamp") }));
    return codes(problems);
  };
  expect(await found({ members: 4 })).toEqual([]);
  expect(await found({ members: 3 })).toEqual(["zip-limit-members"]);
  expect(errorOf(() => engine.checker({ rules, packageLimits: { membres: 2 } as object })).code).toBe("unknown-limit");
});

test("hashes are of the requested kind, and existing hashes keep their kind", () => {
  const listed = { "a.txt": { hash: "0".repeat(40) }, "b.txt": { size: 7 } };
  const revisionFiles = Object.entries(listed).map(([path, fields]) => ({ path, ...fields }));
  const text = JSON.stringify({ ...JSON.parse(metadata("assets/lamp")), revisionFiles });
  const hashesOf = (hash?: "md5" | "sha1" | "sha256") => {
    const { bytes, diagnostics } = packages.create(text, { "a.txt": "a", "b.txt": "b" }, hash && { hash });
    const lamp = packages.open("lamp.zip", bytes ?? new Uint8Array());
    expect(packages.check([lamp]).problems).toEqual([]);
    const digits = [...lamp].flatMap((member) => member.hash?.length ?? []);
    return { digits, warnings: codes(diagnostics.warnings).sort() };
  };
  expect(hashesOf()).toEqual({ digits: [40, 32], warnings: ["package-hash", "package-size"] });
  expect(hashesOf("sha256")).toEqual({ digits: [64, 64], warnings: ["package-size"] });
});

test("a graph contains missing packages", () => {
  const lamp = packages.open("lamp.zip", packageOf("assets/lamp", ["assets/bulb"]));
  const graph = packages.graph([lamp]);
  expect(graph.packages.map(({ assetGroupPath, path }) => [assetGroupPath, path])).toEqual([
    ["assets/lamp", "lamp.zip"],
    ["assets/bulb", null],
  ]);
  expect(graph.needs).toEqual([{ from: 0, to: 1, active: true, inCycle: false }]);
});

const RULES = `
missing:
  rpath: '\\.zip!/metadata\\.json$'
  xpath: '*/dependency,assetGroupPath,revisionGroupPath,revision'
  condition: [Exist in, artfunc_asset_packages]
scene:
  rpath: '\\.ma$'
  xpath: '{file.path}'
  condition: [Null collection]
`;

test("rules read members of packages, from synchronous and asynchronous sources", async () => {
  const checker = engine.checker({ rules: [{ path: "rules.yaml", text: RULES }] });
  const now = memory({
    "in/lamp.zip": packageOf("assets/lamp", ["assets/bulb", "assets/shade"]),
    "in/bulb.zip": packageOf("assets/bulb"),
  });
  const later = { paths: () => now.paths(), read: async (path: string) => now.read(path) };
  for (const source of [now, later]) {
    const report = await checker.check(source);
    expect(report.problems).toEqual([]);
    expect(report.findings.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      "scene in/bulb.zip!/lamp.ma",
      "scene in/lamp.zip!/lamp.ma",
      "missing in/lamp.zip!/metadata.json",
    ]);
    expect(report.findings.at(-1)?.value).toMatchObject({ assetGroupPath: ["assets/shade"] });
  }
  const trace = checker.trace("scene", "in/lamp.zip!/lamp.ma", now);
  expect({ path: trace.path, findings: trace.findings }).toEqual({ path: "in/lamp.zip!/lamp.ma", findings: 1 });
});

test("an archive that is refused makes the run incomplete", async () => {
  const checker = engine.checker({ rules: [{ path: "rules.yaml", text: RULES }] });
  const report = await checker.check(memory({ "a.ma": "x", "b.zip": "hello" }));
  expect(codes(report.problems)).toEqual(["zip-none"]);
  expect(report.findings.map(({ path }) => path)).toEqual(["a.ma"]);
});
