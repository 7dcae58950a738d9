/** The report as a page: it works without a network, scripts and style sheets. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportsOn } from "../reports/project.ts";
import { hasChromium, launch } from "./chromium.ts";

/** The strictest policy that is common: that of Jenkins for files of a build. */
const STRICT = "sandbox; default-src 'none'; img-src 'self'; style-src 'self';";

describe.skipIf(!hasChromium)("the report as a page", () => {
  let browser: Browser;
  let folder: string;
  const pages = { mixed: "", wild: "", clean: "" };

  beforeAll(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "assay-report-"));
    for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
      pages[name] = (await reportsOn(name)).reports.html;
      writeFileSync(join(folder, `${name}.html`), pages[name]);
    }
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a report from the disk, without a network. The browser must not report errors or send requests. */
  async function withReport(
    name: keyof typeof pages,
    work: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ) {
    const context = await browser.newContext({ offline: true, ...options });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => errors.push(message.text()));
    page.on("dialog", (dialog) => errors.push(dialog.message()));
    page.on("request", (request) => request.isNavigationRequest() || errors.push(request.url()));
    await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    await work(page);
    expect(errors).toEqual([]);
    await context.close();
  }

  const visibleRules = (page: Page) => page.locator("tr.finding:visible td.rule").allTextContents();
  const groups = (page: Page) => page.locator("tr.group:visible").allTextContents();

  test("contains problems, then findings", () =>
    withReport("mixed", async (page) => {
      expect(await page.title()).toBe(`Assay: ${await page.locator(".result").textContent()}`);
      expect(await page.locator("#problems li").count()).toBe(2);
      const headings = await page.locator("h2").allTextContents();
      expect(headings).toEqual([
        "Findings",
        "Rules",
        "Files",
        "2 problems: not everything was checked",
        "Rules",
        "Findings",
      ]);
      expect(await groups(page)).toEqual([
        expect.stringMatching(/^city\/old town.xml \d$/),
        expect.stringContaining("100%#1.xml"),
      ]);
      expect(await page.locator(".bars rect").count()).toBe(4);
      expect(await page.locator(".unchecked .name").allTextContents()).toEqual(["cannot-be-used", "has-no-file"]);
    }));

  test("marks the value", () =>
    withReport("mixed", async (page) => {
      const excerpt = page.locator("tr.finding pre", { hasText: "81000" });
      expect(await excerpt.locator("mark").textContent()).toBe("81000");
      const [line = "", carets = ""] = ((await excerpt.textContent()) ?? "").split("\n");
      expect(carets.indexOf("^")).toBe(line.indexOf("81000"));
    }));

  test("can be searched", () =>
    withReport("mixed", async (page) => {
      const all = (await visibleRules(page)).length;
      await page.getByLabel("Search").fill("81000 FACES");
      await expect.poll(() => visibleRules(page)).toEqual(["faces-at-most-5000"]);
      expect(await page.locator("#count").textContent()).toBe(`1 of ${all} shown`);
      await page.getByLabel("Search").fill("no such text");
      await page.getByText("No findings match the filters.").waitFor();
      expect(await visibleRules(page)).toEqual([]);
    }));

  test("can be filtered by severity and rule", () =>
    withReport("mixed", async (page) => {
      const all = await visibleRules(page);
      const [errors, otherRules] = [
        ["faces-at-most-5000", "faces-at-most-5000"],
        all.filter((rule) => !rule.startsWith("faces")),
      ];
      expect(all).toEqual(expect.arrayContaining(errors));
      await page.getByRole("checkbox", { name: "error" }).uncheck();
      await expect.poll(() => visibleRules(page)).toEqual(otherRules);
      await page.getByRole("checkbox", { name: "error" }).check();
      await page.locator("#rule").selectOption("author-is-known");
      await expect.poll(() => visibleRules(page)).toEqual(["author-is-known"]);
      await page.locator(".bars").getByRole("link", { name: "faces-at-most-5000" }).click();
      await expect.poll(() => visibleRules(page)).toEqual(["faces-at-most-5000", "faces-at-most-5000"]);
    }));

  test("can be grouped and sorted", () =>
    withReport("mixed", async (page) => {
      const severities = () => page.locator("tr.finding .severity").allTextContents();
      await page.getByLabel("Group by").selectOption("rule");
      await expect.poll(() => groups(page)).toContainEqual("faces-at-most-5000 2");
      await page.getByLabel("Group by").selectOption("");
      // There were groups before.
      await expect.poll(() => groups(page)).toEqual([]);
      await page.getByRole("button", { name: "Severity" }).click();
      expect((await severities()).map((text) => text.slice(2))).toEqual(
        "error error warning warning info hint".split(" "),
      );
      await page.getByRole("button", { name: "Severity" }).click();
      expect((await severities())[0]).toContain("hint");
      expect(await page.locator("[aria-sort=descending]").textContent()).toContain("Severity");
    }));

  test("is complete without its script", () =>
    withReport(
      "mixed",
      async (page) => {
        expect(await page.locator("tr.finding:visible").count()).toBe(6);
        expect(await page.getByLabel("Search").isVisible()).toBe(false);
      },
      { javaScriptEnabled: false },
    ));

  test("is readable if a server disables styles and scripts", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route("http://report.test/**", (route) =>
      route.fulfill({ body: pages.mixed, contentType: "text/html", headers: { "content-security-policy": STRICT } }),
    );
    await page.goto("http://report.test/");
    expect(await page.locator("tr.finding:visible").count()).toBe(6);
    expect(await page.getByLabel("Search").isVisible()).toBe(false);
    const text = await page.locator("tr.finding", { hasText: "81000" }).innerText();
    expect(text).toMatch(/\^{5}/);
    expect(text).toContain("city/old town.xml:3:13");
    await context.close();
  });

  test("does not execute text in it", () =>
    withReport("wild", async (page) => {
      await page.getByLabel("Group by").selectOption("rule");
      await expect.poll(() => groups(page)).toContainEqual(expect.stringContaining("</script>"));
      expect(await page.title()).not.toBe("wild");
      expect(await page.locator("img, script:not(:last-of-type)").count()).toBe(0);
    }));

  test("fits on a narrow screen", () =>
    withReport(
      "mixed",
      async (page) => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        expect(await visibleRules(page)).toHaveLength(6);
      },
      { viewport: { width: 360, height: 800 } },
    ));

  test("distinguishes states by more than colour, in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await withReport(
        "mixed",
        async (page) => {
          const words = await page.locator("tr.finding td.severity").allTextContents();
          expect(words.every((word) => /^\S (error|warning|info|hint)$/.test(word))).toBe(true);
          const contrasts = await page.locator("tr.finding td, .result, .tile li, .faint").evaluateAll(contrastsOf);
          expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
        },
        { colorScheme },
      );
    }
  });

  test("reports that there are no findings", () =>
    withReport("clean", async (page) => {
      expect(await page.locator(".result.good").textContent()).toBe("no findings");
      expect(await page.locator("#findings, #problems, .bars").count()).toBe(0);
    }));
});

/** Returns the contrast of each element's text with its background, as defined by WCAG. Runs in the page. */
function contrastsOf(elements: Element[]): number[] {
  const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = numbers(color).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element: Element | null): string => {
    if (element === null) {
      return "rgb(255, 255, 255)";
    }
    const color = getComputedStyle(element).backgroundColor;
    return numbers(color)[3] === 0 ? backgroundOf(element.parentElement) : color;
  };
  return elements.map((element) => {
    const [ink, page] = [light(getComputedStyle(element).color), light(backgroundOf(element))];
    return (Math.max(ink, page) + 0.05) / (Math.min(ink, page) + 0.05);
  });
}
