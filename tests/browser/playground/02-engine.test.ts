/** The same engine: the module of the npm package, and its version and commit on the page. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { ROOT } from "../files.ts";
import { close, playground } from "./page.ts";

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe.skipIf(!hasChromium)("the engine", () => {
  const open = playground();

  test("is that of the package, to the byte, in the build and over the network", async () => {
    const built = readdirSync(`${ROOT}playground/dist/assets`).filter((name) => name.endsWith(".wasm"));
    const names = built.map((name) => name.replace(/-.*/, ""));
    expect(names.sort()).toEqual(["check_bg", "core_bg"]);
    for (const name of built) {
      const module = readFileSync(`${ROOT}wasm/dist/${name.replace(/-.*/, "")}.wasm`);
      expect(hash(readFileSync(`${ROOT}playground/dist/assets/${name}`))).toBe(hash(module));
    }
    const own = hash(readFileSync(`${ROOT}wasm/dist/check_bg.wasm`));
    const opened = await open();
    const { page } = opened;
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".wasm") ? [name] : [])),
    );
    expect(new Set(loaded).size).toBe(1);
    const bytes = await (await page.request.get(loaded[0] ?? "")).body();
    expect(hash(bytes)).toBe(own);
    await close(opened);
  });

  test("tells its version, and the commit that the page was built from", async () => {
    const opened = await open();
    await opened.page.getByRole("button", { name: /^Help/ }).click();
    const told = await opened.page.locator("dialog .version").textContent();
    const { version } = JSON.parse(readFileSync(`${ROOT}wasm/package.json`, "utf8"));
    const [, commit = ""] = /Assay (?:\S+) ([0-9a-f]{10})$/.exec(told ?? "") ?? [];
    expect(told).toContain(`Assay ${version} `);
    const kind = execFileSync("git", ["cat-file", "-t", commit], { cwd: ROOT, encoding: "utf8" });
    expect(kind.trim()).toBe("commit");
    await close(opened);
  });
});
