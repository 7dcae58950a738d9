/**
 * The packed package in a browser: as a module on a page, in a module worker, and with Vite, as a server and as a
 * build.
 */

import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasChromium, launch } from "./chromium.ts";
import { serveFiles } from "./servers.ts";

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL("../../wasm", import.meta.url));
const VITE = fileURLToPath(new URL("../../node_modules/.bin/vite", import.meta.url));

/** A script that uses the engine, and the client, whose worker has another engine. */
const CHECK = `
  const rules = [{ path: "rules.yaml", text: '- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }' }];
  const files = { "a.xml": "<A>4</A>" };
  const engine = await createEngine();
  const own = await engine.checker({ rules }).check(memory(files));
  const client = createClient();
  const { report } = await client.check({ rules, files });
  client.dispose();
  const title = [own, report].map(({ findings: [{ rule, path, line }] }) => [rule, path, line].join(" ")).join();`;
const FOUND = "small a.xml 1,small a.xml 1";

/** A script that uses only the engine, in a worker. */
const WORKER = `
  const rules = [{ path: "rules.yaml", text: '- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }' }];
  const engine = await createEngine();
  const { findings } = await engine.checker({ rules }).check(memory({ "a.xml": "<A>4</A>" }));
  postMessage(findings.map(({ rule, path, line }) => [rule, path, line].join(" ")).join());`;

const page = (script: string) =>
  `<!doctype html><link rel="icon" href="data:,"><script type="module">${script}</script>\n`;
const AT = "/node_modules/assay/dist";

describe.skipIf(!hasChromium)("the packed package", () => {
  let folder: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "assay-tarball-"));
    await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: PACKAGE });
    const [tarball] = readdirSync(folder);
    const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
    put("package.json", '{ "private": true, "type": "module" }\n');
    await run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", `./${tarball}`], { cwd: folder });
    const imports = (engine: string, client: string) =>
      `import { createEngine, memory } from "${engine}";\nimport { createClient } from "${client}";\n`;
    put("plain.html", page(`${imports(`${AT}/browser.js`, `${AT}/client.js`)}${CHECK}\ndocument.title = title;`));
    put("worker.js", `import { createEngine, memory } from "${AT}/browser.js";\n${WORKER}`);
    put(
      "worker.html",
      page(
        'const worker = new Worker("/worker.js", { type: "module" }); worker.onmessage = ({ data }) => (document.title = data);',
      ),
    );
    mkdirSync(join(folder, "src"));
    put("src/main.js", `${imports("assay", "assay/client")}${CHECK}\ndocument.title = title;\n`);
    put(
      "index.html",
      '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/src/main.js"></script>\n',
    );
    put("vite.config.js", 'export default { build: { target: "esnext" }, logLevel: "error" };\n');
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Expects a title of the page at an address. */
  async function expectTitle(url: string, expected: string): Promise<void> {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(url);
    await expect.poll(async () => errors.join() || (await page.title()), { timeout: 60_000 }).toBe(expected);
    await page.close();
  }

  test.each([
    ["as a script of a page", "/plain.html", FOUND],
    ["in a module worker", "/worker.html", "small a.xml 1"],
  ])("%s", async (_, path, expected) => {
    const { url, server } = await serveFiles({ folder, at: "/" });
    await expectTitle(url + path, expected).finally(() => server.close());
  });

  test("served by Vite", async () => {
    const server = spawn(process.execPath, [VITE, "--host", "127.0.0.1", "--port", "0", "--logLevel", "info"], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      let output = "";
      const url = await new Promise<string>((resolve, reject) => {
        server.stdout.on("data", (part) => {
          output += part;
          const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(output) ?? [];
          if (address !== undefined) {
            resolve(address);
          }
        });
        server.once("exit", (code) => reject(new Error(`Vite ended with ${code}: ${output}`)));
      });
      await expectTitle(url, FOUND);
    } finally {
      server.kill();
    }
  });

  test("built by Vite", async () => {
    await run(process.execPath, [VITE, "build"], { cwd: folder });
    const { url, server } = await serveFiles({ folder: join(folder, "dist"), at: "/" });
    await expectTitle(`${url}/`, FOUND).finally(() => server.close());
  });
});
