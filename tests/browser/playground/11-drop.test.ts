/** Dropped files are imported, or skipped with a reason. */

import { Buffer } from "node:buffer";
import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { drop, folder } from "./drop.ts";
import { close, keepNotice, type Playground, playground, settled } from "./page.ts";
import { longestTask } from "./tasks.ts";

const RULES = '- { name: small, rpath: \\.xml$, xpath: A, condition: ["<=", 3] }\n';
const PROJECT = { rules: { "rules.yaml": RULES }, files: { "old.xml": "<A>9</A>" } };
const MANY = 10_000;
/** A limit of the time for many files on a busy machine, in milliseconds. */
const LONG = 120_000;

/**
 * Returns the text of the notice when there is one and the results are current. The notice may disappear before the
 * results are current.
 */
async function noticeOf({ page }: Playground): Promise<string> {
  const text = await page.locator(".notice span").first().textContent();
  await settled(page);
  return text ?? "";
}

/** Returns the rows of the list of skipped files. */
async function skippedIn({ page }: Playground): Promise<string[]> {
  await page.getByRole("tab", { name: "Skipped" }).click();
  const rows = await page.locator("[data-pane=results] [role=treeitem]").allTextContents();
  return rows.map((row) => row.replace(/\s+/g, " ").trim());
}

function bytes(text: string): Uint8Array {
  return strToU8(text);
}

describe.skipIf(!hasChromium)("dropped", () => {
  const open = playground();
  const disk = folder();
  const at = (...paths: string[]) => paths.map((path) => join(disk.path(), path));

  test("files are added to the existing ones", async () => {
    disk.write({ "one.xml": "<A>4</A>", "two.xml": "<A>5</A>" });
    const opened = await open(PROJECT);
    await drop(opened.page, "files", at("one.xml", "two.xml"));
    await expect.poll(() => noticeOf(opened)).toBe("2 files: one.xml and 1 other.");
    await expect.poll(() => opened.verdict()).toBe("3 errors");
    await drop(opened.page, "files", at("one.xml"));
    await expect.poll(() => noticeOf(opened)).toBe("1 file: one.xml, which replaces 1 previous file.");
    await close(opened);
  });

  test("the empty rule file of a new project is replaced by dropped rules", async () => {
    disk.write({ "mine.yaml": RULES });
    const opened = await open(PROJECT);
    await opened.page.getByRole("button", { name: "Open", exact: true }).click();
    await opened.page.getByRole("menuitem", { name: "New project" }).click();
    await opened.file("rules.yaml").waitFor();
    await drop(opened.page, "rules", at("mine.yaml"));
    await expect.poll(() => noticeOf(opened)).toBe("1 file: mine.yaml.");
    await opened.file("mine.yaml").waitFor();
    expect(await opened.file("rules.yaml").count()).toBe(0);
    expect(await opened.page.getByRole("tab", { name: "rules.yaml" }).count()).toBe(0);
    await close(opened);
  });

  test("files can be changed on the page", async () => {
    disk.write({ "mine.xml": "\ufeff<A>4</A>\r\n" });
    const opened = await open(PROJECT);
    await drop(opened.page, "files", at("mine.xml"));
    await noticeOf(opened);
    await expect.poll(() => opened.editor("files").textContent()).toContain("<A>4</A>");
    await opened.fill("files", "<A>1</A>");
    await expect.poll(() => opened.verdict()).toBe("1 error");
    await close(opened);
  });

  test.each([
    ["Escape", (page: Page) => page.keyboard.press("Escape")],
    ["a click", (page: Page) => page.mouse.click(600, 400)],
    ["the free pointer", (page: Page) => page.mouse.move(600, 400)],
  ])("the drop zones disappear on %s if the end of a drag is not reported", async (_by, end) => {
    const opened = await open(PROJECT);
    const { page } = opened;
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([""], "a.xml"));
      document.body.dispatchEvent(new DragEvent("dragenter", { dataTransfer, bubbles: true }));
    });
    await page.locator(".zones").waitFor();
    await end(page);
    await page.locator(".zones").waitFor({ state: "detached" });
    await close(opened);
  });

  test("a file that was changed on the disk is not read, and is named with the reason", async () => {
    disk.write({ "read.xml": "<A>4</A>", "since.xml": "<A>5</A>" });
    const opened = await open(PROJECT);
    const { page } = opened;
    await page.locator("input[aria-label='Files to check…']").setInputFiles(at("read.xml", "since.xml"));
    await expect.poll(() => opened.verdict()).toBe("3 errors");
    disk.write({ "since.xml": "<A>another</A>" });
    await opened.file("since.xml").click();
    const reason = "It was changed or removed on the disk, or may not be read any more: open it again.";
    await expect.poll(() => page.locator("[data-pane=files] .facts p").last().textContent()).toBe(reason);
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "The project as zip" }).click();
    await expect
      .poll(() => noticeOf(opened))
      .toBe(`Nothing was exported: since.xml was ${reason.slice("It was ".length)}`);
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => noticeOf(opened)).toBe(`No link was made: since.xml was ${reason.slice("It was ".length)}`);
    await page.reload();
    await settled(page);
    expect(await opened.findings()).toContainEqual(
      "the file cannot be read: it was changed or removed on the disk, or may not be read any more: open it again",
    );
    await close(opened);
  });

  test("a folder replaces the existing files, and paths begin inside it", async () => {
    const deep = Array.from({ length: 30 }, (_, level) => `l${level}`).join("/");
    disk.write({ "assets/a.xml": "<A>4</A>", [`assets/${deep}/b.xml`]: "<A>5</A>", "assets/.git/config": "x" });
    const opened = await open(PROJECT);
    await drop(opened.page, "files", at("assets"));
    await expect
      .poll(() => noticeOf(opened))
      .toBe("2 files from assets, which replace 1 previous file. 1 was skipped.");
    await keepNotice(opened.page);
    await expect.poll(() => opened.verdict()).toBe("2 errors");
    await expect.poll(() => skippedIn(opened)).toEqual(["assets/.git Skipped: it belongs to Git and is never checked"]);
    await opened.page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(opened.verdict).toBe("1 error");
    expect(await opened.page.getByRole("tab", { name: "Skipped" }).count()).toBe(0);
    await close(opened);
  });

  test("files that only the command line uses are reported", async () => {
    disk.write({
      "game/assay.yaml": "ignore: [old/]\nseverity: {small: warning}\n",
      "game/.gitignore": "b.xml\n",
      "game/a.xml": "<A>4</A>",
      "game/b.xml": "<A>5</A>",
      "game/old/.assayignore": "*\n",
      "game/old/c.xml": "<A>6</A>",
    });
    const opened = await open(PROJECT);
    await drop(opened.page, "files", at("game"));
    await expect.poll(() => noticeOf(opened)).toContain("6 files from game");
    const text = await opened.page.locator(".notice span").first().textContent();
    for (const name of ["assay.yaml", ".gitignore", ".assayignore"]) {
      expect(text).toContain(name);
    }
    expect(text).toContain(" have no effect here: this page checks every file with the rules on the page.");
    await expect.poll(() => opened.verdict()).toBe("3 errors");
    await opened.page.getByRole("button", { name: "Show skipped" }).click();
    const reason = "Imported, but it has no effect here: this page checks every file";
    expect((await skippedIn(opened)).toSorted()).toEqual([
      `.gitignore ${reason}`,
      "assay.yaml Imported, but only its definitions have an effect here: this page checks every file with the rules on the page",
      `old/.assayignore ${reason}`,
    ]);
    await close(opened);
  });

  // Other systems do not allow such a name.
  test.skipIf(process.platform !== "linux")("invalid names are reported legibly", async () => {
    disk.write({ "odd/good.xml": "<A>2</A>", "odd/a\nb.png": "x" });
    writeFileSync(Buffer.concat([Buffer.from(`${at("odd")[0]}/bad`), Buffer.from([0xff])]), "x");
    const opened = await open(PROJECT);
    await drop(opened.page, "files", at("odd"));
    await expect.poll(() => noticeOf(opened)).toContain("1 file from odd");
    const reasons = [
      "odd/(no name) Skipped: the file cannot be opened: its name is not UTF-8; rename it",
      "odd/a\\u{a}b.png Skipped: its name contains a control character, such as a line break, which this page cannot show; rename the file",
    ];
    await expect.poll(async () => (await skippedIn(opened)).toSorted()).toEqual(reasons);
    await close(opened);
  });

  test("skipped files are listed until the project is replaced", async () => {
    disk.write({ "assets/a.xml": "<A>4</A>", "assets/.git/config": "x" });
    const opened = await open(PROJECT);
    const skipped = opened.page.getByRole("tab", { name: "Skipped" });
    await drop(opened.page, "files", at("assets"));
    await skipped.waitFor();
    disk.write({ "more.xml": "<A>5</A>" });
    await drop(opened.page, "files", at("more.xml"));
    await expect.poll(() => noticeOf(opened)).toBe("1 file: more.xml.");
    expect(
      await opened.page.getByRole("button", { name: "Show skipped" }).count(),
      "no file of this drop was skipped",
    ).toBe(0);
    expect(await skipped.textContent(), "adding files does not remove the list").toContain("1");
    await opened.page.getByRole("button", { name: "Open", exact: true }).click();
    await opened.page.getByRole("menuitem", { name: "New project" }).click();
    await expect.poll(() => skipped.count()).toBe(0);
    await close(opened);
  });

  test("undoing a drop restores the list of skipped files", async () => {
    disk.write({ "first/a.xml": "<A>4</A>", "first/.git/config": "x", "next/a.xml": "<A>5</A>" });
    const opened = await open(PROJECT);
    await drop(opened.page, "files", at("first"));
    await expect.poll(() => noticeOf(opened)).toContain("1 was skipped");
    await drop(opened.page, "files", at("next"));
    await expect.poll(() => noticeOf(opened)).toContain("from next");
    expect(await opened.page.getByRole("tab", { name: "Skipped" }).count()).toBe(0);
    await opened.page.locator(".notice").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => skippedIn(opened)).toEqual(["first/.git Skipped: it belongs to Git and is never checked"]);
    await close(opened);
  });

  test("the tree is scrolled to its beginning after a drop", async () => {
    const names = Array.from({ length: 80 }, (_, count) => `some/in/${count}.xml`);
    disk.write(Object.fromEntries(names.map((name) => [name, "<A/>"])));
    disk.write(Object.fromEntries(names.map((name) => [name.replace("some", "other"), "<A/>"])));
    const opened = await open(PROJECT);
    const tree = opened.page.getByRole("tree", { name: "Files" });
    await drop(opened.page, "files", at("some"));
    await expect.poll(() => noticeOf(opened)).toContain("80 files from some");
    await tree.focus();
    await opened.page.keyboard.press("End");
    await expect.poll(() => tree.evaluate((box) => box.scrollTop)).toBeGreaterThan(500);
    await drop(opened.page, "files", at("other"));
    await expect.poll(() => noticeOf(opened)).toContain("80 files from other");
    await expect.poll(() => tree.evaluate((box) => box.scrollTop)).toBe(0);
    await close(opened);
  });

  test("a drop cannot be undone after typing", async () => {
    disk.write({ "typed/a.xml": "<A>4</A>" });
    const opened = await open(PROJECT);
    const undo = opened.page.getByRole("button", { name: "Undo" });
    await drop(opened.page, "files", at("typed"));
    await undo.waitFor();
    await opened.fill("files", "<A>mine</A>");
    await expect.poll(() => undo.count()).toBe(0);
    await close(opened);
  });

  test("rules are added to the rules", async () => {
    disk.write({
      "rules/strict.yaml": RULES.replace("3", "0"),
      "rules/lib/a.rhai": "fn f() {}",
      "rules/photo.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]),
    });
    const opened = await open({ rules: { "rules.yaml": RULES }, files: { "a.xml": "<A>2</A>" } });
    await drop(opened.page, "rules", at("rules"));
    await expect.poll(() => noticeOf(opened)).toBe("2 files from rules, which replace 1 previous file. 1 was skipped.");
    await expect.poll(() => opened.verdict()).toBe("1 error");
    await expect.poll(() => skippedIn(opened)).toEqual(["photo.png Skipped: it is not text in UTF-8"]);
    await opened.page.getByRole("button", { name: "Check photo.png" }).click();
    await expect.poll(() => noticeOf(opened)).toBe("Moved to Files: photo.png.");
    await opened.file("photo.png").waitFor();
    expect(await opened.page.getByRole("tab", { name: "Skipped" }).count()).toBe(0);
    await close(opened);
  });

  test("a file that cannot be a rule is checked, wherever it is dropped, with a notice", async () => {
    disk.write({ "one.xml": "<A>4</A>" });
    const opened = await open(PROJECT);
    await drop(opened.page, "rules", at("one.xml"));
    const notice = "1 file: one.xml. It was added to Files, because it cannot be a rule file.";
    await expect.poll(() => noticeOf(opened)).toBe(notice);
    await expect.poll(() => opened.verdict()).toBe("2 errors");
    await close(opened);
  });

  test("rules among the checked files are reported, and can be moved by one click until they are changed", async () => {
    disk.write({ "pow2.yaml": RULES, "four.xml": "<A>4</A>", "lines.json": "[1]" });
    const opened = await open({ rules: { "rules.yaml": "" }, files: {} });
    const { page } = opened;
    await drop(page, "files", at("pow2.yaml", "four.xml", "lines.json"));
    await expect
      .poll(() => noticeOf(opened))
      .toBe("3 files: pow2.yaml and 2 others. These files look like rules: pow2.yaml.");
    await expect.poll(() => opened.verdict()).toContain("there are no rules");
    const useAsRules = page.getByRole("button", { name: "Use as rules: pow2.yaml" });
    await expect.poll(() => useAsRules.count(), { message: "in the notice, and in the results" }).toBe(2);
    await page.locator(".findings").locator(useAsRules).click();
    await expect.poll(() => noticeOf(opened)).toBe("Moved to Rules: pow2.yaml.");
    await expect.poll(() => opened.verdict()).toBe("1 error");
    await expect.poll(() => page.locator("#tree-rules [role=treeitem]").allTextContents()).toHaveLength(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => opened.verdict()).toContain("there are no rules");
    await page.locator(".findings").locator(useAsRules).waitFor();
    await opened.file("pow2.yaml").click();
    await opened.fill("files", "- {}");
    await expect.poll(() => useAsRules.count()).toBe(0);
    await close(opened);
  });

  test("a zip is unpacked, and skipped members are reported", async () => {
    const packed = Buffer.from(
      zipSync({
        "a.xml": bytes("<A>4</A>"),
        "../up.xml": bytes("<A>5</A>"),
        "/etc/passwd.xml": bytes("<A>5</A>"),
        "win\\dows\\c.xml": bytes("<A>6</A>"),
        "A.xml": bytes("<A>7</A>"),
        "inner.zip": zipSync({ "d.xml": bytes("<A>8</A>") }),
        "secret.xml": bytes("<A>5</A>"),
      }),
    );
    disk.write({ "some.zip": markEncrypted(packed, "secret.xml") });
    const opened = await open(PROJECT);
    await drop(opened.page, "files", at("some.zip"));
    await expect
      .poll(() => noticeOf(opened))
      .toBe("4 files from some.zip, which replace 1 previous file. 3 were skipped.");
    // Rules also check the members of the inner zip.
    await expect.poll(() => opened.verdict()).toBe("4 errors");
    await expect
      .poll(() => skippedIn(opened))
      .toEqual([
        "../up.xml Skipped: its name contains .., so it may be outside of the project",
        "/etc/passwd.xml Skipped: its name is an absolute path, which is outside of the project",
        "secret.xml Skipped: it is encrypted",
        "A.xml Imported, but its name differs from a.xml only in letter case: on Windows and macOS they are the same file",
      ]);
    await close(opened);
  });

  test("a damaged zip is refused, and the project is unchanged", async () => {
    const valid = zipSync({ "a.xml": bytes("<A>4</A>".repeat(100)) });
    disk.write({ "cut.zip": valid.subarray(0, 60), "none.zip": "no zip at all", "empty.zip": "" });
    const opened = await open(PROJECT);
    await drop(opened.page, "files", at("cut.zip", "none.zip", "empty.zip"));
    await expect.poll(() => noticeOf(opened)).toBe("No file from cut.zip and 2 others could be imported.");
    await expect
      .poll(() => skippedIn(opened))
      .toEqual([
        "cut.zip Skipped: it is not a zip file, or its end is missing",
        "none.zip Skipped: it is not a zip file, or its end is missing",
        "empty.zip Skipped: it is empty",
      ]);
    expect(await opened.verdict()).toBe("1 error");
    expect(await opened.file("old.xml").count()).toBe(1);
    await close(opened);
  });

  test("a file of 500 MB leaves the page usable, and a binary file is described as one", async () => {
    disk.write({ "huge.xml": "<A>", "binary.xml": new Uint8Array([0, 1, 2, 3, 255]) });
    truncateSync(join(disk.path(), "huge.xml"), 500_000_000);
    const opened = await open(PROJECT);
    await drop(opened.page, "files", at("huge.xml", "binary.xml"));
    await noticeOf(opened);
    await expect.poll(() => opened.verdict()).toBe("2 problems, 1 error");
    expect((await opened.findings()).slice(0, 2)).toEqual([
      "the file is binary, not text",
      "the file is binary, not text",
    ]);
    await expect
      .poll(() => opened.page.locator("[data-pane=files] .facts").textContent())
      .toContain("too long to be shown");
    await opened.page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => noticeOf(opened)).toContain("too long for a link");
    await opened.fill("rules", RULES.replace("3", "9"));
    await expect.poll(() => opened.verdict()).toBe("2 problems");
    await close(opened);
  });

  test("a document of 500 MB is checked completely, with progress", async () => {
    const items = `${"<Item><A>1</A></Item>\n".repeat(45_000)}`;
    disk.write({ "long.xml": "<Items>\n" });
    for (let size = 0; size < 500_000_000; size += items.length) {
      appendFileSync(join(disk.path(), "long.xml"), items);
    }
    appendFileSync(join(disk.path(), "long.xml"), "<Item><A>4</A></Item>\n</Items>\n");
    const opened = await open({ ...PROJECT, rules: { "rules.yaml": RULES.replace("xpath: A", 'xpath: "*/Item,A"') } });
    const { page } = opened;
    const start = performance.now();
    await drop(page, "files", at("long.xml"));
    const reading = page.locator("[data-pane=results] .reading");
    await expect.poll(() => reading.textContent(), { timeout: LONG }).toMatch(/^long\.xml: \d.* MB of 5\d\d\.\d MB$/);
    await page.locator("[data-pane=results] .verdict", { hasText: "1 error" }).waitFor({ timeout: LONG });
    console.log(`500 MB of XML: checked in ${Math.round(performance.now() - start)} ms`);
    expect(await opened.findings()).toEqual(["4 is not <= 3"]);
    await close(opened);
  }, 300_000);

  test(`${MANY} files are checked, with a progress bar and a button to cancel`, async () => {
    disk.write(
      Object.fromEntries(
        Array.from({ length: MANY }, (_, count) => [`many/${count % 100}/${count}.xml`, `<A>${count % 5}</A>`]),
      ),
    );
    const opened = await open(PROJECT);
    const { page } = opened;
    const results = page.locator("[data-pane=results]");
    const took = { read: 0, checked: 0 };
    const longest = await longestTask(page, async () => {
      const start = performance.now();
      await drop(page, "files", at("many"));
      await results.locator("progress").waitFor({ timeout: LONG });
      took.read = performance.now() - start;
      await results.getByRole("button", { name: "Cancel" }).click();
      await expect.poll(opened.verdict).toContain("cancelled");
      const again = performance.now();
      await results.getByRole("button", { name: "Check again" }).click();
      await results.locator("progress").waitFor();
      await results.locator(".verdict", { hasText: "errors" }).waitFor({ timeout: LONG });
      await expect.poll(() => opened.verdict()).toBe("2,000 errors");
      took.checked = performance.now() - again;
    });
    const { read, checked } = took;
    console.log(`${MANY} dropped files: read in ${Math.round(read)} ms, checked in ${Math.round(checked)} ms`);
    console.log(`longest task of the page meanwhile: ${longest} ms of its thread's time`);
    await close(opened);
  }, 300_000);
});

describe.skipIf(!hasChromium)("picked by the keyboard", () => {
  const open = playground();
  const disk = folder();

  test("files and folders are imported as if they were dropped", async () => {
    disk.write({ "here/a.xml": "<A>1</A>", "here/b/c.xml": "<A>5</A>", "lone.xml": "<A>6</A>" });
    const opened = await open(PROJECT);
    const { page } = opened;
    const pick = async (downs: number, path: string) => {
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Open" }).focus();
      await page.keyboard.press("Enter");
      await page.locator("[role=menuitem]:focus").waitFor();
      for (let count = 0; count < downs; count += 1) {
        await page.keyboard.press("ArrowDown");
      }
      await page.keyboard.press("Enter");
      await (await chooser).setFiles(join(disk.path(), path));
    };
    await pick(1, "lone.xml");
    await expect.poll(() => noticeOf(opened)).toBe("1 file: lone.xml.");
    await expect.poll(() => opened.verdict()).toBe("2 errors");
    await pick(2, "here");
    await expect.poll(() => noticeOf(opened)).toBe("2 files from here, which replace 2 previous files.");
    await expect.poll(() => opened.verdict()).toBe("1 error");
    expect(await opened.file("c.xml").count()).toBe(1);
    await page.getByRole("button", { name: "Add here/ to the paths" }).click();
    await expect.poll(() => opened.file("here").count(), { message: "the folder in the tree" }).toBe(1);
    await expect.poll(() => opened.verdict()).toBe("1 error");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => opened.file("here").count()).toBe(0);
    await close(opened);
  });

  test("a folder can be added to the paths of its files, also after another change", async () => {
    disk.write({ "village/README.md": "", "village/b/c.xml": "<A>5</A>" });
    const opened = await open({ ...PROJECT, rules: { "rules.yaml": "" } });
    const { page } = opened;
    await page.locator("input[aria-label='Folder to check…']").setInputFiles(join(disk.path(), "village"));
    await expect.poll(() => noticeOf(opened)).toContain("2 files from village");
    expect(await page.locator("[data-pane=files] [role=tab]").textContent(), "a README is not opened").toContain(
      "c.xml",
    );
    await opened.fill("files", "<A>6</A>");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("menuitem", { name: "Add village/ to the paths" }).click();
    await expect.poll(() => opened.file("village").count()).toBe(1);
    expect(await opened.editor("files").textContent(), "the change remains").toBe("<A>6</A>");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("menuitem").first().waitFor();
    expect(await page.getByRole("menuitem", { name: "Begin paths" }).count()).toBe(0);
    await close(opened);
  });
});

/** Returns a zip with a member that is marked as encrypted. */
function markEncrypted(zip: Buffer, name: string): Uint8Array {
  const entry = zip.lastIndexOf(name) - 46;
  zip[entry + 8] = (zip[entry + 8] ?? 0) | 1;
  return zip;
}
