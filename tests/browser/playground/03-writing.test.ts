/** Help while a rule is written: completions at the cursor, explanations of words, suggestions. */

import { createEngine } from "assay";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, type Playground, playground, settled } from "./page.ts";

const RULE = "- name: a\n  rpath: \\.xml$\n  xpath: A/B\n  condition: [Exist]\n";
const FILES = { "a.xml": "<A><B>4</B></A>" };
const TYPO = "- name: a\n  rpath: \\.xml$\n  xpath: A/B\n  severty: hint\n  condition: [Exist]\n";

/** The listed completions. A disabled list, which is being updated, does not count. */
const completions = ({ page }: Playground) => {
  return page.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) .cm-completionLabel");
};

/**
 * Requests completions at the cursor until there are some. The engine returns its vocabulary when completions are first
 * requested.
 */
async function openCompletions(opened: Playground): Promise<void> {
  await expect
    .poll(async () => {
      // Another request updates an open list, and meanwhile its completions cannot be accepted.
      if ((await opened.page.locator(".cm-tooltip-autocomplete").count()) === 0) {
        await opened.page.keyboard.press("Control+Space");
      }
      return completions(opened).count();
    })
    .toBeGreaterThan(0);
}

/**
 * Accepts the first completion by a key. That is possible only after a moment, so that nothing is accepted by accident.
 */
async function accept({ page }: Playground, key = "Enter"): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((start) => performance.now() > start + 75, since);
  await page.keyboard.press(key);
}

/** Returns the text of the rule file. */
async function rulesText({ editor }: Playground): Promise<string> {
  return (await editor("rules").locator(".cm-line").allTextContents()).join("\n");
}

describe.skipIf(!hasChromium)("while a rule is written", () => {
  const open = playground();

  test("unused fields of a rule are offered, and a key accepts one", async () => {
    const opened = await open({ rules: { "rules.yaml": `${RULE}  ` }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await openCompletions(opened);
    const { vocabulary } = await createEngine();
    const fields = vocabulary.filter(({ kind }) => kind === "field" || kind === "needed-field");
    const unused = fields.map(({ name }) => name).filter((name) => !RULE.includes(`${name}:`));
    expect(unused.length).toBeGreaterThan(10);
    await expect.poll(async () => (await completions(opened).allTextContents()).toSorted()).toEqual(unused.toSorted());
    await opened.page.keyboard.type("sev");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["severity"]);
    await opened.page.locator(".cm-completionInfo", { hasText: "the severity of findings" }).waitFor();
    await accept(opened);
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["error", "warning", "info", "hint"]);
    await opened.page.keyboard.type("w");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["warning"]);
    await accept(opened);
    await expect.poll(() => rulesText(opened)).toBe(`${RULE}  severity: warning`);
    await close(opened);
  });

  test.each([
    ["severity: error", "severity: err", "or"],
    ["condition: [Unique", "condition: [Uniq", "ue"],
  ])("Enter ends the line after a complete word: %s", async (line, beginning, rest) => {
    const opened = await open({ rules: { "rules.yaml": `- name: a\n  ${beginning}` }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await openCompletions(opened);
    await opened.page.keyboard.type(rest);
    await expect.poll(() => completions(opened).count()).toBe(0);
    await opened.page.keyboard.press("Enter");
    await opened.page.keyboard.type("x");
    await expect.poll(() => rulesText(opened)).toMatch(new RegExp(`${line.replace("[", "\\[")}\n +x$`));
    await close(opened);
  });

  test("Enter ends the line if the selected completion is already complete, even if others are listed", async () => {
    const opened = await open({ rules: { "rules.yaml": "- name: a\n  condition: [Exis" }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await openCompletions(opened);
    await opened.page.keyboard.type("t");
    await expect.poll(() => completions(opened).allTextContents()).toContain("Exist in");
    await expect
      .poll(() => opened.page.locator(".cm-tooltip-autocomplete [aria-selected]").textContent())
      .toMatch(/^Exist$/);
    await accept(opened);
    await expect.poll(() => rulesText(opened)).toMatch(/\[Exist\n/);
    await close(opened);
  });

  test("a new rule is for the open file, Tab leaves a complete field, and typed text replaces a field with its quotes", async () => {
    const opened = await open({
      rules: { "rules.yaml": "" },
      files: { "a.prop.xml": "<Prop><Health>4</Health></Prop>" },
    });
    const { page } = opened;
    await opened.editor("rules").click();
    await openCompletions(opened);
    await accept(opened);
    await expect.poll(() => rulesText(opened)).toContain("rpath: '\\.xml$'\n    xpath: '*/Health'\n");
    for (const _ of ["severity", "why", "rpath"]) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("\\.prop\\.xml$");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["\\.prop\\.xml$"]);
    await page.keyboard.press("Tab");
    await page.keyboard.type("'*/A");
    await expect.poll(() => rulesText(opened)).toContain("rpath: '\\.prop\\.xml$'\n    xpath: '*/A'\n");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("*/B:c");
    await expect.poll(() => rulesText(opened)).toContain("\n    xpath: '*/B:c'\n");
    await close(opened);
  });

  test.each([
    ["xpath: {im", "xpath: '{image.width}'"],
    ["xpath: '{im", "xpath: '{image.width}'"],
    ['xpath: "{im', 'xpath: "{image.width}"'],
    ["message: side {va", "message: side {value}"],
    ["message: {va", "message: '{value}'"],
    ['message: "side {va', 'message: "side {value}"'],
    ["condition: [>", "condition: ['>', ]"],
    ["condition: ['>", "condition: ['>', ]"],
    ['condition: [">', 'condition: [">", ]'],
    ['condition: ["Null', 'condition: ["Null collection"]'],
    ['rpath: "', 'rpath: "\\\\.xml$"'],
  ])(
    "an accepted completion closes open brackets and quotes, once, and adds quotes at most once: %s",
    async (typed, expected) => {
      const opened = await open({ rules: { "rules.yaml": "" }, files: FILES });
      await opened.type("rules", "- name: a\n  ");
      await opened.page.keyboard.type(typed);
      await openCompletions(opened);
      await accept(opened);
      await expect.poll(() => rulesText(opened)).toBe(`- name: a\n  ${expected}`);
      await close(opened);
    },
  );

  test("a new rule is for existing images, and runs unchanged", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg==",
      "base64",
    );
    const pictures = { "a.png": new Uint8Array(png), "b.png": new Uint8Array(png) };
    const opened = await open({ rules: { "rules.yaml": "" }, files: { "notes.txt": "-" } }, {}, pictures);
    await opened.editor("rules").click();
    await opened.file("a.png").click();
    await opened.editor("rules").click();
    await openCompletions(opened);
    await accept(opened);
    const rule = "rpath: '\\.png$'\n    xpath: '{image.width}'\n    condition: ['<=', 4096]\n";
    await expect.poll(() => rulesText(opened)).toContain(rule);
    await expect.poll(opened.verdict).toBe("No findings: 1 rule looked at 2 of 3 files");
    await close(opened);
  });

  test("a line after an opening brace is indented, and its closing brace is on the next line", async () => {
    const opened = await open({ rules: { "rules.yaml": "- name: a\n  func_str: |\n    fn f(data)" }, files: FILES });
    const { page } = opened;
    await opened.editor("rules").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" {");
    await page.keyboard.press("Enter");
    await page.keyboard.type("data");
    await expect.poll(() => rulesText(opened)).toMatch(/\n {4}fn f\(data\) \{\n {6}data\n {4}\}$/);
    await close(opened);
  });

  test("a new rule extracts a value of the open file, and has no findings", async () => {
    const opened = await open({
      rules: { "rules.yaml": "" },
      files: { "a.gltf": '{"scene": 0, "asset": {"version": "2.0"}}' },
    });
    await opened.editor("rules").click();
    await openCompletions(opened);
    await accept(opened);
    await expect.poll(() => rulesText(opened)).toContain("xpath: '*/asset/version'\n    condition: [Exist]\n");
    expect(await opened.verdict()).toBe("No findings: 1 rule looked at 1 file");
    await close(opened);
  });

  test("a click on a field of a new rule focuses it, wherever the focus is", async () => {
    const opened = await open({ rules: { "rules.yaml": "" }, files: { "a.xml": "<Prop>4</Prop>" } });
    const { page } = opened;
    await opened.editor("rules").click();
    await openCompletions(opened);
    await accept(opened);
    await page.getByRole("treeitem", { name: /^a\.xml/ }).click();
    await opened.editor("rules").locator(".cm-line", { hasText: "why:" }).click();
    await page.keyboard.type("so");
    await expect.poll(() => rulesText(opened)).toContain("why: so\n");
    await close(opened);
  });

  test("the name of the root and a wildcard are offered at the beginning of an xpath", async () => {
    const opened = await open({
      rules: { "rules.yaml": "- name: a\n  rpath: \\.xml$\n  xpath: " },
      files: { "a.xml": "<Prop><Health>4</Health></Prop>" },
    });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await openCompletions(opened);
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["Prop", "*"]);
    await opened.page.keyboard.type("P");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["Prop"]);
    await accept(opened);
    await opened.page.keyboard.type("/");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["Health"]);
    await close(opened);
  });

  test("Tab accepts a completion, and moves to the next field of a new rule if there are none", async () => {
    const opened = await open({ rules: { "rules.yaml": `${RULE}  ` }, files: FILES });
    const { page } = opened;
    await opened.editor("rules").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("severity: err");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["error"]);
    await accept(opened, "Tab");
    await expect.poll(() => rulesText(opened)).toBe(`${RULE}  severity: error`);
    await opened.fill("rules", "");
    await openCompletions(opened);
    await page.keyboard.type("new");
    await accept(opened, "Tab");
    await expect.poll(() => rulesText(opened)).toContain("name: my-rule");
    await page.keyboard.press("Tab");
    await page.keyboard.type("hint");
    await page.keyboard.press("Tab");
    await page.keyboard.type("so");
    await expect.poll(() => rulesText(opened)).toContain("severity: hint\n    why: so");
    await close(opened);
  });

  test("the explanation of a word disappears on typing", async () => {
    const opened = await open({ rules: { "rules.yaml": RULE }, files: FILES });
    const { page } = opened;
    await page.locator("[data-pane=rules] .cm-line", { hasText: "rpath" }).getByText("rpath", { exact: true }).click();
    await page.mouse.move(0, 0);
    await page.locator("[data-pane=rules] .cm-line", { hasText: "rpath" }).getByText("rpath", { exact: true }).hover();
    await page.locator(".cm-meaning").waitFor();
    await page.keyboard.press("x");
    await expect.poll(() => page.locator(".cm-meaning").count()).toBe(0);
    await close(opened);
  });

  test("methods, functions and names of the file are offered where they are valid", async () => {
    const rules = "collections: {fruit: [plum]}\nscript: |\n  fn mine(d) { d }\nrules:\n- name: a\n  condition: ";
    const opened = await open({ rules: { "rules.yaml": rules }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await openCompletions(opened);
    await expect
      .poll(() => completions(opened).allTextContents())
      .toEqual(expect.arrayContaining(["Unique", ">=", "func_mine", "condfunc.foliage_shader"]));
    await opened.page.keyboard.type("Satis");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["Satisfy the expression"]);
    await accept(opened);
    await opened.page.keyboard.type("exis");
    await expect.poll(() => completions(opened).first().textContent()).toBe("exists");
    await accept(opened);
    await opened.page.keyboard.type("d");
    await expect.poll(() => rulesText(opened)).toContain("condition: [Satisfy the expression, 'exists(d)']");
    await close(opened);
  });

  test("a script is offered the members of the value before a dot, including the fields of a record", async () => {
    const script = (code: string) => `${RULE.replace("A/B", "A/B,Name,Size")}  func_str: |\n    fn f(data) { ${code}`;
    const opened = await open({ rules: { "rules.yaml": script("data") }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await opened.page.keyboard.type(".");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(expect.arrayContaining(["filter", "len"]));
    expect(await completions(opened).allTextContents()).not.toContain("to_int");
    await opened.page.keyboard.type("fil");
    await accept(opened);
    await opened.page.keyboard.type("x.");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["Name", "Size", "get", "keys"]);
    await accept(opened);
    await expect.poll(() => rulesText(opened)).toContain("data.filter(|x| x.Name)");
    await close(opened);
  });

  test("a misspelt method in a script is replaced at its place", async () => {
    const rule = `${RULE}  func_str: |\n    fn f(data, path, condition) { data.filter(|x| x.endsWith("a")) }\n`;
    const opened = await open({ rules: { "rules.yaml": rule.replace("[Exist]", "[func_f]") }, files: FILES });
    await expect.poll(() => opened.marked("rules")).toEqual(["endsWith"]);
    await opened.page.getByRole("button", { name: "Replace", exact: true }).click();
    await expect.poll(() => opened.marked("rules")).toEqual([]);
    expect(await rulesText(opened)).toContain('x.ends_with("a")');
    await close(opened);
  });

  test.each([
    ["a condition that is not a list", "[Exist]", "Exist", '["Exist"]'],
    ["a glob", "\\.xml$", "'*.xml'", "'\\.xml$'"],
    ["a path without its root", "A/B", "B", "'*/B'"],
    ["a node for an attribute", "A/B", "A:B", "A,B"],
    ["a test in the middle", "A/B", "A[B='4']/B", "A.B==4,B"],
    ["a comparison of the value", "[Exist]", "d <= 4", '["<=", 4]'],
  ])("%s is corrected by one click", async (_, valid, invalid, expected) => {
    const opened = await open({ rules: { "rules.yaml": RULE.replace(valid, () => invalid) }, files: FILES });
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
    await opened.page.getByRole("button", { name: "Replace", exact: true }).click();
    await expect.poll(() => rulesText(opened)).toBe(RULE.replace(valid, () => expected));
    await expect.poll(() => opened.marked("rules")).toEqual([]);
    await close(opened);
  });

  test("a warning without a finding is shown in full, with its suggestion", async () => {
    const files = { "a.xml": "<A/>", "b.xml": '<A><B size="4"/></A>' };
    const opened = await open({ rules: { "rules.yaml": RULE.replace("A/B", "A/B/size") }, files });
    const help = opened.page.getByRole("region", { name: "The first warning" }).locator(".help");
    await expect.poll(() => help.textContent()).toContain("in b.xml: A/B has no size, but an attribute of that name");
    await help.getByRole("button", { name: "Replace" }).click();
    await expect.poll(() => rulesText(opened)).toBe(RULE.replace("A/B", "A/B:size"));
    await expect.poll(opened.verdict).toContain("No findings");
    await close(opened);
  });

  test("a selection in the line of the cursor is visible", async () => {
    const opened = await open({ rules: { "rules.yaml": RULE }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+Home");
    await opened.page.keyboard.press("Shift+End");
    const line = opened.page.locator("[data-pane=rules] .cm-activeLine");
    const colour = await line.evaluate((it) => getComputedStyle(it).backgroundColor);
    expect(colour, "the line is transparent").toMatch(/^rgba\(.*, 0\.\d+\)$/);
    await close(opened);
  });

  test("nodes and attributes of a matched file are offered in the xpath of a rule, and existing paths in its rpath", async () => {
    const files = { "b.json": "{}", "a.xml": '<A><B k="1">4</B><Bark/></A>' };
    const opened = await open({ rules: { "rules.yaml": "- name: a\n  rpath: \\.xml$\n  xpath: '*" }, files });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await opened.page.keyboard.type("/");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["B", "Bark"]);
    await opened.page.keyboard.type("Ba");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["Bark"]);
    await accept(opened);
    await expect.poll(() => rulesText(opened)).toContain("xpath: '*/Bark");
    for (let count = 0; count < 4; count += 1) {
      await opened.page.keyboard.press("Backspace");
    }
    await opened.page.keyboard.type("B:");
    await expect.poll(() => completions(opened).allTextContents()).toEqual(["k"]);
    await opened.fill("rules", "- name: a\n  rpath: ");
    await openCompletions(opened);
    expect(await completions(opened).allTextContents()).toEqual(expect.arrayContaining(["\\.json$", "\\.xml$"]));
    await close(opened);
  });

  test("a complete rule is inserted, whose fields can be edited at once", async () => {
    const opened = await open({ rules: { "rules.yaml": "" }, files: FILES });
    await opened.editor("rules").click();
    await openCompletions(opened);
    await expect.poll(() => completions(opened).first().textContent()).toBe("new rule");
    await accept(opened);
    await opened.page.keyboard.type("first");
    await expect.poll(() => rulesText(opened)).toMatch(/^rules:\n {2}- name: first\n {4}severity: warning\n/);
    await expect.poll(opened.verdict).toBe("No findings: 1 rule looked at 1 file");
    await close(opened);
  });

  test("a complete rule is offered on a click into an empty file, for devices without keys", async () => {
    const opened = await open({ rules: { "rules.yaml": "" }, files: FILES });
    await opened.editor("rules").click();
    await openCompletions(opened);
    await opened.page.keyboard.press("Escape");
    await expect.poll(() => completions(opened).count()).toBe(0);
    await opened.editor("rules").click();
    await expect.poll(() => completions(opened).count()).toBeGreaterThan(0);
    await accept(opened);
    await expect.poll(() => rulesText(opened)).toMatch(/^rules:\n/);
    await close(opened);
  });

  test("a complete rule is for files like the open one", async () => {
    const opened = await open({ rules: { "rules.yaml": "" }, files: { "a.json": "{}" } });
    await opened.editor("rules").click();
    await openCompletions(opened);
    await accept(opened);
    await expect.poll(() => rulesText(opened)).toContain("rpath: '\\.json$'");
    await close(opened);
  });

  test("values that the rule at the cursor extracts from the open file are coloured, with any result", async () => {
    const other = "- name: b\n  rpath: \\.xml$\n  xpath: A/C\n  condition: [Exist]\n";
    const opened = await open({
      rules: { "rules.yaml": RULE + other },
      files: { "a.xml": "<A>\n<B>4</B>\n<B>5</B>\n<C><D/></C>\n</A>" },
    });
    const coloured = opened.editor("files").locator(".cm-extracted");
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+Home");
    await expect.poll(() => coloured.allTextContents()).toEqual(["4", "5"]);
    await opened.page.keyboard.press("Control+End");
    await opened.page.keyboard.press("ArrowUp");
    await expect.poll(() => coloured.allTextContents()).toEqual(["<C>"]);
    await opened.fill("rules", RULE.replace("A/B", "A/D"));
    await expect.poll(() => coloured.count()).toBe(0);
    await opened.fill("rules", RULE);
    await expect.poll(() => coloured.allTextContents()).toEqual(["4", "5"]);
    await close(opened);
  });

  test("coloured values in a long file, whose check takes long, are always those of the current rule", async () => {
    const items = Array.from({ length: 20_000 }, (_, at) => `<Item><Faces>${at}</Faces><Name>n${at}</Name></Item>`);
    const rule = "- name: a\n  rpath: \\.xml$\n  xpath: '*/Item/Faces'\n  condition: [==, 4]\n";
    const passing = rule.replace("==, 4", "Exist");
    const opened = await open({
      rules: { "rules.yaml": passing },
      files: { "a.xml": `<A>\n${items.join("\n")}\n</A>` },
    });
    const coloured = opened.editor("files").locator(".cm-extracted");
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+Home");
    await expect.poll(async () => (await coloured.allTextContents())[1]).toBe("1");
    await opened.fill("rules", rule.replace("Faces", "Name"));
    // The findings are already those of the new rule.
    expect((await opened.findings())[0]).toContain("n0");
    await expect.poll(async () => (await coloured.allTextContents())[1]).toBe("n1");
    await opened.fill("rules", rule.replace("Faces", "None"));
    await expect.poll(() => coloured.count()).toBe(0);
    await close(opened);
  });

  test("a word is explained under the pointer", async () => {
    const opened = await open({ rules: { "rules.yaml": RULE }, files: FILES });
    await settled(opened.page);
    const { page } = opened;
    const { vocabulary } = await createEngine();
    const doc = vocabulary.find(({ name }) => name === "rpath")?.doc ?? "";
    await expect
      .poll(async () => {
        await page.mouse.move(0, 0);
        await page.locator("[data-pane=rules] .cm-line", { hasText: "rpath" }).hover({ position: { x: 40, y: 10 } });
        // A tooltip of a diagnostic does not contain this sentence.
        return page.locator(".cm-meaning").textContent({ timeout: 2_000 });
      })
      .toContain(doc.replaceAll("`", "").slice(1));
    expect(await page.locator(".cm-meaning code").first().textContent()).toBe("rpath: a string");
    await close(opened);
  });

  test("one key applies a suggestion, and that can be undone", async () => {
    const opened = await open({ rules: { "rules.yaml": TYPO }, files: FILES });
    await expect.poll(() => opened.marked("rules")).toEqual(["severty"]);
    await opened.page.locator("[data-pane=rules] .cm-line", { hasText: "severty" }).click();
    await opened.page.keyboard.press("Control+.");
    await expect.poll(() => opened.marked("rules")).toEqual([]);
    expect(await rulesText(opened)).toBe(TYPO.replace("severty", "severity"));
    await opened.page.keyboard.press("Control+z");
    await expect.poll(() => opened.marked("rules")).toEqual(["severty"]);
    await close(opened);
  });

  test.each([
    ["of the line", 2, "- { name: a, rpath: \\.xml$, xpath: A/B, severty: hint, conditon: [Exist] }\n"],
    // The first press moves to the next suggestion, and the second one applies it.
    ["of the file", 3, "- name: a\n  severty: hint\n  rpath: \\.xml$\n  xpath: A/B\n  conditon: [Exist]\n"],
  ])("pressing the key again applies the next suggestion %s", async (_, presses, two) => {
    const opened = await open({ rules: { "rules.yaml": two }, files: FILES });
    await expect.poll(() => opened.marked("rules")).toEqual(expect.arrayContaining(["severty", "conditon"]));
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+Home");
    if (presses > 2) {
      await opened.page.keyboard.press("ArrowDown");
    }
    // The second press precedes the next check.
    for (let press = 0; press < presses; press += 1) {
      await opened.page.keyboard.press("Control+.");
    }
    await expect
      .poll(() => rulesText(opened))
      .toBe(two.replace("severty", "severity").replace("conditon", "condition"));
    await expect.poll(opened.verdict).toContain("No findings");
    await close(opened);
  });

  test("an attribute that is used like a property is not reported as a method", async () => {
    const rule = `- name: a
  rpath: \\.xml$
  xpath: "*,{dom}"
  condition: [func_f]
  func_str: |
    fn f(data, filepath, condition) { data.filter(|e| e.kind == "x") }
`;
    const opened = await open({ rules: { "rules.yaml": rule }, files: { "a.xml": '<A kind="x"/>' } });
    await expect
      .poll(() => opened.page.locator(".detail .help").textContent())
      .toContain('write .get("kind") for an attribute');
    await close(opened);
  });

  test("the list contains a suggestion, and the details of the finding apply it", async () => {
    const opened = await open({ rules: { "rules.yaml": TYPO }, files: FILES });
    const row = opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)");
    await expect.poll(() => row.locator(".help").textContent()).toBe("did you mean severity?");
    const width = (await row.boundingBox())?.width;
    await row.click();
    await opened.page.getByRole("button", { name: "Replace", exact: true }).waitFor();
    expect((await row.boundingBox())?.width, "the width of the list does not change").toBe(width);
    await opened.page.getByRole("button", { name: "Replace", exact: true }).click();
    await expect.poll(() => opened.marked("rules")).toEqual([]);
    expect(await rulesText(opened)).toBe(TYPO.replace("severty", "severity"));
    await close(opened);
  });

  test("names in the tooltip of a diagnostic are formatted as code", async () => {
    const opened = await open({ rules: { "rules.yaml": TYPO }, files: FILES });
    await settled(opened.page);
    await opened.page.locator("[data-pane=rules] .cm-lintRange").hover();
    const message = opened.page.locator(".cm-diagnosticText");
    await expect.poll(() => message.locator("code").allTextContents()).toEqual(["severty", "severity"]);
    expect(await message.textContent()).not.toContain("`");
    await close(opened);
  });
});
