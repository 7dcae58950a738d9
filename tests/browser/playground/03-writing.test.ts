/** Help while one writes a rule: what may stand at the cursor, what a word means, what was probably meant. */

import { createEngine } from "assay";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, type Playground, playground, settled } from "./page.ts";

const RULE = "- name: a\n  rpath: \\.xml$\n  xpath: A/B\n  condition: [Exist]\n";
const FILES = { "a.xml": "<A><B>4</B></A>" };
const SLIP = "- name: a\n  rpath: \\.xml$\n  xpath: A/B\n  severty: hint\n  condition: [Exist]\n";

/** The words that are offered. Those that are there while others are looked for cannot be taken. */
const offered = ({ page }: Playground) => {
  return page.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) .cm-completionLabel");
};

/** Asks for what may stand at the cursor until it is told: the engine tells its words once they are asked for. */
async function ask(opened: Playground): Promise<void> {
  await expect
    .poll(async () => {
      // A list that is there is looked up again when it is asked for, and nothing of it can be taken meanwhile.
      if ((await opened.page.locator(".cm-tooltip-autocomplete").count()) === 0) {
        await opened.page.keyboard.press("Control+Space");
      }
      return offered(opened).count();
    })
    .toBeGreaterThan(0);
}

/**
 * Takes by a key what is offered first. That is possible once it has been there for a moment, lest it be taken unawares.
 */
async function take({ page }: Playground, key = "Enter"): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((seen) => performance.now() > seen + 75, since);
  await page.keyboard.press(key);
}

/** The text of the rule file. */
async function written({ editor }: Playground): Promise<string> {
  return (await editor("rules").locator(".cm-line").allTextContents()).join("\n");
}

describe.skipIf(!hasChromium)("while a rule is written", () => {
  const open = playground();

  test("the fields of the engine that the rule has not yet are offered, and a key takes one", async () => {
    const opened = await open({ rules: { "rules.yaml": `${RULE}  ` }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await ask(opened);
    const { vocabulary } = await createEngine();
    const fields = vocabulary.filter(({ kind }) => kind === "field" || kind === "needed-field");
    const left = fields.map(({ name }) => name).filter((name) => !RULE.includes(`${name}:`));
    expect(left.length).toBeGreaterThan(10);
    await expect.poll(async () => (await offered(opened).allTextContents()).toSorted()).toEqual(left.toSorted());
    await opened.page.keyboard.type("sev");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["severity"]);
    await opened.page.locator(".cm-completionInfo", { hasText: "the severity of findings" }).waitFor();
    await take(opened);
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["error", "warning", "info", "hint"]);
    await opened.page.keyboard.type("w");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["warning"]);
    await take(opened);
    await expect.poll(() => written(opened)).toBe(`${RULE}  severity: warning`);
    await close(opened);
  });

  test.each([
    ["severity: error", "severity: err", "or"],
    ["condition: [Unique", "condition: [Uniq", "ue"],
  ])("Enter ends the line behind a word that is written to its end: %s", async (line, begun, rest) => {
    const opened = await open({ rules: { "rules.yaml": `- name: a\n  ${begun}` }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await ask(opened);
    await opened.page.keyboard.type(rest);
    await expect.poll(() => offered(opened).count()).toBe(0);
    await opened.page.keyboard.press("Enter");
    await opened.page.keyboard.type("x");
    await expect.poll(() => written(opened)).toMatch(new RegExp(`${line.replace("[", "\\[")}\n +x$`));
    await close(opened);
  });

  test("Enter ends the line where what is chosen stands there already, though more is offered", async () => {
    const opened = await open({ rules: { "rules.yaml": "- name: a\n  condition: [Exis" }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await ask(opened);
    await opened.page.keyboard.type("t");
    await expect.poll(() => offered(opened).allTextContents()).toContain("Exist in");
    await expect
      .poll(() => opened.page.locator(".cm-tooltip-autocomplete [aria-selected]").textContent())
      .toMatch(/^Exist$/);
    await take(opened);
    await expect.poll(() => written(opened)).toMatch(/\[Exist\n/);
    await close(opened);
  });

  test("a new rule is one for the open file, Tab leaves a field that is written to its end, and what is opened over one closes", async () => {
    const opened = await open({
      rules: { "rules.yaml": "" },
      files: { "a.prop.xml": "<Prop><Health>4</Health></Prop>" },
    });
    const { page } = opened;
    await opened.editor("rules").click();
    await ask(opened);
    await take(opened);
    await expect.poll(() => written(opened)).toContain("rpath: '\\.xml$'\n    xpath: '*/Health'\n");
    for (const _ of ["severity", "why", "rpath"]) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("\\.prop\\.xml$");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["\\.prop\\.xml$"]);
    await page.keyboard.press("Tab");
    await page.keyboard.type("'*/A");
    await expect.poll(() => written(opened)).toContain("rpath: '\\.prop\\.xml$'\n    xpath: '*/A'\n");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("*/B:c");
    await expect.poll(() => written(opened)).toContain("\n    xpath: '*/B:c'\n");
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
  ])("what is taken closes what was opened before it, once, and is in quotes once: %s", async (typed, expected) => {
    const opened = await open({ rules: { "rules.yaml": "" }, files: FILES });
    await opened.type("rules", "- name: a\n  ");
    await opened.page.keyboard.type(typed);
    await ask(opened);
    await take(opened);
    await expect.poll(() => written(opened)).toBe(`- name: a\n  ${expected}`);
    await close(opened);
  });

  test("a new rule is one for the pictures that are there, and runs as it is", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg==",
      "base64",
    );
    const pictures = { "a.png": new Uint8Array(png), "b.png": new Uint8Array(png) };
    const opened = await open({ rules: { "rules.yaml": "" }, files: { "notes.txt": "-" } }, {}, pictures);
    await opened.editor("rules").click();
    await opened.file("a.png").click();
    await opened.editor("rules").click();
    await ask(opened);
    await take(opened);
    const rule = "rpath: '\\.png$'\n    xpath: '{image.width}'\n    condition: ['<=', 4096]\n";
    await expect.poll(() => written(opened)).toContain(rule);
    await expect.poll(opened.verdict).toBe("No findings: 1 rule looked at 2 of 3 files");
    await close(opened);
  });

  test("a line behind an opened brace is further in, and what closes it stands below", async () => {
    const opened = await open({ rules: { "rules.yaml": "- name: a\n  func_str: |\n    fn f(data)" }, files: FILES });
    const { page } = opened;
    await opened.editor("rules").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" {");
    await page.keyboard.press("Enter");
    await page.keyboard.type("data");
    await expect.poll(() => written(opened)).toMatch(/\n {4}fn f\(data\) \{\n {6}data\n {4}\}$/);
    await close(opened);
  });

  test("a new rule begins with a value of the open file, of which it has nothing to say", async () => {
    const opened = await open({
      rules: { "rules.yaml": "" },
      files: { "a.gltf": '{"scene": 0, "asset": {"version": "2.0"}}' },
    });
    await opened.editor("rules").click();
    await ask(opened);
    await take(opened);
    await expect.poll(() => written(opened)).toContain("xpath: '*/asset/version'\n    condition: [Exist]\n");
    expect(await opened.verdict()).toBe("No findings: 1 rule looked at 1 file");
    await close(opened);
  });

  test("a press on a field of a new rule brings the keyboard there, from wherever it is", async () => {
    const opened = await open({ rules: { "rules.yaml": "" }, files: { "a.xml": "<Prop>4</Prop>" } });
    const { page } = opened;
    await opened.editor("rules").click();
    await ask(opened);
    await take(opened);
    await page.getByRole("treeitem", { name: /^a\.xml/ }).click();
    await opened.editor("rules").locator(".cm-line", { hasText: "why:" }).click();
    await page.keyboard.type("so");
    await expect.poll(() => written(opened)).toContain("why: so\n");
    await close(opened);
  });

  test("the name of the root is offered where an xpath begins, and whatever it is called", async () => {
    const opened = await open({
      rules: { "rules.yaml": "- name: a\n  rpath: \\.xml$\n  xpath: " },
      files: { "a.xml": "<Prop><Health>4</Health></Prop>" },
    });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await ask(opened);
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["Prop", "*"]);
    await opened.page.keyboard.type("P");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["Prop"]);
    await take(opened);
    await opened.page.keyboard.type("/");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["Health"]);
    await close(opened);
  });

  test("Tab takes what is offered, and goes on to the next field of a new rule where nothing is", async () => {
    const opened = await open({ rules: { "rules.yaml": `${RULE}  ` }, files: FILES });
    const { page } = opened;
    await opened.editor("rules").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("severity: err");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["error"]);
    await take(opened, "Tab");
    await expect.poll(() => written(opened)).toBe(`${RULE}  severity: error`);
    await opened.fill("rules", "");
    await ask(opened);
    await page.keyboard.type("new");
    await take(opened, "Tab");
    await expect.poll(() => written(opened)).toContain("name: my-rule");
    await page.keyboard.press("Tab");
    await page.keyboard.type("hint");
    await page.keyboard.press("Tab");
    await page.keyboard.type("so");
    await expect.poll(() => written(opened)).toContain("severity: hint\n    why: so");
    await close(opened);
  });

  test("what is told of a word goes when one types", async () => {
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

  test("methods, functions and the file's own names are offered where they may stand", async () => {
    const rules = "collections: {fruit: [plum]}\nscript: |\n  fn mine(d) { d }\nrules:\n- name: a\n  condition: ";
    const opened = await open({ rules: { "rules.yaml": rules }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await ask(opened);
    await expect
      .poll(() => offered(opened).allTextContents())
      .toEqual(expect.arrayContaining(["Unique", ">=", "func_mine", "condfunc.foliage_shader"]));
    await opened.page.keyboard.type("Satis");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["Satisfy the expression"]);
    await take(opened);
    await opened.page.keyboard.type("exis");
    await expect.poll(() => offered(opened).first().textContent()).toBe("exists");
    await take(opened);
    await opened.page.keyboard.type("d");
    await expect.poll(() => written(opened)).toContain("condition: [Satisfy the expression, 'exists(d)']");
    await close(opened);
  });

  test("a script is offered what the value before a dot can be asked, of a record its fields", async () => {
    const script = (code: string) => `${RULE.replace("A/B", "A/B,Name,Size")}  func_str: |\n    fn f(data) { ${code}`;
    const opened = await open({ rules: { "rules.yaml": script("data") }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await opened.page.keyboard.type(".");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(expect.arrayContaining(["filter", "len"]));
    expect(await offered(opened).allTextContents()).not.toContain("to_int");
    await opened.page.keyboard.type("fil");
    await take(opened);
    await opened.page.keyboard.type("x.");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["Name", "Size", "get", "keys"]);
    await take(opened);
    await expect.poll(() => written(opened)).toContain("data.filter(|x| x.Name)");
    await close(opened);
  });

  test("what stops a script for want of a letter is put right where it stands", async () => {
    const rule = `${RULE}  func_str: |\n    fn f(data, path, condition) { data.filter(|x| x.endsWith("a")) }\n`;
    const opened = await open({ rules: { "rules.yaml": rule.replace("[Exist]", "[func_f]") }, files: FILES });
    await expect.poll(() => opened.marked("rules")).toEqual(["endsWith"]);
    await opened.page.getByRole("button", { name: "Replace", exact: true }).click();
    await expect.poll(() => opened.marked("rules")).toEqual([]);
    expect(await written(opened)).toContain('x.ends_with("a")');
    await close(opened);
  });

  test.each([
    ["a condition that is no list", "[Exist]", "Exist", '["Exist"]'],
    ["a glob", "\\.xml$", "'*.xml'", "'\\.xml$'"],
    ["a path without its root", "A/B", "B", "'*/B'"],
    ["a node for an attribute", "A/B", "A:B", "A,B"],
    ["a test in the middle", "A/B", "A[B='4']/B", "A.B==4,B"],
    ["a comparison of the value", "[Exist]", "d <= 4", '["<=", 4]'],
  ])("%s is put right by one click", async (_, right, wrong, meant) => {
    const opened = await open({ rules: { "rules.yaml": RULE.replace(right, () => wrong) }, files: FILES });
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
    await opened.page.getByRole("button", { name: "Replace", exact: true }).click();
    await expect.poll(() => written(opened)).toBe(RULE.replace(right, () => meant));
    await expect.poll(() => opened.marked("rules")).toEqual([]);
    await close(opened);
  });

  test("a warning that nothing was found is told in full where there is no finding, with what was meant", async () => {
    const files = { "a.xml": "<A/>", "b.xml": '<A><B size="4"/></A>' };
    const opened = await open({ rules: { "rules.yaml": RULE.replace("A/B", "A/B/size") }, files });
    const help = opened.page.getByRole("region", { name: "The first warning" }).locator(".help");
    await expect.poll(() => help.textContent()).toContain("in b.xml: A/B has no size, but an attribute of that name");
    await help.getByRole("button", { name: "Replace" }).click();
    await expect.poll(() => written(opened)).toBe(RULE.replace("A/B", "A/B:size"));
    await expect.poll(opened.verdict).toContain("No findings");
    await close(opened);
  });

  test("what is selected in the line of the cursor is seen", async () => {
    const opened = await open({ rules: { "rules.yaml": RULE }, files: FILES });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+Home");
    await opened.page.keyboard.press("Shift+End");
    const line = opened.page.locator("[data-pane=rules] .cm-activeLine");
    const colour = await line.evaluate((it) => getComputedStyle(it).backgroundColor);
    expect(colour, "what lies below the line shows through").toMatch(/^rgba\(.*, 0\.\d+\)$/);
    await close(opened);
  });

  test("nodes and attributes of the file that the rule looks at are offered in its xpath, and paths that there are in its rpath", async () => {
    const files = { "b.json": "{}", "a.xml": '<A><B k="1">4</B><Bark/></A>' };
    const opened = await open({ rules: { "rules.yaml": "- name: a\n  rpath: \\.xml$\n  xpath: '*" }, files });
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+End");
    await opened.page.keyboard.type("/");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["B", "Bark"]);
    await opened.page.keyboard.type("Ba");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["Bark"]);
    await take(opened);
    await expect.poll(() => written(opened)).toContain("xpath: '*/Bark");
    for (let count = 0; count < 4; count += 1) {
      await opened.page.keyboard.press("Backspace");
    }
    await opened.page.keyboard.type("B:");
    await expect.poll(() => offered(opened).allTextContents()).toEqual(["k"]);
    await opened.fill("rules", "- name: a\n  rpath: ");
    await ask(opened);
    expect(await offered(opened).allTextContents()).toEqual(expect.arrayContaining(["\\.json$", "\\.xml$"]));
    await close(opened);
  });

  test("a whole rule is put there, with which something can be done at once", async () => {
    const opened = await open({ rules: { "rules.yaml": "" }, files: FILES });
    await opened.editor("rules").click();
    await ask(opened);
    await expect.poll(() => offered(opened).first().textContent()).toBe("new rule");
    await take(opened);
    await opened.page.keyboard.type("first");
    await expect.poll(() => written(opened)).toMatch(/^rules:\n {2}- name: first\n {4}severity: warning\n/);
    await expect.poll(opened.verdict).toBe("No findings: 1 rule looked at 1 file");
    await close(opened);
  });

  test("a whole rule is offered where one clicks into an empty file, as who writes on a phone has no keys for it", async () => {
    const opened = await open({ rules: { "rules.yaml": "" }, files: FILES });
    await opened.editor("rules").click();
    await ask(opened);
    await opened.page.keyboard.press("Escape");
    await expect.poll(() => offered(opened).count()).toBe(0);
    await opened.editor("rules").click();
    await expect.poll(() => offered(opened).count()).toBeGreaterThan(0);
    await take(opened);
    await expect.poll(() => written(opened)).toMatch(/^rules:\n/);
    await close(opened);
  });

  test("a whole rule is one for files like the one that is open", async () => {
    const opened = await open({ rules: { "rules.yaml": "" }, files: { "a.json": "{}" } });
    await opened.editor("rules").click();
    await ask(opened);
    await take(opened);
    await expect.poll(() => written(opened)).toContain("rpath: '\\.json$'");
    await close(opened);
  });

  test("what the rule with the cursor takes out of the open file is coloured there, whatever comes of it", async () => {
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

  test("what is coloured in a long file, of which a check takes its time, is of the rule as it is now, or nothing", async () => {
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
    // The findings are those of the new rule.
    expect((await opened.findings())[0]).toContain("n0");
    await expect.poll(async () => (await coloured.allTextContents())[1]).toBe("n1");
    await opened.fill("rules", rule.replace("Faces", "None"));
    await expect.poll(() => coloured.count()).toBe(0);
    await close(opened);
  });

  test("a word is explained where the pointer rests on it", async () => {
    const opened = await open({ rules: { "rules.yaml": RULE }, files: FILES });
    await settled(opened.page);
    const { page } = opened;
    const { vocabulary } = await createEngine();
    const doc = vocabulary.find(({ name }) => name === "rpath")?.doc ?? "";
    await expect
      .poll(async () => {
        await page.mouse.move(0, 0);
        await page.locator("[data-pane=rules] .cm-line", { hasText: "rpath" }).hover({ position: { x: 40, y: 10 } });
        // A tooltip of what is underlined would hold no such sentence.
        return page.locator(".cm-meaning").textContent({ timeout: 2_000 });
      })
      .toContain(doc.replaceAll("`", "").slice(1));
    expect(await page.locator(".cm-meaning code").first().textContent()).toBe("rpath: a string");
    await close(opened);
  });

  test("one key puts there what was probably meant, and it can be taken back", async () => {
    const opened = await open({ rules: { "rules.yaml": SLIP }, files: FILES });
    await expect.poll(() => opened.marked("rules")).toEqual(["severty"]);
    await opened.page.locator("[data-pane=rules] .cm-line", { hasText: "severty" }).click();
    await opened.page.keyboard.press("Control+.");
    await expect.poll(() => opened.marked("rules")).toEqual([]);
    expect(await written(opened)).toBe(SLIP.replace("severty", "severity"));
    await opened.page.keyboard.press("Control+z");
    await expect.poll(() => opened.marked("rules")).toEqual(["severty"]);
    await close(opened);
  });

  test.each([
    ["of the line", 2, "- { name: a, rpath: \\.xml$, xpath: A/B, severty: hint, conditon: [Exist] }\n"],
    // A press goes there, and the next one puts it there.
    ["of the file", 3, "- name: a\n  severty: hint\n  rpath: \\.xml$\n  xpath: A/B\n  conditon: [Exist]\n"],
  ])("the same key again puts there what was meant by the next word %s", async (_, presses, two) => {
    const opened = await open({ rules: { "rules.yaml": two }, files: FILES });
    await expect.poll(() => opened.marked("rules")).toEqual(expect.arrayContaining(["severty", "conditon"]));
    await opened.editor("rules").click();
    await opened.page.keyboard.press("Control+Home");
    if (presses > 2) {
      await opened.page.keyboard.press("ArrowDown");
    }
    // The second press comes before the next check.
    for (let press = 0; press < presses; press += 1) {
      await opened.page.keyboard.press("Control+.");
    }
    await expect.poll(() => written(opened)).toBe(two.replace("severty", "severity").replace("conditon", "condition"));
    await expect.poll(opened.verdict).toContain("No findings");
    await close(opened);
  });

  test("an attribute that is asked for like a property is not taken for a method", async () => {
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

  test("the list tells what was probably meant, and the finding in full puts it there", async () => {
    const opened = await open({ rules: { "rules.yaml": SLIP }, files: FILES });
    const row = opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)");
    await expect.poll(() => row.locator(".help").textContent()).toBe("did you mean severity?");
    const width = (await row.boundingBox())?.width;
    await row.click();
    await opened.page.getByRole("button", { name: "Replace", exact: true }).waitFor();
    expect((await row.boundingBox())?.width, "the list stays as wide as it was").toBe(width);
    await opened.page.getByRole("button", { name: "Replace", exact: true }).click();
    await expect.poll(() => opened.marked("rules")).toEqual([]);
    expect(await written(opened)).toBe(SLIP.replace("severty", "severity"));
    await close(opened);
  });

  test("names in the tooltip of what is underlined are set as code", async () => {
    const opened = await open({ rules: { "rules.yaml": SLIP }, files: FILES });
    await settled(opened.page);
    await opened.page.locator("[data-pane=rules] .cm-lintRange").hover();
    const said = opened.page.locator(".cm-diagnosticText");
    await expect.poll(() => said.locator("code").allTextContents()).toEqual(["severty", "severity"]);
    expect(await said.textContent()).not.toContain("`");
    await close(opened);
  });
});
