/** Builds the site of the documentation, and tests its files and its pages in a browser. */

import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createEngine } from "assay";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCodes } from "../../docs/site/codes.ts";
import { hasChromium, launch } from "../browser/chromium.ts";
import { filesIn, ROOT } from "../browser/files.ts";
import { seriousViolations } from "../browser/playground/axe.ts";
import { serveFiles } from "../browser/servers.ts";
import { assay } from "../cli/assay.ts";

/** Not the root of a server, so that absolute links without the base fail. */
const BASE = "/assay/";

/** A page: its HTML, and the identifiers to which links may lead. */
interface BuiltPage {
  html: string;
  ids: Set<string>;
}

const out = mkdtempSync(join(tmpdir(), "assay-site-"));
const pages = new Map<string, BuiltPage>();

beforeAll(async () => {
  const built = promisify(execFile)(process.execPath, [join(ROOT, "docs/build.mjs"), "--base", BASE, "--out", out]);
  await built;
  for (const [path, bytes] of filesIn(out)) {
    if (path.endsWith(".html") && !path.startsWith("play/") && !path.startsWith("samples/")) {
      const html = bytes.toString();
      pages.set(path, { html, ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => unescaped(id))) });
    }
  }
}, 300_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

/** Decodes the entities in an attribute or a string of HTML. */
function unescaped(text: string): string {
  const numbers = text.replace(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number)));
  return numbers
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}

/** Returns the text of a page, without markup. */
function textOf(path: string): string {
  const html = pages.get(path)?.html;
  expect(html, `there is a page ${path}`).toBeDefined();
  const main = /<main[\s\S]*<\/main>/.exec(html ?? "")?.[0] ?? "";
  return unescaped(main.replace(/<[^>]*>/g, "")).replaceAll("\u200b", "");
}

/** Returns the heading of a page. */
function headingOf(path: string): string {
  const html = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(pages.get(path)?.html ?? "")?.[1] ?? "";
  return unescaped(html.replace(/<a [\s\S]*?<\/a>|<[^>]*>/g, "")).trim();
}

describe("the reference", () => {
  test("has a page for each command, with an anchor for each option and each example", async () => {
    let commands = 0;
    let options = 0;
    const checkCommand = async (words: readonly string[]): Promise<void> => {
      const { stdout } = await assay([...words, "--help"]);
      const path = `reference/commands/${words.join("-") || "index"}.html`;
      const text = textOf(path);
      for (const [, option = ""] of stdout.matchAll(/^ {2}(?:-\w, )?--([A-Za-z][\w-]*)/gm)) {
        expect(pages.get(path)?.ids, `${words.join(" ")} --${option}`).toContain(option);
        options += 1;
      }
      for (const example of /\nExamples:\n([\s\S]*)/.exec(stdout)?.[1]?.trim().split("\n") ?? []) {
        expect(text).toContain(example.trim());
      }
      const subcommands = /\nCommands:\n((?: {2}.*\n)+)/.exec(stdout)?.[1] ?? "";
      const names = [...subcommands.matchAll(/^ {2}(\S+)/gm)]
        .map(([, name = ""]) => name)
        .filter((name) => name !== "help");
      commands += names.length;
      await Promise.all(names.map((name) => checkCommand([...words, name])));
    };
    await checkCommand([]);
    expect(commands).toBeGreaterThan(30);
    expect(options).toBeGreaterThan(100);
  });

  test("has an entry for each word of rule files", async () => {
    const { vocabulary } = await createEngine();
    const headings = new Set([...pages.keys()].filter((path) => path.startsWith("reference/")).map(headingOf));
    const words = pages.get("reference/words.html");
    for (const { kind, name } of vocabulary) {
      if (/^(?:severity|placeholder|node-word|python-)/.test(kind)) {
        expect(words?.ids, `${kind} ${name}`).toContain(`${kind}-${name.replace(/\W/g, "")}`);
      } else {
        expect(headings, `${kind} ${name}`).toContain(name);
      }
    }
  });

  test("has a page for each report format, with a sample report", async () => {
    for (const { name } of (await createEngine()).formats) {
      expect(headingOf(`reference/formats/${name}.html`)).toBe(name);
      expect(textOf(`reference/formats/${name}.html`)).toMatch(
        name === "html" ? /A small report/ : /model-face-budget/,
      );
    }
    expect(readFileSync(join(out, "samples/report.html"), "utf8")).toContain("model-face-budget");
  });

  test("has an anchor for each key of a configuration and each limit of scripts", () => {
    const { properties } = JSON.parse(readFileSync(join(ROOT, "wasm/schema/config.json"), "utf8"));
    const keys = [...Object.keys(properties), "definitions.base", "packages.limits", "limits.operations"];
    expect(keys.length).toBeGreaterThan(10);
    expect([...(pages.get("reference/configuration.html")?.ids ?? [])]).toEqual(expect.arrayContaining(keys));
    const limits = JSON.parse(readFileSync(join(ROOT, "wasm/schema/limits.json"), "utf8")).properties;
    expect([...(pages.get("reference/limits.html")?.ids ?? [])]).toEqual(expect.arrayContaining(Object.keys(limits)));
  });

  test("lists every code in the sources with its messages, and each code in a transcript", () => {
    const codes = readCodes(ROOT);
    expect(codes.size).toBeGreaterThan(400);
    expect([...codes].flatMap(([code, { messages }]) => (messages.length === 0 ? [code] : []))).toEqual([]);
    const ids = pages.get("reference/codes.html")?.ids;
    expect([...codes.keys()].filter((code) => !ids?.has(code))).toEqual([]);
    const folder = join(ROOT, "tests/cli/cases");
    const printed = new Set<string>();
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /toml$/.test(name),
    )) {
      const text = readFileSync(join(folder, name), "utf8");
      // Lines that end with a code and are not findings: problems and hints, and errors in configurations.
      for (const [, code = ""] of text.matchAll(/^ {2}(?:problem|hint) .*\[([a-z-]+)\]$/gm)) {
        printed.add(code);
      }
    }
    expect(printed.size).toBeGreaterThan(20);
    expect([...printed].filter((code) => !ids?.has(code))).toEqual([]);
    // The codes of these hints are not in messages of the sources, but listed in a table.
    const rows = readFileSync(join(ROOT, "engine/language/src/issue_code.rs"), "utf8");
    const withoutVerdict = [...rows.matchAll(/ = "([a-z-]+)" \[NoVerdict\];/g)].map(([, code = ""]) => code);
    expect(withoutVerdict.length).toBeGreaterThan(5);
    expect(withoutVerdict.filter((code) => !codes.get(code)?.messages.length || !ids?.has(code))).toEqual([]);
  });

  test("has a page for each rule of the packs, with its description, findings and source", () => {
    const packs = readdirSync(join(ROOT, "rules")).filter((name) => !["lib", "samples"].includes(name));
    const files = packs.flatMap((pack) => {
      return readdirSync(join(ROOT, "rules", pack)).flatMap((file) =>
        /\.yaml$/.test(file) && file !== "pack.yaml" ? [{ pack, file }] : [],
      );
    });
    expect(files.length).toBeGreaterThan(150);
    for (const { pack, file } of files) {
      const name = file.replace(".yaml", "");
      const text = textOf(`packs/${pack}/${name}.html`);
      expect(headingOf(`packs/${pack}/${name}.html`)).toBe(name);
      // A file of many megabytes is too large for a link.
      const isLarge = /size: \d{8}/.test(readFileSync(join(ROOT, "rules", pack, file), "utf8"));
      const example = isLarge ? [] : ["Findings", "Open in the playground"];
      for (const part of ["Severity: ", ...example, `rules/${pack}/${file}`, "tests:"]) {
        expect(text, file).toContain(part);
      }
      expect(pages.get(`packs/${pack}/index.html`)?.html).toContain(`href="${BASE}packs/${pack}/${name}.html"`);
    }
  });
});

test("every link within the site leads to an existing page and anchor", () => {
  const dead = new Set<string>();
  let links = 0;
  for (const [from, { html }] of pages) {
    for (const [, attribute = ""] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      const href = unescaped(attribute);
      if (/^https?:/.test(href)) {
        continue;
      }
      links += 1;
      const [path = "", fragment] = href.split("#");
      const inside = path === "" ? from : path.slice(BASE.length) || "index.html";
      const target = inside.endsWith("/") ? `${inside}index.html` : inside;
      if (path !== "" && !path.startsWith(BASE)) {
        dead.add(`${from}: ${href.slice(0, 80)}`);
      } else if (/^(?:play|samples)\//.test(target)) {
      } else if (!pages.get(target) || (fragment && !pages.get(target)?.ids.has(decodeURIComponent(fragment)))) {
        dead.add(`${from}: ${href}`);
      }
    }
  }
  expect(links).toBeGreaterThan(5_000);
  expect([...dead]).toEqual([]);
});

describe.skipIf(!hasChromium)("in a browser", () => {
  let browser: Browser;
  let served: { url: string; requests: string[]; server: Server };

  beforeAll(async () => {
    [browser, served] = await Promise.all([launch(), serveFiles({ folder: out, at: BASE })]);
  });
  afterAll(async () => {
    served?.server.close();
    await browser?.close();
  });

  /** Opens a page. Collects errors and warnings of the browser, and requests to other servers. */
  async function open(path: string, width = 1280, scheme: "light" | "dark" = "light") {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("console", (message) => {
      // The playground stores itself for offline use, which is blocked here.
      if (/^(?:error|warning)$/.test(message.type()) && !message.text().startsWith("Service Worker registration")) {
        errors.push(message.text());
      }
    });
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(served.url + BASE)) {
        errors.push(`requested ${request.url()}`);
      }
    });
    await page.goto(`${served.url}${BASE}${path}`, { waitUntil: "networkidle" });
    return { page, errors };
  }

  const VIEWS = ["", "reference/commands/check.html", "packs/naming/name-no-device.html"].flatMap((path) => [
    { path, scheme: "light", width: 360 } as const,
    { path, scheme: "dark", width: 1280 } as const,
  ]);

  test.each(VIEWS)(
    "`/$path` is complete and accessible: $scheme, $width pixels wide",
    async ({ path, scheme, width }) => {
      const { page, errors } = await open(path, width, scheme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await seriousViolations(page)).toEqual([]);
      expect(errors).toEqual([]);
      await page.context().close();
    },
  );

  test("the search finds an entry, and leads to it", async () => {
    const { page, errors } = await open("");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("first_file");
    const result = page.locator(".VPLocalSearchBox .result").first();
    await expect.poll(() => result.textContent().catch(() => "")).toContain("first_file");
    await result.click();
    await expect.poll(() => heading(page)).toContain("first_file");
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test.each(["light", "dark"] as const)("the search is accessible, with results and without: %s", async (scheme) => {
    const { page } = await open("", 1280, scheme);
    await page.getByRole("button", { name: "Search" }).click();
    const dialog = page.getByRole("dialog", { name: "Search" });
    expect(await seriousViolations(page)).toEqual([]);
    await dialog.getByRole("searchbox", { name: "Search" }).fill("first_file");
    await dialog.getByRole("link").first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => dialog.locator("a[aria-current=true]").count()).toBe(1);
    await dialog.getByRole("searchbox").fill("zzqqxxzzqqxx");
    await dialog.locator(".no-results").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.context().close();
  });

  test.each([
    ["packs/naming/name-no-device.html", "2 errors"],
    ["reference/functions/exists.html", "1 error"],
    ["reference/extraction.html", "3 infos"],
    ["cookbook/xml-definitions.html", "2 errors"],
  ])("an example of `/%s` opens in the playground, with its findings", async (path, verdict) => {
    const { page, errors } = await open(path);
    for (const closed of await page.locator("details").all()) {
      await closed.evaluate((details) => details.setAttribute("open", ""));
    }
    await page.getByRole("link", { name: "Open in the playground" }).first().click();
    await expect
      .poll(() =>
        page
          .locator("[data-pane=results] .status .verdict")
          .textContent()
          .catch(() => ""),
      )
      .toBe(verdict);
    expect(new URL(page.url()).pathname).toBe(`${BASE}play/`);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  function heading(page: Page): Promise<string> {
    return page
      .locator("main h1")
      .first()
      .textContent()
      .then(
        (text) => text ?? "",
        () => "",
      );
  }
});
