/**
 * The tests of rule files: they run during typing, their results are shown as a diff, and findings can be added as
 * tests.
 */

import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, focusedEditor, keepNotice, type Playground, playground } from "./page.ts";

const RULE = `# kept as it is
rules:
  - name: unique   # and so is this
    rpath: \\.xml$
    xpath: A/B
    condition: [Unique]
`;
/** A rule with a finding for each name that is not in a list. Without the list, no name is in it. */
const RULES_OF_NAMES = `rules:
  - { name: there, rpath: \\.xml$, xpath: R/A, condition: [Exist in, artfunc_names] }
collections:
  names: { rpath: \\.list$, xpath: N }
`;
const TESTS = `
tests:
  - name: twice
    files: { a.xml: <A><B>x</B><B>x</B></A> }
    expect: [{ rule: unique, path: a.xml, value: x }]
`;
const FILES = { "a.xml": "<A>\n\t<B>é: #1</B>\n<B>é: #1</B></A>", "b.xml": "<A><B>1</B></A>" };

/** Returns a grey image of this height and width, as uncompressed TGA. */
function picture(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(18 + size * size).fill(128);
  bytes.set([0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, size & 255, size >> 8, size & 255, size >> 8, 8, 32]);
  return bytes;
}

const states = ({ page }: Playground) => {
  return page
    .locator(".tests[data-current=true] .test")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.state));
};

async function show({ page }: Playground): Promise<void> {
  await page.locator("#view-tests").click();
}

describe.skipIf(!hasChromium)("tests", () => {
  const open = playground();

  test("run during typing, and show expected and actual findings", async () => {
    const opened = await open({ rules: { "r.yaml": RULE + TESTS }, files: FILES });
    await show(opened);
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    await opened.fill("rules", RULE + TESTS.replace("value: x", "value: y"));
    await expect.poll(() => states(opened)).toEqual(["fail"]);
    await expect.poll(() => opened.page.locator(".diff .missing").textContent()).toContain('unique at a.xml "y"');
    await expect.poll(() => opened.page.locator(".diff .extra").textContent()).toContain('unique at a.xml:1 "x"');
    await expect.poll(() => opened.page.locator("#view-tests .badge").textContent()).toBe("1 failing");
    await close(opened);
  });

  test("distinguish a number from a string of digits", async () => {
    const tests =
      "tests: [{ name: t, files: { a.xml: <A/> }, expect: [{ rule: unique, path: a.xml, value: 9 }, { rule: unique, path: a.xml, value: '9' }] }]\n";
    const opened = await open({ rules: { "r.yaml": RULE + tests }, files: FILES });
    await show(opened);
    const missing = opened.page.locator(".diff .missing span:last-child");
    await expect.poll(() => missing.allTextContents()).toEqual(["unique at a.xml 9", 'unique at a.xml "9"']);
    await close(opened);
  });

  test("that are invalid are reported next to passing ones, and the result is not passed", async () => {
    const faulty = "  - { name: no expect, files: { b.xml: <A/> } }\n";
    const opened = await open({ rules: { "r.yaml": RULE + TESTS + faulty }, files: { "a.txt": "" } });
    const { page } = opened;
    await show(opened);
    const badge = page.locator("#view-tests .badge");
    const sum = page.locator(".tests .sum");
    await expect.poll(() => badge.textContent()).toBe("1 problem");
    expect(await badge.getAttribute("class")).toContain("error");
    expect((await sum.textContent())?.trim()).toBe("1 test passes; 1 problem, so the tests are incomplete");
    expect(await sum.locator(".all").count()).toBe(0);
    // The rules of the file are read nevertheless.
    const status = page.locator("[data-pane=files] .status");
    await expect.poll(() => status.textContent()).toContain("No rule looks at this file.");
    await opened.fill("rules", `${RULE}tests:\n${faulty}`);
    await expect.poll(() => sum.textContent()).toMatch(/^\s*1 problem, so the tests are incomplete/);
    expect(await page.locator(".tests .empty").count()).toBe(0);
    await opened.fill("rules", RULE);
    await expect.poll(() => page.locator(".tests .empty").textContent()).toContain("No rule file has tests yet.");
    expect(await badge.count()).toBe(0);
    await close(opened);
  });

  test("that fail can be updated to the current findings, and undone in the editor", async () => {
    const text = RULE + TESTS.replace("value: x", "value: y");
    const opened = await open({ rules: { "r.yaml": text }, files: FILES });
    await show(opened);
    await expect.poll(() => states(opened)).toEqual(["fail"]);
    await opened.page.getByRole("button", { name: "Expect the current findings" }).click();
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    expect(await opened.editor("rules").innerText()).toContain('line: 1\n        value: "x"');
    await opened.page.locator(".notice").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => states(opened)).toEqual(["fail"]);
    await close(opened);
  });

  test("that fail have a button that opens their files, and that can be undone", async () => {
    const picture = "{ hex: 00 00 02 00 00 00 00 00 00 00 00 00 02 00 02 00 08 20, size: 22 }";
    const text = RULE + TESTS.replace("value: x", "value: y").replace("</A> }", `</A>, p.tga: ${picture} }`);
    const opened = await open({ rules: { "r.yaml": text }, files: FILES });
    const { page } = opened;
    await show(opened);
    await expect.poll(() => states(opened)).toEqual(["fail"]);
    await page.getByRole("button", { name: "Open its files" }).click();
    await expect.poll(() => page.locator(".notice").textContent()).toContain("2 files of the test twice");
    expect(await opened.findings()).toEqual(["x occurs more than once in this file"]);
    expect(await opened.editor("files").innerText()).toBe("<A><B>x</B><B>x</B></A>");
    await opened.file("p.tga").click();
    await expect.poll(() => page.locator("[data-pane=files] .facts").textContent()).toContain("22 bytes");
    await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => opened.file("b.xml").count()).toBe(1);
    await expect.poll(() => states(opened)).toEqual(["fail"]);
    await close(opened);
  });

  test("lead to their places", async () => {
    const opened = await open({ rules: { "r.yaml": RULE + TESTS }, files: FILES });
    await show(opened);
    await opened.page.locator(".test .name").click();
    await expect.poll(() => opened.page.evaluate(() => getSelection()?.toString())).toBe("twice");
    await close(opened);
  });

  test.each([
    ["without tests", RULE],
    ["with tests", RULE + TESTS],
    ["with other line ends", RULE.replaceAll("\n", "\r\n")],
  ])("are created from findings, for a rule file %s, and can be undone", async (_kind, text) => {
    const opened = await open({ rules: { "r.yaml": text }, files: FILES });
    const { page } = opened;
    await show(opened);
    const before = await opened.editor("rules").innerText();
    await page.getByRole("button", { name: "Add findings as test" }).click();
    await expect.poll(() => opened.editor("rules").innerText()).toContain("1 finding in a.xml");
    const after = await opened.editor("rules").innerText();
    expect(after).toContain("# kept as it is");
    expect(after).toContain("# and so is this");
    expect(after).not.toContain("b.xml");
    const all = text.includes("tests:") ? ["pass", "pass"] : ["pass"];
    await expect.poll(() => states(opened)).toEqual(all);
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("1 finding in a.xml");
    await page.keyboard.press("Control+z");
    await expect.poll(() => opened.editor("rules").innerText()).toBe(before);
    await close(opened);
  });

  test("are created from one finding with only the files that it needs", async () => {
    const files = { "a.xml": "<A><B>x</B><B>x</B></A>", "b.xml": "<A><B>y</B><B>y</B></A>" };
    const opened = await open({ rules: { "r.yaml": RULE }, files });
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").last().click();
    await opened.page
      .getByRole("region", { name: "The selected finding" })
      .getByRole("button", { name: "Add as test" })
      .click();
    await expect.poll(() => opened.editor("rules").innerText()).toContain("1 finding in b.xml");
    expect(await opened.editor("rules").innerText()).not.toContain("a.xml");
    await show(opened);
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    await close(opened);
  });

  test("are not created from a file that is too large, with a notice", async () => {
    const long = `<A><B>x</B><B>x</B>${"<C>0123456789</C>".repeat(15_000)}</A>`;
    const opened = await open(
      { rules: { "r.yaml": RULE }, files: {} },
      {},
      { "long.xml": new TextEncoder().encode(long) },
    );
    const { page } = opened;
    await expect.poll(opened.verdict).toBe("1 error");
    const notice = page.locator(".notice", { hasText: "long.xml is longer than 200,000 characters (255.0 kB)" });
    await page.locator("[data-pane=results] [role=treeitem]:has(.message)").click();
    await page.getByRole("button", { name: "Add as test" }).click();
    await notice.waitFor();
    expect(await notice.textContent()).toContain("Remove everything");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await show(opened);
    await page.getByRole("button", { name: "Add findings as test" }).click();
    await notice.waitFor();
    expect(await opened.editor("rules").innerText()).not.toContain("tests:");
    await close(opened);
  });

  test.each([
    ["short", 100, "1 finding in pack.zip", ""],
    ["long", 9_000, "", "pack.zip is binary and longer than 4,096 bytes: no test can contain it"],
  ])(
    "of a file in a %s archive contain the archive, or report why they cannot",
    async (_length, size, title, fault) => {
      const member = strToU8(`<A><B>x</B><B>x</B>${" ".repeat(size)}</A>`);
      const opened = await open(
        { rules: { "r.yaml": RULE }, files: {} },
        {},
        { "pack.zip": new Uint8Array(zipSync({ "a.xml": member }, { level: 0 })) },
      );
      await expect.poll(opened.verdict).toBe("1 error");
      await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").click();
      await opened.page.getByRole("button", { name: "Add as test" }).click();
      const notice = () => opened.page.locator(".notice").textContent();
      await expect.poll(fault === "" ? () => opened.editor("rules").innerText() : notice).toContain(fault || title);
      await close(opened);
    },
  );

  test.each([
    ["an archive", "pack.zip", "of one"],
    ["an archive", "pack.zip", "of many"],
    ["an unpacked package", "pack.zip!/a.xml", "of one"],
    ["an unpacked package", "pack.zip!/a.xml", "of many"],
  ])("of an unreadable file in %s expect the problem, and contain %j %s", async (_where, container, among) => {
    const broken = "<A><B>x</B><B>x</B>";
    const zip = new Uint8Array(zipSync({ "a.xml": strToU8(broken) }));
    // With this number of files, the page does not test for each one whether it is needed.
    const others = Object.fromEntries(
      Array.from({ length: among === "of one" ? 0 : 50 }, (_, at) => [`${at}.txt`, "-"]),
    );
    const files = container === "pack.zip" ? others : { ...others, [container]: broken };
    const opened = await open(
      { rules: { "r.yaml": RULE }, files },
      {},
      container === "pack.zip" ? { [container]: zip } : {},
    );
    await expect.poll(opened.verdict).toContain("1 problem");
    await show(opened);
    await opened.page.getByRole("button", { name: "Add findings as test" }).click();
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    const written = await opened.editor("rules").innerText();
    expect(written).toMatch(/problem: xml-unclosed\s+path: "pack\.zip!\/a\.xml"/);
    expect(written).toContain(`in ${container}`);
    expect(written).not.toContain("0.txt");
    await close(opened);
  });

  test("of many lines are inserted after a confirmation", async () => {
    const long = `<A>\n<B>x</B><B>x</B>${"\n".repeat(300)}</A>`;
    const opened = await open({ rules: { "r.yaml": RULE }, files: { "long.xml": long } });
    const { page } = opened;
    await show(opened);
    await page.getByRole("button", { name: "Add findings as test" }).click();
    await page.locator(".notice", { hasText: /This test has 31\d lines. “Add as test” below a finding/ }).waitFor();
    expect(await opened.editor("rules").innerText()).not.toContain("tests:");
    await page.getByRole("button", { name: "Add it" }).click();
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    await close(opened);
  });

  test("contain the files that a finding needs in addition to its own", async () => {
    const rules = `rules:
  - { name: there, rpath: \\.material$, xpath: M/T, condition: [Exist in, artfunc_textures] }
collections:
  textures: { rpath: \\.texture$, xpath: T:P }
`;
    const files = {
      "a.material": "<M><T>no</T><T>yes</T></M>",
      "b.material": "<M><T>yes</T></M>",
      "c.texture": '<T P="yes"/>',
      "d.txt": "-",
    };
    const opened = await open({ rules: { "r.yaml": rules }, files });
    await show(opened);
    await opened.page.getByRole("button", { name: "Add findings as test" }).click();
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    const text = await opened.editor("rules").innerText();
    // Without it there would be a finding for the other value.
    expect(text).toContain("c.texture: ");
    expect(text).not.toContain("b.material");
    expect(text, "additional files are not counted").toContain("1 finding in a.material");
    expect(text).not.toContain("d.txt");
    await close(opened);
  });

  test.each([
    ["is a list", RULE.replace("rules:\n", "").replace(/^ {2}/gm, "")],
    ["is a single rule", "name: unique\nrpath: \\.xml$\nxpath: A/B\ncondition: [Unique]\n"],
  ])("are added in another file if the rule file %s, which is not changed", async (_kind, text) => {
    const opened = await open({ rules: { "r.yaml": text }, files: FILES });
    const { page } = opened;
    await show(opened);
    await page.getByRole("button", { name: "Add findings as test" }).click();
    await keepNotice(page);
    await expect.poll(() => focusedEditor(page)).toBe("Rules: r.tests.yaml");
    await expect.poll(() => opened.editor("rules").innerText()).toContain("extends: [r.yaml]");
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => opened.file("r.tests.yaml").count()).toBe(0);
    await opened.file("r.yaml").click();
    await expect.poll(async () => (await opened.editor("rules").innerText()).trimEnd()).toBe(text.trimEnd());
    await close(opened);
  });

  test("cannot be undone after other changes in their file", async () => {
    const opened = await open({
      rules: { "r.yaml": RULE.replace("rules:\n", "").replace(/^ {2}/gm, "") },
      files: FILES,
    });
    const { page } = opened;
    await show(opened);
    await page.getByRole("button", { name: "Add findings as test" }).click();
    await expect.poll(() => focusedEditor(page)).toBe("Rules: r.tests.yaml");
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# mine");
    await expect.poll(() => page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await close(opened);
  });

  test("contain the bytes of images, and expect problems", async () => {
    const rules = `rules:
  - { name: wide, rpath: \\.tga$, xpath: '{image.width}', condition: ['<=', 512] }
  - { name: large, rpath: \\.tga$, xpath: '{file.size}', condition: ['<=', 600000] }
  - { name: there, rpath: \\.xml$, xpath: A, condition: [Exist] }
`;
    const opened = await open(
      { rules: { "r.yaml": rules }, files: { "b.xml": "<A>" } },
      {},
      { "a.tga": picture(1024) },
    );
    await expect.poll(opened.verdict).toBe("1 problem, 2 errors, 1 warning");
    await show(opened);
    await opened.page.getByRole("button", { name: "Add findings as test" }).click();
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    const text = await opened.editor("rules").innerText();
    expect(text).toContain("2 findings, 1 problem in 2 files");
    expect(text, "its header").toMatch(/a\.tga:\s+{"hex": "00 00 03 (?:[0-9a-f]{2}\s?){29}", "size": 1048594}/);
    expect(text).toMatch(/problem: xml-unclosed/);
    await close(opened);
  });

  test("contain more of a file if its first bytes are not sufficient", async () => {
    const rules = `rules:
  - { name: wide, rpath: \\.tga$, xpath: '{image.width}', condition: ['<=', 5] }
  - { name: same, rpath: b\\.tga$, xpath: '{file.md5}', condition: ['==', x] }
`;
    const opened = await open(
      { rules: { "r.yaml": rules }, files: {} },
      {},
      { "a.tga": picture(8), "b.tga": picture(9) },
    );
    await expect.poll(opened.verdict).toBe("3 errors");
    await show(opened);
    await opened.page.getByRole("button", { name: "Add findings as test" }).click();
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    const text = await opened.editor("rules").innerText();
    expect(text, "a header").toMatch(/a\.tga:\s+{"hex": "00 00 03 (?:[0-9a-f]{2}\s?){29}", "size": 82}/);
    expect(text, "all of it, over several lines").toMatch(/b\.tga:\s+hex: >-\s+00 00 03 (?:[0-9a-f]{2}\s+){96}expect/);
    await close(opened);
  });

  test("report the findings that they omit, and why", async () => {
    const rules = "rules:\n  - { name: same, rpath: \\.tga$, xpath: '{file.md5}', condition: ['==', x] }\n";
    const opened = await open(
      { rules: { "r.yaml": rules }, files: {} },
      {},
      { "a.tga": picture(64), "b.tga": picture(8) },
    );
    await expect.poll(opened.verdict).toBe("2 errors");
    await show(opened);
    await opened.page.getByRole("button", { name: "Add findings as test" }).click();
    await expect
      .poll(() => opened.page.locator(".notice").textContent())
      .toContain("1 finding is left out: a.tga is binary and longer than 4,096 bytes.");
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    await close(opened);
  });

  test("are not added if an omission changes the findings, with a message", async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}.xml`, "<R><A>0</A><A>1</A></R>"]));
    const opened = await open({
      rules: { "r.yaml": RULES_OF_NAMES },
      files: { ...many, "names.list": "<N>0</N>" },
    });
    await expect.poll(opened.verdict).toBe("50 errors");
    await show(opened);
    await opened.page.getByRole("button", { name: "Add findings as test" }).click();
    await opened.page.getByText("the findings are different").waitFor();
    await close(opened);
  });

  test("list findings in the order of the report", async () => {
    const files = Object.fromEntries(
      ["c", "a", "b"].map((name) => [`${name}.xml`, "<A>\n<B>2</B><B>1</B>\n<B>2</B><B>1</B></A>"]),
    );
    const opened = await open({ rules: { "r.yaml": RULE }, files });
    await show(opened);
    await opened.page.getByRole("button", { name: "Add findings as test" }).click();
    await expect.poll(() => states(opened)).toEqual(["pass"]);
    const text = await opened.editor("rules").innerText();
    const lines = [...text.matchAll(/path: (\w)\.xml\s+line: 3\s+value: "(\d)"/g)].map(
      ([, path, value]) => `${path}${value}`,
    );
    expect(lines).toEqual(["a2", "a1", "b2", "b1", "c2", "c1"]);
    await close(opened);
  });

  test("cannot be added to a file without rules, with a message", async () => {
    const opened = await open({ rules: { "r.yaml": "collections: { a: { file: b.txt } }\n" }, files: FILES });
    await show(opened);
    await opened.page.getByRole("button", { name: "Add findings as test" }).click();
    await opened.page.getByText("cannot contain tests").waitFor();
    await close(opened);
  });
});
