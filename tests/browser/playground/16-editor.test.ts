/** The editors: leaving them by keys, searching, wrapping, symbols next to lines. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { seriousViolations } from "./axe.ts";
import { close, focusedEditor, focusedPart, playground, settled } from "./page.ts";

/** Findings of each severity, and a problem. */
const WEIGHTS = ["problem", "error", "warning", "info", "hint"];
const ALL_WEIGHTS = {
  rules: {
    "rules.yaml": WEIGHTS.map((weight) => {
      const rpath = weight === "problem" ? "'('" : "\\.xml$";
      const severity = weight === "problem" ? "error" : weight;
      return `- { name: ${weight}, severity: ${severity}, rpath: ${rpath}, xpath: A/${weight}, condition: ["<", 3] }\n`;
    }).join(""),
  },
  files: { "a.xml": "<A>\n<error>3</error>\n<warning>3</warning>\n<info>3</info>\n<hint>3</hint>\n</A>\n" },
};

const LONG = `<A Name="${"long ".repeat(60)}"/>\n`;

/** Returns the result of the search in the panel. */
function searchResult(page: Page): Promise<string | null> {
  return page.locator("[data-pane=rules] .cm-find .told").textContent();
}

describe.skipIf(!hasChromium)("an editor", () => {
  const open = playground();

  test("is left by Esc and Tab after a problem was shown, with a hint", async () => {
    const opened = await open();
    const { page } = opened;
    const hint = page.locator("[data-pane=files] .leaving");
    const text = await opened.editor("files").innerText();
    await opened.editor("files").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F8");
    await page.locator(".cm-diagnostic").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => hint.textContent()).toContain("Press Tab to leave the editor");
    await page.keyboard.press("Shift");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".status")?.tagName)).toBe("P");
    expect(await hint.textContent()).toBe("");
    expect(await page.locator(".cm-diagnostic").count()).toBe(0);
    expect(await opened.editor("files").innerText()).toBe(text);
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => focusedEditor(page)).toMatch(/^File: /);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => focusedEditor(page)).toBeUndefined();
    await close(opened);
  });

  test("shows a file from its beginning, and restores the position on returning to it", async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `<B>${at} ${"long ".repeat(60)}</B>`).join("\n");
    const files = { "a.xml": `<A>\n${lines}\n</A>`, "b.xml": `<A>\n${lines}\n</A>` };
    const opened = await open({ rules: { "rules.yaml": "" }, files });
    const { page, file } = opened;
    const scroller = page.locator("[data-pane=files] .cm-scroller");
    const place = () => scroller.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, Math.round(scrollTop / 100)]);
    await scroller.evaluate((it) => it.scrollTo(300, 4_000));
    await expect.poll(place).toEqual([300, 40]);
    await file("b.xml").click();
    await expect.poll(() => opened.editor("files").getAttribute("aria-label")).toBe("File: b.xml");
    await expect.poll(place).toEqual([0, 0]);
    await file("a.xml").click();
    await expect.poll(place).toEqual([300, 40]);
    await close(opened);
  });

  test.each([
    ["typed completely", "", "<Prop><Health>5</Health><A/></Prop>", "<Prop><Health>5</Health><A/></Prop>"],
    ["typed into an unclosed element", "<R><A>5</R>", "</A>", "<R><A>5</A></R>"],
  ])("contains an element of XML once that is %s", async (_, before, typed, after) => {
    const opened = await open({ rules: { "rules.yaml": "" }, files: { "a.xml": `<A/>` } });
    const { page } = opened;
    await opened.fill("files", before || "<");
    if (before === "") {
      await page.keyboard.press("Control+a");
    } else {
      for (let count = 0; count < "</R>".length; count += 1) {
        await page.keyboard.press("ArrowLeft");
      }
    }
    await page.keyboard.type(typed);
    await expect.poll(() => opened.editor("files").innerText()).toBe(after);
    await close(opened);
  });

  test("is passed by Tab, which changes nothing until another key is pressed, with a hint", async () => {
    const opened = await open();
    const { page } = opened;
    const hint = page.locator("[data-pane=rules] .leaving");
    const text = await opened.editor("rules").innerText();
    await page.locator("[data-pane=rules] [aria-label='Wrap long lines']").focus();
    await page.keyboard.press("Tab");
    await expect.poll(() => focusedEditor(page)).toMatch(/^Rules: /);
    await expect.poll(() => hint.textContent()).toContain("Press Tab to leave the editor");
    await page.keyboard.press("Tab");
    await expect.poll(() => focusedEditor(page)).toBeUndefined();
    expect(await hint.textContent()).toBe("");
    expect(await opened.editor("rules").innerText()).toBe(text);
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => focusedEditor(page)).toMatch(/^Rules: /);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await expect.poll(() => focusedEditor(page)).toMatch(/^Rules: /);
    await close(opened);
  });

  test("moves by F8 to the diagnostics of the next file, and back", async () => {
    const rules = "- { name: low, rpath: \\.xml$, xpath: A/B, condition: ['<', 3] }\n";
    const files = { "a.xml": "<A><B>5</B><B>6</B></A>", "b.xml": "<A/>", "c.xml": "<A><B>7</B></A>" };
    const opened = await open({ rules: { "r.yaml": rules }, files });
    const { page } = opened;
    const at = async () => `${await focusedEditor(page)} ${await page.evaluate(() => String(document.getSelection()))}`;
    await opened.editor("files").click();
    await page.keyboard.press("Control+Home");
    for (const [key, place] of [
      ["F8", "a.xml 5"],
      ["F8", "a.xml 6"],
      ["F8", "c.xml 7"],
      ["F8", "a.xml 5"],
      ["Shift+F8", "c.xml 7"],
      ["Shift+F8", "a.xml 6"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(at).toBe(`File: ${place}`);
      await page.locator(".cm-diagnostic", { hasText: place.slice(-1) }).waitFor();
    }
    await close(opened);
  });

  test("colours text as soon as its content shows its language, without a known extension", async () => {
    const opened = await open({ rules: { "r.yaml": "a: b\n" }, files: { "pine.material": "" } });
    const coloured = opened.editor("files").locator(".cm-line span[class*=ͼ]");
    await opened.editor("files").click();
    await opened.page.keyboard.type("<Pine>");
    await expect.poll(() => coloured.allTextContents()).toContain("Pine");
    await close(opened);
  });

  test("closes a diagnostic when it loses the focus", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.editor("files").click();
    await page.keyboard.press("F8");
    await page.locator(".cm-diagnostic").waitFor();
    await opened.editor("rules").click();
    await expect.poll(() => page.locator(".cm-diagnostic").count()).toBe(0);
    await close(opened);
  });

  test("is not left by Tab after another key", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.editor("rules").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.locator("[data-pane=rules] .leaving").textContent()).toBe("");
    await page.keyboard.press("Tab");
    expect(await focusedPart(page)).toBe("rules");
    await close(opened);
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`has a search panel with a count in the colours of the page: ${colorScheme}`, async () => {
      const opened = await open({ rules: { "r.yaml": "a: ab\nb: AB\n" }, files: {} }, { colorScheme });
      const { page } = opened;
      await opened.editor("rules").click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("Control+f");
      await page.keyboard.insertText("ab");
      await expect.poll(() => searchResult(page)).toBe("2 found");
      await page.keyboard.press("Enter");
      await expect.poll(() => searchResult(page)).toBe("1 of 2");
      await page.getByRole("button", { name: "Match case" }).click();
      await expect.poll(() => searchResult(page)).toBe("1 of 1");
      await page.getByRole("button", { name: "Regular expression" }).click();
      await page.getByRole("textbox", { name: "Find" }).fill("(");
      await expect.poll(() => searchResult(page)).toBe("invalid regular expression");
      expect(await seriousViolations(page)).toEqual([]);
      const colours = await page.locator("[data-pane=rules] .cm-panels").evaluate((panel) => {
        const of = (element: Element) => getComputedStyle(element);
        return [of(panel).backgroundColor, of(panel.querySelector("input") as Element).backgroundColor];
      });
      const page_ = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const editor = await page.locator("[data-pane=rules]").evaluate((pane) => getComputedStyle(pane).backgroundColor);
      expect(colours).toEqual([page_, editor]);
      await page.getByRole("textbox", { name: "Find" }).fill("[aA]");
      await page.getByRole("textbox", { name: "Replace with" }).fill("x");
      await page.getByRole("button", { name: "Replace all" }).click();
      await expect.poll(() => opened.editor("rules").innerText()).toContain("x: xb\nb: xB");
      await page.keyboard.press("Escape");
      await expect.poll(() => focusedEditor(page)).toMatch(/^Rules: /);
      await close(opened);
    });
  }

  test("of rules closes brackets and quotes at the end of a line, which may also be typed", async () => {
    const opened = await open({ rules: { "rules.yaml": "a: b\n" }, files: {} });
    const { page } = opened;
    const line = async (typed: string) => {
      await opened.editor("rules").click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.type(typed);
      const text = await opened.editor("rules").innerText();
      return text.split("\n")[0];
    };
    expect(await line("c: [")).toBe("c: []");
    expect(await line("c: ['Exist in', {a: 1}]")).toBe("c: ['Exist in', {a: 1}]");
    expect(await line("x: '*/")).toBe("x: '*/'");
    expect(await line("d: it's don't")).toBe("d: it's don't");
    await line("e: [");
    await page.keyboard.press("Backspace");
    expect((await opened.editor("rules").innerText()).split("\n")[0]).toBe("e: ");
    await close(opened);
  });

  test("wraps long lines on request, also on the next visit", async () => {
    const opened = await open({ rules: {}, files: { "a.xml": LONG } });
    const { page } = opened;
    const lines = () =>
      page
        .locator("[data-pane=files] .cm-line")
        .first()
        .evaluate((line) => line.getBoundingClientRect().height);
    await expect.poll(lines).toBe(20);
    await page.locator("[data-pane=files]").getByRole("button", { name: "Wrap long lines" }).click();
    await expect.poll(lines).toBeGreaterThan(40);
    await page.reload();
    await settled(page);
    await expect.poll(lines).toBeGreaterThan(40);
    await page.keyboard.press("Alt+z");
    await expect.poll(lines).toBe(20);
    await close(opened);
  });

  test("indents the continuation of a wrapped line", async () => {
    const words = "word ".repeat(80);
    const opened = await open({ rules: {}, files: { "a.xml": `<a>\n      <b>${words}</b>\n<c>${words}</c>\n</a>\n` } });
    const { page } = opened;
    await page.locator("[data-pane=files]").getByRole("button", { name: "Wrap long lines" }).click();
    const lefts = (line: number) =>
      page
        .locator("[data-pane=files] .cm-line")
        .nth(line)
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const rows = new Map<number, number>();
          for (const { top, left, width } of range.getClientRects()) {
            const row = Math.round(top);
            rows.set(row, width > 0 ? Math.min(rows.get(row) ?? left, left) : (rows.get(row) ?? left));
          }
          return [...rows.values()].map(Math.round);
        });
    await expect.poll(async () => (await lefts(1)).length).toBeGreaterThan(2);
    const [[first, ...others], [flush, ...further]] = [await lefts(1), await lefts(2)];
    expect(new Set(further), "without an indent, rows are aligned with the line").toEqual(new Set([flush]));
    expect(first, "the first row is not moved").toBe(flush);
    const [left = 0] = others;
    expect(new Set(others), "all further rows are aligned").toEqual(new Set([left]));
    expect(left - (flush ?? 0), "by six characters").toBeGreaterThan(30);
    await close(opened);
  });

  test("has symbols next to its lines that differ by more than their colour", async () => {
    const opened = await open(ALL_WEIGHTS);
    const { page } = opened;
    await expect.poll(opened.verdict).toBe("1 problem, 1 error, 1 warning, 1 info, 1 hint");
    const shapes = await Promise.all(
      WEIGHTS.map((weight) => {
        const symbol = page.locator(`.cm-editor .sign-${weight} path`).first();
        return symbol.getAttribute("d");
      }),
    );
    expect(new Set(shapes).size).toBe(WEIGHTS.length);
    const inList = page.locator("[data-pane=results] [role=treeitem] .icon-warning path").first();
    expect(await inList.getAttribute("d")).toBe(shapes[2]);
    await close(opened);
  });
});
