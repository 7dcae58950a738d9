/** The view of asset lists: two lists and the result of an operation in columns, with the kind of each asset. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { seriousViolations } from "./axe.ts";
import { drop, folder } from "./drop.ts";
import { close, type Playground, playground } from "./page.ts";
import { longestTask } from "./tasks.ts";

/** An entry of a list: its path, the digit that its hash consists of, and the number of its asset. */
type Entry = readonly [path: string, hash: number, id: number];

function listOf(entries: readonly Entry[]): string {
  const rows = entries.map(([path, hash, id]) => {
    const guid = String(id).padStart(12, "0");
    return JSON.stringify({ path, hash: String(hash).repeat(40), id: `{00000000-0000-4000-8000-${guid}}:0` });
  });
  return `{"assets": [\n${rows.join(",\n")}\n]}`;
}

const FIRST: readonly Entry[] = [
  ["a/same.txt", 1, 1],
  ["a/changed.txt", 1, 2],
  ["a/moved.dds", 1, 3],
  ["a/removed.txt", 1, 4],
];
const SECOND: readonly Entry[] = [
  ["b/added.txt", 1, 5],
  ["a/same.txt", 1, 1],
  ["a/changed.txt", 2, 2],
  ["b/gone-there.dds", 1, 3],
];
const THIRD: readonly Entry[] = [
  ["a/same.txt", 1, 1],
  ["c/other.txt", 1, 9],
  ["a/changed.txt", 1, 2],
];
const RULES = {
  "r.yaml": "rules:\n  - { name: exists, rpath: nothing, xpath: A, condition: [Exist] }\n",
};
const LISTS = { "1.assetlist": listOf(FIRST), "2.assetlist.json": listOf(SECOND), "note.txt": "no list" };
const PROJECT = { rules: RULES, files: LISTS };

/** Opens the view, and waits until it is current. */
async function openView({ page }: Playground): Promise<void> {
  await page.locator("#view-lists").click();
  await ready(page);
}

async function ready(page: Page): Promise<void> {
  await page.locator(".lists[data-current=true] [data-column=result][data-current=true]").waitFor();
}

/** Returns the rows of a column: symbol and path. */
function column(page: Page, name: string): Promise<string[]> {
  return page
    .locator(`.lists[data-current=true] [data-column=${name}][data-current=true] [role=treeitem]`)
    .evaluateAll((rows) =>
      rows.map((row) => `${row.querySelector(".sign")?.textContent} ${row.querySelector(".name")?.textContent}`),
    );
}

describe.skipIf(!hasChromium)("asset lists", () => {
  const open = playground();
  const disk = folder();

  test("have a view only if there is a list", async () => {
    const opened = await open({ rules: RULES, files: { "note.assetlist.txt": "no list" } });
    const { page } = opened;
    await expect.poll(() => page.locator("#view-tests").count()).toBe(1);
    expect(await page.locator("#view-lists").count()).toBe(0);
    await close(opened);
    const other = await open(PROJECT);
    await expect.poll(() => other.page.locator("#view-lists").textContent()).toContain("Lists");
    await close(other);
  });

  test("are in columns with the result, and each asset has its kind", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await expect
      .poll(() => column(page, "first"))
      .toEqual(["= a/same.txt", "≠ a/changed.txt", "→ a/moved.dds", "− a/removed.txt"]);
    await expect
      .poll(() => column(page, "second"))
      .toEqual(["+ b/added.txt", "= a/same.txt", "≠ a/changed.txt", "→ b/gone-there.dds"]);
    await expect.poll(() => column(page, "result")).toEqual(["+ b/added.txt", "≠ a/changed.txt"]);
    await expect
      .poll(() => page.locator(".lists [role=status]").textContent())
      .toBe("2 assets of 4 and 4, compared by id: 1 added, 1 removed, 1 changed, 1 moved, 1 same");
    const colours = await page
      .locator("[data-column=first] .path, [data-column=second] .path")
      .evaluateAll((paths) => new Set(paths.map((path) => getComputedStyle(path).color)).size);
    expect(colours, "each kind has a colour").toBe(5);
    const tops = await page
      .locator(".lists .column")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size, "the columns are next to each other").toBe(1);
    await close(opened);
  });

  test.each([
    ["union", ["+ b/added.txt", "= a/same.txt", "≠ a/changed.txt", "→ b/gone-there.dds", "− a/removed.txt"]],
    ["intersection", ["= a/same.txt", "≠ a/changed.txt", "→ b/gone-there.dds"]],
    ["complement", ["+ b/added.txt"]],
    ["filepattern", ["= a/same.txt", "≠ a/changed.txt", "→ a/moved.dds", "− a/removed.txt"]],
  ])("have a result: %s", async (operation, rows) => {
    const opened = await open(PROJECT);
    await openView(opened);
    await opened.page.getByLabel("Operation", { exact: true }).selectOption(operation);
    await expect.poll(() => column(opened.page, "result")).toEqual(rows);
    await close(opened);
  });

  test("are counted, including further lists that are selected", async () => {
    const opened = await open({ rules: RULES, files: { ...LISTS, "3.assetlist": listOf(THIRD) } });
    const { page } = opened;
    await openView(opened);
    await page.getByLabel("Operation", { exact: true }).selectOption("intersectioncount");
    await expect.poll(() => column(page, "result")).toEqual(["= a/same.txt", "≠ a/changed.txt", "→ a/moved.dds"]);
    await page.getByLabel("in at least", { exact: true }).selectOption("3");
    await expect.poll(() => column(page, "result")).toEqual(["= a/same.txt", "≠ a/changed.txt"]);
    await page.getByLabel("in at least", { exact: true }).selectOption("1");
    await expect.poll(async () => (await column(page, "result")).at(-1)).toBe("◦ c/other.txt");
    await page.getByRole("checkbox", { name: "3.assetlist" }).uncheck();
    await expect.poll(async () => (await column(page, "result")).at(-1)).toBe("+ b/added.txt");
    await close(opened);
  });

  test("are inputs of a plan, whose steps can be selected, and an invalid step is reported", async () => {
    const steps = [
      { op: "delta", first: "$old", second: "$new", output: "$changed" },
      { op: "union", first: "3.assetlist", second: "$changed" },
    ];
    const files = { ...LISTS, "3.assetlist": listOf(THIRD), "patch.plan.json": JSON.stringify({ steps }) };
    const opened = await open({ rules: RULES, files });
    const { page } = opened;
    await openView(opened);
    await page.getByLabel("Operation", { exact: true }).selectOption("plan");
    const union = ["+ b/added.txt", "≠ a/changed.txt", "= a/same.txt", "◦ c/other.txt"];
    await expect.poll(() => column(page, "result")).toEqual(union);
    await page.getByLabel("Step", { exact: true }).selectOption("1 delta → $changed");
    await expect.poll(() => column(page, "result")).toEqual(["+ b/added.txt", "≠ a/changed.txt"]);
    await page.getByRole("treeitem", { name: "patch.plan.json" }).click();
    await opened.fill(
      "files",
      '{"steps": [{"op": "union", "first": "$old", "second": "gone.assetlist", "output": "$x"}]}',
    );
    await expect.poll(() => page.locator(".lists .problem").textContent()).toContain("gone.assetlist");
    await close(opened);
  });

  test("can be selected, and are updated during typing", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await page.getByLabel("First list", { exact: true }).selectOption("2.assetlist.json");
    await page.getByLabel("Second list", { exact: true }).selectOption("1.assetlist");
    await expect.poll(() => column(page, "result")).toEqual(["≠ a/changed.txt", "+ a/removed.txt"]);
    await opened.fill("files", listOf(FIRST.slice(0, 2)));
    await expect.poll(() => column(page, "result")).toEqual(["≠ a/changed.txt"]);
    await close(opened);
  });

  test("that are truncated have a link to the place, also if they are from the disk", async () => {
    disk.write({ "cut.assetlist": '<ObjectStream version="3">\n<Class name="AssetFileInfoList"' });
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await drop(page, "files", [join(disk.path(), "cut.assetlist")]);
    await page.getByLabel("Second list", { exact: true }).selectOption("cut.assetlist");
    await expect.poll(() => page.locator(".lists .problem .link").textContent()).toBe("cut.assetlist:2:1");
    await page.locator(".lists .problem .link").click();
    await expect.poll(() => opened.editor("files").textContent()).toContain("AssetFileInfoList");
    await close(opened);
  });

  test("are filtered by a pattern, and an invalid pattern is reported at its place", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await page.getByLabel("Operation", { exact: true }).selectOption("filepattern");
    await page.getByLabel("Pattern", { exact: true }).fill("*ED.TXT");
    await expect.poll(() => column(page, "result")).toEqual(["≠ a/changed.txt", "− a/removed.txt"]);
    await page.getByLabel("written as", { exact: true }).selectOption("regex");
    await expect.poll(() => page.locator(".lists .problem").textContent()).toContain("nothing to repeat");
    await expect.poll(() => page.getByLabel("Pattern", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Pattern", { exact: true }).fill("a/[cm].*");
    await expect.poll(() => column(page, "result")).toEqual(["≠ a/changed.txt", "→ a/moved.dds"]);
    await close(opened);
  });

  test("can be searched by path, also by that in the other list", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await page.getByLabel("Find a path", { exact: true }).fill("GONE");
    await expect.poll(() => column(page, "second")).toEqual(["→ b/gone-there.dds"]);
    await expect.poll(() => column(page, "first")).toEqual(["→ a/moved.dds"]);
    await expect.poll(() => page.locator("[data-column=second] header p").textContent()).toContain("1 of 4 assets");
    await close(opened);
  });

  test("have counts of each kind, and each kind can be hidden", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    const kinds = page.getByRole("group", { name: "Kinds to show" }).getByRole("button");
    await expect
      .poll(() => kinds.evaluateAll((all) => all.map((one) => one.textContent?.replace(/\s+/g, " ").trim())))
      .toEqual(["+ added 1", "− removed 1", "≠ changed 1", "→ moved 1", "= same 1"]);
    await page.getByRole("button", { name: "same 1" }).click();
    await page.getByRole("button", { name: "removed 1" }).click();
    await expect.poll(() => column(page, "first")).toEqual(["≠ a/changed.txt", "→ a/moved.dds"]);
    await expect.poll(() => kinds.nth(4).getAttribute("aria-pressed")).toBe("false");
    await close(opened);
  });

  test("can be used by keys: an asset is selected in all columns, with details", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await openView(opened);
    await page.getByRole("tree", { name: "1.assetlist: assets" }).focus();
    for (const key of ["Home", "ArrowDown", "ArrowDown"]) {
      await page.keyboard.press(key);
    }
    const current = page.locator(".lists [role=treeitem][aria-selected=true]");
    await expect
      .poll(() => current.evaluateAll((rows) => rows.map((row) => row.querySelector(".path")?.textContent)))
      .toEqual(["a/moved.dds, moved", "b/gone-there.dds, moved"]);
    const detail = page.getByRole("region", { name: "The asset" });
    await expect.poll(() => detail.textContent()).toContain("{00000000-0000-4000-8000-000000000003}:0");
    await expect.poll(() => detail.textContent()).toContain("b/gone-there.dds");
    await close(opened);
  });

  test("that are invalid are reported, with a link to the place", async () => {
    const broken = listOf([...FIRST.slice(0, 2), ["a/again.txt", 3, 1]]);
    const opened = await open({ rules: RULES, files: { ...LISTS, "2.assetlist.json": broken } });
    const { page } = opened;
    await page.locator("#view-lists").click();
    const problem = page.locator(".lists[data-current=true] .problem");
    await expect.poll(() => problem.textContent()).toContain("a/again.txt");
    await expect.poll(() => problem.getByRole("button").textContent()).toMatch(/^2\.assetlist\.json:4:/);
    expect(await page.locator(".lists .column").count()).toBe(0);
    await problem.getByRole("button").click();
    await expect.poll(() => page.locator("[data-pane=files] .cm-activeLine").textContent()).toContain("a/again.txt");
    await close(opened);
  });

  test("that are invalid on the disk are reported, with a link to the place", async () => {
    const broken = new TextEncoder().encode('<A\n  hash="é"/>');
    const opened = await open(PROJECT, {}, { "0.assetlist": Uint8Array.from(broken) });
    await opened.page.locator("#view-lists").click();
    const problem = opened.page.locator(".lists .problem");
    await expect.poll(() => problem.getByRole("button").textContent()).toMatch(/^0\.assetlist:\d+:\d+$/);
    await problem.getByRole("button").click();
    await expect
      .poll(() => opened.page.locator("[data-pane=files] [role=tab][aria-selected=true]").textContent())
      .toContain("0.assetlist");
    await close(opened);
  });

  test("can be downloaded in the form of the bundler and as JSON", async () => {
    const opened = await open(PROJECT);
    await openView(opened);
    const download = async (name: string) => {
      const button = opened.page
        .getByRole("group", { name: "Download the result of delta" })
        .getByRole("button", { name });
      const [done] = await Promise.all([opened.page.waitForEvent("download"), button.click()]);
      return { name: done.suggestedFilename(), text: readFileSync(await done.path(), "utf8") };
    };
    const json = await download("JSON");
    const entries = JSON.parse(json.text).assets as { path: string; hash: string }[];
    expect([json.name, entries.map(({ path }) => path).sort()]).toEqual([
      "delta.assetlist.json",
      ["a/changed.txt", "b/added.txt"],
    ]);
    expect(entries[0]?.hash).toHaveLength(40);
    const xml = await download(".assetlist");
    expect(xml.name).toBe("delta.assetlist");
    expect(xml.text).toContain("a/changed.txt");
    expect(xml.text).toMatch(/^<\?xml|^<ObjectStream/);
    await close(opened);
  });

  test("with tens of thousands of entries do not slow down the page", async () => {
    const entries = Array.from(
      { length: 30_000 },
      (_, at): Entry => [`textures/area-${at % 40}/rock-${at}.dds`, 1, at + 1],
    );
    const files = { "1.assetlist": listOf(entries.slice(1)), "2.assetlist": listOf(entries) };
    const opened = await open({ rules: RULES, files });
    const { page } = opened;
    const longest = await longestTask(page, async () => {
      await openView(opened);
      await expect.poll(() => column(page, "result")).toEqual(["+ textures/area-0/rock-0.dds"]);
      await page.getByLabel("Find a path", { exact: true }).fill("rock-29999");
      await expect.poll(() => column(page, "second")).toEqual(["= textures/area-39/rock-29999.dds"]);
    });
    console.log(`the longest task while 30,000 entries are compared and searched: ${longest} ms`);
    expect(longest).toBeLessThan(50);
    await close(opened);
  });

  test.each(["light", "dark"] as const)("have no serious accessibility violations: %s", async (colorScheme) => {
    const opened = await open(PROJECT, { colorScheme });
    await openView(opened);
    await opened.page
      .getByRole("treeitem", { name: /changed$/ })
      .first()
      .click();
    await opened.page.getByRole("region", { name: "The asset" }).waitFor();
    expect(await seriousViolations(opened.page)).toEqual([]);
    await close(opened);
  });
});
