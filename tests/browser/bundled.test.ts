/**
 * The package bundled by esbuild for a page as in the README, with the files that it names in the folder of the bundle.
 */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { hasChromium, launch } from "./chromium.ts";
import { serveFiles } from "./servers.ts";

const PACKAGE = fileURLToPath(new URL("../../wasm", import.meta.url));
const TOOLS = fileURLToPath(new URL("../../node_modules/.bin/", import.meta.url));

const PAGE = `import { createEngine, memory } from "assay";
import { createClient } from "assay/client";
const rules = [{ path: "rules.yaml", text: '- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }' }];
const show = async () => {
  const here = await (await createEngine()).checker({ rules }).check(memory({ "a.xml": "<A>4</A>" }));
  const { report } = await createClient().check({ rules, files: { "a.xml": "<A>5</A>" } });
  return [here, report].flatMap(({ findings }) => findings.map(({ value }) => value)).join();
};
document.title = await show().catch(String);
`;

const folder = mkdtempSync(join(tmpdir(), "assay-bundled-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!hasChromium)("bundled by esbuild for a page", () => {
  test("it checks on the page and in its worker", async () => {
    // A separate project. Without it, a `package.json` in a parent folder belongs to the project, and if that is also
    // named `assay`, the bundler searches for the package there.
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(PACKAGE, join(folder, "node_modules/assay"));
    writeFileSync(join(folder, "page.js"), PAGE);
    const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
    const [, commands = ""] = /```sh\n(# For a page: [\s\S]*?)```/.exec(readme) ?? [];
    const bundling = promisify(execFile)("sh", ["-ec", commands.replaceAll("npx ", TOOLS)], { cwd: folder });
    await bundling.catch(({ message, stderr }) => {
      throw new Error(`the commands of the README failed: ${stderr || message}`);
    });
    expect(readdirSync(join(folder, "out")).sort()).toEqual(["core_bg.wasm", "page.js", "worker.js"]);
    const html = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/out/page.js"></script>';
    const [browser, { url, server }] = await Promise.all([
      launch(),
      serveFiles({ folder: join(folder, "out"), at: "/out/", pages: { "/": html } }),
    ]);
    try {
      const page = await browser.newPage();
      await page.goto(url);
      await expect.poll(() => page.title()).toBe("4,5");
    } finally {
      server.close();
      await browser.close();
    }
  });
});
