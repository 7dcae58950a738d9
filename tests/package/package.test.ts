/** The package as users get it: packed, installed into an empty folder, and used in every supported way. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL("../../wasm", import.meta.url));
const TOOLS = fileURLToPath(new URL("../../node_modules/.bin/", import.meta.url));

/** The end of each script below: prints a finding. */
const CHECK = `
  const checker = engine.checker({ rules: [{ path: "rules.yaml", text: '- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }' }] });
  const report = await checker.check(memory({ "a.xml": "<A>4</A>" }));
  checker.dispose();
  console.log(report.findings.map(({ rule, path, line, column, value }) => [rule, path, line, column, value].join(" ")).join());`;
const FOUND = "small a.xml 1 4 4\n";

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-package-"));
  await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: PACKAGE });
  const [tarball] = readdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  await run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", `./${tarball}`], { cwd: folder });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a script in the folder, and returns its output. */
async function node(...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, args, { cwd: folder });
  expect(stderr).toBe("");
  return stdout;
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

test("it has no dependencies and no installation script", () => {
  const { dependencies, scripts } = JSON.parse(readFileSync(join(folder, "node_modules/assay/package.json"), "utf8"));
  expect(dependencies).toBeUndefined();
  expect(Object.keys(scripts)).not.toContain("postinstall");
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["assay"]);
});

test("all files in its exports exist", () => {
  const { exports } = JSON.parse(readFileSync(join(folder, "node_modules/assay/package.json"), "utf8"));
  const named = JSON.stringify(exports).match(/\.\/[^"*]+[^"*/](?=")/g) ?? [];
  const files = named.filter((name) => name.startsWith("./dist/"));
  expect(files.length).toBeGreaterThan(7);
  for (const file of files) {
    expect(readFileSync(join(folder, "node_modules/assay", file)).length, file).toBeGreaterThan(0);
  }
});

describe("in Node", () => {
  test("importing the worker script on the main thread has no effect", async () => {
    write(
      "worker.mjs",
      `import "assay/worker";
      import { createEngine, memory } from "assay";
      const engine = await createEngine();
      const [slow] = ["fn slow(data, path, condition) { let x = 0; while true { x += 1; } data }"];
      const rules = [{ path: "r.yaml", text: "- { name: slow, rpath: xml$, xpath: A, condition: [functions.slow] }" }];
      const read = (path) => (path.endsWith("functions.rhai") ? slow : undefined);
      const checker = engine.checker({ rules, read, limits: { milliseconds: 400, operations: 1e9 } });
      const report = await checker.check(memory({ "a.xml": "<A>4</A>" }));
      console.log(report.problems.map(({ code }) => code).join());`,
    );
    expect(await node("worker.mjs")).toBe("script-time\n");
  });

  test("as a module", async () => {
    write("esm.mjs", `import { createEngine, memory } from "assay";\nconst engine = await createEngine();\n${CHECK}\n`);
    expect(await node("esm.mjs")).toBe(FOUND);
  });

  test("from CommonJS, by a dynamic import", async () => {
    const body = `const { createEngine, memory } = await import("assay");\nconst engine = await createEngine();\n${CHECK}`;
    write("common.cjs", `(async () => {\n${body}\n})();\n`);
    expect(await node("common.cjs")).toBe(FOUND);
  });

  test("with the engine's module as bytes and as a `WebAssembly.Module`", async () => {
    write(
      "passed.mjs",
      `import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createEngine, memory } from "assay";
const bytes = readFileSync(createRequire(import.meta.url).resolve("assay/core.wasm"));
for (const wasm of [bytes, new WebAssembly.Module(bytes)]) {
  const engine = await createEngine({ wasm });
  ${CHECK}
}
`,
    );
    expect(await node("passed.mjs")).toBe(FOUND + FOUND);
  });

  test("importing it has no effect", async () => {
    write(
      "quiet.mjs",
      `let compiled = 0;
for (const name of ["compile", "instantiate", "compileStreaming", "Module", "Instance"]) {
  const before = WebAssembly[name];
  WebAssembly[name] = new Proxy(before, {
    apply: (...args) => { compiled += 1; return Reflect.apply(...args); },
    construct: (...args) => { compiled += 1; return Reflect.construct(...args); },
  });
}
const globals = Object.keys(globalThis).join();
await import("assay");
await import("assay/client");
console.log(compiled, Object.keys(globalThis).join() === globals);
`,
    );
    expect(await node("quiet.mjs")).toBe("0 true\n");
  });

  test("as a command", async () => {
    mkdirSync(join(folder, "assets"));
    write("rules.yaml", '- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }\n');
    write("assets/a.xml", "<A>4</A>\n");
    const command = run("node_modules/.bin/assay", ["check", "--rules", "rules.yaml", "assets"], { cwd: folder });
    await expect(command).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining("a.xml"), stderr: "" });
  });
});

describe("bundled by esbuild", () => {
  const script = `import { createEngine, memory } from "assay";
import { readFileSync } from "node:fs";
const wasm = readFileSync("node_modules/assay/dist/core_bg.wasm");
const engine = await createEngine({ wasm });
${CHECK}
`;

  test("for Node", async () => {
    write("bundled.mjs", script);
    const outfile = join(folder, "bundled.out.mjs");
    await build({ entryPoints: [join(folder, "bundled.mjs")], bundle: true, platform: "node", format: "esm", outfile });
    expect(await node("bundled.out.mjs")).toBe(FOUND);
  });

  test("for Node as in the README, with the files that it names in the same folder", async () => {
    write(
      "main.js",
      `import { createEngine, memory } from "assay";
const engine = await createEngine();
${CHECK}
const old = engine.checker({ rules: [{ path: "r.yaml", text: '- { name: old, rpath: xml$, xpath: A, condition: [Null collection] }' }] });
const bytes = Uint8Array.of(...new TextEncoder().encode('<?xml version="1.0" encoding="GBK"?><A>'), 0xd6, 0xd0, 60, 47, 65, 62);
const { findings, problems } = await old.check(memory({ "b.xml": bytes }));
console.log(findings.map(({ value }) => value).join(), problems.length);
`,
    );
    const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
    const [, commands = ""] = /```sh\n(# For Node: [\s\S]*?)```/.exec(readme) ?? [];
    await run("sh", ["-ec", commands.replaceAll("npx ", TOOLS)], { cwd: folder });
    expect(readdirSync(join(folder, "out")).sort()).toEqual(["core_bg.wasm", "encodings_bg.wasm", "main.mjs"]);
    expect(await node("out/main.mjs")).toBe(`${FOUND}\u4e2d 0\n`);
  });

  test("for browsers: exports for Node only are reported as missing", async () => {
    write("folder.js", `import { folder } from "assay";\nconsole.log(folder);\n`);
    const bundling = build({
      entryPoints: [join(folder, "folder.js")],
      bundle: true,
      platform: "browser",
      format: "esm",
      write: false,
      logLevel: "silent",
    });
    await expect(bundling).rejects.toThrow(/No matching export in ".*browser\.js" for import "folder"/);
  });

  test("for browsers, without modules of Node", async () => {
    write(
      "page.js",
      `import { createEngine } from "assay";\nimport { createClient } from "assay/client";\nconsole.log(createEngine, createClient);\n`,
    );
    const { outputFiles, warnings } = await build({
      entryPoints: [join(folder, "page.js")],
      bundle: true,
      platform: "browser",
      format: "esm",
      write: false,
    });
    expect(warnings).toEqual([]);
    expect(outputFiles[0]?.text).not.toMatch(/node:/);
  });
});

test("bundled by Vite, with the module and the worker as separate files", async () => {
  mkdirSync(join(folder, "vite"));
  write("vite/index.html", '<!doctype html><script type="module" src="./main.js"></script>\n');
  write(
    "vite/main.js",
    `import { createEngine } from "assay";\nimport { createClient } from "assay/client";\nconsole.log(createEngine, createClient);\n`,
  );
  await run(join(TOOLS, "vite"), ["build", "--logLevel", "error"], { cwd: join(folder, "vite") });
  const built = readdirSync(join(folder, "vite/dist/assets")).join();
  expect(built).toMatch(/core_bg-[\w-]+\.wasm/);
  expect(built).toMatch(/worker-[\w-]+\.js/);
});

describe("its types", () => {
  // Everyone gets the types for Node, because most settings of bundlers do not say whether a program runs in Node.
  test("are those of both entry points, except exports for Node only", async () => {
    write(
      "entrances.mjs",
      `const names = async (entrance) => Object.keys(await import("./node_modules/assay/dist/" + entrance));
const [inNode, inBrowsers] = [await names("node.js"), await names("browser.js")];
console.log(inNode.filter((name) => !inBrowsers.includes(name)).join(), inBrowsers.every((name) => inNode.includes(name)));
`,
    );
    expect(await node("entrances.mjs")).toBe("folder true\n");
  });

  const [example = ""] = /(?<=```js\n)[\s\S]*?(?=```)/.exec(readFileSync(join(PACKAGE, "README.md"), "utf8")) ?? [];
  const script = `import { AssayError, createEngine, type Finding, memory, type Report, type Severity } from "assay";
import { createClient } from "assay/client";

const engine = await createEngine();
const report: Report = await engine.checker({ rules: [] }).check(memory({}), { signal: AbortSignal.timeout(5) });
const severities: Severity[] = report.findings.map((finding: Finding) => finding.severity);
const text: string = engine.render(report, engine.formats[0]?.name ?? "text", { color: true });
// @ts-expect-error: severities are a union of strings.
const wrong: Severity = "fatal";
export { AssayError, createClient, severities, text, wrong };
`;

  const types = [dirname(fileURLToPath(import.meta.resolve("@types/node/package.json")))];
  for (const [name, options] of [
    ["Node", { module: "nodenext", moduleResolution: "nodenext", lib: ["es2023", "dom"] }],
    ["Node without the DOM", { module: "nodenext", moduleResolution: "nodenext", lib: ["es2023"], types }],
    ["bundlers", { module: "esnext", moduleResolution: "bundler", lib: ["es2023", "dom"] }],
  ] as const) {
    test(`are found and valid for ${name}`, async () => {
      write("typed.mts", script);
      expect(example).toContain("folder");
      write("example.mts", example);
      const compilerOptions = { target: "es2022", strict: true, noEmit: true, types: [], ...options };
      write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["typed.mts", "example.mts"] }));
      const { stdout } = await run(join(TOOLS, "tsc"), ["--project", folder]).catch((error) => error);
      expect(stdout).toBe("");
    });
  }
});
