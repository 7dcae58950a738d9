/** The package in a browser against the command line: the same report of every sample project, to the byte. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../cli/assay.ts";
import { hasChromium, launch, servePackage } from "./chromium.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SAMPLES = readdirSync(`${ROOT}rules/samples`, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Checks what the test hands over, and returns the report as JSON. */
const PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="module">
  import { createClient } from "/assay/client.js";
  const client = createClient();
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  globalThis.check = async ({ rules, library, files }) => {
    const contents = Object.fromEntries(files.map(([path, text]) => [path, new Blob([bytes(text)])]));
    const { texts } = await client.check({ rules, library, files: contents, formats: [{ format: "json" }] });
    return texts[0];
  };
  document.title = "ready";
</script>`;

/** The files below a folder, by their paths in `from`. */
function filesIn(folder: string, from: string): [string, Buffer][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(from, file).split(sep).join("/"), readFileSync(file)]);
}

describe.skipIf(!hasChromium)("in a browser", () => {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof servePackage>>;

  beforeAll(async () => {
    [browser, served] = await Promise.all([launch(), servePackage({ "/check": PAGE })]);
  });
  afterAll(async () => {
    served?.server.close();
    await browser?.close();
  });

  for (const { name } of SAMPLES) {
    test(`the report of \`${name}\` is the command line's`, async () => {
      const texts = filesIn(`${ROOT}rules/${name}`, ROOT).map(([path, text]) => ({ path, text: text.toString() }));
      const rules = texts.filter(({ path }) => path.endsWith(".yaml")).sort((a, b) => (a.path < b.path ? -1 : 1));
      const library = Object.fromEntries(texts.map(({ path, text }) => [path, text]));
      const sample = `${ROOT}rules/samples/${name}`;
      const files = filesIn(sample, sample).map(([path, bytes]) => [path, bytes.toString("base64")]);
      const page = await browser.newPage();
      await page.goto(`${served.url}/check`);
      await page.waitForFunction(() => document.title === "ready");
      type Check = (given: unknown) => Promise<string>;
      const report = await page.evaluate((given) => (globalThis as unknown as { check: Check }).check(given), {
        rules,
        library,
        files,
      });
      await page.close();
      const args = ["check", "--rules", `rules/${name}`, "--format", "json", "--quiet", `rules/samples/${name}`];
      const { stdout, code } = await assay(args, { cwd: ROOT });
      expect(code).toBe(1);
      expect(JSON.parse(report).findings.length).toBeGreaterThan(10);
      expect(report === stdout, "the two reports are the same").toBe(true);
    });
  }
});
