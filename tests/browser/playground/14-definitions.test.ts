/** Definitions: the result of mods, and the places that set each field. */

import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { filesIn, ROOT } from "../files.ts";
import { seriousViolations } from "./axe.ts";
import { close, type LinkedProject, type Playground, playground, settled } from "./page.ts";
import { EXAMPLES } from "./samples.ts";
import { longestTask } from "./tasks.ts";

const RULES =
  "rules:\n  - { name: mass, rpath: '^/@definitions/Lamp/', xpath: '*/Definition/Mass', condition: ['>', 0] }\n";

/** Returns a file with definitions, one on each line. */
function file(...definitions: string[]): string {
  const namespace = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return [`<Definitions ${namespace}>`, ...definitions, "</Definitions>\n"].join("\n");
}

/** Returns the definition of a lamp on one line. */
function lamp(subtype: string, attributes: string, content: string): string {
  return `<Definition xsi:type="LampDefinition"${attributes}><Id Type="Lamp" Subtype="${subtype}"/>${content}</Definition>`;
}

const FILES = {
  "mods/dark/b.sbc": file(
    lamp("Desk", ' Merge="Append"', '<Mass>0</Mass><Light Id="low"/><Glow>1</Glow>'),
    lamp("Wall", "", "<Mass>5</Mass>"),
  ),
  "assay.yaml": "definitions: {base: game, mods: [mods/dark]}\n",
  "game/a.sbc": file(
    lamp("Desk", "", '<Mass>2</Mass><Light Id="top"/>'),
    lamp("Wall", "", "<Mass>5</Mass><Model>wall</Model>"),
    lamp("Big", ' Copy="Append"', '<CopyFrom Type="Lamp" Subtype="Wall"/><Mass>9</Mass>'),
    lamp("Lost", "", '<CopyFrom Type="Lamp" Subtype="Nobody"/>'),
  ),
};
const PROJECT: LinkedProject = { rules: { "r.yaml": RULES }, files: FILES };

/** Opens the view, and waits until it is current. */
async function openView({ page }: Playground): Promise<void> {
  await page.locator("#view-definitions").click();
  await current(page);
}

function current(page: Page): Promise<void> {
  return page.locator(".definitions[data-current=true]").waitFor();
}

/** Returns the list of definitions: symbol, id and description. */
function listed(page: Page): Promise<string[]> {
  return page
    .getByRole("tree", { name: "Definitions" })
    .getByRole("treeitem")
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll(".sign, .name, .about")].map((part) => part.textContent)),
    )
    .then((all) => all.map((parts) => parts.join(" | ")));
}

/** Returns the visible texts of elements, with single spaces. */
async function textsOf(parts: Locator): Promise<string[]> {
  return (await parts.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
}

/** Returns the table of the selected definition: its header, then its rows. */
async function table(page: Page): Promise<string[][]> {
  const rows = await page.locator(".definitions tr").all();
  return Promise.all(rows.map((row) => textsOf(row.locator("th, td"))));
}

async function choose(page: Page, id: string): Promise<void> {
  await page.getByRole("treeitem", { name: id }).click();
  await current(page);
}

test("the files of the example are those of the sample for the rules", () => {
  const hex = (folder: string) => filesIn(folder).map(([path, bytes]) => [path, bytes.toString("hex")]);
  expect(hex(join(EXAMPLES, "definitions/files"))).toEqual(hex(join(ROOT, "rules/samples/definitions")));
});

describe.skipIf(!hasChromium)("definitions", () => {
  const open = playground();

  test("the first definition that mods change is selected at first", async () => {
    const same = file(lamp("As it was", "", "<Mass>1</Mass>"));
    const opened = await open({ ...PROJECT, files: { "game/0.sbc": same, ...FILES } });
    const { page } = opened;
    await openView(opened);
    await expect.poll(async () => (await listed(page))[0]).toBe("= | Lamp/As it was | as in the base game");
    const selected = page.getByRole("tree", { name: "Definitions" }).locator("[aria-selected=true]");
    await expect.poll(() => selected.textContent()).toContain("Lamp/Desk");
    await close(opened);
  });

  test("are listed with the effect of mods, and can be filtered by text, mods and problems", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await expect
      .poll(() => listed(page))
      .toEqual([
        "≠ | Lamp/Desk | changed by mods/dark",
        "≠ | Lamp/Wall | changed by mods/dark",
        "↳ | Lamp/Big | copied",
        "= | Lamp/Lost | as in the base game",
      ]);
    await page.getByRole("button", { name: "By mods 2" }).click();
    await expect.poll(async () => (await listed(page)).length).toBe(2);
    await page.getByRole("button", { name: "Problems 1" }).click();
    await expect.poll(() => page.locator(".definitions [role=status]").textContent()).toBe("0 definitions of 4");
    expect(await page.locator(".definitions table").count(), "no details of an unlisted definition").toBe(0);
    await page.getByRole("button", { name: "By mods 2" }).click();
    await current(page);
    await expect.poll(() => listed(page)).toEqual(["= | Lamp/Lost | as in the base game"]);
    await expect.poll(() => page.locator(".definitions .told").textContent()).toContain("Lamp/Nobody");
    await page.locator(".definitions .told .link").click();
    await expect.poll(() => opened.editor("files").textContent()).toContain("Nobody");
    await page.getByRole("button", { name: "Problems 1" }).click();
    await page.getByRole("searchbox", { name: "Find a definition" }).fill("lamp/W");
    await expect.poll(() => listed(page)).toEqual(["≠ | Lamp/Wall | changed by mods/dark"]);
    await close(opened);
  });

  test("show base, deltas, result and changes, and lead to the places that set fields", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await expect
      .poll(() => table(page))
      .toEqual([
        ["Field", "game", "mods/dark Append", "result"],
        ["Mass ≠ changed by mods/dark", "2 overridden a.sbc:2", "0 b.sbc:2", "0"],
        ["Light/@Id ≠ changed by mods/dark", "top a.sbc:2", "low b.sbc:2", "top low"],
        ["Glow + added by mods/dark", "·", "1 b.sbc:2", "1"],
      ]);
    await page.getByRole("row", { name: "Mass" }).getByRole("button", { name: "b.sbc:2" }).click();
    await expect.poll(() => opened.editor("files").textContent()).toContain('Id="low"');
    await choose(page, "Lamp/Wall");
    await expect
      .poll(() => table(page))
      .toEqual([
        ["Field", "game", "mods/dark Override", "result"],
        ["Mass = same", "5 overridden a.sbc:3", "5 b.sbc:3", "5"],
        ["Model − removed by mods/dark", "wall overridden a.sbc:3", "·", "nothing"],
      ]);
    await page.getByRole("button", { name: "Changed fields only 1 of 2" }).click();
    await expect.poll(async () => (await table(page)).length).toBe(2);
    await close(opened);
  });

  test("that copy another one show it first, and lead to it", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await choose(page, "Lamp/Big");
    await expect
      .poll(() => table(page))
      .toEqual([
        ["Field", "copied: Lamp/Wall Append", "game", "result"],
        ["Mass ≠ changed by game", "5 overridden a.sbc:3 5 overridden b.sbc:3", "9 a.sbc:4", "9"],
        ["Model − removed in Lamp/Wall", "wall overridden a.sbc:3", "·", "nothing"],
      ]);
    await page.getByRole("region", { name: "The definition" }).getByRole("button", { name: "Lamp/Wall" }).click();
    await current(page);
    await expect.poll(() => page.locator(".definitions h3").last().textContent()).toBe("Lamp/Wall");
    await close(opened);
  });

  test("are updated during typing, and are always those of the current text", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await opened.fill("files", file(lamp("Desk", ' Merge="Merge"', "<Mass>7</Mass>")));
    await current(page);
    expect(await table(page)).toEqual([
      ["Field", "game", "mods/dark Merge", "result"],
      ["Mass ≠ changed by mods/dark", "2 overridden a.sbc:2", "7 b.sbc:2", "7"],
      ["Light/@Id = same", "top a.sbc:2", "·", "top"],
    ]);
    await opened.fill("files", "<Definitions>");
    await current(page);
    expect(await listed(page)).toContain("= | Lamp/Desk | as in the base game");
    await expect.poll(() => page.locator(".definitions .others").textContent()).toContain("mods/dark/b.sbc:1");
    await close(opened);
  });

  test("are loaded by a guess if assay.yaml does not configure them, with a note", async () => {
    const files = { ...FILES, "assay.yaml": "rules: rules/definitions\n" };
    const opened = await open({ rules: PROJECT.rules, files });
    await openView(opened);
    const order = opened.page.locator(".definitions .order");
    await expect.poll(() => order.textContent()).toMatch(/game → mods\/dark\s+a guess/);
    await close(opened);
  });

  test("are loaded by a guess if there is no configuration, which can be changed and saved", async () => {
    const { "assay.yaml": _, ...files } = FILES;
    const opened = await open({ rules: PROJECT.rules, files: { ...files, "other/c.sbc": file(lamp("Desk", "", "")) } });
    const { page } = opened;
    await openView(opened);
    const order = page.locator(".definitions .order code");
    await expect.poll(() => order.textContent()).toBe("game → mods/dark → other");
    await page.getByLabel("Base game").selectOption("other");
    await expect.poll(() => order.textContent()).toBe("other → game → mods/dark");
    await page.getByLabel("Base game").selectOption("game");
    await page.getByRole("button", { name: "write assay.yaml" }).click();
    await settled(page);
    await current(page);
    await expect.poll(() => page.locator(".definitions .order").textContent()).toContain("as assay.yaml says");
    await expect.poll(() => order.textContent()).toBe("game → mods/dark → other");
    await expect.poll(() => opened.editor("files").textContent()).toContain('base: "game"');
    await close(opened);
  });

  test("can be used by keys", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await page.getByRole("searchbox", { name: "Find a definition" }).focus();
    const reached: (string | null)[] = [];
    for (let count = 0; count < 9; count += 1) {
      await page.keyboard.press("Tab");
      reached.push(
        await page.evaluate(
          () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
        ),
      );
      if (reached.at(-1) === "Definitions" && (await page.evaluate(() => document.activeElement?.role)) === "tree") {
        await page.keyboard.press("End");
        await page.keyboard.press("ArrowUp");
        await current(page);
      }
    }
    expect(reached).toContain("Fields");
    await expect.poll(() => page.locator(".definitions h3").last().textContent()).toBe("Lamp/Big");
    await close(opened);
  });

  test("are scrolled smoothly, even ten thousand", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => {
        const all = Array.from({ length: 500 }, (_, n) => lamp(`L${at * 500 + n}`, "", `<Mass>${n + 1}</Mass>`));
        return [`game/${at + 10}.sbc`, file(...all)];
      }),
    );
    const opened = await open({ rules: {}, files: { "assay.yaml": "definitions: {base: game}\n", ...files } });
    const { page } = opened;
    await openView(opened);
    await expect.poll(() => page.locator(".definitions header h3").first().textContent()).toBe("10,000 definitions");
    const tree = page.getByRole("tree", { name: "Definitions" });
    const longest = await longestTask(page, async () => {
      for (const part of [0.2, 0.5, 0.9]) {
        await tree.evaluate((box, to) => box.scrollTo(0, box.scrollHeight * to), part);
        await expect
          .poll(() => tree.getByRole("treeitem").nth(9).textContent())
          .toMatch(new RegExp(`Lamp/L${part * 10}`));
      }
    });
    console.log(`the longest task while 10,000 definitions are scrolled: ${longest} ms`);
    expect(longest).toBeLessThan(100);
    const loading = await longestTask(page, async () => {
      await opened.file("assay.yaml").first().click();
      await opened.fill("files", "definitions: {base: game, mods: [mods]}\n");
      await expect.poll(() => page.locator(".definitions .order code").textContent()).toBe("game → mods");
      await current(page);
    });
    console.log(`the longest task while 10,000 definitions are loaded again: ${loading} ms`);
    expect(loading).toBeLessThan(200);
    expect(await tree.getByRole("treeitem").count()).toBeLessThan(100);
    await close(opened);
  });

  test.each(["light", "dark"] as const)("have no serious accessibility violations: %s", async (colorScheme) => {
    const opened = await open(PROJECT, { colorScheme });
    const { page } = opened;
    await openView(opened);
    expect(await seriousViolations(page)).toEqual([]);
    await choose(page, "Lamp/Lost");
    expect(await seriousViolations(page)).toEqual([]);
    await close(opened);
  });

  test("fit on a narrow page, where only the table is scrolled", async () => {
    const opened = await open(PROJECT, { viewport: { width: 360, height: 740 } });
    const { page } = opened;
    await page.getByRole("button", { name: /^Results/ }).click();
    await openView(opened);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const box = page.getByRole("region", { name: "Fields" });
    await box.scrollIntoViewIfNeeded();
    expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    expect(await page.locator(".definitions").evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await seriousViolations(page)).toEqual([]);
    await close(opened);
  });
});
