/** The tree of a file's nodes next to its text: the cursor selects the node, and the node selects the text. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, focusedEditor, keepNotice, type Playground, playground, settled } from "./page.ts";
import { longestTask } from "./tasks.ts";

const RULES = `- name: small
  rpath: \\.(xml|json)$
  xpath: '*/Item,Size'
  condition: ['<=', 3]
`;
const XML = `\ufeff<Items>\r
  <Item id="a"><Name>é😀</Name><Size>2</Size></Item>\r
  <Item id="b"><Name>last</Name><Size>5</Size></Item>\r
</Items>`;
const PROJECT = { rules: { "rules.yaml": RULES }, files: { "a.xml": XML } };

/** Returns a binary glTF that contains only a document, whose length is a multiple of four bytes. */
function glb(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(20 + text.length);
  const header = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, text.length, 0x4e4f534a].forEach((number, at) => {
    header.setUint32(4 * at, number, true);
  });
  bytes.set(new TextEncoder().encode(text), 20);
  return bytes;
}

/** Returns locators and actions for the tree of an opened page. */
function treeOf({ page }: Playground) {
  const tree = page.getByRole("tree", { name: "Nodes" });
  return {
    tree,
    show: async () => {
      await page.getByRole("button", { name: "Both", exact: true }).click();
      await tree.waitFor();
    },
    row: (text: string) => tree.locator("[role=treeitem]", { hasText: text }).first(),
    current: () => tree.locator("[aria-selected=true]").textContent(),
    // The editor draws its selection itself; the browser's selection equals it only while the editor has the focus.
    selected: async () => {
      const hasFocus = await tree.evaluate((box) => box.matches(":focus"));
      await page.locator("[data-pane=files] .cm-content").focus();
      const text = await page.evaluate(() => getSelection()?.toString());
      if (hasFocus) {
        await tree.focus();
      }
      return text;
    },
    offers: () => page.locator(".offers code").allTextContents(),
  };
}

describe.skipIf(!hasChromium)("the tree", () => {
  const open = playground();

  test("selects in the text the node that is selected in it, and keeps the focus", async () => {
    const opened = await open(PROJECT);
    const { show, row, tree, current, selected } = treeOf(opened);
    await show();
    await row("é😀").click();
    await expect.poll(selected).toBe("é😀");
    await tree.focus();
    await opened.page.keyboard.press("ArrowDown");
    await expect.poll(selected).toBe("2");
    await expect.poll(() => current()).toContain("Size");
    await opened.page.keyboard.press("ArrowLeft");
    await expect.poll(selected).toBe('<Item id="a">');
    await opened.page.keyboard.press("ArrowLeft");
    await expect.poll(() => tree.locator("[aria-selected=true]").getAttribute("aria-expanded")).toBe("false");
    await opened.page.keyboard.press("ArrowRight");
    await opened.page.keyboard.type("siz");
    await expect.poll(current).toContain("Size");
    await expect.poll(() => opened.page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tree");
    await opened.page.keyboard.press("Enter");
    await expect.poll(() => focusedEditor(opened.page)).toBe("File: a.xml");
    await close(opened);
  });

  test("selects the node at the cursor of the text, and follows changes", async () => {
    const opened = await open(PROJECT);
    const { show, current, tree } = treeOf(opened);
    await show();
    await opened.page.locator("[data-pane=files] .cm-line", { hasText: "last" }).click({ position: { x: 175, y: 8 } });
    await expect.poll(current).toMatch(/Name.*last/);
    await opened.page.keyboard.press("End");
    await opened.page.keyboard.press("Home");
    // All at once: the editor's additions to single letters, such as an end tag, depend on the progress of its parser.
    await opened.page.keyboard.insertText("<New>x</New>");
    for (const _ of "</New>") {
      await opened.page.keyboard.press("ArrowLeft");
    }
    await expect.poll(current).toMatch(/New.*x/);
    const names = () => tree.locator("[role=treeitem] .name").allTextContents();
    await expect.poll(async () => (await names()).filter((name) => name.trim() === "New")).toHaveLength(1);
    await close(opened);
  });

  test("offers xpaths of a node for use in a rule", async () => {
    const opened = await open(PROJECT);
    const { show, row, offers } = treeOf(opened);
    await show();
    await row("last").click();
    await expect.poll(offers).toEqual(["*/Item/Name", "*/Item[@id==b],Name"]);
    await expect
      .poll(() => opened.page.locator(".offers .note").allTextContents())
      .toEqual(["2 values", "this value only"]);
    await opened.page.locator(".offers").getByRole("button", { name: "Use in rule" }).last().click();
    await keepNotice(opened.page);
    await expect.poll(() => opened.editor("rules").textContent()).toContain("xpath: '*/Item[@id==b],Name'");
    await settled(opened.page);
    await expect.poll(() => opened.marked("files")).toEqual(["last"]);
    await opened.page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => opened.editor("rules").textContent()).toContain("xpath: '*/Item,Size'");
    await opened.page.locator(".offers").getByRole("button", { name: "Copy" }).first().click();
    await opened.page.locator(".offers code").first().waitFor();
    await close(opened);
  });

  test("offers to undo its change only until another change", async () => {
    const opened = await open(PROJECT);
    const { page } = opened;
    const { show, row } = treeOf(opened);
    await show();
    await row("last").click();
    const notice = page.locator(".notice");
    await page.locator(".offers").getByRole("button", { name: "Use in rule" }).first().click();
    await expect.poll(() => focusedEditor(page)).toBe("Rules: rules.yaml");
    await notice.getByRole("button", { name: "Undo" }).waitFor();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# mine");
    await expect.poll(() => notice.getByRole("button", { name: "Undo" }).count()).toBe(0);
    expect(await notice.textContent()).toContain("extracts");
    expect(await opened.editor("rules").textContent()).toContain("# mine");
    await close(opened);
  });

  test("inserts xpaths into the rule in which the cursor was last, or which was selected since", async () => {
    const second = "- { name: names, rpath: \\.xml$, xpath: '*/Item:id', condition: [Exist] }\n";
    const rules = `- { name: sizes, rpath: \\.xml$, xpath: '*/Item,Size', condition: [Exist] }\n${second}`;
    const opened = await open({ rules: { "rules.yaml": rules }, files: PROJECT.files });
    const { page } = opened;
    await treeOf(opened).show();
    const rule = page.locator(".rule select");
    await expect.poll(() => rule.inputValue()).toBe("sizes");
    await opened.editor("rules").getByText("names").click();
    await expect.poll(() => rule.inputValue()).toBe("names");
    await rule.selectOption("sizes");
    await settled(page);
    expect(await rule.inputValue()).toBe("sizes");
    await opened.editor("rules").getByText("names").click();
    await opened.editor("rules").getByText("sizes").click();
    await opened.editor("rules").getByText("names").click();
    await treeOf(opened).row("last").click();
    await page.locator(".offers").getByRole("button", { name: "Use in rule" }).first().click();
    await expect
      .poll(() => opened.editor("rules").innerText())
      .toContain("name: names, rpath: \\.xml$, xpath: '*/Item/Name'");
    expect(await opened.editor("rules").innerText()).toContain("xpath: '*/Item,Size'");
    await close(opened);
  });

  test("creates another rule for a file that a rule already matches", async () => {
    const opened = await open(PROJECT);
    const { show, row } = treeOf(opened);
    await show();
    await row("last").click();
    await opened.page.locator(".offers").getByRole("button", { name: "Use in rule" }).first().waitFor();
    await opened.page.locator(".offers").getByRole("button", { name: "New rule" }).first().click();
    await expect
      .poll(() => opened.editor("rules").innerText())
      .toMatch(/name: new-rule\n[\s\S]*xpath: '\*\/Item\/Name'/);
    expect(await opened.editor("rules").innerText()).toContain("xpath: '*/Item,Size'");
    await close(opened);
  });

  test("creates a rule that requires a node in each file if the node has no value", async () => {
    const files = { "with.xml": '<Prop><Mesh tris="1"/></Prop>', "without.xml": "<Prop><Other/></Prop>" };
    const opened = await open({ rules: {}, files });
    const { show, row } = treeOf(opened);
    await show();
    await row("Mesh").click();
    await opened.page.locator(".offers").getByRole("button", { name: "New rule" }).first().click();
    await expect.poll(() => opened.page.evaluate(() => getSelection()?.toString())).toBe("[Not null collection]");
    await opened.page.locator(".notice", { hasText: "it reports files without such a node" }).waitFor();
    await expect.poll(opened.verdict).toBe("1 error");
    expect(await opened.findings()).toEqual(["no value was found in this file"]);
    await opened.page.locator("[data-pane=results] [role=treeitem]", { hasText: "without.xml" }).first().waitFor();
    await close(opened);
  });

  test("shows the rule file that it changes, and the change can be undone in the editor", async () => {
    const rules = { "other.yaml": "# nothing yet\n", "rules.yaml": RULES };
    const opened = await open({ ...PROJECT, rules });
    const { page } = opened;
    const { show, row } = treeOf(opened);
    await show();
    await row("last").click();
    await page.locator(".offers").getByRole("button", { name: "Use in rule" }).first().click();
    await expect.poll(() => focusedEditor(page)).toBe("Rules: rules.yaml");
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("*/Item/Name");
    await page.keyboard.press("Control+z");
    await expect.poll(() => opened.editor("rules").textContent()).toContain("xpath: '*/Item,Size'");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => opened.editor("rules").textContent()).toContain("xpath: '*/Item/Name'");
    await close(opened);
  });

  test.each([
    ["in a new file, if no file exists", {}, "1 problem"],
    [
      "in the open file",
      { "rules.yaml": "# mine\n", "lib/a.rhai": "fn f() {}" },
      "Nothing was checked: there are no rules",
    ],
  ])("creates a rule that matches the file, %s", async (_, rules, verdict) => {
    const opened = await open({ ...PROJECT, rules });
    const { page } = opened;
    const { show, row, tree } = treeOf(opened);
    await show();
    await row("last").click();
    await page.locator(".offers").getByRole("button", { name: "New rule" }).first().click();
    await keepNotice(page);
    await expect.poll(() => focusedEditor(page)).toBe("Rules: rules.yaml");
    await expect.poll(() => opened.editor("rules").textContent()).toContain("rpath: '\\.xml$'");
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("[Exist]");
    await expect.poll(opened.verdict).toContain("No findings");
    await expect.poll(() => tree.locator(".badge").allTextContents()).toEqual(["passed", "passed"]);
    await page.locator(".offers").getByRole("button", { name: "Use in rule" }).first().waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    // A file that was created for the rule is deleted.
    await expect.poll(() => opened.file("rules.yaml").count()).toBe(Object.keys(rules).length > 0 ? 1 : 0);
    await expect.poll(opened.verdict).toBe(verdict);
    await close(opened);
  });

  test("shows the result of a rule at the nodes", async () => {
    const opened = await open(PROJECT);
    const { show, row, tree } = treeOf(opened);
    await show();
    await expect.poll(() => tree.locator(".badge").allTextContents()).toEqual(["passed", "failed"]);
    await expect.poll(() => row("5").textContent()).toMatch(/Size.*5.*failed/);
    await row("@id").waitFor();
    await tree.locator("[role=treeitem][aria-level='2'] .turn").first().click();
    await expect.poll(() => tree.locator(".inside").allTextContents()).toEqual(["1"]);
    await close(opened);
  });

  test("reveals the node of a finding in a long file, and its text when that is shown again", async () => {
    const items = Array.from({ length: 11_000 }, (_, at) => `<Item>\n<Size>${at === 10_500 ? 9 : 1}</Size>\n</Item>`);
    const opened = await open({
      rules: { "rules.yaml": RULES },
      files: { "a.xml": "<Items/>", "b.xml": `<Items>\n${items.join("\n")}\n</Items>` },
    });
    const { page } = opened;
    await page.getByRole("button", { name: "Tree", exact: true }).click();
    await page.locator("[data-pane=results] [role=treeitem] .message").first().click();
    const row = page.getByRole("tree", { name: "Nodes" }).locator("[aria-selected=true]");
    await expect.poll(() => row.textContent()).toMatch(/Size.*9.*failed/);
    await page.keyboard.press("ArrowDown");
    // Another node, in a tree without the text.
    await page.getByRole("tree", { name: "Nodes" }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("End");
    await expect.poll(() => row.textContent()).toContain("[11000]");
    await page.getByRole("button", { name: "Both", exact: true }).click();
    const isVisible = () =>
      page.locator("[data-pane=files] .cm-activeLine").evaluate((line) => {
        const [inner, outer] = [line, line.closest(".cm-scroller") as Element].map((one) =>
          one.getBoundingClientRect(),
        );
        return inner !== undefined && outer !== undefined && inner.top >= outer.top && inner.bottom <= outer.bottom;
      });
    await expect.poll(isVisible).toBe(true);
    await close(opened);
  });

  test("shows the nodes before an error in a damaged file, and leads to the error", async () => {
    const opened = await open({ rules: { "rules.yaml": RULES }, files: { "a.json": '{"a": [1, 2],\n "b": ]}' } });
    const { show, tree } = treeOf(opened);
    await show();
    await expect.poll(() => tree.locator("[role=treeitem]").count()).toBe(3);
    await opened.page.locator(".fault .link").click();
    await expect.poll(() => opened.page.locator("[data-pane=files] .cm-activeLine").textContent()).toContain('"b"');
    await close(opened);
  });

  test("replaces the text if there is no room for both, also after a reload", async () => {
    const opened = await open(PROJECT, { viewport: { width: 360, height: 740 } });
    const { tree, row, current } = treeOf(opened);
    const viewButton = (name: string) => opened.page.getByRole("button", { name, exact: true });
    await viewButton("File").click();
    await viewButton("Tree").click();
    await row("last").click();
    await expect.poll(current).toContain("last");
    expect(await opened.editor("files").isVisible()).toBe(false);
    await opened.page.reload();
    await viewButton("File").click();
    await tree.waitFor();
    await row("last").click();
    await expect.poll(current).toContain("last");
    await viewButton("Text").click();
    await expect.poll(() => opened.editor("files").isVisible()).toBe(true);
    expect(await tree.count()).toBe(0);
    await close(opened);
  });

  test("is replaced by the text of a new file, which can be typed at once, until it is selected again", async () => {
    const opened = await open(PROJECT);
    const { page, editor } = opened;
    const { tree, row } = treeOf(opened);
    await page.getByRole("button", { name: "Tree", exact: true }).click();
    await tree.waitFor();
    await page.getByRole("button", { name: "New file in Files" }).click();
    await page.keyboard.type("new.xml");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedEditor(page)).toBe("File: new.xml");
    await page.keyboard.type("<?xml version='1.0'?>\n<Prop/>");
    await expect.poll(() => editor("files").innerText()).toContain("<?xml version='1.0'?>\n<Prop/>");
    expect(await page.getByRole("button", { name: "Text", exact: true }).getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "Tree", exact: true }).click();
    await row("Prop").waitFor();
    await opened.file("a.xml").click();
    await row("last").waitFor();
    await close(opened);
  });

  test("finds nodes by name and value during typing", async () => {
    const opened = await open(PROJECT);
    const { show, current } = treeOf(opened);
    await show();
    const field = opened.page.getByRole("searchbox", { name: "Find a name or value" });
    await field.fill("NAME");
    await expect.poll(() => opened.page.locator(".search .count").textContent()).toBe("1 of 2");
    await expect.poll(current).toMatch(/Name.*é😀/);
    await field.press("Enter");
    await expect.poll(current).toMatch(/Name.*last/);
    await field.press("Shift+Enter");
    await expect.poll(current).toMatch(/Name.*é😀/);
    await field.press("ArrowDown");
    await expect.poll(current).toMatch(/Name.*last/);
    await field.press("ArrowUp");
    await expect.poll(current).toMatch(/Name.*é😀/);
    await close(opened);
  });

  test("has no search in a file without nodes", async () => {
    const opened = await open(
      { rules: {}, files: { "a.xml": "<A/>" } },
      {},
      { "b.bin": new Uint8Array([0, 1, 2, 255]) },
    );
    const { page } = opened;
    const search = page.getByPlaceholder("Find a name or value");
    await page.getByRole("button", { name: "Tree", exact: true }).click();
    await search.waitFor();
    await opened.file("b.bin").click();
    await page.locator(".nodes .facts").waitFor();
    await expect.poll(() => search.count()).toBe(0);
    await opened.file("a.xml").click();
    await search.waitFor();
    await close(opened);
  });

  test("is linked from a binary glTF, and shows its findings", async () => {
    const text = '{"asset":{"version":"2.0"},"meshes":[{"name":"barrel"},{"name":"lid"}]} ';
    const rules = "- { name: lids, rpath: \\.glb$, xpath: '*/meshes/name', condition: ['!=', lid] }\n";
    const opened = await open({ rules: { "r.yaml": rules }, files: {} }, {}, { "a.glb": glb(text) });
    const { page } = opened;
    const { tree, current } = treeOf(opened);
    const look = page.locator("[data-pane=files] .looks [aria-pressed=true]");
    await opened.file("a.glb").click();
    await page.getByRole("button", { name: "Show the nodes that rules see" }).click();
    await tree.waitFor();
    await page.getByRole("button", { name: "Text", exact: true }).click();
    expect(await tree.count()).toBe(0);
    await page.locator("[data-pane=results] [role=treeitem]:has(.message)").click();
    await expect.poll(current).toContain("lid");
    expect(await look.textContent()).toBe("Tree");
    await close(opened);
  });

  test("scrolls through 100,000 nodes with a few rows in the page and without a long task", async () => {
    const items = Array.from({ length: 50_000 }, (_, at) => `<Item><Size>${at % 5}</Size></Item>`).join("\n");
    const opened = await open({ rules: { "rules.yaml": RULES }, files: { "a.xml": `<Items>\n${items}\n</Items>` } });
    const { show, tree, current } = treeOf(opened);
    await show();
    await tree.locator(".badge, .inside").first().waitFor();
    await opened.page.locator("[data-pane=files] .status", { hasText: "1 rule looks" }).waitFor();
    const longest = await longestTask(opened.page, async () => {
      await tree.evaluate(async (box) => {
        for (let step = 0; step < 60; step += 1) {
          box.scrollTop += box.scrollHeight / 60;
          await new Promise(requestAnimationFrame);
        }
      });
    });
    console.log(`scrolling through 100,000 nodes: longest task ${longest} ms of its thread's time`);
    expect(longest).toBeLessThan(100);
    await tree.focus();
    await opened.page.keyboard.press("End");
    await expect.poll(current).toContain("[50000]");
    expect(await tree.locator("[role=treeitem]").count()).toBeLessThan(80);
    await expect.poll(() => opened.page.locator("[data-pane=files] .cm-activeLine").textContent()).toContain("<Item>");
    await close(opened);
  });
});
