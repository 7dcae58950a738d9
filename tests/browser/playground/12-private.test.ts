/** The page is private and static: once it is loaded, it sends no requests. It works in any folder and offline. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { ROOT } from "../files.ts";
import { serveFiles } from "../servers.ts";
import { close, playground, settled } from "./page.ts";

const DIST = join(ROOT, "playground/dist");
/** The folder of the page on the plain server. */
const FOLDER = "/tools/assay/";
/** The maximum sizes of the parts of the page as brotli, in bytes. `all` includes the engine. */
const MAX_SIZES = { page: 310_000, all: 1_100_000, graph: 16_000, packs: 100_000, validator: 80_000 };

/** Endless functions, which together run far longer than a user waits. */
const LONG = Array.from(
  { length: 20 },
  (_, at) =>
    `- { name: a${at}, rpath: \\.xml$, xpath: Texture, condition: [func_f], func_str: 'fn f(a, b, c) { loop { } }' }\n`,
).join("");

/** Waits until everything is loaded and cached. */
async function loaded(page: Page): Promise<void> {
  await settled(page);
  await page.locator("html[data-loaded=true]").waitFor({ state: "attached", timeout: 30_000 });
}

describe.skipIf(!hasChromium)("the page", () => {
  const open = playground();
  let plain: Awaited<ReturnType<typeof serveFiles>>;
  /** Files that the server returns instead of those of the build, by path. */
  const newer: Record<string, string> = {};

  beforeAll(async () => {
    // In a folder below its root, as with simple hosting.
    plain = await serveFiles({ folder: DIST, at: FOLDER, pages: newer, headers: { "cache-control": "max-age=600" } });
  });
  afterAll(() => {
    plain?.server.close();
  });

  test("sends no requests after it is loaded, whatever its user does", async () => {
    const opened = await open(undefined, { serviceWorkers: "allow" });
    const { page } = opened;
    await loaded(page);
    const requests: string[] = [];
    page.context().on("request", (request) => {
      if (!request.url().startsWith("blob:")) {
        requests.push(request.url());
      }
    });
    await opened.fill("files", "<Texture><Image><Format>X</Format></Image></Texture>");
    // The worker of a cancelled run is terminated, and the next run starts another one.
    await opened.type("rules", LONG);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(opened.verdict).toContain("cancelled");
    await page.getByRole("button", { name: "Examples" }).click();
    await page.getByRole("menuitem").nth(1).click();
    await expect.poll(opened.verdict).toMatch(/error/);
    for (const view of ["steps", "tests"]) {
      await page.locator(`#view-${view}`).click();
    }
    await page.getByRole("button", { name: "Both", exact: true }).click();
    await page.getByRole("tree", { name: "Nodes" }).getByRole("treeitem").first().waitFor();
    await page.getByRole("button", { name: "Share" }).click();
    await page.locator(".notice", { hasText: "The link is" }).waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "The report as" }).first().click(),
    ]);
    await page.getByRole("button", { name: /^Theme/ }).click();
    await page.getByRole("button", { name: "Reference" }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Help/ }).click();
    await page.getByRole("dialog").waitFor();
    // Requests are reported in their order. The test's own request comes last.
    const own = new URL("offline.js?asked-by-the-test", page.url()).href;
    await page.evaluate((url) => fetch(url), own);
    await expect.poll(() => requests).toContain(own);
    expect(requests.filter((url) => url !== own)).toEqual([]);
    await close(opened);
  });

  test("works in a folder, and offline after it was loaded", async () => {
    const opened = await open(undefined, { serviceWorkers: "allow" });
    const { page } = opened;
    await page.goto(plain.url + FOLDER);
    await loaded(page);
    await expect.poll(() => opened.verdict()).toBe("2 errors");
    expect(plain.requests.filter((path) => !path.startsWith(FOLDER))).toEqual([]);
    const modules = plain.requests.filter((path) => path.endsWith(".wasm"));
    expect(modules).not.toEqual([]);
    expect([...new Set(modules)], "each part of the engine is fetched once").toEqual(modules);
    plain.server.closeAllConnections();
    await page.context().setOffline(true);
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.verdict()).toBe("2 errors");
    await page.context().setOffline(false);
    await close(opened);
  });

  test("is replaced by a newer build, without changing the cache of a page in another folder", async () => {
    const opened = await open(undefined, { serviceWorkers: "allow" });
    const { page } = opened;
    await page.goto(plain.url + FOLDER);
    await loaded(page);
    const other = `assay ${plain.url}/other/ build`;
    await page.evaluate((name) => caches.open(name), other);
    const index = readFileSync(join(DIST, "index.html"), "utf8").replace("<html ", '<html data-build="newer" ');
    const offline = readFileSync(join(DIST, "offline.js"), "utf8").replace(/"build":"\w+"/, '"build":"newer"');
    Object.assign(newer, { [FOLDER]: index, [`${FOLDER}index.html`]: index, [`${FOLDER}offline.js`]: offline });
    await page.reload();
    const ours = `assay ${plain.url}${FOLDER} newer`;
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).sort())).toEqual([other, ours]);
    await page.reload();
    await loaded(page);
    expect(await page.locator("html").getAttribute("data-build")).toBe("newer");
    await close(opened);
  });

  test("has a content security policy that allows only its own files", async () => {
    const html = readFileSync(join(DIST, "index.html"), "utf8");
    const policy = (/Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? "").replaceAll("&#39;", "'");
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self'",
      "img-src 'self' blob: data:",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/(?:src|href)="(?:\/|https?:)/);
  });

  test("paints its outlines before scripts run, which replace them", async () => {
    const opened = await open();
    const { page } = opened;
    const url = page.url();
    expect(await page.locator(".shell").count()).toBe(0);
    const waiting: (() => void)[] = [];
    await page.route(/\.js$/, (route) => {
      waiting.push(() => route.continue());
    });
    await page.goto(url, { waitUntil: "commit" });
    const shell = page.locator(".shell");
    await shell.waitFor();
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName("first-paint").length)).toBe(1);
    expect(await shell.locator(".head").innerText()).toBe("Assay playground");
    const parts = await shell.locator(".tree, .rules, .files, .results").evaluateAll((all) => {
      return all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width > 100 && height > 100);
    });
    expect(parts.length).toBe(4);
    expect(waiting.length).toBeGreaterThan(0);
    for (const go of waiting) {
      go();
    }
    await page.unroute(/\.js$/);
    await settled(page);
    expect(await shell.count()).toBe(0);
    await close(opened);
  });

  test("complies with its policy while all of its parts are used", async () => {
    const opened = await open();
    const { page } = opened;
    await page.evaluate(() => {
      addEventListener("securitypolicyviolation", ({ violatedDirective }) => console.error(violatedDirective), true);
    });
    for (const side of ["rules", "files"] as const) {
      await opened.editor(side).click();
      // Typing over a selection, coloured or not, by keys and by insertion; indentation, brackets and undo.
      for (const keys of [
        "Control+a",
        "x",
        "Control+z",
        "Control+Home",
        "Shift+ArrowDown",
        "a",
        "Control+z",
        "Control+/",
        "Control+z",
      ]) {
        await page.keyboard.press(keys);
      }
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText("a: [1]\n");
      await page.keyboard.press("Control+z");
      for (const keys of [
        "Control+f",
        "t",
        "Enter",
        "Escape",
        "F8",
        "Control+Alt+g",
        "2",
        "Enter",
        "Alt+z",
        "Control+Alt+[",
        "Control+Alt+]",
      ]) {
        await page.keyboard.press(keys);
      }
    }
    await expect.poll(opened.verdict).toMatch(/error|problem/);
    for (const view of ["steps", "tests", "findings"]) {
      await page.locator(`#view-${view}`).click();
    }
    await page.locator("[data-pane=results] [role=treeitem]").last().click();
    for (const look of ["Tree", "Both", "Text"]) {
      await page.getByRole("button", { name: look, exact: true }).click();
    }
    for (const menu of ["Examples", "Open", "Export"]) {
      await page.getByRole("button", { name: menu, exact: true }).click();
      await page.getByRole("menuitem").first().waitFor();
      await page.keyboard.press("Escape");
    }
    for (const dialog of ["Reference", "Help and keys"]) {
      await page.getByRole("button", { name: dialog, exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "New file in Files" }).click();
    await page.keyboard.press("Enter");
    await page.getByRole("separator", { name: "Height of the results" }).press("ArrowUp");
    await page.getByRole("button", { name: "Share" }).click();
    await page.locator(".notice").waitFor();
    await close(opened);
  });

  test("is small, and shows its first findings soon", async () => {
    const LAYOUT = /^graph-worker.*\.js$/;
    const PACKS = /\.json$/;
    const all = readdirSync(DIST, { recursive: true, withFileTypes: true })
      // The second part of the engine is loaded after the first task, and the build for speed with the first package.
      .filter(({ name }) => !name.endsWith(".map") && !/^(?:rest|core_bg).*\.wasm$/.test(name))
      .filter((entry) => entry.isFile())
      .map((entry) => ({ name: entry.name, size: brotli(readFileSync(join(entry.parentPath, entry.name))) }));
    // The layout of the graph is loaded with the first graph, each rule pack and the validator of models when they are
    // used.
    const VALIDATOR = /^validator-/;
    const sizes = all.filter(({ name }) => ![LAYOUT, PACKS, VALIDATOR].some((late) => late.test(name)));
    const sum = (of: typeof sizes) => of.reduce((total, { size }) => total + size, 0);
    const page = sum(sizes.filter(({ name }) => !name.endsWith(".wasm")));
    console.log(
      `first load as brotli: ${sum(sizes)} bytes, of which the engine ${sum(sizes) - page}, the page ${page}`,
    );
    expect(page).toBeLessThan(MAX_SIZES.page);
    expect(sum(sizes)).toBeLessThan(MAX_SIZES.all);
    expect(sum(all.filter(({ name }) => LAYOUT.test(name)))).toBeLessThan(MAX_SIZES.graph);
    expect(sum(all.filter(({ name }) => PACKS.test(name)))).toBeLessThan(MAX_SIZES.packs);
    expect(sum(all.filter(({ name }) => VALIDATOR.test(name)))).toBeLessThan(MAX_SIZES.validator);
    const opened = await open();
    const loaded = await opened.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(
      loaded.filter((name) => /graph-worker|validator|packs\//.test(name)),
      "parts that are loaded later",
    ).toEqual([]);
    const took = await opened.page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      const [mark] = performance.getEntriesByName("first-result");
      return (mark?.startTime ?? Number.NaN) - (navigation?.startTime ?? 0);
    });
    console.log(`first findings after ${Math.round(took)} ms`);
    expect(took, "the time of the first findings").not.toBeNaN();
    await close(opened);
    // The best compression of brotli takes long.
  }, 180_000);
});

function brotli(bytes: Buffer): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).length;
}
