/** Accessibility: the page by keyboard, with screen readers, in dark colours and on a narrow screen. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { seriousViolations } from "./axe.ts";
import { close, focusedEditor, focusedPart, type Playground, playground } from "./page.ts";

const BROKEN = {
  rules: { "rules.yaml": "- { name: a, rpath: '(', xpath: A, condition: [Exist] }\n" },
  files: { "a.xml": "<A/>" },
};

/** A rule file with a passing test, a failing test and a failing rule. */
const WITH_TESTS = {
  rules: {
    "rules.yaml": `rules:
  - { name: a, rpath: \\.xml$, xpath: A/B, filter: x.*, condition: [Unique] }
tests:
  - { name: passes, files: { a.xml: <A><B>x</B></A> }, expect: [] }
  - { name: fails, files: { a.xml: <A><B>x</B></A> }, expect: [{ rule: a, path: a.xml }] }
`,
  },
  files: { "a.xml": "<A>\n<B>x</B>\n<B>x</B><B>y</B></A>\n" },
};

/** Parts of the page that can be opened, each with a function that opens it and waits for it. */
const PANELS: readonly (readonly [name: string, show: (opened: Playground) => Promise<void>])[] = [
  ["the steps", ({ page }) => showView(page, "steps", ".steps[data-current=true] .step")],
  ["the tests", ({ page }) => showView(page, "tests", ".tests[data-current=true] .test")],
  ["the tree of a file", ({ page }) => showTree(page)],
  ["the reference", ({ page }) => pressButton(page, "Reference", "dialog article")],
  ["the rule packs", ({ page }) => openPacks(page)],
  ["Open", ({ page }) => pressButton(page, "Open", "[role=menuitem]:focus")],
  ["Export", ({ page }) => pressButton(page, "Export", "[role=menuitem]:focus")],
];

/** Shows a part of a narrow page. */
async function turnTo(page: Page, part: string): Promise<void> {
  await page
    .getByRole("navigation")
    .getByRole("button", { name: new RegExp(`^${part}\\b`) })
    .click();
  await page.locator("nav [aria-current=true]", { hasText: part }).waitFor();
}

/** Shows a part of the page if it is narrow. A wide page shows all parts. */
async function part(page: Page, name: string): Promise<void> {
  if (await page.getByRole("navigation").isVisible()) {
    await turnTo(page, name);
  }
}

async function showView(page: Page, name: string, selector: string): Promise<void> {
  await part(page, "Results");
  await page.locator("#view-findings").focus();
  for (let count = 0; count < 3 && (await page.locator(selector).count()) === 0; count += 1) {
    if ((await page.evaluate(() => document.activeElement?.id)) === `view-${name}`) {
      break;
    }
    await page.keyboard.press("ArrowRight");
  }
  await page.locator(selector).first().waitFor();
}

async function showTree(page: Page): Promise<void> {
  await part(page, "File");
  await page.getByRole("button", { name: "Tree", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tree", { name: "Nodes" }).getByRole("treeitem").first().waitFor();
}

async function pressButton(page: Page, name: string, selector: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator(selector).first().waitFor();
}

/** Opens the rule packs. On a narrow page they are in a menu. */
async function openPacks(page: Page): Promise<void> {
  const selector = "dialog article";
  if (await page.getByRole("button", { name: "Rule packs", exact: true }).isVisible()) {
    return pressButton(page, "Rule packs", selector);
  }
  await pressButton(page, "Open", "[role=menuitem]:focus");
  await page.getByRole("menuitem", { name: /^Rule packs/ }).focus();
  await page.keyboard.press("Enter");
  await page.locator(selector).first().waitFor();
}

describe.skipIf(!hasChromium)("parts of the page that are opened by keys", () => {
  const open = playground();

  for (const { colorScheme, width } of [
    { colorScheme: "light", width: 1280 },
    { colorScheme: "dark", width: 360 },
  ] as const) {
    test.each(PANELS)(
      `have no serious accessibility violations, and restore the focus: %s, ${colorScheme}`,
      async (_, show) => {
        const opened = await open(WITH_TESTS, { colorScheme, viewport: { width, height: 740 } });
        const { page } = opened;
        await show(opened);
        await expect.poll(() => seriousViolations(page)).toEqual([]);
        const before = await page.evaluate(() => document.activeElement?.tagName);
        await page.keyboard.press("Escape");
        await expect.poll(() => page.locator("dialog[open], [role=menu]:popover-open").count()).toBe(0);
        expect([before, await page.evaluate(() => document.activeElement?.tagName)]).not.toContain("BODY");
        await close(opened);
      },
    );
  }

  test("the values of steps and the parts of tests can be reached by the Tab key", async () => {
    const opened = await open(WITH_TESTS);
    const { page } = opened;
    for (const [name, selector, expected] of [
      ["steps", ".steps[data-current=true] .step", ["Rule", "File", "Steps", "x"]],
      ["tests", ".tests[data-current=true] .test", ["Add findings as test", "passes", "fails"]],
    ] as const) {
      await showView(page, name, selector);
      const reached: (string | null | undefined)[] = [];
      for (let count = 0; count < 8; count += 1) {
        await page.keyboard.press("Tab");
        reached.push(
          await page.evaluate(() => {
            const active = document.activeElement;
            return active?.getAttribute("aria-label") ?? active?.textContent?.trim();
          }),
        );
      }
      expect(reached).toEqual(expect.arrayContaining([...expected]));
    }
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("the page", () => {
  const open = playground();

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 360]) {
      test(`has no serious accessibility violations: ${colorScheme}, ${width} pixels`, async () => {
        const opened = await open(undefined, { colorScheme, viewport: { width, height: 740 } });
        const { page } = opened;
        expect(await seriousViolations(page)).toEqual([]);
        await page.getByRole("button", { name: "Examples" }).click();
        await page.getByRole("menuitem").last().waitFor();
        expect(await seriousViolations(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await page.getByRole("menuitem").last().waitFor({ state: "detached" });
        for (const part of width === 360 ? ["Files", "Rules", "File", "Results"] : []) {
          await turnTo(page, part);
          expect(await seriousViolations(page)).toEqual([]);
        }
        await page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
        await page.locator(".detail").waitFor({ state: "attached" });
        expect(await seriousViolations(page)).toEqual([]);
        if (width === 360) {
          await turnTo(page, "File");
        }
        await page.getByRole("button", { name: "Both", exact: true }).click();
        await page.getByRole("tree", { name: "Nodes" }).getByRole("treeitem", { name: "failed" }).first().click();
        await page.locator(".offers .note", { hasText: "value" }).first().waitFor();
        expect(await seriousViolations(page)).toEqual([]);
        await close(opened);
        const broken = await open(BROKEN, { colorScheme, viewport: { width, height: 740 } });
        expect(await broken.verdict()).toBe("1 problem");
        expect(await seriousViolations(broken.page)).toEqual([]);
        await broken.page.keyboard.press("F6");
        await broken.page.keyboard.press("Shift+?");
        await broken.page.getByRole("dialog").waitFor();
        expect(await seriousViolations(broken.page)).toEqual([]);
        await close(broken);
      });
    }
  }

  const REMOVALS: readonly (readonly [name: string, run: (page: Page) => Promise<void>, role: string])[] = [
    [
      "Undo of a notice",
      async (page) => {
        await page.getByRole("tree", { name: "Files" }).focus();
        await page.keyboard.press("Home");
        await page.keyboard.press("Delete");
        await page.getByRole("button", { name: "Undo" }).press("Enter");
      },
      "tree",
    ],
    [
      "Dismiss of a notice",
      async (page) => {
        await page.getByRole("tree", { name: "Files" }).focus();
        await page.keyboard.press("Home");
        await page.keyboard.press("Delete");
        await page.getByRole("button", { name: "Dismiss" }).press("Enter");
      },
      "tree",
    ],
    [
      "the close button of the note",
      (page) => page.getByRole("button", { name: "Close the note" }).press("Enter"),
      "tree",
    ],
    ["a tab beside others", (page) => page.locator("[data-pane=files] [role=tab]").first().press("Delete"), "tab"],
    [
      "the last tab",
      async (page) => {
        const tab = page.locator("[data-pane=files] [role=tab][aria-selected=true]");
        for (let count = await page.locator("[data-pane=files] [role=tab]").count(); count > 0; count -= 1) {
          await tab.press("Delete");
        }
      },
      "tree",
    ],
  ];
  test.each(REMOVALS)("keeps the focus near a removed part: %s", async (_, run, role) => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole("tree", { name: "Files" }).getByRole("treeitem").last().click();
    await run(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe(role);
    await close(opened);
  });

  test("can be traversed by the Tab key, including the editors", async () => {
    const opened = await open();
    const { page } = opened;
    const reached = new Set<string>();
    for (let count = 0; count < 60; count += 1) {
      await page.keyboard.press("Tab");
      const region = await page.evaluate(() => {
        const active = document.activeElement;
        const pane = active?.closest("[data-pane], header, [data-separator]");
        return pane?.getAttribute("data-pane") ?? pane?.getAttribute("data-separator") ?? pane?.tagName ?? "";
      });
      reached.add(region);
      if (region === "rules" || region === "files") {
        await page.keyboard.press("Escape");
      }
    }
    expect([...reached]).toEqual(expect.arrayContaining(["HEADER", "tree", "rules", "files", "results"]));
    await close(opened);
  });

  test("moves the focus through its parts by F6", async () => {
    const opened = await open();
    const { page } = opened;
    for (const part of ["tree", "rules", "files", "results", undefined, "tree"]) {
      await page.keyboard.press("F6");
      await expect.poll(() => focusedPart(page)).toBe(part);
    }
    await close(opened);
  });

  test("moves the focus by F6 to the main control of each part, and restores the position in it", async () => {
    const opened = await open();
    const { page } = opened;
    const focused = () => {
      return page.evaluate(() => {
        const active = document.activeElement;
        return (active?.shadowRoot?.activeElement ?? active)?.getAttribute("aria-label");
      });
    };
    await page.getByRole("button", { name: "Tree", exact: true }).click();
    await page.getByRole("tree", { name: "Nodes" }).getByRole("treeitem").first().waitFor();
    await page.getByRole("tree", { name: "Files" }).focus();
    for (const name of [/^Rules: /, /^Nodes$/, /^Findings$/, /^Open$/, /^Files$/, /^Rules: /]) {
      await page.keyboard.press("F6");
      await expect.poll(focused).toMatch(name);
    }
    await close(opened);
  });

  test("leads from a finding to the editor and back by keys", async () => {
    const opened = await open();
    const { page } = opened;
    await page.keyboard.press("Shift+F6");
    await expect.poll(() => focusedPart(page)).toBe("results");
    const label = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    for (let count = 0; count < 10 && (await label()) !== "Findings"; count += 1) {
      await page.keyboard.press("Tab");
    }
    expect(await label()).toBe("Findings");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedEditor(page)).toMatch(/^File: /);
    await page.keyboard.press("F6");
    await expect.poll(() => focusedPart(page)).toBe("results");
    await close(opened);
  });

  test("announces the number of findings to screen readers", async () => {
    const opened = await open();
    const announcement = () => opened.page.locator(".page ~ p.heard[role=status]").textContent();
    await expect.poll(announcement).toBe("2 errors");
    await opened.fill("files", "<Texture/>");
    await expect.poll(announcement).toBe("1 error");
    await close(opened);
  });

  test("has separators that can be moved by keys, and stores their positions", async () => {
    const opened = await open();
    const { page } = opened;
    const edge = page.getByRole("separator", { name: "Height of the results" });
    const before = Number(await edge.getAttribute("aria-valuenow"));
    await edge.focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(Number(await edge.getAttribute("aria-valuenow"))).toBe(before + 4);
    await page.reload();
    expect(Number(await edge.getAttribute("aria-valuenow"))).toBe(before + 4);
    await close(opened);
  });

  test("shows one part at a time if it is narrow, and no part is wider than the screen", async () => {
    const opened = await open(undefined, { viewport: { width: 360, height: 740 } });
    const { page } = opened;
    for (const [part, pane] of [
      ["Files", "tree"],
      ["Rules", "rules"],
      ["File", "files"],
      ["Results", "results"],
    ] as const) {
      await turnTo(page, part);
      const visible = page.locator("main > [data-pane]:visible");
      const panes = () => visible.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.pane));
      await expect.poll(panes).toEqual([pane]);
      const widths = (parts: Element[]) =>
        parts.map((one) => Math.max(one.scrollWidth, one.getBoundingClientRect().right));
      // Clipped content does not widen the page, so each part is tested.
      expect(await page.locator("header:has(h1), main, nav:visible").or(visible).evaluateAll(widths)).toEqual([
        360, 360, 360, 360,
      ]);
    }
    await page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
    await expect.poll(() => page.locator("[data-pane=files]").isVisible()).toBe(true);
    await close(opened);
  });
});
