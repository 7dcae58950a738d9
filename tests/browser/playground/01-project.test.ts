/** A project, not a snippet: files are added, renamed, deleted; what one says of another is checked. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, focusedEditor, holdNotice, type Playground, playground } from "./page.ts";

const GIVEN = {
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
    opened = await open(GIVEN);
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

  test("begins with nothing found", async () => {
    expect(await opened.verdict()).toBe("No findings: all files hold");
  });

  test("has a finding when a file that another names is renamed, and none when it is renamed back", async () => {
    await opened.file("bark.png").click();
    await opened.page.locator("[role=tree][aria-label=Files]").focus();
    await rename("bark.png", "pictures/moss.png");
    await expect.poll(opened.findings).toEqual(["no pictures/bark.png"]);
    await opened.page.locator("[role=tree][aria-label=Files]").focus();
    await rename("moss.png", "pictures/bark.png");
    await expect.poll(opened.verdict).toBe("No findings: all files hold");
  });

  test("uses the library and the rule files that a rule file names", async () => {
    await opened.fill("files", "<Model><Name>Bad</Name><Picture>pictures/bark.png</Picture></Model>");
    await expect.poll(opened.findings).toEqual(["Bad equals Bad"]);
    await opened.fill("files", "<Model><Name>Sycamore</Name><Picture>pictures/bark.png</Picture></Model>");
    await expect.poll(() => opened.findings()).toEqual([expect.stringContaining("Sycamore")]);
    await opened.file("texts.rhai").click();
    await opened.fill("rules", "fn short(data, path, condition) { [] }\n");
    await expect.poll(opened.verdict).toBe("No findings: all files hold");
  });

  test("deletes a file and takes that back", async () => {
    const { page, file } = opened;
    await file("bark.png").hover();
    await page.getByRole("button", { name: "Delete pictures/bark.png" }).click();
    await holdNotice(page);
    await expect
      .poll(opened.findings)
      .toEqual(["no pictures/bark.png", "the collection pictures is empty: its rpath matched no file"]);
    expect(await file("bark.png").count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(opened.verdict).toBe("No findings: all files hold");
    expect(await file("bark.png").count()).toBe(1);
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
  ])("calls a new file as it was typed (%s), and lets one write into it", async (typed, path) => {
    const { page } = opened;
    await page.getByRole("button", { name: "New file in Rules" }).click();
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedEditor(page)).toBe(`Rules: ${path}`);
    await page.keyboard.type("# x");
    await expect.poll(() => opened.editor("rules").textContent()).toBe("# x");
  });

  test("makes no file when that is taken back while it gets its name", async () => {
    const { page, file } = opened;
    await page.getByRole("button", { name: "New file in Files" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => file("file.xml").count()).toBe(0);
    expect(await page.locator(".notice").count()).toBe(0);
  });

  test("keeps the cursor of the tree beside what was deleted, and offers to take that back to keys alone", async () => {
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

  test("says why a name cannot be used, and keeps the old one", async () => {
    const { page, file } = opened;
    await file("oak.xml").click();
    await page.locator("[role=tree][aria-label=Files]").focus();
    await rename("oak.xml", "pictures/bark.png");
    await expect.poll(() => page.locator("[data-pane=tree] [role=alert]").textContent()).toContain("there is a file");
    await page.keyboard.press("Escape");
    await expect.poll(() => file("oak.xml").count()).toBe(1);
    expect(await file("bark.png").count()).toBe(1);
    expect(await opened.verdict()).toBe("No findings: all files hold");
  });

  test("opens files as tabs, and closes them", async () => {
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
