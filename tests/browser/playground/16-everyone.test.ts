/** For everyone: by keyboard alone, by screen reader, in the dark, on a narrow screen. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { seriousViolations } from "./axe.ts";
import { close, focusedEditor, focusedPart, type Playground, playground } from "./page.ts";

const BROKEN = {
  rules: { "rules.yaml": "- { name: a, rpath: '(', xpath: A, condition: [Exist] }\n" },
  files: { "a.xml": "<A/>" },
};

/** A rule file with a test that passes and one that fails, beside a rule that fails. */
const TESTED = {
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

/** What can be opened, and how one sees that it is. */
const PANELS: readonly (readonly [name: string, show: (opened: Playground) => Promise<void>])[] = [
  ["the steps", ({ page }) => view(page, "steps", ".steps[data-current=true] .step")],
  ["the tests", ({ page }) => view(page, "tests", ".tests[data-current=true] .test")],
  ["the tree of a file", ({ page }) => tree(page)],
  ["the reference", ({ page }) => press(page, "Reference", "dialog article")],
  ["the rule packs", ({ page }) => packs(page)],
  ["Open", ({ page }) => press(page, "Open", "[role=menuitem]:focus")],
  ["Export", ({ page }) => press(page, "Export", "[role=menuitem]:focus")],
];

/** Shows a part of a narrow page. */
async function turnTo(page: Page, part: string): Promise<void> {
  await page
    .getByRole("navigation")
    .getByRole("button", { name: new RegExp(`^${part}\\b`) })
    .click();
  await page.locator("nav [aria-current=true]", { hasText: part }).waitFor();
}

/** The same; a wide page shows all. */
async function part(page: Page, name: string): Promise<void> {
  if (await page.getByRole("navigation").isVisible()) {
    await turnTo(page, name);
  }
}

async function view(page: Page, name: string, shown: string): Promise<void> {
  await part(page, "Results");
  await page.locator("#view-findings").focus();
  for (let count = 0; count < 3 && (await page.locator(shown).count()) === 0; count += 1) {
    if ((await page.evaluate(() => document.activeElement?.id)) === `view-${name}`) {
      break;
    }
    await page.keyboard.press("ArrowRight");
  }
  await page.locator(shown).first().waitFor();
}

async function tree(page: Page): Promise<void> {
  await part(page, "File");
  await page.getByRole("button", { name: "Tree", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tree", { name: "Nodes" }).getByRole("treeitem").first().waitFor();
}

async function press(page: Page, name: string, shown: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator(shown).first().waitFor();
}

/** A narrow page has them in a menu. */
async function packs(page: Page): Promise<void> {
  const shown = "dialog article";
  if (await page.getByRole("button", { name: "Rule packs", exact: true }).isVisible()) {
    return press(page, "Rule packs", shown);
  }
  await press(page, "Open", "[role=menuitem]:focus");
  await page.getByRole("menuitem", { name: /^Rule packs/ }).focus();
  await page.keyboard.press("Enter");
  await page.locator(shown).first().waitFor();
}

describe.skipIf(!hasChromium)("what keys alone open", () => {
  const open = playground();

  for (const { colorScheme, width } of [
    { colorScheme: "light", width: 1280 },
    { colorScheme: "dark", width: 360 },
  ] as const) {
    test.each(PANELS)(`has nothing serious for axe, and gives the focus back: %s, ${colorScheme}`, async (_, show) => {
      const opened = await open(TESTED, { colorScheme, viewport: { width, height: 740 } });
      const { page } = opened;
      await show(opened);
      await expect.poll(() => seriousViolations(page)).toEqual([]);
      const before = await page.evaluate(() => document.activeElement?.tagName);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator("dialog[open], [role=menu]:popover-open").count()).toBe(0);
      expect([before, await page.evaluate(() => document.activeElement?.tagName)]).not.toContain("BODY");
      await close(opened);
    });
  }

  test("the values of the steps and the parts of the tests are reached by the Tab key", async () => {
    const opened = await open(TESTED);
    const { page } = opened;
    for (const [name, shown, wanted] of [
      ["steps", ".steps[data-current=true] .step", ["Rule", "File", "Steps", "x"]],
      ["tests", ".tests[data-current=true] .test", ["Add findings as test", "passes", "fails"]],
    ] as const) {
      await view(page, name, shown);
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
      expect(reached).toEqual(expect.arrayContaining([...wanted]));
    }
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("the page", () => {
  const open = playground();

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 360]) {
      test(`has nothing serious for axe: ${colorScheme}, ${width} pixels`, async () => {
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

  const GOES: readonly (readonly [what: string, run: (page: Page) => Promise<void>, then: string])[] = [
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
    ["the cross of the note", (page) => page.getByRole("button", { name: "Close the note" }).press("Enter"), "tree"],
    ["a tab beside others", (page) => page.locator("[data-pane=files] [role=tab]").first().press("Delete"), "tab"],
    [
      "the last tab",
      async (page) => {
        const tab = page.locator("[data-pane=files] [role=tab][aria-selected=true]");
        for (let left = await page.locator("[data-pane=files] [role=tab]").count(); left > 0; left -= 1) {
          await tab.press("Delete");
        }
      },
      "tree",
    ],
  ];
  test.each(GOES)("keeps the focus beside what goes away: %s", async (_, run, then) => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole("tree", { name: "Files" }).getByRole("treeitem").last().click();
    await run(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe(then);
    await close(opened);
  });

  test("can be walked through by the Tab key, and left again", async () => {
    const opened = await open();
    const { page } = opened;
    const seen = new Set<string>();
    for (let count = 0; count < 60; count += 1) {
      await page.keyboard.press("Tab");
      const where = await page.evaluate(() => {
        const active = document.activeElement;
        const pane = active?.closest("[data-pane], header, [data-separator]");
        return pane?.getAttribute("data-pane") ?? pane?.getAttribute("data-separator") ?? pane?.tagName ?? "";
      });
      seen.add(where);
      if (where === "rules" || where === "files") {
        await page.keyboard.press("Escape");
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining(["HEADER", "tree", "rules", "files", "results"]));
    await close(opened);
  });

  test("goes from part to part by F6", async () => {
    const opened = await open();
    const { page } = opened;
    for (const part of ["tree", "rules", "files", "results", undefined, "tree"]) {
      await page.keyboard.press("F6");
      await expect.poll(() => focusedPart(page)).toBe(part);
    }
    await close(opened);
  });

  test("goes by F6 to what can be worked with, and to where one was", async () => {
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

  test("leads from a finding to the editor and back by keys alone", async () => {
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

  test("tells the count of findings to those who cannot see it", async () => {
    const opened = await open();
    const told = () => opened.page.locator(".page ~ p.heard[role=status]").textContent();
    await expect.poll(told).toBe("2 errors");
    await opened.fill("files", "<Texture/>");
    await expect.poll(told).toBe("1 error");
    await close(opened);
  });

  test("moves its edges by keys, and remembers where they are", async () => {
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

  test("shows one part at a time when it is narrow, and no part is wider than the screen", async () => {
    const opened = await open(undefined, { viewport: { width: 360, height: 740 } });
    const { page } = opened;
    for (const [part, pane] of [
      ["Files", "tree"],
      ["Rules", "rules"],
      ["File", "files"],
      ["Results", "results"],
    ] as const) {
      await turnTo(page, part);
      const shown = page.locator("main > [data-pane]:visible");
      const panes = () => shown.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.pane));
      await expect.poll(panes).toEqual([pane]);
      const widths = (parts: Element[]) =>
        parts.map((one) => Math.max(one.scrollWidth, one.getBoundingClientRect().right));
      // What is cut off does not widen the page, so that each part is asked.
      expect(await page.locator("header:has(h1), main, nav:visible").or(shown).evaluateAll(widths)).toEqual([
        360, 360, 360, 360,
      ]);
    }
    await page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
    await expect.poll(() => page.locator("[data-pane=files]").isVisible()).toBe(true);
    await close(opened);
  });
});
