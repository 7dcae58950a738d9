/** The layout of the page: nothing is covered or truncated, and counts are the same everywhere. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, playground } from "./page.ts";

/** Rules with findings of two severities and a problem, and a failing test. */
const MANY = {
  rules: {
    "rules.yaml": `rules:
  - { name: b-is-small, rpath: \\.xml$, xpath: A/B, condition: ["<", 2], message: "{value} is more than may have any place that guides/budgets-of-places.md lists by its name" }
  - { name: c-is-small, severity: info, rpath: \\.xml$, xpath: A/C, condition: ["<", 2] }
  - { name: broken, rpath: "(", xpath: A, condition: [Exist] }
tests:
  - { name: passes, files: { a.xml: <A/> }, expect: [] }
  - { name: fails, files: { a.xml: <A/> }, expect: [{ rule: b-is-small, path: a.xml }] }
`,
  },
  files: {
    "deep/a.xml": `<A>\n${"<B>5</B>\n".repeat(60)}</A>\n`,
    "deep/b.xml": "<A>\n<C>5</C>\n<C>6</C>\n</A>\n",
  },
};

/** The controls of the page. */
const CONTROLS = "main [role=tree], main .cm-scroller, main [role=tablist], main .bar, header button, nav button";

/** Returns the visible elements that match `selector` and are covered by a part. */
function coveredBy(page: Page, part: string): Promise<string[]> {
  return page.locator(part).evaluate(
    (over, selector) => {
      const own = over.getBoundingClientRect();
      const inSight = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0;
      const meets = (element: Element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left < own.right && right > own.left && top < own.bottom && bottom > own.top;
      };
      const roots = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
      const found = roots.flatMap((root) => [...root.querySelectorAll(selector)]);
      if (found.length < 5) {
        throw new Error("no controls were found");
      }
      return found
        .filter((element) => inSight(element) && meets(element))
        .map(({ outerHTML }) => outerHTML.slice(0, 80));
    },
    CONTROLS.replaceAll("main ", ""),
  );
}

/** Shows a part of a page that may be narrow. */
async function turnTo(page: Page, part: string): Promise<void> {
  const button = page.getByRole("navigation").getByRole("button", { name: new RegExp(`^${part}\\b`) });
  if (await button.isVisible()) {
    await button.click();
  }
}

describe.skipIf(!hasChromium)("the page", () => {
  const open = playground();

  test.each([360, 721, 760, 800, 830, 831, 1024])(
    "does not truncate anything at a width of %i pixels",
    async (width) => {
      const opened = await open(undefined, { viewport: { width, height: 600 } });
      const { page } = opened;
      await page.getByRole("button", { name: "Examples" }).click();
      await page.getByRole("menuitem").nth(1).click();
      await page.locator(".notice .link").waitFor();
      const overflow = await page.evaluate((most) => {
        const all = [...document.querySelectorAll("header > *, .notice .link, nav button")].filter((one) =>
          one.checkVisibility(),
        );
        const ends = all.filter((one) => {
          const box = one.closest(".notice")?.getBoundingClientRect().right ?? most;
          return one.getBoundingClientRect().right > box;
        });
        return [document.documentElement.scrollWidth > most, ...ends.map(({ textContent }) => textContent)];
      }, width);
      expect(overflow).toEqual([false]);
      await close(opened);
    },
  );
});

describe.skipIf(!hasChromium)("the names of the buttons in the header", () => {
  const open = playground();

  test.each([360, 600, 800])("are visible at a width of %i pixels", async (width) => {
    const opened = await open(undefined, { viewport: { width, height: 600 } });
    for (const name of ["Open", "Examples", "Reference", "Export", "Share"]) {
      const button = opened.page.getByRole("banner").getByRole("button", { name, exact: true });
      expect(await button.evaluate((it) => (it as HTMLElement).innerText.trim())).toBe(name);
    }
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("a message", () => {
  const open = playground();

  for (const width of [1280, 800, 360]) {
    test(`in the notice covers nothing, and disappears when it is dismissed: ${width} pixels`, async () => {
      const opened = await open(MANY, { viewport: { width, height: 800 } });
      const { page } = opened;
      await turnTo(page, "Results");
      await page.getByRole("button", { name: "Share" }).click();
      await page.locator(".notice").waitFor();
      expect(await coveredBy(page, ".notice")).toEqual([]);
      await page.getByRole("button", { name: "Dismiss" }).click();
      await expect.poll(() => page.locator(".notice").count()).toBe(0);
      await close(opened);
    });
  }

  for (const width of [1280, 360]) {
    test(`in the notice does not cover the selected row: ${width} pixels`, async () => {
      const opened = await open(MANY, { viewport: { width, height: 740 } });
      const { page } = opened;
      await turnTo(page, "Results");
      const list = page.getByRole("tree", { name: "Findings" });
      await list.focus();
      await page.keyboard.press("End");
      const row = list.locator("[aria-selected=true]");
      await row.waitFor();
      await page.getByRole("button", { name: "Share" }).click();
      await page.locator(".notice").waitFor();
      const isVisible = () => {
        return row.evaluate((it) => {
          const { left, bottom } = it.getBoundingClientRect();
          const tree = it.closest("[role=tree]")?.getBoundingClientRect();
          const over = document.querySelector(".notice")?.getBoundingClientRect();
          const isInside = tree !== undefined && bottom <= tree.bottom + 0.5;
          return isInside && over !== undefined && (over.right <= left || over.top >= bottom - 0.5);
        });
      };
      await expect.poll(isVisible).toBe(true);
      await close(opened);
    });
  }

  test.for([900, 360])("for screen readers does not lengthen the page: %i pixels", async (width) => {
    const opened = await open(MANY);
    await opened.page.setViewportSize({ width, height: 740 });
    const [page, window] = await opened.page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    expect(page).toBe(window);
    await close(opened);
  });

  test("below a file does not overlap others, whatever its length", async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole("button", { name: "Examples" }).click();
    await page.getByRole("menuitem", { name: "Packages" }).click();
    await page.locator("#view-packages").click();
    await page.getByRole("treeitem", { name: "assets/vase" }).click();
    await page.getByRole("button", { name: "metadata.json:47:15" }).click();
    const status = page.locator("[data-pane=files] p.status");
    await status.getByRole("button", { name: "Packages" }).waitFor();
    await status.getByText("read-only").waitFor();
    const boxes = await status.locator(":scope > *").evaluateAll((parts) => {
      return parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect);
    });
    const end = await status.evaluate((it) => it.getBoundingClientRect().right);
    for (const [at, { right, bottom }] of boxes.entries()) {
      const next = boxes[at + 1];
      // Next to each other, or on separate lines.
      expect(right).toBeLessThanOrEqual(next === undefined || next.top >= bottom ? end : next.left);
    }
    await close(opened);
  });

  for (const [many, few] of [
    ["files", "rules"],
    ["rules", "files"],
  ] as const) {
    test(`about many ${many} leaves a third of the space to the ${few}, or as much as few of them need`, async () => {
      const named = (count: number, ending: string) =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.${ending}`, ""]));
      const project = {
        rules: named(many === "rules" ? 450 : 50, "yaml"),
        files: named(many === "files" ? 450 : 50, "xml"),
      };
      const opened = await open(project);
      const trees = () =>
        opened.page.locator(".group").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      const [rules = 0, files = 0] = await trees();
      expect(Math.min(rules, files), String([rules, files])).toBeGreaterThanOrEqual((rules + files) / 3 - 1);
      const rows = opened.page.locator(`#tree-${few} [role=tree]`);
      expect(await rows.evaluate((tree) => tree.scrollHeight > tree.clientHeight && tree.clientHeight > 100)).toBe(
        true,
      );
      await close(opened);
      const fewer = await open({ ...project, [few]: named(4, few === "rules" ? "yaml" : "xml") });
      const need = await fewer.page
        .locator(`#tree-${few} [role=tree]`)
        .evaluate((tree) => tree.scrollHeight - tree.clientHeight);
      expect(need).toBe(0);
      await close(fewer);
    });
  }

  test("about an example and a replaced project leaves space for the files in a low window", async () => {
    const opened = await open(undefined, { viewport: { width: 1024, height: 640 } });
    const { page } = opened;
    await opened.editor("rules").click();
    await page.keyboard.type("# mine");
    await page.getByRole("button", { name: "Examples" }).click();
    await page.getByRole("menuitem").nth(1).click();
    await page.getByRole("button", { name: "Back to the previous project" }).waitFor();
    const rows = await page.locator("#tree-files [role=tree]").evaluate(({ clientHeight }) => clientHeight);
    expect(rows).toBeGreaterThanOrEqual(3 * 26);
    const top = await page
      .locator("header")
      .first()
      .evaluate((it) => it.getBoundingClientRect().top);
    expect(top, "the page is not scrolled").toBe(0);
    const end = await page.locator(".notice").evaluate((it) => it.getBoundingClientRect().bottom);
    expect(end).toBeLessThanOrEqual(640);
    await close(opened);
  });

  test("below a file has the full names of its rules, each visible when it has the focus", async () => {
    const names = [1, 2, 3].map((at) => `${at}-all-that-is-said-of-a-file-stands-below-it-in-full`);
    const rules = names.flatMap((name) => [
      `- { name: ${name}, rpath: a, xpath: A, condition: [Exist] }`,
      `- { name: broken-${name}, rpath: a, xpath: "A[", condition: [Exist] }`,
    ]);
    const opened = await open({ rules: { "r.yaml": rules.join("\n") }, files: { "a.xml": "<A/>" } });
    const { page } = opened;
    const status = page.locator("[data-pane=files] p.status");
    const links = status.getByRole("button");
    await expect.poll(() => links.count()).toBe(6);
    for (const link of await links.all()) {
      await link.focus();
      const isVisible = await link.evaluate((it) => {
        const outer = it.closest("p")?.getBoundingClientRect();
        return [...it.getClientRects()].every(({ left, right, top, bottom }) => {
          return outer && left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom;
        });
      });
      expect(isVisible, (await link.textContent()) ?? "").toBe(true);
    }
    expect(await status.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
    await close(opened);
  });

  test("with counts is the same in the summary, the tab, the filters and for screen readers", async () => {
    const opened = await open(MANY);
    const { page } = opened;
    await expect.poll(opened.verdict).toBe("1 problem, 60 errors, 2 infos");
    const filters = page.locator("[data-pane=results] .weight");
    expect((await filters.allTextContents()).map((text) => text.trim()).join(", ")).toBe(await opened.verdict());
    const badge = page.locator("#view-findings .badge");
    expect(await badge.textContent(), "the number of rows").toBe("63");
    expect(await badge.getAttribute("aria-label"), "the complete summary").toBe(await opened.verdict());
    const announcement = page.locator(".page ~ p.heard[role=status]");
    await expect
      .poll(() => announcement.textContent())
      .toBe("1 problem, 60 errors, 2 infos; 1 of 2 tests fail; 1 problem, so the tests are incomplete");
    await close(opened);
  });

  test("with counts leaves space for the findings on a narrow page", async () => {
    const opened = await open(MANY, { viewport: { width: 360, height: 740 } });
    const { page } = opened;
    await page.getByRole("button", { name: /^Results/ }).click();
    const bar = page.locator(".findings .bar");
    expect((await bar.boundingBox())?.height, "two rows").toBeLessThan(76);
    expect(
      await bar.getByRole("button", { name: "60 errors" }).count(),
      "the words are available to screen readers",
    ).toBe(1);
    await close(opened);
  });

  test("about a failing test is visible in the tab and next to its rule file", async () => {
    const opened = await open(MANY);
    const badge = opened.page.locator("#view-tests .badge");
    await expect.poll(() => badge.textContent()).toBe("1 failing");
    expect(await badge.locator("svg").count()).toBe(1);
    expect(await opened.file("rules.yaml").locator(".failing").textContent()).toBe("1");
    const colours = await Promise.all(
      [badge, opened.page.locator("#view-findings .badge")].map((one) =>
        one.evaluate((it) => getComputedStyle(it).color),
      ),
    );
    expect(new Set(colours).size).toBe(2);
    await close(opened);
  });

  test("is next to every file with a problem, or next to the closed folder that contains it", async () => {
    // A problem with a file that is not an image has no place in the file.
    const rules = { "rules.yaml": "- { name: wide, rpath: \\.png$, xpath: '{image.width}', condition: ['>=', 8] }\n" };
    const opened = await open({ rules, files: {} }, {}, { "deep/a.png": new Uint8Array([1, 2, 3, 4]) });
    await expect.poll(opened.verdict).toMatch(/^1 problem/);
    await expect.poll(() => opened.file("a.png").locator(".badge").textContent()).toBe("1");
    expect(await opened.file("deep").locator(".badge").count()).toBe(0);
    await opened.file("deep").click();
    await expect.poll(() => opened.file("deep").locator(".badge").textContent()).toBe("1");
    expect(await opened.file("deep").locator(".badges").getAttribute("title")).toBe("1 problem");
    expect(await opened.file("deep").locator("[role=img]").getAttribute("aria-label"), "for screen readers").toBe(
      "1 problem",
    );
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("a list of findings", () => {
  const open = playground();

  test("keeps the name of the file above the selected finding", async () => {
    const opened = await open(MANY);
    const { page } = opened;
    const list = page.getByRole("tree", { name: "Findings" });
    await expect.poll(opened.verdict).toContain("60 errors");
    await list.focus();
    const current = list.locator("[aria-selected=true]");
    const stuck = list.locator(".stuck .title");
    await page.keyboard.press("End");
    await expect.poll(() => stuck.textContent()).toMatch(/deep\//);
    // Moving up, a row is never under the name.
    for (let count = 0; count < 30; count += 1) {
      await page.keyboard.press("ArrowUp");
    }
    await expect.poll(() => stuck.textContent()).toBe("deep/a.xml");
    const [above, row] = [await list.locator(".stuck").boundingBox(), await current.boundingBox()];
    expect(row?.y).toBeGreaterThanOrEqual((above?.y ?? Number.NaN) + (above?.height ?? Number.NaN) - 0.5);
    await close(opened);
  });

  test("shows the complete message and the rule on a narrow page", async () => {
    const opened = await open(MANY, { viewport: { width: 360, height: 740 } });
    const { page } = opened;
    await turnTo(page, "Results");
    const row = page.locator("[data-pane=results] [role=treeitem]", { hasText: "may have" }).first();
    await row.locator(".of").waitFor();
    expect(await row.locator(".of").textContent()).toBe("b-is-small");
    const fits = await row
      .locator(".message")
      .evaluate((it) => it.scrollHeight <= it.clientHeight && it.scrollWidth <= it.clientWidth);
    expect(fits).toBe(true);
    const inside = await row.evaluate((it) => {
      const bottom = Math.max(...[...it.querySelectorAll("*")].map((part) => part.getBoundingClientRect().bottom));
      return bottom <= it.getBoundingClientRect().bottom;
    });
    expect(inside).toBe(true);
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("a narrow page", () => {
  const open = playground();
  const options = { viewport: { width: 360, height: 740 } };

  test("shows the note of the example in its first part", async () => {
    const opened = await open(undefined, options);
    const note = opened.page.getByRole("complementary", { name: "About this example" });
    await note.waitFor();
    const cut = await note.evaluate((it) => it.scrollHeight - it.clientHeight);
    expect(cut).toBeLessThanOrEqual(0);
    await opened.page.getByRole("button", { name: "Close the note" }).click();
    await expect.poll(() => note.count()).toBe(0);
    await close(opened);
  });

  test("stays at the files while a new file is named", async () => {
    const opened = await open(undefined, options);
    const { page } = opened;
    await turnTo(page, "Files");
    await page.getByRole("button", { name: "New file in Rules" }).click();
    const name = page.getByRole("textbox", { name: /^Path of/ });
    await expect.poll(() => name.evaluate((it) => it === document.activeElement && it.checkVisibility())).toBe(true);
    await close(opened);
  });
});

/** A project whose paths and messages are longer than the available space. */
const LONG = {
  rules: {
    "rules/textures/naming-of-textures-and-materials.yaml": `rules:
  - { name: texture-of-a-material-is-a-file-of-this-project, rpath: \\.material$, xpath: Material/Texture:Path, condition: ["Null collection"], message: "{value} is no file of this project, though a material of the harbour names it" }
  - { name: b-is-small, rpath: \\.xml$, xpath: A/B, condition: ["<", 2] }
  - { name: c-is-small, severity: info, rpath: \\.xml$, xpath: A/C, condition: ["<", 2] }
  - { name: c-may-be-small, severity: hint, rpath: \\.xml$, xpath: A/C, condition: ["<", 3] }
  - { name: broken, rpath: "(", xpath: A, condition: [Exist] }
tests:
  - { name: fails, files: { a.xml: <A/> }, expect: [{ rule: b-is-small, path: a.xml }] }
`,
  },
  files: {
    "Assets/Environment/Harbour/Materials/M_Harbour_Wooden_Planks_Wet_Variation_03.material":
      '<Material><Texture Path="Assets/Environment/Harbour/Textures/T_Harbour_Wooden_Planks_Wet_D.dds"/></Material>',
    "Assets/Environment/Harbour/Levels/deep/a.xml": `<A>\n${"<B>5</B>\n".repeat(20)}</A>\n`,
    "Assets/Environment/Harbour/Levels/deep/b.xml": "<A>\n<B>5</B>\n<C>5</C>\n<C>6</C>\n</A>\n",
  },
};

/**
 * Returns the visible texts, images and fields that overlap, and the number of pixels by which the page is wider than
 * the window.
 */
function overlaps(page: Page): Promise<{ overlapping: string[]; wider: number }> {
  return page.evaluate(() => {
    interface Box {
      node: Node;
      name: string;
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const boxes: Box[] = [];
    const add = (node: Node, element: Element, rect: DOMRect) => {
      const box = { node, name: (node.textContent ?? "").trim().slice(0, 40), ...rect.toJSON() } as Box;
      for (let up: Element | null = element; up !== null; up = up.parentElement) {
        const { overflowX, overflowY, contain } = getComputedStyle(up);
        if (overflowX !== "visible" || overflowY !== "visible" || contain === "strict") {
          const { left, top, right, bottom } = up.getBoundingClientRect();
          box.left = Math.max(box.left, left);
          box.top = Math.max(box.top, top);
          box.right = Math.min(box.right, right);
          box.bottom = Math.min(box.bottom, bottom);
        }
      }
      if (box.right - box.left > 1 && box.bottom - box.top > 1) {
        boxes.push(box);
      }
    };
    for (const element of document.querySelectorAll("body *")) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(".heard, .stuck")) {
        continue;
      }
      if (element.matches("svg, input, .editor")) {
        add(element, element, element.getBoundingClientRect());
      }
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) {
          const range = document.createRange();
          range.selectNodeContents(node);
          for (const rect of range.getClientRects()) {
            add(node, element, rect);
          }
        }
      }
    }
    const overlapping = boxes.flatMap((one, at) => {
      const overlapped = boxes.slice(at + 1).filter((other) => {
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        return one.node !== other.node && !one.node.contains(other.node) && width > 1.5 && height > 4;
      });
      return overlapped.map(({ name }) => `${one.name} / ${name}`);
    });
    if (boxes.length < 20) {
      throw new Error("there are too few elements on the page");
    }
    return { overlapping, wider: document.documentElement.scrollWidth - innerWidth };
  });
}

describe.skipIf(!hasChromium)("long paths and messages", () => {
  const open = playground();
  const WIDTHS = [320, 360, 832, 900, 1000, 1100, 1280, 1920, 3840];

  test("do not overlap others, and do not widen the page", async () => {
    const opened = await open(LONG, { viewport: { width: 1280, height: 720 } });
    const { page } = opened;
    for (const by of ["By file", "By rule"]) {
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.getByRole("button", { name: by }).click();
      await page.getByRole("button", { name: "Share" }).click();
      await page.locator(".notice").hover();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 720 });
        for (const part of width > 830 ? [""] : ["Files", "Rules", "File", "Results"]) {
          await turnTo(page, part);
          expect(await overlaps(page), `${by}, ${width} pixels, ${part}`).toEqual({ overlapping: [], wider: 0 });
        }
      }
    }
    await close(opened);
  });

  test("are not truncated next to empty space", async () => {
    const opened = await open(LONG, { viewport: { width: 1280, height: 720 } });
    const { page } = opened;
    const row = page.locator("[data-pane=results] [role=treeitem]", { hasText: "is not closed" });
    const name = row.locator(".title .name");
    await expect.poll(() => name.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    // If there is space for one only, it is shared: the place is visible, and the list is not wider than the page.
    await page.getByRole("button", { name: "By rule" }).click();
    for (const width of WIDTHS.filter((one) => one > 830)) {
      await page.setViewportSize({ width, height: 720 });
      const ends = await row.evaluate((it) => {
        const place = it.querySelector(".place")?.getBoundingClientRect();
        return (place?.right ?? Number.NaN) - it.getBoundingClientRect().right;
      });
      expect(ends, `${width} pixels`).toBeLessThanOrEqual(0.5);
    }
    await close(opened);
  });

  test("leave space for the names of files next to their badges", async () => {
    const opened = await open(LONG, { viewport: { width: 900, height: 720 } });
    await expect.poll(opened.verdict).toMatch(/error/);
    const name = opened.file("b.xml").locator(".name");
    await expect.poll(() => name.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("on a phone", () => {
  const open = playground();

  test("a finding opens with its message, which can be closed", async () => {
    const opened = await open(MANY, { viewport: { width: 360, height: 740 } });
    const { page } = opened;
    await turnTo(page, "Results");
    await page.locator("[data-pane=results] [role=treeitem]", { hasText: "may have" }).first().click();
    const message = page.locator("[data-pane=files] .remark");
    await expect.poll(() => message.textContent()).toContain("5 is more than may have any place");
    const cut = await message.evaluate((it) => it.scrollHeight - it.clientHeight);
    expect(cut).toBe(0);
    await message.getByRole("button", { name: "Close the message" }).click();
    await expect.poll(() => message.count()).toBe(0);
    await close(opened);
  });

  test.each([180, 256])(
    "at a zoom of 400 percent, an editor has visible lines, and findings can be reached: %i pixels high",
    async (height) => {
      const opened = await open(MANY, { viewport: { width: 320, height } });
      const { page } = opened;
      const lines = await page.locator("[data-pane=rules] .editor").evaluate(({ clientHeight }) => clientHeight);
      expect(lines).toBeGreaterThanOrEqual(3 * 20);
      await turnTo(page, "Results");
      await page.locator("[data-pane=results] [role=treeitem]", { hasText: "may have" }).first().click();
      await page.locator("[data-pane=files] .remark").waitFor();
      const remaining = await page.locator("[data-pane=files] .editor").evaluate(({ clientHeight }) => clientHeight);
      expect(remaining).toBeGreaterThanOrEqual(2 * 20);
      await close(opened);
    },
  );
});

describe.skipIf(!hasChromium)("a selection", () => {
  const open = playground();

  test("is visible with forced colours of the system", async () => {
    const opened = await open(MANY, { forcedColors: "active" });
    const { page } = opened;
    const rows = page.locator("[data-pane=results] [role=treeitem]");
    const of = (it: Element) => getComputedStyle(it).backgroundColor;
    await rows.nth(3).click();
    expect(await rows.nth(3).evaluate(of)).not.toBe(await rows.nth(4).evaluate(of));
    const tabs = page.locator("[role=tablist][aria-label=Results] [role=tab]");
    expect(await tabs.nth(0).evaluate(of)).not.toBe(await tabs.nth(1).evaluate(of));
    const [byFile, byRule] = ["By file", "By rule"].map((name) => page.getByRole("button", { name }));
    expect(await byFile?.evaluate(of)).not.toBe(await byRule?.evaluate(of));
    await opened.editor("rules").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nex");
    const words = page.locator(".cm-tooltip-autocomplete li");
    await expect.poll(() => words.count()).toBeGreaterThan(0);
    await page.keyboard.type("t");
    const selected = page.locator(".cm-tooltip-autocomplete li[aria-selected]");
    await selected.waitFor();
    expect(await selected.evaluate(of)).not.toBe(await page.locator(".cm-tooltip-autocomplete").evaluate(of));
    await close(opened);
  });

  test("by a double click is a row without its text", async () => {
    const opened = await open(MANY);
    const { page } = opened;
    await page.locator("[data-pane=results] [role=treeitem] .message", { hasText: "may have" }).first().dblclick();
    await opened.file("b.xml").dblclick();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
    await close(opened);
  });
});
