/** Private and static: nothing is asked of any server once the page is loaded, wherever it lies, with a network or without. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, playground, settled } from "./page.ts";

const DIST = fileURLToPath(new URL("../../../playground/dist", import.meta.url));
/** What the first load may weigh as brotli, in bytes: the page, and with the engine. */
const MOST = { page: 250_000, all: 1_500_000 };

/** A server that knows nothing but files, in a folder below its root, as cheap hosts are. `change.of` makes another build. */
async function plainServer() {
  const types: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
  };
  const asked: string[] = [];
  const change = { of: (text: string) => text };
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0]?.replace(/\/$/, "/index.html") ?? "";
    asked.push(path);
    const file = path.startsWith("/tools/assay/") ? join(DIST, path.slice("/tools/assay/".length)) : "";
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain", "cache-control": "max-age=600" });
    const isText = path.endsWith("/index.html") || path.endsWith("/offline.js");
    response.end(isText ? change.of(readFileSync(file, "utf8")) : readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tools/assay/`, asked, change, server };
}

/** Waits until all is loaded and kept. */
async function loaded(page: Page): Promise<void> {
  await settled(page);
  await page.locator("html[data-loaded=true]").waitFor({ state: "attached", timeout: 30_000 });
}

describe.skipIf(!hasChromium)("the page", () => {
  const open = playground();
  let plain: Awaited<ReturnType<typeof plainServer>>;

  beforeAll(async () => {
    plain = await plainServer();
  });
  afterAll(() => plain?.server.close());

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
    await opened.fill(
      "rules",
      "- { name: a, rpath: \\.xml$, xpath: A, condition: [func_f], func_str: 'fn f(a, b, c) { loop { } }' }",
    );
    await page.getByRole("button", { name: "Examples" }).click();
    await page.getByRole("menuitem").nth(1).click();
    await settled(page);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: /^Theme/ }).click();
    await page.getByRole("button", { name: /^Help/ }).click();
    await page.waitForTimeout(500);
    console.log(`requests after load: ${asked.length}`);
    expect(asked).toEqual([]);
    await close(opened);
  });

  test("works in a folder, and without a network once it was loaded", async () => {
    const opened = await open(undefined, { serviceWorkers: "allow" });
    const { page } = opened;
    await page.goto(plain.url);
    await loaded(page);
    await expect.poll(() => opened.verdict()).toBe("2 findings");
    expect(plain.asked.filter((path) => !path.startsWith("/tools/assay/"))).toEqual([]);
    const times = plain.asked.filter((path) => path.endsWith(".wasm")).length;
    expect(times, "the engine is fetched once").toBe(1);
    plain.server.closeAllConnections();
    await page.context().setOffline(true);
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.verdict()).toBe("2 findings");
    await page.context().setOffline(false);
    await close(opened);
  });

  test("is that of a newer build once that was found", async () => {
    const opened = await open(undefined, { serviceWorkers: "allow" });
    const { page } = opened;
    await page.goto(plain.url);
    await loaded(page);
    plain.change.of = (text) =>
      text.replace("<html ", '<html data-build="newer" ').replace(/"build":"\w+"/, '"build":"newer"');
    await page.reload();
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).join())).toBe("assay-newer");
    await page.reload();
    await loaded(page);
    expect(await page.locator("html").getAttribute("data-build")).toBe("newer");
    await close(opened);
  });

  test("has a policy of its own that forbids all but the engine", async () => {
    const html = readFileSync(join(DIST, "index.html"), "utf8");
    const policy = (/Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? "").replaceAll("&#39;", "'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).not.toContain("unsafe-inline");
    expect(policy).not.toContain(" 'unsafe-eval'");
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/(?:src|href)="(?:\/|https?:)/);
  });

  test("weighs little, and shows its first finding soon", async () => {
    const sizes = readdirSync(DIST, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".map"))
      .map((entry) => ({ name: entry.name, size: brotli(readFileSync(join(entry.parentPath, entry.name))) }));
    const sum = (of: typeof sizes) => of.reduce((total, { size }) => total + size, 0);
    const rest = sum(sizes.filter(({ name }) => !name.endsWith(".wasm")));
    console.log(
      `first load as brotli: ${sum(sizes)} bytes, of which the engine ${sum(sizes) - rest}, the page ${rest}`,
    );
    expect(rest).toBeLessThan(MOST.page);
    expect(sum(sizes)).toBeLessThan(MOST.all);
    const opened = await open();
    const took = await opened.page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      const [mark] = performance.getEntriesByName("first-result");
      return (mark?.startTime ?? Number.NaN) - (navigation?.startTime ?? 0);
    });
    console.log(`first findings after ${Math.round(took)} ms`);
    expect(took).toBeLessThan(5_000);
    await close(opened);
  });
});

function brotli(bytes: Buffer): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).length;
}
