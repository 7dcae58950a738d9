/** The package in a browser and the command line return identical reports of every sample project. */

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { withExamples } from "../../docs/site/with-examples.ts";
import { assay } from "../cli/assay.ts";
import { hasChromium } from "./chromium.ts";
import { filesIn, ROOT } from "./files.ts";
import { pagesOfPackage } from "./servers.ts";

const SAMPLES = readdirSync(`${ROOT}rules/samples`, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Checks the files that the test passes, and returns the report as JSON. */
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

/** Checks a sample with the files of a pack on the command line. */
async function byCommandLine(name: string, texts: readonly { path: string; text: string }[], sample: string) {
  const cwd = mkdtempSync(join(tmpdir(), "assay-samples-"));
  try {
    cpSync(`${ROOT}rules/lib`, join(cwd, "rules/lib"), { recursive: true });
    for (const { path, text } of texts) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
    return await assay(["check", "--rules", `rules/${name}`, "--format", "json", "--quiet", sample], { cwd });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

describe.skipIf(!hasChromium)("in a browser", () => {
  const open = pagesOfPackage({ "/check": PAGE });

  for (const { name } of SAMPLES) {
    test(`the report of \`${name}\` is that of the command line`, async () => {
      const texts = filesIn(`${ROOT}rules/${name}`, ROOT).map(([path, text]) => ({
        path,
        text: withExamples(text.toString()),
      }));
      const rules = texts.filter(({ path }) => path.endsWith(".yaml")).sort((a, b) => (a.path < b.path ? -1 : 1));
      const library = Object.fromEntries(texts.map(({ path, text }) => [path, text]));
      const sample = `${ROOT}rules/samples/${name}`;
      const files = filesIn(sample).map(([path, bytes]) => [path, bytes.toString("base64")]);
      const page = await open("/check");
      await page.waitForFunction(() => document.title === "ready");
      type Check = (request: unknown) => Promise<string>;
      const report = await page.evaluate((request) => (globalThis as unknown as { check: Check }).check(request), {
        rules,
        library,
        files,
      });
      await page.close();
      const { stdout, code } = await byCommandLine(name, texts, sample);
      expect(code).toBe(1);
      expect(JSON.parse(report).findings.length).toBeGreaterThan(10);
      expect(report === stdout, "the two reports are identical").toBe(true);
    });
  }
});
