/** Conversion rules: the result for each file, and the rules that set its fields. */

import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { filesIn, ROOT } from "../files.ts";
import { seriousViolations } from "./axe.ts";
import { close, type LinkedProject, type Playground, playground, settled } from "./page.ts";
import { EXAMPLES } from "./samples.ts";
import { longestTask } from "./tasks.ts";

/** Returns conversion rules, one on each line. */
function file(...rules: string[]): string {
  return ["<rules>", ...rules, "</rules>\n"].join("\n");
}

const FX = '<rule pattern=".*\\.fx"><root>true</root><converter>Effect</converter></rule>';
const FXO =
  '<rule pattern=".*\\.fxo"><sourcePattern>(\\.[01])?\\.fxo$</sourcePattern><sourceFormat>.fx</sourceFormat></rule>';

const FILES = {
  "custom/asset_rules.xml": file('<rule pattern=".*fx"><root>false</root><banana/></rule>'),
  "asset_rules.xml": file(FX, FXO, '<rule pattern=".*_test.*"><noConversion>true</noConversion></rule>'),
  "custom/glow.fx": "x",
  "custom/glow.0.fxo": "x",
  "custom/glow.1.fxo": "x",
  "fire.fx": "x",
  "fire_test.fx": "x",
  "gone.fxo": "x",
  "notes.txt": "x",
};
const RULES = "rules:\n  - { name: texts, rpath: '\\.txt$', xpath: '{file.size}', condition: ['>', 0] }\n";
const PROJECT: LinkedProject = { rules: { "r.yaml": RULES }, files: FILES };

/** Opens the view, and waits until it is current. */
async function openView({ page }: Playground): Promise<void> {
  await page.locator("#view-pipeline").click();
  await current(page);
}

function current(page: Page): Promise<void> {
  return page.locator(".pipeline[data-current=true]").waitFor();
}

/** Returns the list of files: symbol, path and description. */
function listed(page: Page): Promise<string[]> {
  return page
    .getByRole("tree", { name: "Files of the pipeline" })
    .getByRole("treeitem")
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll(".sign, .path, .about")].map((part) => part.textContent).join(" | ")),
    );
}

/** Returns the paths of the listed files. */
async function paths(page: Page): Promise<(string | undefined)[]> {
  return (await listed(page)).map((row) => row.split(" | ")[1]);
}

/** Returns the rows of a table as text. */
function table(page: Page, name: string): Promise<string[]> {
  return page
    .getByRole("table", { name, exact: true })
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent).join(" | ")),
    );
}

async function choose(page: Page, path: string): Promise<void> {
  await page
    .getByRole("treeitem", { name: `${path}, ` })
    .and(page.locator(".pipeline *"))
    .click();
  await current(page);
  await expect.poll(() => detail(page).locator("h3").textContent()).toBe(path);
}

function detail(page: Page) {
  return page.getByRole("region", { name: "The file" });
}

test("the files of the example are those of the sample for the rules", () => {
  const hex = (folder: string) => filesIn(folder).map(([path, bytes]) => [path, bytes.toString("hex")]);
  expect(hex(join(EXAMPLES, "conversion/files"))).toEqual(hex(join(ROOT, "rules/samples/conversion")));
});

describe.skipIf(!hasChromium)("the pipeline", () => {
  const open = playground();

  test("lists all files with their kinds, and can be filtered by path, kind and problems", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    expect(await listed(page)).toEqual([
      "§ | asset_rules.xml | conversion rules",
      "§ | custom/asset_rules.xml | conversion rules",
      "↳ | custom/glow.0.fxo | built from custom/glow.fx",
      "↳ | custom/glow.1.fxo | built from custom/glow.fx",
      "◇ | custom/glow.fx | asset, Effect",
      "◆ | fire.fx | root asset, Effect",
      "− | fire_test.fx | excluded",
      "↳ | gone.fxo | built from gone.fx",
      "· | notes.txt | no rule matches it",
    ]);
    const show = page.getByLabel("Show", { exact: true });
    expect(await show.locator("option").allTextContents()).toEqual([
      "all files (9)",
      "assets (2)",
      "root assets (1)",
      "built files (3)",
      "excluded files (1)",
      "other files (1)",
      "rule files (2)",
    ]);
    await show.selectOption("assets (2)");
    await expect.poll(() => paths(page)).toEqual(["custom/glow.fx", "fire.fx"]);
    await page.getByRole("searchbox", { name: "Find a path" }).fill("FIRE");
    await expect.poll(() => paths(page)).toEqual(["fire.fx"]);
    await expect.poll(() => page.locator(".pipeline [role=status]").textContent()).toBe("1 file of 9");
    await show.selectOption("all files (9)");
    await page.getByRole("searchbox", { name: "Find a path" }).fill("");
    await page.getByRole("button", { name: "Problems 2" }).click();
    await expect.poll(() => paths(page)).toEqual(["custom/asset_rules.xml", "gone.fxo"]);
    await close(opened);
  });

  test("shows for a file the rules that set its fields, and leads to them", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await choose(page, "custom/glow.fx");
    await expect
      .poll(() => table(page, "Fields"))
      .toEqual([
        "root | false | custom/asset_rules.xml:2",
        "overridden | true | asset_rules.xml:2",
        "converter | Effect | asset_rules.xml:2",
        "converterParams | none | no rule sets it",
        "noConversion | false | no rule sets it",
      ]);
    await page.getByRole("row", { name: "converter Effect" }).getByRole("button").click();
    await expect.poll(() => opened.editor("files").textContent()).toContain("sourceFormat");
    await expect
      .poll(() => page.locator("[data-pane=files] [role=tab][aria-selected=true]").textContent())
      .toContain("asset_rules.xml");
    await detail(page).getByRole("button", { name: "custom/glow.1.fxo" }).click();
    await expect.poll(() => table(page, "Fields")).toEqual(["source | custom/glow.fx | asset_rules.xml:3"]);
    await expect
      .poll(() => table(page, "Fields of its source"))
      .toEqual([
        "root | false | custom/asset_rules.xml:2",
        "overridden | true | asset_rules.xml:2",
        "converter | Effect | asset_rules.xml:2",
        "converterParams | none | no rule sets it",
        "noConversion | false | no rule sets it",
      ]);
    await detail(page).getByRole("button", { name: "Open", exact: true }).click();
    await expect.poll(() => opened.editor("files").textContent()).toBe("x");
    await close(opened);
  });

  test("shows problems of the selected file and rules, with links", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await choose(page, "gone.fxo");
    const details = detail(page).getByRole("region", { name: "Details" });
    expect(await details.textContent()).toContain("the source gone.fx does not exist");
    expect(await details.textContent()).toContain("Built from gone.fx, which does not exist");
    expect(await page.getByRole("table", { name: "Fields of its source" }).count()).toBe(0);
    await choose(page, "custom/asset_rules.xml");
    expect(await details.textContent()).toContain("banana");
    expect(await details.textContent()).toContain("These rules apply to custom/ and all below");
    await details.getByRole("button", { name: "custom/asset_rules.xml:2" }).click();
    await expect.poll(() => opened.editor("files").textContent()).toContain("<banana/>");
    await close(opened);
  });

  test("shows the result for a path that does not exist", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    const find = page.getByRole("searchbox", { name: "Find a path" });
    await find.fill(" custom\\new.fx ");
    await current(page);
    await expect.poll(() => detail(page).locator("header").textContent()).toContain("this file does not exist");
    expect((await table(page, "Fields")).slice(0, 3)).toEqual([
      "root | false | custom/asset_rules.xml:2",
      "overridden | true | asset_rules.xml:2",
      "converter | Effect | asset_rules.xml:2",
    ]);
    await find.fill("../new.fx");
    await current(page);
    expect(await detail(page).count(), "a path outside of the project has no result").toBe(0);
    await close(opened);
  });

  test("is updated during typing and when files are added or deleted", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await choose(page, "custom/glow.fx");
    await opened.fill("files", file('<rule pattern=".*fx">', "<converter>Glow</converter></rule>"));
    await current(page);
    expect(await table(page, "Fields")).toEqual([
      "root | true | asset_rules.xml:2",
      "converter | Glow | custom/asset_rules.xml:3",
      "overridden | Effect | asset_rules.xml:2",
      "converterParams | none | no rule sets it",
      "noConversion | false | no rule sets it",
    ]);
    expect(await listed(page)).toContain("◆ | custom/glow.fx | root asset, Glow");
    await opened.fill("files", "<rules>");
    await current(page);
    expect(await table(page, "Fields")).toContain("converter | Effect | asset_rules.xml:2");
    await choose(page, "custom/asset_rules.xml");
    expect(await detail(page).locator(".box").textContent()).toContain("custom/asset_rules.xml:1");
    await opened.file("fire_test.fx").click();
    await page.keyboard.press("Delete");
    await settled(page);
    await current(page);
    expect(await paths(page)).not.toContain("fire_test.fx");
    await close(opened);
  });

  test("exists only with conversion rules", async () => {
    const opened = await open({ rules: PROJECT.rules, files: { "notes.txt": "x" } });
    expect(await opened.page.locator("#view-pipeline").count()).toBe(0);
    await close(opened);
  });

  test("can be used by keys", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await page.getByRole("searchbox", { name: "Find a path" }).focus();
    const reached: string[] = [];
    for (let count = 0; count < 9; count += 1) {
      await page.keyboard.press("Tab");
      const here = await page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
      reached.push(here ?? "");
      if (here === "Files of the pipeline") {
        await page.keyboard.press("End");
        await page.keyboard.press("ArrowUp");
        await current(page);
      }
    }
    await expect.poll(() => detail(page).locator("h3").textContent()).toBe("gone.fxo");
    expect(reached).toEqual(expect.arrayContaining(["Open", "Details", "asset_rules.xml:3"]));
    await close(opened);
  });

  test("of twenty thousand files is scrolled and updated smoothly", async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`fx/f${at + 10_000}.fx`, ""]));
    const opened = await open({ rules: {}, files: { "asset_rules.xml": file(FX), ...many } });
    const { page } = opened;
    await openView(opened);
    const tree = page.getByRole("tree", { name: "Files of the pipeline" });
    const longest = await longestTask(page, async () => {
      for (const part of [0.2, 0.5, 0.9]) {
        await tree.evaluate((box, to) => box.scrollTo(0, box.scrollHeight * to), part);
        await expect
          .poll(() => tree.getByRole("treeitem").nth(9).textContent())
          .toMatch(new RegExp(`f${1 + Math.floor(part * 2)}`));
      }
    });
    console.log(`the longest task while 20,000 files are scrolled: ${longest} ms`);
    expect(longest).toBeLessThan(100);
    const reading = await longestTask(page, async () => {
      await opened.fill("files", file(FX.replace("true", "false")));
      await expect
        .poll(() => page.getByLabel("Show", { exact: true }).locator("option").nth(2).textContent())
        .toBe("root assets (0)");
      await current(page);
    });
    console.log(`the longest task while the rules of 20,000 files are read again: ${reading} ms`);
    expect(reading).toBeLessThan(200);
    expect(await tree.getByRole("treeitem").count()).toBeLessThan(100);
    await close(opened);
  });

  test.each(["light", "dark"] as const)("has no serious accessibility violations: %s", async (colorScheme) => {
    const opened = await open(PROJECT, { colorScheme });
    const { page } = opened;
    await openView(opened);
    expect(await seriousViolations(page)).toEqual([]);
    await choose(page, "gone.fxo");
    expect(await seriousViolations(page)).toEqual([]);
    await close(opened);
  });

  test("fits on a narrow page", async () => {
    const opened = await open(PROJECT, { viewport: { width: 360, height: 740 } });
    const { page } = opened;
    await page.getByRole("button", { name: /^Results/ }).click();
    await openView(opened);
    await choose(page, "custom/glow.1.fxo");
    for (const part of ["html", ".pipeline", ".pipeline .box"]) {
      const over = await page.locator(part).evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(over, part).toBeLessThanOrEqual(0);
    }
    expect(await seriousViolations(page)).toEqual([]);
    await close(opened);
  });
});
