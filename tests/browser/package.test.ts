/** The package in a browser without a bundler: in the script of a page and in a worker. */

import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { pageOf, pagesOfPackage } from "./servers.ts";

const RULES = `[{ path: "rules.yaml", text: '- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }' }]`;
const FILES = `{ "a.xml": "<A>4</A>" }`;
const TESTED = `[{ path: "rules.yaml", text: JSON.stringify({
  rules: [{ name: "loops", rpath: "xml$", xpath: "A", condition: ["func_loops"],
    func_str: "fn loops(data, filepath, condition) { for i in 0..1000 { data.len(); } data }" }],
  tests: [{ name: "loops", files: { "a.xml": "<A>4</A>" }, expect: [{ rule: "loops", path: "a.xml" }] }],
}) }]`;

/** An expression for a zip with a finding. */
const ZIP = `Uint8Array.of(${zipSync({ "a.xml": strToU8("<A>4</A>") })})`;

/**
 * Checks a zip, files, and a folder of the browser's own file system. Returns paths of findings and messages of
 * problems for each.
 */
const SOURCES = `
  const engine = await createEngine();
  const checker = engine.checker({ rules: ${RULES} });
  const root = await navigator.storage.getDirectory();
  const deep = await root.getDirectoryHandle("deep", { create: true });
  const writable = await (await deep.getFileHandle("c.xml", { create: true })).createWritable();
  await writable.write("<A>" + " ".repeat(3e6) + "4</A>");
  await writable.close();
  const results = [];
  for (const source of [zip(${ZIP}), files([new File(["<A>4</A>"], "b.xml")]), files(root)]) {
    const { findings, problems } = await checker.check(source);
    results.push(findings.map(({ path }) => path).concat(problems.map(({ message }) => message)).join());
  }
  return results.join(" ");`;

/** Pages that show their result or an error as their title. */
const PAGES = Object.fromEntries(
  Object.entries({
    "/script": `
      import { createEngine, memory } from "/assay/browser.js";
      const engine = await createEngine();
      const report = await engine.checker({ rules: ${RULES} }).check(memory(${FILES}));
      return report.findings.length;`,
    "/octets": `
      import { createEngine, memory } from "/assay/browser.js";
      const engine = await createEngine({ wasm: new URL("/assay/core_bg.wasm?plain", location.href) });
      const report = await engine.checker({ rules: ${RULES} }).check(memory(${FILES}));
      return report.findings.length;`,
    "/sources": `
      import { createEngine, files, zip } from "/assay/browser.js";
      ${SOURCES}`,
    "/sources-in-worker": `
      const script = ${JSON.stringify(SOURCES)};
      const code = \`import { createEngine, files, zip } from "\${location.origin}/assay/browser.js";
        const run = async () => {\${script}};
        run().then(postMessage, (error) => postMessage(String(error)));\`;
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
      return new Promise((resolve) => worker.addEventListener("message", ({ data }) => resolve(data)));`,
    "/missing": `
      import { createEngine } from "/assay/browser.js";
      return createEngine({ wasm: new URL("/assay/nothing.wasm", location.href) }).catch((error) => error.code);`,
    "/client": `
      import { createClient } from "/assay/client.js";
      const client = createClient();
      const states = [];
      // While a file is read, the last progress may be repeated.
      const onProgress = ({ done }) => void (done !== states.at(-1) && states.push(done));
      const check = { rules: ${RULES}, files: ${FILES}, formats: [{ format: "text" }], onProgress };
      const [one, two] = await Promise.all([client.check(check), client.check(check)]);
      client.dispose();
      const three = await client.check(check);
      return [one, two, three].map(({ report, texts }) => report.findings.length + texts[0].split("\\n")[0]) + " " + states;`,
    "/client-files": `
      import { createClient } from "/assay/client.js";
      const client = createClient();
      const counts = [];
      const named = [{ path: "rules.yaml", text: '{ extends: [more/small.yaml], rules: [] }' }];
      const library = { "more/small.yaml": ${RULES}[0].text };
      for (const files of [
        { "a.xml": "<A>4</A>", "b.xml": new Blob(["<A>5</A>"]), "c.xml": new TextEncoder().encode("<A>1</A>") },
        { "a.xml": "<A>4</A>", "b.xml": new Blob(["<A>2</A>"]) },
        { "a.xml": "<A>3</A>", "d.xml": "<A>9</A>" },
        {},
        { "a.xml": "<A>8</A>", "d.xml": "<A>9</A>" },
      ]) {
        const only = counts.length === 4 ? { only: ["d.xml"] } : {};
        const { report } = await client.check({ rules: named, library, files, ...only });
        counts.push(report.stats.files_read + ":" + report.findings.map(({ path }) => path).join("+"));
      }
      const { report } = await client.check({ rules: named, library, files: { "a.xml": "<A>8</A>", "d.xml": "<A>9</A>" }, named: ["a.xml"] });
      counts.push(report.stats.files_named + ":" + report.findings.map(({ path }) => path).join("+"));
      return counts;`,
    "/client-parts": `
      import { createClient } from "/assay/client.js";
      const wasm = new URL("/assay/first.wasm", location.href);
      const check = { rules: ${TESTED}, files: ${FILES} };
      const counts = [];
      for (const name of ["rest.wasm", "nothing.wasm"]) {
        const client = createClient({ wasm, rest: new URL("/assay/" + name, location.href) });
        counts.push(await client.check(check).then(({ report }) => report.findings.length, ({ code }) => code));
        client.dispose();
      }
      counts.push(await createClient({ wasm }).check(check).catch(({ code }) => code));
      return counts;`,
    "/client-uncloneable": `
      import { createClient } from "/assay/client.js";
      const client = createClient();
      const files = ${FILES};
      const uncloneable = await client.check({ rules: ${RULES}, files, library: { "b.yaml": () => {} } }).catch(({ name }) => name);
      const { report } = await client.check({ rules: ${RULES}, files });
      return [uncloneable, report.findings.length];`,
    "/client-without-worker": `
      import { createClient } from "/assay/client.js";
      const scripts = ["/assay/nothing.js", "/assay/worker.js"];
      let failed;
      const hasFailed = new Promise((resolve) => { failed = resolve; });
      const worker = () => {
        const started = new Worker(scripts.shift(), { type: "module" });
        started.addEventListener("error", failed);
        return started;
      };
      const { readable, writable } = new TransformStream();
      hasFailed.then(() => fetch("/assay/core_bg.wasm")).then(({ body }) => body.pipeTo(writable));
      const wasm = new Response(readable, { headers: { "content-type": "application/wasm" } });
      const client = createClient({ worker, wasm });
      const check = { rules: ${RULES}, files: ${FILES} };
      return [await client.check(check).catch(({ code }) => code), (await client.check(check)).report.findings.length];`,
    "/client-disposed": `
      import { createClient } from "/assay/client.js";
      const client = createClient();
      const check = { rules: ${RULES}, files: ${FILES} };
      const waiting = [client.check(check), client.check(check)].map((one) => one.catch(({ code }) => code));
      client.dispose();
      const { report } = await client.check(check);
      return [...(await Promise.all(waiting)), report.findings.length];`,
    "/client-any-name": `
      import { createClient } from "/assay/client.js";
      const client = createClient();
      const files = Object.fromEntries([["__proto__/a.xml", "<A>4</A>"], ["__proto__", "<A>4</A>"]]);
      const rules = [{ path: "rules.yaml", text: ${RULES}[0].text.replace("xml$", "_") }];
      return (await client.check({ rules, files })).report.findings.map(({ path }) => path);`,
    "/client-trace": `
      import { createClient } from "/assay/client.js";
      const client = createClient();
      const trace = await client.trace({ rules: ${RULES}, files: ${FILES}, rule: "small", path: "a.xml" });
      const request = { rules: ${RULES}, files: ${FILES}, rule: "smal", path: "a.xml" };
      return [trace.state, await client.trace(request).catch((error) => error.code)];`,
    "/client-outline": `
      import { createClient } from "/assay/client.js";
      const client = createClient();
      const content = "<A><B>1</B><B>2</B></A>";
      const outline = await client.outline({ path: "a.xml", content });
      const bytes = await client.outline({ path: "a.xml", content: new TextEncoder().encode(content) });
      const { plain, values, exact } = await client.xpaths({ path: "a.xml", content, node: outline.at(14) });
      const outside = await client.xpaths({ path: "a.xml", content, node: 3 });
      return [outline.size, outline.value(2), outline.text === bytes.text, plain, values, exact, outside === undefined];`,
    "/client-packages": `
      import { createEngine } from "/assay/browser.js";
      import { createClient } from "/assay/client.js";
      const { packages } = await createEngine();
      const triple = (name) => ({ assetGroupPath: "assets/" + name, revisionGroupPath: "model", revision: 1 });
      const packageOf = (name, ...needed) => {
        const metadata = JSON.stringify({ data: triple(name), dependency: needed.map(triple), revisionFiles: [] });
        return new Blob([packages.create(metadata, { "a.ma": "scene of " + name }).bytes]);
      };
      const files = { "a.zip": packageOf("a", "b", "c"), "in/b.zip": packageOf("b"), "cut.zip": (await packageOf("c")).slice(0, 99) };
      const client = createClient();
      const request = { files, packages: ["a.zip", "in/b.zip", "cut.zip", "gone.zip"] };
      const quick = await client.packages(request);
      const results = await client.packages({ ...request, check: true });
      const member = (archive, member, most = 100) => client.member({ files, archive, member, most });
      const text = new TextDecoder().decode(await member("in/b.zip", "a.ma"));
      const [long, none] = [await member("in/b.zip", "a.ma", 4), await member("in/b.zip", "b.ma")];
      const gone = await member("gone.zip", "a.ma").catch(({ code }) => code);
      return [
        quick.told === undefined, results.packages.map(({ path, members }) => path + members.length), results.failed.map(({ path }) => path),
        results.graph.needs.map(({ from, to }) => [from, to].join(">")), results.told.problems.map(({ path, code }) => path + " " + code),
        text, long === undefined && none === undefined, gone,
      ];`,
    "/client-lists": `
      import { createClient } from "/assay/client.js";
      const client = createClient();
      const hashed = (entries) => JSON.stringify({ assets: entries.map(([path, hash]) => ({ path, hash: hash.repeat(40) })) });
      const first = { path: "1.json", content: hashed([["a", "1"], ["b", "1"], ["c", "1"]]) };
      const second = { path: "2.json", content: new Blob([hashed([["d", "1"], ["c", "1"], ["b", "2"]])]) };
      const results = [];
      for (const operation of ["delta", "union", "filepattern"]) {
        const lists = await client.compareLists({ first, second, operation, pattern: "[ab]", patternType: "regex" });
        const result = [...lists.result].map((at) => (at < 0 ? lists.first.path(~at) : lists.second.path(at)));
        results.push(result.join(""));
        if (operation === "union") {
          const { written } = await client.compareLists({ first, second, operation, form: "json" });
          const { assets } = JSON.parse(await written.text());
          results.push(assets.length === lists.result.length && lists.written === undefined);
        }
        if (operation === "delta") {
          const { key, counts } = lists;
          const kinds = [0, 1, 2].map((at) => lists.first.kind(at) + lists.first.other(at) + lists.second.kind(at));
          results.push(key, counts.added + counts.removed, ...kinds, lists.second.hash(2), lists.second.id(2));
        }
      }
      const further = [{ path: "3.json", content: hashed([["b", "3"], ["d", "1"]]) }];
      const steps = [{ op: "delta", output: "$new" }, { op: "union", first: "$new", second: "3.json" }];
      const plan = { path: "plan.json", content: JSON.stringify({ steps }) };
      for (const request of [{ operation: "intersectioncount" }, { operation: "plan", plan }, { operation: "plan", plan, step: 1 }]) {
        const { result, first: one, second: two, further: rest, steps } = await client.compareLists({ first, second, further, ...request });
        const pathOf = (at) => (at < 0 ? one.path(~at) : at < two.size ? two.path(at) : rest.kind(at - two.size) + rest.path(at - two.size));
        results.push([...result].map(pathOf).join(""), steps.map(({ first, second, output }) => [first, second, output].join()).join(" "));
      }
      const broken = { path: "3.json", content: '{"assets": [\\n{"path": 1}]}' };
      const error = await client.compareLists({ first: broken, second, operation: "delta" }).catch((error) => error);
      return [...results, error.name, error.code, error.path, error.line, error.column];`,
    "/client-test": `
      import { createClient } from "/assay/client.js";
      const client = createClient();
      const outcomes = [];
      for (const limits of [{}, { operations: 100 }]) {
        const { tests: [test] } = await client.test({ rules: ${TESTED}, limits });
        outcomes.push(test.state, ...test.problems.map(({ code }) => code));
      }
      const error = await client.test({ rules: ${TESTED}, limits: { depth: 0 } }).catch((error) => error.code);
      return [...outcomes, error];`,
    "/abort": `
      import { createClient } from "/assay/client.js";
      const client = createClient();
      const check = { rules: ${RULES}, files: ${FILES} };
      await client.check(check);
      const controller = new AbortController();
      const ended = client.check({ ...check, signal: controller.signal }).catch((error) => error.message);
      await Promise.resolve().then(() => controller.abort(new Error("enough")));
      return [await ended, (await client.check(check)).report.findings.length];`,
    "/limit": `
      import { createClient } from "/assay/client.js";
      const files = Object.fromEntries(Array.from({ length: 30_000 }, (_, number) => [number + ".xml", "<A>4</A>"]));
      const client = createClient({ timeLimit: 20 });
      return client.check({ rules: ${RULES}, files }).catch((error) => error.code);`,
  }).map(([path, script]) => [path, pageOf(script, 'document.title = "done: " + shown;')]),
);

describe.skipIf(!hasChromium)("in a browser", () => {
  const open = pagesOfPackage(PAGES);

  for (const [path, title] of [
    ["/script", "1"],
    ["/octets", "1"],
    ["/sources", "a.xml b.xml deep/c.xml"],
    ["/sources-in-worker", "a.xml b.xml deep/c.xml"],
    ["/missing", "wasm-unusable"],
    ["/client", "1a.xml:1:4,1a.xml:1:4,1a.xml:1:4 0,1,0,1,0,1"],
    ["/client-files", "3:a.xml+b.xml,2:a.xml,2:d.xml,0:,1:d.xml,1:a.xml"],
    ["/client-parts", "1,wasm-unusable,misuse"],
    ["/client-uncloneable", "DataCloneError,1"],
    ["/client-without-worker", "failed,1"],
    ["/client-disposed", "disposed,disposed,1"],
    ["/client-any-name", "__proto__,__proto__/a.xml"],
    ["/client-trace", "failed,unknown-rule"],
    ["/client-outline", "3,2,true,*/B,2,,true"],
    [
      "/client-packages",
      "true,a.zip2,in/b.zip2,cut.zip0,gone.zip,0>1,0>2,cut.zip zip-cut-off,scene of b,true,file-unreadable",
    ],
    [
      "/client-lists",
      "db,path,2,removedundefinedadded,changed2same,same1changed,22222222,,dcba,true,ab,bcd,,elsewherebd,1.json,2.json,$new $new,3.json,$result-2,db,1.json,2.json,$new $new,3.json,$result-2,AssayError,asset-list-value,3.json,2,10",
    ],
    ["/client-test", "pass,error,script-operations,limit-out-of-bounds"],
    ["/abort", "enough,1"],
    ["/limit", "time-limit"],
  ] as const) {
    test(path.slice(1), async () => {
      const page = await open(path);
      await page.waitForFunction(() => document.title !== "", undefined, { timeout: 20_000 });
      expect(await page.title()).toBe(`done: ${title}`);
      await page.close();
    });
  }
});
