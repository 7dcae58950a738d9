/** Findings in the editor: their values are underlined, a click leads to them, related places are links. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, focusedEditor, playground } from "./page.ts";

const SEVERITIES = ["error", "warning", "info", "hint"];
const RULES = SEVERITIES.map(
  (severity, index) =>
    `- { name: ${severity}s, severity: ${severity}, rpath: \\.xml$, xpath: A/B${index}, condition: [Null collection] }\n`,
).join("");
const UNIQUE = "- { name: unique, rpath: \\.xml$, xpath: A/B, condition: [Unique] }\n";

describe.skipIf(!hasChromium)("findings", () => {
  const open = playground();

  test("of a script that stops on many files are one row, which leads to the files", async () => {
    const rules = `- name: low
  rpath: \\.xml$
  xpath: A
  condition: [func_low]
  func_str: |
    fn low(data, filepath, condition) { data.filter(|x| x.to_int() > 3) }
`;
    const names = Array.from({ length: 7 }, (_, at) => `${at + 1}.xml`);
    const files = Object.fromEntries(names.map((name) => [name, `<A>many ${name}</A>`]));
    const opened = await open({ rules: { "rules.yaml": rules }, files });
    const { page } = opened;
    expect(await opened.verdict()).toBe("1 problem");
    expect(await page.locator("#view-findings .badge").textContent()).toBe("1");
    const badges = page.locator("#tree-files [role=treeitem] .badge");
    expect(await badges.allTextContents()).toEqual(names.map(() => "1"));
    const status = page.locator("[data-pane=files] .status");
    await expect.poll(() => status.textContent()).toContain("1 rule stopped here: low");
    expect(await opened.findings()).toEqual([expect.stringContaining("(low stopped on 1.xml and 6 more files)")]);
    const over = page.locator(".detail .over");
    await expect.poll(() => over.textContent()).toContain("1.xml, 2.xml, 3.xml, 4.xml, 5.xml and 2 more");
    await over.getByRole("button", { name: "3.xml" }).click();
    await expect
      .poll(() => page.locator("[data-pane=files] [role=tab][aria-selected=true]").textContent())
      .toContain("3.xml");
    await expect
      .poll(() => page.evaluate(() => String(document.getSelection())), { message: "the value" })
      .toBe("many 3.xml");
    await page.locator("#view-steps").click();
    await expect.poll(() => page.getByLabel("File", { exact: true }).inputValue()).toBe("3.xml");
    await close(opened);
  });

  test("suggest an attribute and a pattern, and show the line after the replacement", async () => {
    const rules =
      "- { name: a, rpath: 'prop.xml$', xpath: 'Prop/Mesh:lodz', condition: [Exist] }\n- { name: b, rpath: \\.prp\\.xml$, xpath: A, condition: [Exist] }\n";
    const opened = await open({
      rules: { "rules.yaml": rules },
      files: { "a.prop.xml": "<Prop><Mesh lods='1'/></Prop>" },
    });
    const { page } = opened;
    await expect.poll(() => opened.marked("rules")).toEqual(["'Prop/Mesh:lodz'", "\\.prp\\.xml$"]);
    const help = page.locator("[data-pane=results] [role=treeitem] .help");
    await expect
      .poll(() => help.allTextContents())
      .toEqual([expect.stringContaining("did you mean lods?"), "did you mean \\.prop\\.xml$?"]);
    await page.locator("[data-pane=results] [role=treeitem]", { hasText: "lods" }).click();
    await page.locator(".detail").getByRole("button", { name: "Replace" }).click();
    await expect.poll(() => opened.editor("rules").textContent()).toContain("Prop/Mesh:lods");
    await expect.poll(() => page.locator(".notice").textContent()).toMatch(/Line 1 is now .*Prop\/Mesh:lods/);
    await close(opened);
  });

  test("of a record are underlined on its first line", async () => {
    const rules = `- { name: b, rpath: \\.xml$, xpath: "A,B,C", condition: [Satisfy the expression, 'd["B"] == d["C"]'] }\n`;
    const opened = await open({
      rules: { "rules.yaml": rules },
      files: { "a.xml": "<A>\n<B>1</B>\n<C>2</C>\n</A>\n" },
    });
    expect(await opened.findings()).toHaveLength(1);
    expect(await opened.marked("files")).toEqual(["<A>"]);
    await close(opened);
  });

  test("can be moved through by keys after a click, without moving the focus", async () => {
    const opened = await open({
      rules: { "rules.yaml": UNIQUE },
      files: { "a.xml": "<A><B>x</B><B>x</B></A>", "b.xml": "<A><B>y</B><B>y</B></A>" },
    });
    const { page } = opened;
    const row = page.locator("[data-pane=results] [role=treeitem]:has(.message)");
    await row.first().click();
    await expect
      .poll(() => page.locator("[data-pane=files] [role=tab][aria-selected=true]").textContent())
      .toContain("a.xml");
    expect(await focusedEditor(page)).toBeUndefined();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => row.nth(1).getAttribute("aria-selected")).toBe("true");
    await expect
      .poll(() => page.locator("[data-pane=files] [role=tab][aria-selected=true]").textContent(), {
        message: "the place of the selected row",
      })
      .toContain("b.xml");
    expect(await focusedEditor(page)).toBeUndefined();
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedEditor(page)).toBe("File: b.xml");
    await row.first().dblclick();
    await expect.poll(() => focusedEditor(page)).toBe("File: a.xml");
    await close(opened);
  });

  test("at the same place can be moved through by keys", async () => {
    const rules = ["one", "two", "three"].map(
      (name) => `- { name: ${name}, rpath: \\.xml$, xpath: A, condition: [Null collection] }\n`,
    );
    const opened = await open({ rules: { "rules.yaml": rules.join("") }, files: { "a.xml": "<A>x</A>" } });
    const { page } = opened;
    const row = page.locator("[data-pane=results] [role=treeitem]:has(.message)");
    await row.first().click();
    await page.keyboard.press("ArrowDown");
    // The cursor of the editor follows after a pause.
    await page.waitForTimeout(400);
    expect(await row.nth(1).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(400);
    expect(await row.nth(2).getAttribute("aria-selected")).toBe("true");
    await close(opened);
  });

  test("by rule are aligned in columns, however long their messages are", async () => {
    const names = ["short", "a long one that says more of what is found, and why that is so"];
    const rules = names.map(
      (name) =>
        `- { name: r${name.length}, message: '${name}', rpath: \\.xml$, xpath: A, condition: [Null collection] }\n`,
    );
    const opened = await open({ rules: { "rules.yaml": rules.join("") }, files: { "in/a.xml": "<A>x</A>" } });
    const { page } = opened;
    await page.getByRole("button", { name: "By rule" }).click();
    for (const column of [".of .path", ".place"]) {
      const ends = await page
        .locator(`[data-pane=results] [role=treeitem]:has(.message) ${column}`)
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
      expect(ends.length).toBeGreaterThan(1);
      expect(new Set(ends).size, column).toBe(1);
    }
    await close(opened);
  });

  test("are next to the names of rules below a file, which lead to the rules", async () => {
    const opened = await open();
    await opened.page.locator("[data-pane=files] .status .names button").first().click();
    await expect.poll(() => focusedEditor(opened.page)).toMatch(/^Rules: /);
    await close(opened);
  });

  test("lead from the name of their rule to its beginning, also by keys and on a narrow page", async () => {
    const rules = {
      "a.yaml": UNIQUE.replace("unique", "other").replace("Unique", "Exist"),
      "b/rules.yaml": `${"\n".repeat(200)}${UNIQUE}`,
    };
    const files = { "a.xml": "<A><B>x</B><B>x</B></A>" };
    for (const width of [1280, 360]) {
      const opened = await open({ rules, files }, { viewport: { width, height: 800 } });
      const { page } = opened;
      if (width < 831) {
        await page
          .getByRole("navigation")
          .getByRole("button", { name: /^Results/ })
          .click();
      }
      await page.locator("[role=tree][aria-label=Findings]").focus();
      await page.keyboard.press("End");
      await page.keyboard.press("Tab");
      const name = page.getByRole("button", { name: "Rule unique", exact: true });
      await expect.poll(() => name.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press("Enter");
      await expect.poll(() => focusedEditor(page)).toBe("Rules: b/rules.yaml");
      await expect.poll(() => page.locator("[data-pane=rules] .cm-activeLine").textContent()).toContain("name: unique");
      await close(opened);
    }
  });

  test("are in the group that the engine reports if both groups have a file with the path", async () => {
    const rule = '[{ "name": "any", "rpath": "\\\\.json$", "xpath": "a", "condition": ["Exist"] }]';
    for (const { rules, files, editor } of [
      { rules: rule, files: '{ "a": ', editor: "File: list.json" },
      { rules: rule.replace('"a"', '"a["'), files: '{ "a": 1 }', editor: "Rules: list.json" },
    ]) {
      const opened = await open({ rules: { "list.json": rules }, files: { "list.json": files } });
      await expect.poll(opened.verdict).toMatch(/^1 problem/);
      await opened.page.locator("[data-pane=results] [role=treeitem]", { hasText: "problem" }).first().dblclick();
      await expect.poll(() => focusedEditor(opened.page)).toBe(editor);
      await close(opened);
    }
  });

  test("underline their values, whatever precedes them", async () => {
    const file = "\ufeff<A>é😀\r\n\t<B0>one</B0>\r\n<B1>zwei é</B1><B2>3</B2><!-- 漢 --><B3>four</B3></A>";
    const opened = await open({ rules: { "rules.yaml": RULES }, files: { "a.xml": file } });
    await expect.poll(() => opened.marked("files")).toEqual(["one", "zwei é", "3", "four"]);
    await close(opened);
  });

  test("differ by word and shape, not only by colour", async () => {
    const file = "<A><B0>1</B0><B1>1</B1><B2>1</B2><B3>1</B3></A>";
    const opened = await open({ rules: { "rules.yaml": RULES }, files: { "a.xml": file } });
    const rows = opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)");
    await expect.poll(() => rows.locator(".word").allTextContents()).toEqual(SEVERITIES);
    const shapes = await rows.locator("svg").evaluateAll((all) => all.map((shape) => shape.innerHTML));
    expect(new Set(shapes).size).toBe(SEVERITIES.length);
    const lines = await opened.page
      .locator("[data-pane=files] .cm-lintRange")
      .evaluateAll((all) => all.map((mark) => getComputedStyle(mark).textDecorationStyle));
    expect(lines).toEqual(["wavy", "wavy", "dashed", "dotted"]);
    await close(opened);
  });

  test("lead to their places by a click and by the keyboard, in any file", async () => {
    const files = { "a.xml": "<A><B>1</B></A>", "b/c.xml": `<A>${"\n".repeat(300)}<B>x</B><B>x</B></A>` };
    const opened = await open({ rules: { "rules.yaml": UNIQUE }, files });
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").click();
    await expect
      .poll(() => opened.page.locator("[data-pane=files] [role=tab][aria-selected=true]").textContent())
      .toContain("c.xml");
    await expect
      .poll(() => opened.page.locator("[data-pane=files] .cm-activeLine").textContent())
      .toBe("<B>x</B><B>x</B></A>");
    await expect.poll(() => opened.page.locator("[data-pane=files] .cm-selectionBackground").count()).toBe(1);
    await opened.file("a.xml").click();
    await opened.page.locator("[role=tree][aria-label=Findings]").focus();
    await opened.page.keyboard.press("Enter");
    await expect
      .poll(() => opened.page.locator("[data-pane=files] [role=tab][aria-selected=true]").textContent())
      .toContain("c.xml");
    await expect.poll(() => opened.page.evaluate(() => getSelection()?.toString())).toBe("x");
    await close(opened);
  });

  test("show their related places as links", async () => {
    const files = { "a.xml": "<A>\n<B>x</B>\n<B>x</B></A>" };
    const opened = await open({ rules: { "rules.yaml": UNIQUE }, files });
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").click();
    const link = opened.page.locator(".detail li .link");
    await expect.poll(() => link.textContent()).toBe("a.xml:2:4");
    await link.click();
    expect(
      await opened.page.locator("[data-pane=files] .cm-activeLineGutter.cm-gutterElement").first().textContent(),
    ).toBe("2");
    await close(opened);
  });

  test("are described over their value, with a link to the related place", async () => {
    const files = { "a.xml": "<A>\n<B>x</B>\n<B>x</B></A>" };
    const opened = await open({ rules: { "rules.yaml": UNIQUE }, files });
    const { page } = opened;
    await page.locator("[data-pane=files] .cm-lintRange").hover();
    const tooltip = page.locator("[data-pane=files] .cm-tooltip");
    await expect.poll(() => tooltip.textContent()).toContain("unique");
    await tooltip.getByRole("button").click();
    await expect
      .poll(() => page.locator("[data-pane=files] .cm-activeLineGutter.cm-gutterElement").first().textContent())
      .toBe("2");
    await close(opened);
  });

  test("are selected by the cursor in the text", async () => {
    const files = { "a.xml": "<A>\n<B>x</B>\n<B>x</B></A>" };
    const opened = await open({ rules: { "rules.yaml": UNIQUE }, files });
    await opened.page.locator("[data-pane=files] .cm-lintRange").click();
    await expect
      .poll(() => opened.page.locator("[role=treeitem][aria-selected=true] .message").textContent())
      .toContain("x");
    await expect.poll(() => opened.page.locator(".detail .rule").textContent()).toBe("unique");
    await close(opened);
  });

  test("are selected only by the user, and selected again when they return", async () => {
    const opened = await open({ rules: { "r.yaml": UNIQUE }, files: { "a.xml": "<A>\n<B>x</B>\n<B>x</B></A>" } });
    const { page } = opened;
    const selected = page.locator("[data-pane=results] [role=treeitem][aria-selected=true]");
    await page.locator("[data-pane=results] [role=treeitem]:has(.message)").click();
    await opened.editor("files").press("Control+Home");
    await page.keyboard.type("<");
    await expect.poll(() => opened.verdict()).toContain("1 problem");
    const details = page.getByRole("region", { name: "The selected" });
    expect([await selected.count(), await details.count()]).toEqual([0, 0]);
    await page.keyboard.press("Control+z");
    await expect.poll(() => page.locator(".detail .rule").textContent()).toBe("unique");
    expect(await selected.locator(".place").textContent()).toBe("3:4");
    await opened.fill("files", "<A><B>y</B><B>y</B></A>");
    await opened.verdict();
    expect(await selected.count()).toBe(await details.count());
    await close(opened);
  });

  test("are listed by file or by rule, and by severity", async () => {
    const file = "<A><B0>1</B0><B1>1</B1></A>";
    const rules = RULES.split("\n").slice(0, 2).join("\n");
    const opened = await open({ rules: { "rules.yaml": rules }, files: { "a.xml": file, "b.xml": file } });
    const groups = () => opened.page.locator("[data-pane=results] [role=treeitem] .title").allTextContents();
    await expect.poll(() => groups()).toEqual(["a.xml", "b.xml"]);
    await opened.page.getByRole("button", { name: "By rule" }).click();
    await expect.poll(() => groups()).toEqual(["errors", "warnings"]);
    await opened.page.locator(".weight", { hasText: "error" }).click();
    await expect.poll(() => groups()).toEqual(["errors"]);
    await opened.page.locator(".weight", { hasText: "warning" }).press("Enter");
    await expect.poll(() => groups()).toEqual(["errors", "warnings"]);
    await close(opened);
  });

  test("are below names that are aligned with their counts, in folders or not", async () => {
    const files = { "a.xml": "<A><B0>1</B0></A>", "in/b.xml": "<A><B0>1</B0></A>" };
    const opened = await open({ rules: { "rules.yaml": RULES }, files });
    const groups = opened.page.locator("[data-pane=results] [role=treeitem][aria-level='1']");
    await expect.poll(() => groups.count()).toBe(3);
    const offsets = await groups.evaluateAll((all) => {
      const bottom = (group: Element, part: string) => group.querySelector(part)?.getBoundingClientRect().bottom ?? 0;
      return all.map((group) => bottom(group, ".title .name") - bottom(group, ".title"));
    });
    expect(new Set(offsets).size).toBe(1);
    await close(opened);
  });

  test("are found by a part of their text, and can be folded together", async () => {
    const file = "<A><B0>1</B0><B1>1</B1></A>";
    const files = { "a.xml": file, "deep/b.xml": file };
    const rules = RULES.split("\n").slice(0, 2).join("\n");
    const opened = await open({ rules: { "rules.yaml": rules }, files });
    const { page } = opened;
    const rows = page.locator("[role=tree][aria-label=Findings] [role=treeitem]");
    await page.getByRole("searchbox", { name: "Find in messages, rules, paths" }).fill("DEEP");
    await expect.poll(() => rows.locator(".title").allTextContents()).toEqual(["deep/b.xml"]);
    expect(await page.locator(".findings .shown").textContent()).toBe("2 of 4");
    await page.getByRole("searchbox", { name: "Find in messages, rules, paths" }).fill("nowhere");
    await page.getByText("None of the 4 entries matches the filter.").waitFor();
    await page.getByRole("searchbox", { name: "Find in messages, rules, paths" }).fill("");
    await expect.poll(() => rows.count()).toBe(6);
    await page.getByRole("button", { name: "Fold all", exact: true }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole("button", { name: "Unfold all" }).click();
    await expect.poll(() => rows.count()).toBe(6);
    await close(opened);
  });

  test("of another project are not filtered by the search in this one", async () => {
    const file = "<A><B0>1</B0></A>";
    const opened = await open({ rules: { "rules.yaml": RULES }, files: { "a.xml": file } });
    const search = opened.page.getByRole("searchbox", { name: "Find in messages, rules, paths" });
    await search.fill("nowhere");
    await opened.page.getByRole("button", { name: "Open", exact: true }).click();
    await opened.page.getByRole("menuitem", { name: "New project" }).click();
    await opened.fill("rules", "- { name: r, rpath: x, xpath: 5 }");
    await expect.poll(() => search.inputValue()).toBe("");
    await close(opened);
  });

  test("keep their rule, file and place visible, however long their message is", async () => {
    const name = `textures/${"a-folder-with-a-long-name/".repeat(6)}stone.xml`;
    const rules = `- { name: without, rpath: \\.xml$, xpath: A/B, condition: [Null collection], message: "${"very much to say ".repeat(30)}" }\n`;
    const opened = await open({ rules: { "r.yaml": rules }, files: { [name]: "<A><B>1</B></A>" } });
    const { page } = opened;
    const row = page.locator("[role=tree][aria-label=Findings] [role=treeitem]:has(.message)");
    const isVisible = (part: string) =>
      row.locator(part).evaluate((one) => {
        const box = (one.closest(".tree") as Element).getBoundingClientRect();
        const { left, right, width } = one.getBoundingClientRect();
        return width > 20 && left >= box.left && right <= box.right && one.scrollWidth <= one.clientWidth + 1;
      });
    await row.click();
    expect([await isVisible(".of"), await isVisible(".place")]).toEqual([true, true]);
    await page.getByRole("button", { name: "By rule" }).click();
    await row.waitFor();
    expect([await isVisible(".of .name"), await isVisible(".place")]).toEqual([true, true]);
    await close(opened);
  });

  test("by rule have more space for their messages than for the folders of their files", async () => {
    const name = `Package/Repository/Characters.local/15/a-folder-with-a-long-name/resource.xml`;
    const rules = `- { name: budget, rpath: \\.xml$, xpath: A/B, condition: [Null collection], message: "a part has 31250 faces; a character may have 15000 of them at most" }\n`;
    const opened = await open({
      rules: { "r.yaml": rules },
      files: { [name]: "<A><B>1</B></A>", "a.xml": "<A><B>1</B></A>" },
    });
    const { page } = opened;
    await page.getByRole("button", { name: "By rule" }).click();
    const rows = page.locator("[role=tree][aria-label=Findings] [role=treeitem]:has(.message)");
    const widths = await rows.evaluateAll((all) =>
      all.map((row) => {
        const [message, path, file] = [".message", ".of", ".of .name"].map(
          (part) => row.querySelector(part) as HTMLElement,
        );
        const isNameComplete = (file?.scrollWidth ?? 0) <= (file?.clientWidth ?? 0);
        const isMessageComplete = (message?.scrollWidth ?? 0) <= (message?.clientWidth ?? 0);
        return { message: message?.clientWidth ?? 0, path: path?.clientWidth ?? 0, isNameComplete, isMessageComplete };
      }),
    );
    expect(widths.map(({ isNameComplete }) => isNameComplete)).toEqual([true, true]);
    for (const { message, path, isMessageComplete } of widths) {
      expect(isMessageComplete || message > 2 * path, `${message} beside ${path}`).toBe(true);
    }
    await close(opened);
  });

  test("are listed by the thousand without a row for each in the page", async () => {
    const file = `<A>\n${"<B>x</B>\n".repeat(20_001)}</A>`;
    const opened = await open({ rules: { "rules.yaml": UNIQUE }, files: { "a.xml": file } });
    await expect.poll(() => opened.verdict()).toBe("20,000 errors");
    await opened.page.locator("[role=tree][aria-label=Findings]").focus();
    await opened.page.keyboard.press("End");
    await expect
      .poll(() => opened.page.locator("[data-pane=results] [aria-selected=true] .place").textContent())
      .toBe("10002:4");
    expect(await opened.page.locator("[data-pane=results] [role=treeitem]").count()).toBeLessThan(60);
    await close(opened);
  });

  test("without a mark, because there are too many, are counted below the file, and do not look passed", async () => {
    // The listed values pass, except those at the end.
    const items = Array.from({ length: 12_000 }, (_, at) => `<B>${at}</B>`);
    const rule = "- { name: few, rpath: xml$, xpath: '*/B', condition: ['<', 10980] }\n";
    const opened = await open({
      rules: { "rules.yaml": rule },
      files: { "a.xml": `<A>\n${items.join("\n")}\n</A>` },
    });
    await opened.editor("rules").click();
    const status = opened.page.locator("[data-pane=files] .status");
    await expect.poll(() => status.textContent()).toContain("The first 1,000 of 1,020 findings are marked here.");
    await expect.poll(() => status.textContent()).toContain("11,020 of 12,000 values of the rule are coloured here.");
    await opened.page.locator("[role=tree][aria-label=Findings]").focus();
    await opened.page.keyboard.press("End");
    await opened.page.keyboard.press("Enter");
    const line = opened.page.locator("[data-pane=files] .cm-activeLine");
    await expect.poll(() => line.textContent()).toBe("<B>11999</B>");
    await expect.poll(() => line.locator(".cm-failed").textContent()).toBe("11999");
    expect(await line.locator(".cm-lintRange").count()).toBe(0);
    await opened.fill("rules", rule.replace("10980", "11980"));
    await expect.poll(() => status.textContent()).not.toContain("findings are marked");
    await close(opened);
  });

  test("report files that no rule looks at, and rules that match no file", async () => {
    const opened = await open({
      rules: { "rules.yaml": `${UNIQUE}- { name: idle, rpath: \\.png$, xpath: A, condition: [Exist] }\n` },
      files: { "a.xml": "<A/>", "note.txt": "nobody reads me" },
    });
    await opened.file("note.txt").click();
    await expect
      .poll(() => opened.page.locator("[data-pane=files] .status").textContent())
      .toContain("No rule looks at this file");
    expect(await opened.page.locator("[data-pane=files] .status .icon-problem").count(), "it is not a problem").toBe(0);
    await opened.file("a.xml").click();
    await expect.poll(() => opened.page.locator("[data-pane=files] .status").textContent()).toContain("1 rule looks");
    expect((await opened.findings()).join()).toContain("matched no file");
    await close(opened);
  });

  test("are plain text, whatever a file contains", async () => {
    const file = "<A><B0>&lt;img src=x onerror=alert(1)&gt;</B0></A>";
    const opened = await open({ rules: { "rules.yaml": RULES }, files: { "a.xml": file } });
    expect((await opened.findings()).join()).toContain("<img src=x");
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
    await expect.poll(() => opened.page.locator(".detail").textContent()).toContain("<img src=x");
    expect(await opened.page.locator("main img").count()).toBe(0);
    await close(opened);
  });

  test("underline their values in files that are not UTF-8, which are read-only", async () => {
    const utf16 = new Uint8Array(Buffer.from("\ufeff<A>é<B>x</B>\r\n<B>x</B></A>", "utf16le"));
    const opened = await open({ rules: { "rules.yaml": UNIQUE }, files: {} }, {}, { "old.xml": utf16 });
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").dblclick();
    await expect.poll(() => opened.marked("files")).toEqual(["x"]);
    await expect.poll(() => opened.page.locator("[data-pane=files] .cm-activeLine").textContent()).toBe("<B>x</B></A>");
    await expect.poll(() => opened.page.locator("[data-pane=files] .note").textContent()).toContain("UTF-16LE");
    await opened.page.keyboard.type("y");
    // The key after it had its effect, and so would the key before.
    await opened.page.keyboard.press("Control+Home");
    await expect.poll(() => opened.page.locator("[data-pane=files] .cm-activeLine").textContent()).toBe("<A>é<B>x</B>");
    expect(await opened.editor("files").textContent()).toBe("<A>é<B>x</B><B>x</B></A>");
    expect(await opened.verdict()).toBe("1 error");
    await close(opened);
  });

  test("show the description of their rule", async () => {
    const rules = `- name: unique
  description: Each B is another one.
  why: Two \`B\`s are drawn at one place.
  url: https://example.org/b
  rpath: \\.xml$
  xpath: A/B
  condition: [Unique]
- name: plain
  url: javascript:alert(1)
  rpath: \\.xml$
  xpath: A/C
  condition: [Null collection]
`;
    const opened = await open({ rules: { "r.yaml": rules }, files: { "a.xml": "<A><B>x</B><B>x</B><C>c</C></A>" } });
    const rows = opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)");
    const fields = opened.page.locator(".detail dd");
    await rows.first().click();
    await expect
      .poll(() => fields.allTextContents())
      .toEqual(["Each B is another one.", "Two Bs are drawn at one place.", "https://example.org/b"]);
    expect(await fields.locator("a").getAttribute("href")).toBe("https://example.org/b");
    await rows.last().click();
    await expect.poll(() => fields.allTextContents()).toEqual(["javascript:alert(1)"]);
    expect(await fields.locator("a").count()).toBe(0);
    await close(opened);
  });

  test("of a rule that extracts nothing have a suggestion, which can be applied", async () => {
    const rules = "- { name: slip, rpath: \\.xml$, xpath: '*/param/value', condition: [Exist] }\n";
    const files = { "a.txt": "-", "b.xml": "<A><params><value>1</value></params></A>" };
    const opened = await open({ rules: { "r.yaml": rules }, files });
    await opened.page.locator("[data-pane=results] [role=treeitem]", { hasText: "extracted no value" }).click();
    const help = opened.page.locator(".detail .help");
    await expect.poll(() => help.textContent()).toContain("in b.xml: * has no param; did you mean params?");
    await help.getByRole("button", { name: "Replace" }).click();
    await expect.poll(() => opened.editor("rules").innerText()).toContain("xpath: '*/params/value'");
    await opened.fill("rules", rules);
    await expect.poll(() => opened.marked("rules")).toEqual(["'*/param/value'"]);
    await opened.page.keyboard.press("Control+Home");
    await opened.page.keyboard.press("Control+.");
    await expect.poll(() => opened.editor("rules").innerText()).toContain("xpath: '*/params/value'");
    await close(opened);
  });

  test("of a broken rule are below a file, next to the rules that look at it", async () => {
    const rules = `${UNIQUE}- { name: broken, rpath: \\.xml$, xpath: "A[", condition: [Exist] }\n`;
    const opened = await open({ rules: { "r.yaml": rules }, files: { "a.xml": "<A><B>x</B></A>" } });
    const status = opened.page.locator("[data-pane=files] .status");
    await expect
      .poll(() => status.textContent())
      .toMatch(/1 rule looks at this file:\s+unique\s+1 rule cannot run:\s+broken/);
    await opened.fill("rules", "a: [");
    await expect.poll(() => status.textContent()).toContain("No rule looks at this file: a rule file cannot be read.");
    await close(opened);
  });

  test("underline their values in files from the disk, which can be edited if they are UTF-8", async () => {
    const bytes = new Uint8Array(Buffer.from("\ufeff<A>é<B>x</B>\r\n<B>x</B></A>"));
    const opened = await open({ rules: { "rules.yaml": UNIQUE }, files: {} }, {}, { "a.xml": bytes });
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").dblclick();
    await expect.poll(() => opened.marked("files")).toEqual(["x"]);
    await opened.page.keyboard.type("y");
    await expect.poll(opened.verdict).toContain("No findings");
    await expect.poll(() => opened.page.locator("[data-pane=files] .cm-activeLine").textContent()).toBe("<B>y</B></A>");
    await close(opened);
  });

  test("about an invalid byte lead to it, and the file has a note about its encoding", async () => {
    const latin = Uint8Array.from(Buffer.from("<A>\n<B>M\u00fcller</B>\n</A>", "latin1"));
    const opened = await open({ rules: { "rules.yaml": UNIQUE }, files: {} }, {}, { "a.xml": latin });
    await opened.page.locator("[data-pane=results] [role=treeitem]", { hasText: "2:5" }).click();
    await expect.poll(() => opened.page.locator("[data-pane=files] .note").textContent()).toContain("not valid UTF-8");
    await expect.poll(() => opened.page.locator("[data-pane=files] .cm-activeLine").textContent()).toContain("ller");
    await close(opened);
  });

  test("of images and other binary files are in the list, and the file is described in words", async () => {
    const picture = Uint8Array.from(
      atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg=="),
      (letter) => letter.charCodeAt(0),
    );
    const rules = "- { name: wide, rpath: \\.png$, xpath: '{image.width}', condition: ['>=', 8] }\n";
    const opened = await open(
      { rules: { "rules.yaml": rules }, files: {} },
      {},
      { "a.png": picture, "b.bin": new Uint8Array([0, 1, 2, 255]) },
    );
    await expect.poll(() => opened.verdict()).toBe("1 error");
    await opened.file("b.bin").click();
    await opened.page.locator("[data-pane=files] .facts").waitFor();
    await expect
      .poll(() => opened.page.locator("[data-pane=files] .facts").textContent())
      .toContain("4 bytes · binary");
    await opened.file("a.png").click();
    await expect.poll(() => opened.page.locator("[data-pane=files] .facts").textContent()).toContain("1 × 1 pixels");
    await close(opened);
  });

  test.each([
    ["a.tga", [0, 0, 2], "7 × 5 pixels, tga"],
    ["a.dds", [68, 68, 83, 32, 124, 0, 0, 0, 7, 16, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0], "7 × 5 pixels, dds"],
  ] as const)(
    "are not necessary for the size of an image that browsers cannot show: %s",
    async (name, head, expected) => {
      const bytes = new Uint8Array(300);
      bytes.set(head);
      if (name === "a.tga") {
        bytes.set([7, 0, 5, 0, 24], 12);
      } else {
        bytes.set([32, 0, 0, 0, 4, 0, 0, 0, 68, 88, 84, 49], 76);
      }
      const opened = await open({ rules: { "rules.yaml": "" }, files: {} }, {}, { [name]: bytes });
      await opened.file(name).click();
      await expect.poll(() => opened.page.locator("[data-pane=files] .facts").textContent()).toContain(expected);
      await close(opened);
    },
  );

  test("near the beginning of a line scroll back to it", async () => {
    const rules = "- { name: few, rpath: \\.xml$, xpath: A/B, condition: ['<=', 3] }\n";
    const files = { "a.xml": `<A>${" ".repeat(400)}<B>8</B>\n  <B>9</B></A>` };
    const opened = await open({ rules: { "rules.yaml": rules }, files });
    const { page } = opened;
    const messages = page.locator("[data-pane=results] [role=treeitem] .message");
    const scrolled = () => page.locator("[data-pane=files] .cm-scroller").evaluate(({ scrollLeft }) => scrollLeft);
    await messages.first().click();
    await expect.poll(scrolled).toBeGreaterThan(1000);
    await messages.nth(1).click();
    await expect.poll(scrolled).toBe(0);
    await close(opened);
  });

  test("of a truncated document have no excerpt, and are in the group of files", async () => {
    const rules = "- { name: few, rpath: \\.xml$, xpath: A:b, condition: ['<=', 3] }\n";
    const opened = await open({ rules: { "rules.yaml": rules }, files: { "a.xml": "<A>\n" } });
    const { page } = opened;
    await page.getByRole("button", { name: "By rule" }).click();
    await page.locator(".detail .message", { hasText: "document ends inside" }).waitFor();
    expect(await page.locator(".detail pre").count()).toBe(0);
    await expect.poll(() => page.locator("[data-pane=results] .title").first().textContent()).toBe("Files");
    await close(opened);
  });

  test("of a long line have an excerpt around the finding, however narrow the page is", async () => {
    const rules = "- { name: few, rpath: \\.xml$, xpath: A:b, condition: ['<=', 3] }\n";
    const files = {
      "a.xml": `<A c='3' e='4' f='5' lorem='ipsum dolor sit amet' b='42' d='dolor sit amet consectetur'/>`,
    };
    const opened = await open({ rules: { "rules.yaml": rules }, files }, { viewport: { width: 360, height: 740 } });
    const { page } = opened;
    await page.getByRole("button", { name: /^Results/ }).click();
    await page.locator("[data-pane=results] [role=treeitem] .message").click();
    await page.getByRole("button", { name: /^Results/ }).click();
    const line = page.locator(".detail pre");
    const isMarkVisible = () =>
      line.evaluate((pre) => {
        const [box, mark] = [pre, pre.querySelector("mark") ?? pre].map((one) => one.getBoundingClientRect());
        return box && mark && box.left <= mark.left && mark.right <= box.right;
      });
    await expect.poll(isMarkVisible).toBe(true);
    expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
    await close(opened);
  });
});
