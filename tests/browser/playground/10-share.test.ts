/** Links that contain a project, and drafts that survive a reload. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, playground, settled, waitForDraft } from "./page.ts";

const PROJECT = {
  rules: {
    "rules.yaml": '- { name: small, rpath: \\.xml$, xpath: A, condition: ["<=", 3] }\n',
    "lib/a.rhai": "fn f() {}",
  },
  files: { "a.xml": "\ufeff<A>4</A>\r\n", "b/c.txt": "é漢😀" },
};

describe.skipIf(!hasChromium)("a link", () => {
  const open = playground();

  test("opens exactly what was shared", async () => {
    const opened = await open(PROJECT);
    await expect.poll(() => opened.verdict()).toBe("1 error");
    await opened.file("c.txt").click();
    await opened.page.getByRole("button", { name: "Share" }).click();
    await expect
      .poll(() => opened.page.locator("[role=status]").allTextContents())
      .toContainEqual(expect.stringContaining("link"));
    const { decode } = await import("../../../playground/src/share.ts");
    const { project, tabs, active } = decode(new URL(opened.page.url()).hash.slice(1));
    expect(Object.fromEntries(project.rules)).toEqual(PROJECT.rules);
    expect(Object.fromEntries(project.files)).toEqual(PROJECT.files);
    expect({ tabs, active }).toEqual({
      tabs: { rules: ["rules.yaml"], files: ["a.xml", "b/c.txt"] },
      active: { rules: "rules.yaml", files: "b/c.txt" },
    });
    await opened.page.reload();
    await settled(opened.page);
    await expect
      .poll(() => opened.page.locator("[data-pane=files] [role=tab][aria-selected=true]").textContent())
      .toContain("c.txt");
    await close(opened);
  });

  test("to a file that was deleted opens with a notice", async () => {
    const opened = await open({ ...PROJECT, files: { "a.xml": "<A>4</A>", "b.xml": "<A>5</A>" } });
    const { page } = opened;
    await page.locator("[data-pane=results] [role=treeitem] .message").last().click();
    await page.getByRole("region", { name: "The selected finding" }).waitFor();
    await opened.file("b.xml").click();
    await page.getByRole("tree", { name: "Files", exact: true }).press("Delete");
    await expect.poll(opened.verdict).toBe("1 error");
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => page.url()).toContain("#");
    const other = await open();
    await other.page.goto("about:blank");
    await other.page.goto(page.url());
    await expect
      .poll(() => other.page.locator(".notice .text").textContent())
      .toContain("The link also points to b.xml, which does not exist.");
    await close(opened);
    await close(other);
  });

  test("restores the view of its author, and a reload restores the own view", async () => {
    const more = "- { name: none, rpath: \\.xml$, xpath: A, condition: [Exist] }\n";
    const long = `${"<!-- -->\n".repeat(200)}<A>4</A>`;
    const opened = await open({
      rules: { "r.yaml": `${PROJECT.rules["rules.yaml"]}${more}` },
      files: { "a.xml": long },
    });
    const { page } = opened;
    const details = page.getByRole("region", { name: "The selected finding" });
    await page.locator("[data-pane=results] [role=treeitem] .message").click();
    await details.waitFor();
    await page.locator("#view-steps").click();
    await page.getByLabel("Rule", { exact: true }).selectOption("none");
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => page.url()).toContain("#");
    const link = page.url();

    const other = await open();
    await other.page.goto("about:blank");
    await other.page.goto(link);
    await settled(other.page);
    await expect.poll(() => other.page.getByLabel("Rule", { exact: true }).inputValue()).toBe("none");
    await expect.poll(() => other.marked("files"), { message: "its place" }).toEqual(["4"]);
    await other.page.locator("#view-findings").click();
    await other.page.getByRole("region", { name: "The selected finding" }).waitFor();
    await close(other);

    // This project is the draft now, and its view has changed since the link was created.
    await opened.fill("files", `${long}\n`);
    await page.locator("#view-tests").click();
    await waitForDraft(page, "a.xml", `${long}\n`);
    await page.reload();
    await settled(page);
    await expect.poll(() => page.locator("#view-tests").getAttribute("aria-selected")).toBe("true");
    await page.locator("#view-findings").click();
    await details.waitFor();
    await close(opened);
  });

  test("that is damaged is reported, and the draft is unchanged", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    const link = page.url();
    await opened.fill("files", "<A>5</A>");
    await waitForDraft(page, "a.xml", "\ufeff<A>5</A>");
    await page.goto("about:blank");
    await page.goto(`${link.slice(0, -10)}AAAAAAAAAA`);
    await settled(page);
    await expect.poll(() => page.locator(".notice").textContent()).toContain("the link is damaged");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<A>5</A>");
    await close(opened);
  });

  test("that would be too long is not created", async () => {
    const noise = Array.from({ length: 12_000 }, (_, count) => ((count * 7_919_777) % 9_973).toString(36)).join("");
    const opened = await open(PROJECT);
    await opened.fill("files", `<A>${noise}</A>`);
    const before = opened.page.url();
    await opened.page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => opened.page.locator(".notice").textContent()).toContain("too long");
    expect(opened.page.url()).toBe(before);
    await close(opened);
  });

  test("that is pasted into the address of an open page is opened, with a way back", async () => {
    const opened = await open();
    const { page } = opened;
    const { encode } = await import("../../../playground/src/share.ts");
    const project = { rules: new Map(Object.entries(PROJECT.rules)), files: new Map(Object.entries(PROJECT.files)) };
    const link = await encode({
      project,
      tabs: { rules: [], files: [] },
      active: { rules: undefined, files: undefined },
    });
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, link);
    await expect.poll(opened.verdict).toBe("1 error");
    await page.getByRole("button", { name: "Back to the previous project" }).click();
    await expect.poll(opened.verdict).toBe("2 errors");
    await close(opened);
  });

  test("that is opened in an open page can be left by the browser's Back, over other links, to the previous project", async () => {
    const hashes: string[] = [];
    for (const name of ["first.xml", "second.xml"]) {
      const other = await open({ ...PROJECT, files: { [name]: "<A>5</A>" } });
      await other.page.getByRole("button", { name: "Share" }).click();
      await expect.poll(() => other.page.url()).toContain("#");
      hashes.push(new URL(other.page.url()).hash);
      await close(other);
    }
    // The page is opened without a link, so that its address has no fragment.
    const opened = await open();
    const { page } = opened;
    const text = () => opened.editor("files").textContent();
    await opened.fill("files", "<A>4</A>");
    const goTo = (hash = "") =>
      page.evaluate((to) => {
        location.hash = to;
      }, hash);
    await goTo(hashes[0]);
    await opened.file("first.xml").waitFor();
    await goTo(hashes[1]);
    await opened.file("second.xml").waitFor();
    await page.goBack();
    await opened.file("first.xml").waitFor();
    await page.goBack();
    await expect.poll(text).toBe("<A>4</A>");
    expect(await opened.file("first.xml").count()).toBe(0);
    // Later changes remain: Back only leaves a link.
    await goTo(hashes[0]);
    await opened.file("first.xml").waitFor();
    await page.getByRole("button", { name: "Back to the previous project" }).click();
    await expect.poll(text).toBe("<A>4</A>");
    await opened.fill("files", "<A>9</A>");
    await page.goBack();
    await settled(page);
    expect(await text()).toBe("<A>9</A>");
    await close(opened);
  });

  test("is not necessary: Back returns from an example, and Forward opens it again", async () => {
    const opened = await open();
    const { page } = opened;
    const text = () => opened.editor("files").textContent();
    await opened.fill("files", "<A>4</A>");
    for (const at of [1, 2]) {
      await page.getByRole("button", { name: "Examples" }).click();
      await page.getByRole("menuitem").nth(at).click();
      await settled(page);
    }
    const second = await text();
    await page.goBack();
    await expect.poll(text).not.toBe(second);
    const first = await text();
    await page.goBack();
    await expect.poll(text).toBe("<A>4</A>");
    await page.goForward();
    await expect.poll(text).toBe(first);
    await page.goForward();
    await expect.poll(text).toBe(second);
    // Changes are stored when the project is left.
    await opened.fill("files", "<A>5</A>");
    await page.goBack();
    await expect.poll(text).toBe(first);
    await page.goForward();
    await expect.poll(text).toBe("<A>5</A>");
    // A new project is left in the same way.
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("menuitem", { name: /^New project/ }).click();
    await expect.poll(() => opened.file("rules.yaml").count()).toBe(1);
    await page.goBack();
    await expect.poll(text).toBe("<A>5</A>");
    await close(opened);
  });

  test("does not replace changes that were made after it was opened", async () => {
    const opened = await open(PROJECT);
    await opened.fill("files", "<A>1</A>");
    await waitForDraft(opened.page, "a.xml", "\ufeff<A>1</A>");
    await opened.page.reload();
    await settled(opened.page);
    await expect.poll(() => opened.editor("files").textContent()).toBe("<A>1</A>");
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("a draft", () => {
  const open = playground();

  test("survives a reload, with all files and tabs", async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole("button", { name: "New file in Files" }).click();
    await page.keyboard.press("Enter");
    await opened.fill("files", "<Mine/>");
    await waitForDraft(page, "file.xml", "<Mine/>");
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Mine/>");
    await expect.poll(() => opened.file("file.xml").count()).toBe(1);
    await close(opened);
  });

  test("includes settings of the view", async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole("button", { name: /^Theme/ }).click();
    await page.getByRole("button", { name: /^Theme/ }).click();
    await page.getByRole("button", { name: "By rule" }).click();
    await page.reload();
    await settled(page);
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
    await expect.poll(() => page.getByRole("button", { name: "By rule" }).getAttribute("aria-pressed")).toBe("true");
    await close(opened);
  });
});
