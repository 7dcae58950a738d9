/** A project of several files: files are added, renamed and deleted, and references between them are checked. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, focusedEditor, keepNotice, type Playground, playground } from "./page.ts";

const PROJECT = {
  rules: {
    "exists.yaml": `extends: [more/base.yaml]
collections: { pictures: { rpath: '\\.png$', xpath: '{file.path}' } }
rules:
  - name: picture-exists
    rpath: \\.xml$
    xpath: Model/Picture
    message: "no {value}"
    condition: [Exist in, artfunc_pictures]
  - name: short
    rpath: \\.xml$
    xpath: Model/Name
    condition: [texts.short, 4]
`,
    "more/base.yaml": '- { name: based, rpath: \\.xml$, xpath: Model/Name, condition: ["!=", Bad] }\n',
    "lib/texts.rhai": "fn short(data, path, condition) { data.filter(|name| name.len() > condition[1]) }\n",
  },
  files: {
    "models/oak.xml": "<Model>\n  <Name>Oak</Name>\n  <Picture>pictures/bark.png</Picture>\n</Model>\n",
    "pictures/bark.png": "not a picture, but there",
  },
};

describe.skipIf(!hasChromium)("a project", () => {
  const open = playground();
  let opened: Playground;

  beforeEach(async () => {
    opened = await open(PROJECT);
  });
  afterEach(() => close(opened));

  async function rename(name: string, path: string) {
    const { page, file } = opened;
    await file(name).click();
    await page.keyboard.press("F2");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(path);
    await page.keyboard.press("Enter");
  }

  test("begins without findings", async () => {
    expect(await opened.verdict()).toBe("No findings: 3 rules looked at 1 of 2 files");
  });

  test("shows files that no rule looks at in a muted colour", async () => {
    const quiet = opened.page.getByTitle("no rule looks at it");
    await expect.poll(() => quiet.allTextContents()).toEqual(["bark.png"]);
    await opened.fill("rules", "- { name: all, rpath: '.', xpath: '{file.path}', condition: [Exist] }\n");
    await expect.poll(() => quiet.count()).toBe(0);
  });

  test("has a finding when a referenced file is renamed, and none when it is renamed back", async () => {
    await opened.file("bark.png").click();
    await opened.page.locator("[role=tree][aria-label=Files]").focus();
    await rename("bark.png", "pictures/moss.png");
    await expect.poll(opened.findings).toEqual(["no pictures/bark.png"]);
    await opened.page.locator("[role=tree][aria-label=Files]").focus();
    await rename("moss.png", "pictures/bark.png");
    await expect.poll(opened.verdict).toContain("No findings");
  });

  test("undoes a renaming by a key in the tree or by a click, unless there is a file at the old path", async () => {
    const { page, file } = opened;
    const notice = page.locator(".notice");
    await file("bark.png").click();
    await page.locator("[role=tree][aria-label=Files]").focus();
    await rename("bark.png", "models/moss.png");
    await expect.poll(() => notice.textContent()).toContain("pictures/bark.png is models/moss.png now");
    await page.keyboard.press("Control+z");
    await expect.poll(() => file("bark.png").count()).toBe(1);
    await expect.poll(opened.verdict).toContain("No findings");
    await page.locator("[role=tree][aria-label=Files]").focus();
    await rename("bark.png", "models/moss.png");
    await page.getByRole("button", { name: "New file in Files" }).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("pictures/bark.png");
    await page.keyboard.press("Enter");
    await notice.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => notice.textContent()).toContain("models/moss.png keeps its name: the file");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    expect(await page.getByText("Recently deleted").count()).toBe(0);
  });

  test("keeps the cursor of the tree on a folder that is renamed", async () => {
    const tree = opened.page.getByRole("tree", { name: "Files" });
    await opened.file("models").click();
    await opened.page.keyboard.press("F2");
    await opened.page.keyboard.press("Control+a");
    await opened.page.keyboard.insertText("trees");
    await opened.page.keyboard.press("Enter");
    await opened.file("trees").waitFor();
    expect(await tree.locator("[aria-selected=true]").textContent()).toContain("trees");
    expect(await tree.locator("[aria-selected=true]").getAttribute("aria-expanded")).not.toBeNull();
  });

  test("uses the libraries and rule files that a rule file names", async () => {
    await opened.fill("files", "<Model><Name>Bad</Name><Picture>pictures/bark.png</Picture></Model>");
    await expect.poll(opened.findings).toEqual(["Bad equals Bad"]);
    await opened.fill("files", "<Model><Name>Sycamore</Name><Picture>pictures/bark.png</Picture></Model>");
    await expect.poll(() => opened.findings()).toEqual([expect.stringContaining("Sycamore")]);
    await opened.file("texts.rhai").click();
    await opened.fill("rules", "fn short(data, path, condition) { [] }\n");
    await expect.poll(opened.verdict).toContain("No findings");
  });

  test("keeps the undo history of a renamed file", async () => {
    const before = await opened.editor("files").textContent();
    await opened.editor("files").click();
    await opened.page.keyboard.press("Control+End");
    await opened.page.keyboard.type("more");
    await opened.page.locator("[role=tree][aria-label=Files]").focus();
    await rename("oak.xml", "models/elm.xml");
    await opened.editor("files").click();
    await expect.poll(() => focusedEditor(opened.page)).toBe("File: models/elm.xml");
    expect(await opened.editor("files").textContent()).toContain("more");
    await opened.page.keyboard.press("Control+z");
    await expect.poll(() => opened.editor("files").textContent()).toBe(before);
    await expect.poll(opened.verdict).toContain("No findings");
  });

  test("deletes a file, and undoes that", async () => {
    const { page, file } = opened;
    await file("bark.png").hover();
    await page.getByRole("button", { name: "Delete pictures/bark.png" }).click();
    await keepNotice(page);
    await expect
      .poll(opened.findings)
      .toEqual(["no pictures/bark.png", "the collection pictures is empty: its rpath matched no file"]);
    expect(await file("bark.png").count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(opened.verdict).toContain("No findings");
    expect(await file("bark.png").count()).toBe(1);
  });

  test("undoes several deletions in reverse order", async () => {
    const { page, file } = opened;
    const tree = page.getByRole("tree", { name: "Files" });
    const undo = page.getByRole("button", { name: "Undo" });
    await file("models").click();
    await tree.focus();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Delete");
    await expect.poll(() => tree.getByRole("treeitem").count()).toBe(0);
    await undo.click();
    await expect.poll(() => file("bark.png").count()).toBe(1);
    expect(await file("oak.xml").count()).toBe(0);
    await expect.poll(() => page.locator(".notice").textContent()).toContain("models is deleted");
    await undo.click();
    await expect.poll(() => file("oak.xml").count()).toBe(1);
    expect(await undo.count()).toBe(0);
    expect(await opened.verdict()).toContain("No findings");
  });

  test("undoes deletions by a key in the tree, and does not undo typing elsewhere", async () => {
    const { page, file } = opened;
    const tree = page.getByRole("tree", { name: "Files" });
    await opened.fill("rules", "# typed\n");
    await file("models").click();
    await page.keyboard.press("Control+z");
    expect(await opened.editor("rules").textContent()).toContain("# typed");
    await tree.focus();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Delete");
    await expect.poll(() => tree.getByRole("treeitem").count()).toBe(0);
    await page.keyboard.press("Control+z");
    await expect.poll(() => file("bark.png").count()).toBe(1);
    await page.keyboard.press("Control+z");
    await expect.poll(() => file("oak.xml").count()).toBe(1);
    await page.keyboard.press("Control+z");
    expect(await opened.editor("rules").textContent()).toContain("# typed");
  });

  test("lists deleted files under “Open”, and restores them unless their path is in use", async () => {
    const { page, file } = opened;
    const restore = async () => {
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByRole("menuitem", { name: "bark.png" }).click();
    };
    await file("bark.png").click();
    await page.getByRole("tree", { name: "Files" }).focus();
    await page.keyboard.press("Delete");
    await page.locator(".notice").getByRole("button", { name: "Dismiss" }).click();
    await opened.fill("rules", "# typed\n");
    await rename("oak.xml", "pictures");
    await restore();
    await expect.poll(() => page.locator(".notice").textContent()).toContain("stays deleted");
    await rename("pictures", "oak.xml");
    await restore();
    await expect.poll(() => file("bark.png").count()).toBe(1);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    expect(await page.getByRole("menuitem", { name: "bark.png" }).count()).toBe(0);
  });

  test("adds a file, whose name can be typed at once", async () => {
    const { page, file } = opened;
    await page.getByRole("button", { name: "New file in Files" }).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("models/elm.xml");
    await page.keyboard.press("Enter");
    await expect.poll(() => file("elm.xml").count()).toBe(1);
    await opened.fill("files", "<Model><Name>Elm Tree</Name></Model>");
    await expect.poll(() => opened.findings()).toEqual([expect.stringContaining("Elm Tree")]);
  });

  test.each([
    ["mine.yaml", "mine.yaml"],
    ["mine", "mine.yaml"],
    ["lib/mine.rhai", "lib/mine.rhai"],
  ])("names a new file as it was typed (%s), and focuses its editor", async (typed, path) => {
    const { page } = opened;
    await page.getByRole("button", { name: "New file in Rules" }).click();
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedEditor(page)).toBe(`Rules: ${path}`);
    await page.keyboard.type("# x");
    await expect.poll(() => opened.editor("rules").textContent()).toBe("# x");
  });

  test("creates no file if its naming is cancelled", async () => {
    const { page, file } = opened;
    await page.getByRole("button", { name: "New file in Files" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => file("file.xml").count()).toBe(0);
    expect(await page.locator(".notice").count()).toBe(0);
  });

  test("moves the cursor of the tree to the neighbour of a deleted file, and offers to undo that by keys", async () => {
    const { page, file } = opened;
    const tree = page.getByRole("tree", { name: "Rules" });
    const cursor = () => tree.locator("[aria-selected=true]").textContent();
    await file("base.yaml").click();
    await tree.focus();
    await page.keyboard.press("Delete");
    await expect.poll(cursor).toContain("exists.yaml");
    await page.keyboard.press("Delete");
    await expect.poll(cursor).toContain("texts.rhai");
    await page.keyboard.press("Shift+F6");
    await page.keyboard.press("Enter");
    await expect.poll(() => file("exists.yaml").count()).toBe(1);
  });

  test("reports why a name cannot be used, and keeps the old name", async () => {
    const { page, file } = opened;
    await file("oak.xml").click();
    await page.locator("[role=tree][aria-label=Files]").focus();
    await rename("oak.xml", "pictures/bark.png");
    await expect.poll(() => page.locator("[data-pane=tree] [role=alert]").textContent()).toContain("exists already");
    await page.keyboard.press("Escape");
    await expect.poll(() => file("oak.xml").count()).toBe(1);
    expect(await file("bark.png").count()).toBe(1);
    expect(await opened.verdict()).toContain("No findings");
  });

  test("shows an error about a name next to its field, which stays visible", async () => {
    const { page, file } = opened;
    await file("models").click();
    await page.keyboard.press("F2");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("pictures/..");
    const alert = page.locator("[data-pane=tree] [role=alert]");
    await expect.poll(() => alert.textContent()).toBe(". and .. cannot be parts of a path");
    const [alertBox, fieldBox] = await Promise.all([alert.boundingBox(), page.locator("input.name").boundingBox()]);
    expect(Math.abs((alertBox?.y ?? 0) - ((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0)))).toBeLessThan(8);
    expect(alertBox?.x).toBe(fieldBox?.x);
    await page.keyboard.press("Escape");
    await expect.poll(() => alert.count()).toBe(0);
  });

  test("creates no file if its field loses the focus before a name is typed", async () => {
    const { page, file } = opened;
    await page.getByRole("button", { name: "New file in Files" }).click();
    await expect.poll(() => page.locator("input.name").inputValue()).toBe("file.xml");
    await opened.editor("rules").click();
    await expect.poll(() => page.locator("input.name").count()).toBe(0);
    await expect.poll(() => file("file.xml").count()).toBe(0);
    await page.getByRole("button", { name: "New file in Files" }).click();
    await page.keyboard.type("mine");
    await opened.editor("rules").click();
    await expect.poll(() => file("mine.xml").count()).toBe(1);
  });

  test("reveals the open file in the tree, and shows folders open at first", async () => {
    const { page, file } = opened;
    const tree = page.getByRole("tree", { name: "Files" });
    await file("models").click();
    await expect.poll(() => file("oak.xml").count()).toBe(0);
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => file("oak.xml").count()).toBe(1);
    await file("pictures").click();
    await opened.fill("files", "<Model><Name>Sycamore</Name><Picture>pictures/bark.png</Picture></Model>");
    await file("bark.png").waitFor({ state: "detached" });
    await page.locator("[data-pane=files] [role=tab]").first().focus();
    await file("oak.xml").click();
    await file("models").click();
    await expect.poll(() => tree.getByRole("treeitem").count()).toBe(2);
    await file("pictures").click();
    await file("bark.png").click();
    await page.locator("[data-pane=results] [role=treeitem]", { hasText: "Sycamore" }).first().click();
    await expect.poll(() => file("oak.xml").count()).toBe(1);
  });

  test("selects a file by the first letters of its name", async () => {
    const { page, file } = opened;
    const tree = page.getByRole("tree", { name: "Rules" });
    await file("exists.yaml").click();
    await tree.focus();
    await page.keyboard.type("te");
    await expect.poll(() => tree.locator("[aria-selected=true]").textContent()).toContain("texts.rhai");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
  });

  test("shows viewed files in one preview tab, until one is edited", async () => {
    const { page, file } = opened;
    const tab = page.locator("[data-pane=rules] [role=tab]");
    const names = async () => (await tab.allTextContents()).map((name) => name.trim());
    await file("base.yaml").click();
    await expect.poll(names).toEqual(["exists.yaml", "base.yaml"]);
    expect(await tab.last().getAttribute("title")).toContain("preview");
    await file("texts.rhai").click();
    await expect.poll(names).toEqual(["exists.yaml", "texts.rhai"]);
    await opened.type("rules", "// mine");
    await file("base.yaml").click();
    await expect.poll(names).toEqual(["exists.yaml", "texts.rhai", "base.yaml"]);
    await file("base.yaml").dblclick();
    expect(await tab.last().getAttribute("title")).toBe("more/base.yaml");
    await page.getByRole("button", { name: "3 tabs in Rules" }).click();
    await page.getByRole("menuitem", { name: "Close others" }).click();
    await expect.poll(names).toEqual(["base.yaml"]);
  });

  test("opens files in tabs, and closes them", async () => {
    const { page, file } = opened;
    const tabs = () => page.locator("[data-pane=rules] [role=tab]").allTextContents();
    const names = async () => (await tabs()).map((name) => name.trim());
    await file("base.yaml").click();
    await expect.poll(() => names()).toEqual(["exists.yaml", "base.yaml"]);
    await expect.poll(() => opened.editor("rules").textContent()).toContain("based");
    await page.locator("[data-pane=rules] [role=tab][aria-selected=true]").focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => opened.editor("rules").textContent()).toContain("picture-exists");
    await page.keyboard.press("Delete");
    await expect.poll(() => names()).toEqual(["base.yaml"]);
  });
});

const MANY = Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`folder/a-long-name-${at}.xml`, "<A/>"]));

describe.skipIf(!hasChromium)("a project of many files", () => {
  const open = playground();

  test("scrolls to the tab of the open file, and shows that there are more tabs", async () => {
    const opened = await open({ rules: {}, files: MANY });
    const { page } = opened;
    const strip = page.locator("[data-pane=files] .tabs");
    for (const at of [3, 5, 7, 9, 11]) {
      await opened.file(`a-long-name-${at}.xml`).dblclick();
    }
    const inSight = () =>
      strip.evaluate((box) => {
        const [all, tab] = [box, box.querySelector("[aria-selected=true]")].map((one) => one?.getBoundingClientRect());
        return all !== undefined && tab !== undefined && tab.left >= all.left - 1 && tab.right <= all.right + 1;
      });
    await expect.poll(inSight).toBe(true);
    await expect.poll(() => strip.getAttribute("class")).toMatch(/ before/);
    await page.getByRole("button", { name: "6 tabs in Files" }).click();
    await page.getByRole("menuitem", { name: "folder/a-long-name-0.xml" }).click();
    await expect.poll(inSight).toBe(true);
    await expect.poll(() => strip.getAttribute("class")).toMatch(/ behind/);
    await close(opened);
  });

  test("has a field that finds files by their paths", async () => {
    const opened = await open({ rules: {}, files: MANY });
    const { page } = opened;
    const tree = page.getByRole("tree", { name: "Files" });
    const field = page.getByRole("searchbox", { name: "Find a file in Files" });
    await opened.file("folder").click();
    await field.fill("NAME-2");
    await expect.poll(() => tree.getByRole("treeitem").count()).toBe(6);
    await expect
      .poll(() => page.getByRole("region", { name: "Files" }).locator(".count").first().textContent())
      .toBe("5 of 24");
    await field.press("Enter");
    await expect
      .poll(() => page.locator("[data-pane=files] [role=tab][aria-selected=true]").textContent())
      .toContain("name-2.xml");
    await field.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.locator("[data-pane=files] [role=tab][aria-selected=true]").textContent())
      .toContain("name-20.xml");
    await field.press("Escape");
    await expect.poll(() => tree.getByRole("treeitem").count()).toBeGreaterThan(6);
    expect(await page.getByRole("searchbox", { name: "Find a file in Rules" }).count()).toBe(0);
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("a new project", () => {
  const open = playground();

  test("has an empty rule file with a hint, and is not red before a rule is written", async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole("complementary", { name: "About this example" }).waitFor();
    await page.getByRole("button", { name: "Open" }).click();
    // The browser focuses the menu a little after it is opened; until then the button receives keys.
    await page.locator("[role=menuitem]:focus").waitFor();
    await page.keyboard.type("new");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedEditor(page)).toBe("Rules: rules.yaml");
    await expect.poll(opened.verdict).toBe("Nothing was checked: there are no rules");
    expect(await opened.findings()).toEqual([]);
    expect(await opened.editor("rules").textContent()).toContain("Ctrl+Space");
    expect(await page.getByRole("complementary", { name: "About this example" }).count()).toBe(0);
    await page.getByRole("button", { name: "Back to the previous project" }).click();
    await expect.poll(() => opened.editor("rules").textContent()).not.toContain("Ctrl+Space");
    await close(opened);
  });

  test("has no note about an example whose files are deleted", async () => {
    const opened = await open();
    const { page } = opened;
    const note = page.getByRole("complementary", { name: "About this example" });
    await note.waitFor();
    for (const name of ["Files", "Rules"]) {
      const tree = page.getByRole("tree", { name });
      await tree.focus();
      await page.keyboard.press("Home");
      for (
        let remaining = await tree.getByRole("treeitem").count();
        remaining > 0;
        remaining = await tree.getByRole("treeitem").count()
      ) {
        expect(await note.count()).toBe(1);
        await page.keyboard.press("Delete");
      }
    }
    await expect.poll(() => note.count()).toBe(0);
    await close(opened);
  });

  test("reports why none of its files can be read as rules", async () => {
    const opened = await open({ rules: { "rules.txt": "- name: a\n" }, files: { "a.xml": "<A/>" } });
    await expect
      .poll(() => opened.page.locator("[data-pane=results] .list .help").textContent())
      .toContain(".yaml, .yml or .json");
    await close(opened);
  });
});
