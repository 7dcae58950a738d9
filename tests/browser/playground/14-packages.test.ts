/** Portable asset packages: they are dropped, checked, and drawn with their dependencies. */

import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { filesIn, ROOT } from "../files.ts";
import { seriousViolations } from "./axe.ts";
import { drop, folder } from "./drop.ts";
import { close, keepNotice, type LinkedProject, type Playground, playground, settled } from "./page.ts";
import { EXAMPLES } from "./samples.ts";
import { longestTask } from "./tasks.ts";

const RULES =
  "rules:\n  - { name: newest, rpath: '\\.zip!/metadata\\.json$', xpath: '*/data.revision', condition: ['>=', 9] }\n";
const PROJECT: LinkedProject = { rules: { "r.yaml": RULES }, files: { "old.xml": "<A/>" } };

/** A dependency of a package: the name of another package, and whether it is active. */
type Need = string | { name: string; active: boolean };

/** Returns the three names of the package with a name. `bulb@2` is its second revision. */
function tripleOf(name: string) {
  const [asset = "", revision = "1"] = name.split("@");
  return { assetGroupPath: `assets/${asset}`, revisionGroupPath: "model/high", revision: Number(revision) };
}

/** Returns the bytes of a package. */
function packageOf(name: string, needs: readonly Need[] = [], files: Record<string, string> = { "a.ma": "scene" }) {
  const dependency = needs.map((need) => {
    return typeof need === "string" ? tripleOf(need) : { ...tripleOf(need.name), active: need.active };
  });
  const revisionFiles = Object.keys(files).map((path) => ({ path }));
  const metadata = JSON.stringify({ data: tripleOf(name), dependency, revisionFiles }, null, 2);
  const contents = Object.entries({ "metadata.json": metadata, ...files });
  const bytes = Object.fromEntries(contents.map(([path, text]) => [path, strToU8(text)]));
  return new Uint8Array(zipSync(bytes, { mtime: "2020-01-01T00:00:00" }));
}

/**
 * A shot that needs a lamp, which needs a missing bulb; a desk and a vase that need each other; an independent package.
 */
const PACKAGES = {
  "shot.zip": packageOf("shot", ["lamp", "desk", { name: "tree", active: false }]),
  "lamp.zip": packageOf("lamp", ["bulb@2"]),
  "desk.zip": packageOf("desk", ["vase"]),
  "vase.zip": packageOf("vase", ["desk"]),
  "tree.zip": packageOf("tree"),
  "lone.zip": packageOf("lone"),
};

/** Opens the view, and waits until all packages are checked. */
async function openView({ page }: Playground): Promise<void> {
  await page.locator("#view-packages").click();
  await waitUntilChecked(page);
}

function waitUntilChecked(page: Page): Promise<void> {
  return page.locator(".packages[data-current=true]").waitFor();
}

/** Returns the text of the notice when the results are current. */
async function noticeOf({ page }: Playground): Promise<string> {
  const text = await page.locator(".notice span").first().textContent();
  await settled(page);
  return text ?? "";
}

function rows(page: Page): Promise<string[]> {
  return page
    .getByRole("tree", { name: "Packages" })
    .getByRole("treeitem")
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll(".text span")].map((part) => part.textContent)))
    .then((all) => all.map(([name, , ...about]) => [name, ...about].join(" | ")));
}

function node(page: Page, name: string): Locator {
  return page.locator(".packages").getByRole("option", { name: new RegExp(`^assets/${name} `) });
}

/** Returns the name of the package that has the focus. */
function focusedPackage(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label")?.split(" ", 1)[0]);
}

test("the files of the example are those of the sample for the rules", () => {
  const example = filesIn(join(EXAMPLES, "packages/files"));
  const sample = filesIn(join(ROOT, "rules/samples/packages"));
  expect(example.map(([path, bytes]) => [path, bytes.toString("hex")])).toEqual(
    sample.map(([path, bytes]) => [path, bytes.toString("hex")]),
  );
});

describe.skipIf(!hasChromium)("a package", () => {
  const open = playground();
  const disk = folder();
  const at = (...paths: string[]) => paths.map((path) => join(disk.path(), path));

  test("that is dropped stays one file, and rules find the same in it as on the command line", async () => {
    disk.write({ "lamp.zip": packageOf("lamp") });
    const opened = await open(PROJECT);
    const { page } = opened;
    await drop(page, "files", at("lamp.zip"));
    await expect
      .poll(() => noticeOf(opened))
      .toBe("1 file: lamp.zip. The package is not unpacked; rules check the files in it. No errors in it.");
    await expect.poll(opened.verdict).toBe("1 error");
    expect(await opened.file("old.xml").count()).toBe(1);
    await expect.poll(() => opened.file("lamp.zip").locator(".count, .badge").first().textContent()).toContain("1");
    const finding = page.locator("[data-pane=results] [role=treeitem]:has(.message)");
    await finding.click();
    await expect
      .poll(() => page.locator(".detail .link", { hasText: "metadata.json" }).first().textContent())
      .toMatch(/^lamp\.zip!\/metadata\.json:\d+:\d+$/);
    await expect.poll(() => opened.editor("files").textContent()).toContain("assets/lamp");
    await expect.poll(() => opened.marked("files")).toEqual(["1"]);
    const status = page.locator("[data-pane=files] .status");
    await expect.poll(() => status.textContent()).toContain("1 rule looks at this file: newest");
    await expect.poll(() => status.textContent()).toContain("in a package, read-only");
    await page.locator("#view-steps").click();
    await expect.poll(() => page.locator(".steps .outcome").textContent()).toContain("1");
    await expect.poll(() => page.getByLabel("File", { exact: true }).inputValue()).toBe("lamp.zip!/metadata.json");
    await close(opened);
  });

  test("can be unpacked for changes, and packed again", async () => {
    const opened = await open(PROJECT, {}, { "lamp.zip": packageOf("lamp") });
    const { page } = opened;
    await openView(opened);
    await page.getByRole("button", { name: "Unpack" }).click();
    await expect
      .poll(() => noticeOf(opened))
      .toBe("`lamp.zip` was replaced by its 2 files. For rules, their paths are the same.".replaceAll("`", ""));
    await keepNotice(page);
    await expect.poll(opened.verdict).toBe("1 error");
    expect(await opened.file("lamp.zip!").count()).toBe(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => opened.file("lamp.zip!").count()).toBe(0);
    await openView(opened);
    await expect.poll(() => rows(page)).toEqual(["assets/lamp | model/high rev001 | no errors | 1 file, 5 bytes"]);
    await close(opened);
  });

  test("that is unpacked is listed and drawn like its files, also after their sizes change", async () => {
    const metadata = { data: tripleOf("lamp"), dependency: [], revisionFiles: [{ path: "a.ma", size: 5 }] };
    const files = { "metadata.json": strToU8(JSON.stringify(metadata)), "a.ma": strToU8("scene") };
    const opened = await open(PROJECT, {}, { ...PACKAGES, "lamp.zip": new Uint8Array(zipSync(files)) });
    const { page } = opened;
    await openView(opened);
    const status = page.locator(".packages [role=status]");
    await expect.poll(() => status.textContent()).toBe("6 packages, 1 cycle");
    await page.getByRole("treeitem", { name: "assets/lamp" }).click();
    const unpack = page.getByRole("button", { name: "Unpack" });
    await unpack.click();
    const row = "assets/lamp | model/high rev001 | no errors, unpacked here | 1 file, 5 bytes";
    await expect.poll(() => rows(page)).toContain(row);
    await page.locator("#view-packages").click();
    await expect.poll(() => status.textContent()).toBe("6 packages, 1 cycle");
    await expect
      .poll(() => node(page, "lamp").getAttribute("aria-label"))
      .toContain("no errors, unpacked here; needs nothing");
    await page.getByRole("treeitem", { name: "assets/lamp" }).click();
    const detail = page.getByRole("region", { name: "The package" });
    await expect.poll(() => detail.locator(".told").textContent()).toContain("unpacked here");
    expect(await unpack.count()).toBe(0);
    await detail.getByRole("treeitem", { name: "a.ma" }).click();
    await expect.poll(() => opened.editor("files").textContent()).toBe("scene");
    await opened.fill("files", "another scene");
    await expect.poll(() => rows(page)).toContain(row.replace("5 bytes", "13 bytes"));
    await detail.getByRole("button", { name: "lamp.zip" }).click();
    await expect.poll(() => opened.editor("files").textContent()).toContain("assets/lamp");
    await opened.fill("files", JSON.stringify({ ...metadata, data: tripleOf("torch") }));
    await expect.poll(() => status.textContent()).toBe("6 packages, 1 missing, 1 cycle");
    await expect.poll(() => rows(page)).toContain(row.replace("lamp", "torch").replace("5 bytes", "13 bytes"));
    await close(opened);
  });

  test("is preserved in a link and in a zip", async () => {
    const lamp = packageOf("lamp");
    const opened = await open(PROJECT, {}, { "in/lamp.zip": lamp });
    const { page } = opened;
    await expect.poll(opened.verdict).toBe("1 error");
    await page.getByRole("button", { name: "Export" }).click();
    const [done] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "The project as zip" }).click(),
    ]);
    await done.saveAs(join(disk.path(), "taken.zip"));
    await drop(page, "files", at("taken.zip"));
    await expect.poll(() => noticeOf(opened)).toContain("3 files from taken.zip");
    await expect.poll(opened.verdict).toBe("1 error");
    await openView(opened);
    await expect.poll(() => rows(page)).toEqual(["assets/lamp | model/high rev001 | no errors | 1 file, 5 bytes"]);
    await close(opened);
  });

  test("is not unpacked, but any other dropped zip is, and zips in a folder stay zips", async () => {
    const zip = zipSync({ "a.xml": strToU8("<A/>") });
    disk.write({ "some.zip": zip, "all/in/some.zip": zip, "all/lamp.zip": packageOf("lamp") });
    const opened = await open(PROJECT);
    const { page } = opened;
    await drop(page, "files", at("some.zip"));
    await expect.poll(() => noticeOf(opened)).toBe("1 file from some.zip, which replaces 1 previous file.");
    expect(await page.locator("#view-packages").count()).toBe(0);
    await drop(page, "files", at("all"));
    await expect.poll(() => noticeOf(opened)).toContain("2 files from all");
    await openView(opened);
    await expect
      .poll(() => rows(page))
      .toEqual([
        "in/some.zip | not a package | 1 file, 4 bytes",
        "assets/lamp | model/high rev001 | no errors | 1 file, 5 bytes",
      ]);
    await expect.poll(() => page.locator(".packages .detail").textContent()).toContain("has no metadata.json");
    await close(opened);
  });

  test("whose dependencies are missing is reported with their number, and the tree of its nodes has a hint", async () => {
    disk.write({ "lamp.zip": packageOf("lamp", ["bulb@2", "shade"]) });
    const opened = await open(PROJECT);
    const { page } = opened;
    await page.getByRole("button", { name: "Tree", exact: true }).click();
    await page.getByRole("tree", { name: "Nodes" }).waitFor();
    await drop(page, "files", at("lamp.zip"));
    await expect
      .poll(() => noticeOf(opened))
      .toContain("No errors in it; 2 required packages are missing: see “Packages”.");
    await page.locator("[data-pane=files] .nodes .facts", { hasText: "Rules check the files in it" }).waitFor();
    expect(await page.locator("[data-pane=files] .nodes .fault").count()).toBe(0);
    await close(opened);
  });

  test("that is malicious is reported, and the page continues", async () => {
    const zeros = "\0".repeat(60_000_000);
    const members = Array.from({ length: 18 }, (_, at) => [`${at}.bin`, zeros]);
    const bomb = packageOf("bomb", [], Object.fromEntries(members));
    disk.write({
      "bomb.zip": bomb,
      "cut.zip": packageOf("cut").subarray(0, -30),
      "out.zip": packageOf("out", [], { "../up.ma": "x" }),
      "lamp.zip": packageOf("lamp"),
    });
    const opened = await open(PROJECT);
    const { page } = opened;
    await drop(page, "files", at("bomb.zip", "cut.zip", "out.zip", "lamp.zip"));
    await expect.poll(() => noticeOf(opened)).toContain("3 files: bomb.zip and 2 others. Packages are not unpacked");
    await page.locator("#view-skipped").click();
    await expect
      .poll(() => page.locator("[data-pane=results] [role=treeitem]").allTextContents())
      .toEqual([expect.stringContaining("it is not a zip file, or its end is missing")]);
    // Rules do not check an archive that is refused, which is counted once.
    await expect.poll(opened.verdict).toBe("2 problems, 1 error; Packages: 1 error");
    await openView(opened);
    await expect
      .poll(() => rows(page))
      .toEqual([
        "bomb.zip | 1 error | 0 files, 0 bytes",
        "assets/lamp | model/high rev001 | no errors | 1 file, 5 bytes",
        "assets/out | model/high rev001 | 2 errors | 1 file, 1 byte",
      ]);
    await expect.poll(() => page.locator(".packages .told").textContent()).toContain("unpack to");
    await opened.fill("rules", RULES.replace("9", "1"));
    await expect.poll(opened.verdict).toBe("2 problems; Packages: 1 error");
    await close(opened);
    // The bomb is a gigabyte, which takes long to compress.
  }, 180_000);
});

describe.skipIf(!hasChromium)("packages", () => {
  const open = playground();

  test("are listed with their states, and each with its problems and its files", async () => {
    const packages = { ...PACKAGES, "more.zip": packageOf("more", [], {}) };
    const opened = await open(PROJECT, {}, packages);
    const { page } = opened;
    await openView(opened);
    await expect
      .poll(async () => (await rows(page))[0])
      .toBe("assets/desk | model/high rev001 | no errors | 1 file, 5 bytes");
    await page.getByRole("treeitem", { name: "assets/more" }).click();
    const detail = page.getByRole("region", { name: "The package" });
    await expect.poll(() => detail.getByRole("heading").textContent()).toBe("assets/more model/high rev001");
    await page.getByRole("treeitem", { name: "assets/lamp" }).click();
    await expect
      .poll(() => detail.locator(".needs").allTextContents())
      .toEqual([
        expect.stringContaining("assets/bulb model/high rev002 missing"),
        expect.stringContaining("assets/shot model/high rev001"),
      ]);
    await detail.getByRole("treeitem", { name: "metadata.json" }).click();
    await expect.poll(() => opened.editor("files").textContent()).toContain("assets/bulb");
    await close(opened);
  });

  test("are drawn: missing and inactive packages and circles have distinct shapes and words", async () => {
    const opened = await open(PROJECT, {}, PACKAGES);
    const { page } = opened;
    await openView(opened);
    await expect
      .poll(() => page.locator(".packages [role=status]").textContent())
      .toBe("6 packages, 1 missing, 1 cycle");
    await expect
      .poll(() => node(page, "shot").getAttribute("aria-label"))
      .toBe(
        "assets/shot model/high rev001; no errors; needs assets/lamp model/high rev001, assets/desk model/high rev001, assets/tree model/high rev001 (not in use); is not needed",
      );
    await expect.poll(() => node(page, "bulb").locator("..").textContent()).toContain("missing");
    const styles = await page.locator(".packages svg .line").evaluateAll((lines) =>
      lines.map((line) => {
        const { strokeDasharray, strokeWidth } = getComputedStyle(line);
        return `${line.classList.contains("cycle")} ${strokeDasharray} ${strokeWidth}`;
      }),
    );
    expect(styles.filter((look) => look.startsWith("true none 3px")).length, "two lines are in a cycle").toBe(2);
    expect(styles.filter((look) => look.includes("2px, 5px")).length, "one is not in use").toBe(1);
    await expect
      .poll(async () => (await page.locator(".packages svg .word").allTextContents()).toSorted())
      .toEqual(["cycle", "cycle", "not in use"]);
    const dashes = await node(page, "bulb")
      .locator("..")
      .locator(".face")
      .evaluate((rect) => getComputedStyle(rect).strokeDasharray);
    expect(dashes).toBe("6px, 4px");
    const selected = page.getByRole("tree", { name: "Packages" }).locator("[aria-selected=true]");
    await opened.file("vase.zip").click();
    await expect.poll(() => selected.textContent(), { message: "the open package" }).toContain("assets/vase");
    const x = async (name: string) => (await node(page, name).boundingBox())?.x ?? 0;
    expect(await x("shot"), "each package is to the left of its dependencies").toBeLessThan(await x("lamp"));
    expect(await x("lamp")).toBeLessThan(await x("bulb"));
    await page.getByRole("button", { name: "List", exact: true }).click();
    const list = page.locator(".packages .drawing");
    await expect.poll(() => list.textContent()).toContain("assets/tree model/high rev001, not in use");
    await expect.poll(() => list.textContent()).toContain("assets/bulb model/high rev002 is missing");
    await close(opened);
  });

  test.each([
    ["wide", 1440, 2],
    ["narrow", 360, 2],
  ])("are drawn on a %s page without truncated packages, wherever the selected one is", async (_, width, most) => {
    const chain = ["shot", "lamp", "shade", "frame", "wire", "bulb"];
    const zips = chain.map((name, at) => [`${name}.zip`, packageOf(name, chain.slice(at + 1, at + 2))] as const);
    const opened = await open(PROJECT, { viewport: { width, height: 900 } }, Object.fromEntries(zips));
    const { page } = opened;
    if (width < 830) {
      await page.getByRole("button", { name: /^Results/ }).click();
    }
    await openView(opened);
    const visibility = () =>
      page.locator(".packages .box").evaluate((box) => {
        const outer = box.getBoundingClientRect();
        const all = [...box.querySelectorAll(".face")].map((one) => one.getBoundingClientRect());
        const visible = all.filter(({ left, right }) => right > outer.left && left < outer.right);
        const areComplete = visible.every(({ left, right }) => left >= outer.left && right <= outer.right);
        return { areComplete, count: visible.length };
      });
    for (const name of chain.slice(0, -1)) {
      await page
        .getByRole("tree", { name: "Packages" })
        .getByRole("treeitem", { name: `assets/${name}` })
        .click();
      await expect.poll(() => node(page, name).getAttribute("aria-selected")).toBe("true");
      await expect.poll(visibility, { message: name }).toEqual({ areComplete: true, count: most });
    }
    await close(opened);
  });

  test("can be used by keys: along the lines and through the columns, and Enter selects a package", async () => {
    const opened = await open(PROJECT, {}, PACKAGES);
    const { page } = opened;
    await openView(opened);
    await page.getByRole("button", { name: "List", exact: true }).focus();
    await page.keyboard.press("Tab");
    await expect.poll(() => focusedPackage(page)).toBe("assets/desk");
    for (const [key, to] of [
      ["ArrowRight", "vase"],
      ["ArrowRight", "desk"],
      ["ArrowLeft", "shot"],
      ["ArrowLeft", "shot"],
      ["Home", "shot"],
      ["ArrowDown", "lone"],
      ["ArrowRight", "lone"],
    ]) {
      await page.keyboard.press(key ?? "");
      expect(await focusedPackage(page), key).toBe(`assets/${to}`);
    }
    await page.keyboard.press("Home");
    const reached = new Set<string | undefined>();
    for (let count = 0; count < 7; count += 1) {
      reached.add(await focusedPackage(page));
      await page.keyboard.press("ArrowDown");
    }
    expect(reached.size, "each package is reached").toBe(7);
    await node(page, "bulb").focus();
    await page.keyboard.press("Enter");
    const detail = page.getByRole("region", { name: "The package" });
    await expect.poll(() => detail.textContent()).toContain("This package is missing.");
    await expect.poll(() => node(page, "bulb").getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect.poll(() => detail.getByRole("heading").textContent()).toBe("assets/lamp model/high rev001");
    await close(opened);
  });

  test("do not slow down the page, even sixty, and are updated with their files", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => {
        return [`p${at}.zip`, packageOf(`p${at}`, at === 0 ? [] : [`p${at >> 1}`, `p${(at * 7) % at}`])];
      }),
    );
    const opened = await open({ ...PROJECT, files: {} }, {}, many);
    const { page } = opened;
    const longest = await longestTask(page, async () => {
      await openView(opened);
      await expect.poll(() => page.locator(".packages [role=option]").count()).toBe(60);
    });
    console.log(`the longest task while 60 packages are drawn: ${longest} ms`);
    expect(longest).toBeLessThan(100);
    await opened.file("p0.zip").first().click();
    await page.getByRole("tree", { name: "Files", exact: true }).press("Delete");
    await expect.poll(() => page.locator(".packages [role=status]").textContent()).toBe("59 packages, 1 missing");
    await close(opened);
  });

  test.each(["light", "dark"] as const)("have no serious accessibility violations: %s", async (colorScheme) => {
    const opened = await open(PROJECT, { colorScheme }, PACKAGES);
    const { page } = opened;
    await openView(opened);
    await node(page, "bulb").click();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole("treeitem", { name: "assets/lamp" }).click();
    await page.getByRole("button", { name: "List", exact: true }).click();
    expect(await seriousViolations(page)).toEqual([]);
    await close(opened);
  });

  test("send no requests except for the script that arranges the graph", async () => {
    const opened = await open(PROJECT, {}, PACKAGES);
    const { page } = opened;
    await page.locator("#view-steps").click();
    await settled(page);
    const requests: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith("blob:")) {
        requests.push(request.url());
      }
    });
    await openView(opened);
    await page.getByRole("tree", { name: "Files in the package" }).getByRole("treeitem").first().click();
    await expect.poll(() => opened.editor("files").textContent()).toContain("assets/desk");
    const own = new URL("offline.js?asked-by-the-test", page.url()).href;
    await page.evaluate((url) => fetch(url), own);
    await expect.poll(() => requests).toContain(own);
    expect(requests.filter((url) => url !== own)).toEqual([
      expect.stringMatching(/\/assets\/graph-worker-[\w-]+\.js$/),
    ]);
    await close(opened);
  });
});
