/** The report as a page: it needs no network, no script and no style sheet, and is better with them. */

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

  /** Opens a report from the disk, without a network; nobody may complain, and nothing may be asked for. */
  async function opened(
    name: keyof typeof pages,
    work: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ) {
    const context = await browser.newContext({ offline: true, ...options });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("console", (message) => wrong.push(message.text()));
    page.on("dialog", (dialog) => wrong.push(dialog.message()));
    page.on("request", (request) => request.isNavigationRequest() || wrong.push(request.url()));
    await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    await work(page);
    expect(wrong).toEqual([]);
    await context.close();
  }

  const shown = (page: Page) => page.locator("tr.finding:visible td.rule").allTextContents();
  const groups = (page: Page) => page.locator("tr.group:visible").allTextContents();

  test("holds everything, problems before findings", () =>
    opened("mixed", async (page) => {
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

  test("points at the value", () =>
    opened("mixed", async (page) => {
      const excerpt = page.locator("tr.finding pre", { hasText: "81000" });
      expect(await excerpt.locator("mark").textContent()).toBe("81000");
      const [line = "", carets = ""] = ((await excerpt.textContent()) ?? "").split("\n");
      expect(carets.indexOf("^")).toBe(line.indexOf("81000"));
    }));

  test("is searched", () =>
    opened("mixed", async (page) => {
      const all = (await shown(page)).length;
      await page.getByLabel("Search").fill("81000 FACES");
      await expect.poll(() => shown(page)).toEqual(["faces-at-most-5000"]);
      expect(await page.locator("#count").textContent()).toBe(`1 of ${all} shown`);
      await page.getByLabel("Search").fill("no such text");
      await page.getByText("No findings match the filters.").waitFor();
      expect(await shown(page)).toEqual([]);
    }));

  test("is filtered by severity and rule", () =>
    opened("mixed", async (page) => {
      const all = await shown(page);
      const [errors, others] = [
        ["faces-at-most-5000", "faces-at-most-5000"],
        all.filter((rule) => !rule.startsWith("faces")),
      ];
      expect(all).toEqual(expect.arrayContaining(errors));
      await page.getByRole("checkbox", { name: "error" }).uncheck();
      await expect.poll(() => shown(page)).toEqual(others);
      await page.getByRole("checkbox", { name: "error" }).check();
      await page.locator("#rule").selectOption("author-is-known");
      await expect.poll(() => shown(page)).toEqual(["author-is-known"]);
      await page.locator(".bars").getByRole("link", { name: "faces-at-most-5000" }).click();
      await expect.poll(() => shown(page)).toEqual(["faces-at-most-5000", "faces-at-most-5000"]);
    }));

  test("is grouped and sorted", () =>
    opened("mixed", async (page) => {
      const severities = () => page.locator("tr.finding .severity").allTextContents();
      await page.getByLabel("Group by").selectOption("rule");
      await expect.poll(() => groups(page)).toContainEqual("faces-at-most-5000 2");
      await page.getByLabel("Group by").selectOption("");
      // They were there a moment ago.
      await expect.poll(() => groups(page)).toEqual([]);
      await page.getByRole("button", { name: "Severity" }).click();
      expect((await severities()).map((text) => text.slice(2))).toEqual(
        "error error warning warning info hint".split(" "),
      );
      await page.getByRole("button", { name: "Severity" }).click();
      expect((await severities())[0]).toContain("hint");
      expect(await page.locator("[aria-sort=descending]").textContent()).toContain("Severity");
    }));

  test("is whole without its script", () =>
    opened(
      "mixed",
      async (page) => {
        expect(await page.locator("tr.finding:visible").count()).toBe(6);
        expect(await page.getByLabel("Search").isVisible()).toBe(false);
      },
      { javaScriptEnabled: false },
    ));

  test("can be read where a server takes style and script away", async () => {
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

  test("does nothing that a text in it says", () =>
    opened("wild", async (page) => {
      await page.getByLabel("Group by").selectOption("rule");
      await expect.poll(() => groups(page)).toContainEqual(expect.stringContaining("</script>"));
      expect(await page.title()).not.toBe("wild");
      expect(await page.locator("img, script:not(:last-of-type)").count()).toBe(0);
    }));

  test("fits a narrow screen", () =>
    opened(
      "mixed",
      async (page) => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        expect(await shown(page)).toHaveLength(6);
      },
      { viewport: { width: 360, height: 800 } },
    ));

  test("tells states by more than colour, in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await opened(
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

  test("says that nothing was found", () =>
    opened("clean", async (page) => {
      expect(await page.locator(".result.good").textContent()).toBe("no findings");
      expect(await page.locator("#findings, #problems, .bars").count()).toBe(0);
    }));
});

/** How much each element's text stands out from what is behind it, as WCAG counts. Runs in the page. */
function contrastsOf(elements: Element[]): number[] {
  const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = numbers(color).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element | null): string => {
    if (element === null) {
      return "rgb(255, 255, 255)";
    }
    const color = getComputedStyle(element).backgroundColor;
    return numbers(color)[3] === 0 ? behind(element.parentElement) : color;
  };
  return elements.map((element) => {
    const [ink, page] = [light(getComputedStyle(element).color), light(behind(element))];
    return (Math.max(ink, page) + 0.05) / (Math.min(ink, page) + 0.05);
  });
}
