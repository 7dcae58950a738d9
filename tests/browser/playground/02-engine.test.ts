/** The page uses the module of the npm package, and shows its version and commit. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { ROOT } from "../files.ts";
import { close, playground, settled } from "./page.ts";

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe.skipIf(!hasChromium)("the engine", () => {
  const open = playground();

  test("is identical to that of the package, in the build and over the network", async () => {
    const built = readdirSync(`${ROOT}playground/dist/assets`).filter((name) => name.endsWith(".wasm"));
    const names = built.map((name) => name.replace(/-.*/, ""));
    expect(names.sort()).toEqual(["core_bg", "first", "rest"]);
    for (const name of built) {
      const module = readFileSync(`${ROOT}wasm/dist/${name.replace(/-.*/, "")}.wasm`);
      expect(hash(readFileSync(`${ROOT}playground/dist/assets/${name}`))).toBe(hash(module));
    }
    const expected = hash(readFileSync(`${ROOT}wasm/dist/first.wasm`));
    const opened = await open();
    const { page } = opened;
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".wasm") ? [name] : [])),
    );
    const [first = "", ...others] = new Set(loaded.map((name) => name.replace(/.*\//, "")));
    expect(first).toMatch(/^first-/);
    expect(others.join()).toMatch(/^(?:rest-[^,]*)?$/);
    const bytes = await (await page.request.get(loaded[0] ?? "")).body();
    expect(hash(bytes)).toBe(expected);
    await close(opened);
  });

  /** A rule with a function in Rhai, whose interpreter is in the second part of the engine. */
  const FUNCTION = `- name: wide
  rpath: \\.xml$
  xpath: Texture/Width
  condition: [func_wide]
  func_str: |
    fn wide(data, filepath, condition) { data.filter(|width| parse_int(width) > 64) }
`;

  test.each([
    ["cannot be reached", undefined, "Failed to fetch"],
    ["is missing", { status: 404 }, "answered 404"],
  ])("starts with its first part, and reports if its second part %s", async (_, answer, reason) => {
    const opened = await open();
    const { page } = opened;
    await page.route("**/rest-*.wasm", (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.reload();
    await settled(page);
    for (const view of ["steps", "tests", "findings"]) {
      await page.locator(`#view-${view}`).click();
      await settled(page);
    }
    expect(await opened.findings()).toHaveLength(2);
    await opened.type("files", "<Texture><Width>128</Width></Texture>");
    await opened.type("rules", FUNCTION);
    await expect
      .poll(opened.verdict)
      .toMatch(new RegExp(`^Not checked: the engine's WebAssembly module cannot be used: .*${reason}$`));
    await page.unroute("**/rest-*.wasm");
    await opened.fill("files", "<Texture><Width>256</Width></Texture>");
    await expect.poll(opened.findings).toHaveLength(1);
    await page.context().close();
  });

  test("loads its second part when a function needs it", async () => {
    const opened = await open({
      rules: { "rules.yaml": FUNCTION },
      files: { "a.xml": "<Texture><Width>128</Width></Texture>" },
    });
    expect(await opened.findings()).toHaveLength(1);
    await close(opened);
  });

  test("has a version and the commit that the page was built from", async () => {
    const opened = await open();
    await opened.page.getByRole("button", { name: /^Help/ }).click();
    const text = await opened.page.locator("dialog .version").textContent();
    const { version } = JSON.parse(readFileSync(`${ROOT}wasm/package.json`, "utf8"));
    const [, commit = ""] = /Assay (?:\S+) ([0-9a-f]{10})$/.exec(text ?? "") ?? [];
    expect(text).toContain(`Assay ${version} `);
    const kind = execFileSync("git", ["cat-file", "-t", commit], { cwd: ROOT, encoding: "utf8" });
    expect(kind.trim()).toBe("commit");
    await close(opened);
  });
});
