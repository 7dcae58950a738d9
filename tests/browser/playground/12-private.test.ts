/** Private and static: nothing is asked of any server once the page is loaded, wherever it lies, with a network or without. */

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
/** Where the plain server has the page. */
const FOLDER = "/tools/assay/";
/** What the first load may weigh as brotli, in bytes: the page, and with the engine. */
const MOST = { page: 310_000, all: 1_100_000, graph: 16_000, packs: 100_000, validator: 80_000 };

/** Functions of which none ends: together they last far longer than anyone waits. */
const LONG = Array.from(
  { length: 20 },
  (_, at) =>
    `- { name: a${at}, rpath: \\.xml$, xpath: Texture, condition: [func_f], func_str: 'fn f(a, b, c) { loop { } }' }\n`,
).join("");

/** Waits until all is loaded and kept. */
async function loaded(page: Page): Promise<void> {
  await settled(page);
  await page.locator("html[data-loaded=true]").waitFor({ state: "attached", timeout: 30_000 });
}

describe.skipIf(!hasChromium)("the page", () => {
  const open = playground();
  let plain: Awaited<ReturnType<typeof serveFiles>>;
  /** What the server has instead of the build's own files, by path. */
  const newer: Record<string, string> = {};

  beforeAll(async () => {
    // In a folder below its root, as cheap hosts have it.
    plain = await serveFiles({ folder: DIST, at: FOLDER, pages: newer, headers: { "cache-control": "max-age=600" } });
  });
  afterAll(() => {
    plain?.server.close();
  });

  test("asks nothing of any server once it is loaded, whatever one does", async () => {
    const opened = await open(undefined, { serviceWorkers: "allow" });
    const { page } = opened;
    await loaded(page);
    const asked: string[] = [];
    page.context().on("request", (request) => {
      if (!request.url().startsWith("blob:")) {
        asked.push(request.url());
      }
    });
    await opened.fill("files", "<Texture><Image><Format>X</Format></Image></Texture>");
    // A run that is ended is ended with its worker, and the next one begins another.
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
    // Requests are told in their order: the test's own comes last, and is told.
    const own = new URL("offline.js?asked-by-the-test", page.url()).href;
    await page.evaluate((url) => fetch(url), own);
    await expect.poll(() => asked).toContain(own);
    expect(asked.filter((url) => url !== own)).toEqual([]);
    await close(opened);
  });

  test("works in a folder, and without a network once it was loaded", async () => {
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

  test("is that of a newer build once that was found, which leaves alone what a page in another folder keeps", async () => {
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

  test("has a policy of its own that forbids all but the engine", async () => {
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

  test("paints its outlines before any script runs, and in their place what the script makes", async () => {
    const opened = await open();
    const { page } = opened;
    const url = page.url();
    expect(await page.locator(".shell").count()).toBe(0);
    const held: (() => void)[] = [];
    await page.route(/\.js$/, (route) => {
      held.push(() => route.continue());
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
    expect(held.length).toBeGreaterThan(0);
    for (const go of held) {
      go();
    }
    await page.unroute(/\.js$/);
    await settled(page);
    expect(await shell.count()).toBe(0);
    await close(opened);
  });

  test("keeps to its policy while one goes through all of its parts", async () => {
    const opened = await open();
    const { page } = opened;
    await page.evaluate(() => {
      addEventListener("securitypolicyviolation", ({ violatedDirective }) => console.error(violatedDirective), true);
    });
    for (const side of ["rules", "files"] as const) {
      await opened.editor(side).click();
      // Over a selection, coloured or not, by a key and at once; what an indent or a bracket does, and taking it back.
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

  test("weighs little, and shows its first finding soon", async () => {
    const LAYOUT = /^graph-worker.*\.js$/;
    const PACKS = /\.json$/;
    const all = readdirSync(DIST, { recursive: true, withFileTypes: true })
      // The rest of the engine is loaded after the first task, and the build for speed with the first package.
      .filter(({ name }) => !name.endsWith(".map") && !/^(?:rest|core_bg).*\.wasm$/.test(name))
      .filter((entry) => entry.isFile())
      .map((entry) => ({ name: entry.name, size: brotli(readFileSync(join(entry.parentPath, entry.name))) }));
    // The layout of the graph is loaded with the first graph, each rule pack and the validator of models when they are used.
    const VALIDATOR = /^validator-/;
    const sizes = all.filter(({ name }) => ![LAYOUT, PACKS, VALIDATOR].some((late) => late.test(name)));
    const sum = (of: typeof sizes) => of.reduce((total, { size }) => total + size, 0);
    const rest = sum(sizes.filter(({ name }) => !name.endsWith(".wasm")));
    console.log(
      `first load as brotli: ${sum(sizes)} bytes, of which the engine ${sum(sizes) - rest}, the page ${rest}`,
    );
    expect(rest).toBeLessThan(MOST.page);
    expect(sum(sizes)).toBeLessThan(MOST.all);
    expect(sum(all.filter(({ name }) => LAYOUT.test(name)))).toBeLessThan(MOST.graph);
    expect(sum(all.filter(({ name }) => PACKS.test(name)))).toBeLessThan(MOST.packs);
    expect(sum(all.filter(({ name }) => VALIDATOR.test(name)))).toBeLessThan(MOST.validator);
    const opened = await open();
    const loaded = await opened.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(
      loaded.filter((name) => /graph-worker|validator|packs\//.test(name)),
      "what is loaded late",
    ).toEqual([]);
    const took = await opened.page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      const [mark] = performance.getEntriesByName("first-result");
      return (mark?.startTime ?? Number.NaN) - (navigation?.startTime ?? 0);
    });
    console.log(`first findings after ${Math.round(took)} ms`);
    expect(took, "there were findings").not.toBeNaN();
    await close(opened);
    // To pack as tightly as servers do takes its time.
  }, 180_000);
});

function brotli(bytes: Buffer): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).length;
}
