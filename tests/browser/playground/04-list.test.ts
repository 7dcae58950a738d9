/** The list of findings: its groups, its counts and its details. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, type Playground, playground } from "./page.ts";

/** The rows of the list. */
const ROWS = "[role=tree][aria-label=Findings] [role=treeitem]";
const NONE = "- { name: none, severity: warning, rpath: \\.xml$, xpath: A/B, condition: [Null collection] }\n";

/** Returns a rule whose script does not end on the files that match `rpath`. */
function endless(name: string, rpath: string): string {
  return `- name: ${name}
  rpath: ${rpath}
  xpath: A
  condition: [func_f]
  func_str: |
    fn f(data, filepath, condition) { loop { } }
`;
}

describe.skipIf(!hasChromium)("the list of findings", () => {
  const open = playground();
  const find = ({ page }: Playground, text: string) =>
    page.getByRole("searchbox", { name: "Find in messages, rules, paths" }).fill(text);

  test("has details only of a listed finding: the first one, or none", async () => {
    const opened = await open({ rules: { "r.yaml": NONE }, files: { "a.xml": "<A><B>x</B><B>y</B><B>z</B></A>" } });
    const { page } = opened;
    const message = page.locator(".detail .message");
    await page.locator(ROWS, { hasText: "found x" }).click();
    await expect.poll(() => message.allTextContents()).toEqual(["expected no value, found x"]);
    await find(opened, "`y`");
    await expect.poll(() => message.allTextContents()).toEqual(["expected no value, found y"]);
    await find(opened, "nowhere");
    await expect.poll(() => message.count()).toBe(0);
    await find(opened, "");
    await expect.poll(() => message.allTextContents()).toEqual(["expected no value, found x"]);
    await close(opened);
  });

  test("has one row for a script that does not end, with the files on which it was not run", async () => {
    const files = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`${at}.xml`, "<A/>"]));
    const opened = await open({ rules: { "r.yaml": endless("loops", "xml$") }, files });
    const { page } = opened;
    expect(await opened.findings()).toEqual([
      expect.stringMatching(/^the script takes .* \(f stopped on \d\.xml and 2 more files\)$/),
    ]);
    expect(await opened.verdict()).toBe("1 problem");
    await expect
      .poll(() => page.locator(".detail li").allTextContents())
      .toEqual([expect.stringContaining("not run on 3.xml and 3 more files: the script took too long")]);
    await close(opened);
  });

  test("has a problem with a file in the group of that file, whatever script reported it", async () => {
    const rules = `- name: wide
  rpath: \\.png$
  xpath: "{file.size}"
  condition: [func_f]
  func_str: |
    fn f(data, filepath, condition) { data.filter(|size| image(filepath).width < 8) }
`;
    const empty = { "a.png": new Uint8Array(0), "b.png": new Uint8Array(0) };
    const opened = await open({ rules: { "r.yaml": rules }, files: {} }, {}, empty);
    const { page } = opened;
    expect(await page.locator(ROWS).locator(".title").allTextContents()).toEqual(["a.png", "b.png"]);
    expect(await page.locator(ROWS).locator(".place").allTextContents()).toEqual(["", ""]);
    await page.getByRole("button", { name: "By rule" }).click();
    await expect.poll(() => page.locator(ROWS).locator(".title").allTextContents()).toEqual(["wide"]);
    await close(opened);
  });

  test("shows no description of another rule with the same name for a rule that does not run", async () => {
    const rules = ["first", "second"].map((one) => `${NONE.replace(" }", `, description: the ${one} }`)}`).join("");
    const opened = await open({ rules: { "r.yaml": rules }, files: { "a.xml": "<A><B>x</B></A>" } });
    const { page } = opened;
    const description = page.locator(".detail dd");
    await page.locator(ROWS, { hasText: "there is a rule none already" }).click();
    await expect.poll(() => page.locator(".detail .message").textContent()).toContain("this one is not run");
    expect(await description.count()).toBe(0);
    await page.locator(ROWS, { hasText: "found x" }).click();
    await expect.poll(() => description.allTextContents()).toEqual(["the first"]);
    await close(opened);
  });

  test("has the same counts as the tab, the filters and the summary", async () => {
    const idle = NONE.replace("none", "idle").replace("xml", "png");
    const files = { "a.xml": "<A><B>x</B><B>y</B></A>" };
    const opened = await open({ rules: { "r.yaml": NONE + idle }, files });
    expect(await opened.verdict()).toBe("3 warnings");
    const { page } = opened;
    expect(await page.locator("#view-findings .badge").textContent()).toBe("3");
    expect(await page.locator(".findings .weight").textContent()).toMatch(/3 warnings/);
    await close(opened);
  });

  test("has the findings of all files if one file has very many, and counts all of them", async () => {
    const [many, most] = [20_000, 10_000];
    const rules = "- { name: small, rpath: \\.xml$, xpath: A/B, condition: ['<', 2] }\n";
    const files = {
      "a.xml": `<A>${"<B>5</B>".repeat(many)}</A>`,
      "b.xml": "<A><B>6</B></A>",
      "c.xml": "<A><B>7</B></A>",
    };
    const opened = await open({ rules: { "r.yaml": rules }, files });
    const { page } = opened;
    await expect.poll(opened.verdict).toBe("20,002 errors");
    expect(await page.locator("#view-findings .badge").textContent()).toBe("20,002");
    expect((await page.locator(".findings .weight").textContent())?.trim()).toBe("20,002 errors");
    const group = page.locator(ROWS, { hasText: "a.xml" }).first();
    expect(await group.locator(".count").textContent()).toBe("10,000 of 20,000");
    expect(await opened.file("a.xml").locator(".badge").textContent()).toBe(`${most.toLocaleString("en")}+`);
    await find(opened, "c.xml");
    await expect.poll(() => page.locator(ROWS).count()).toBe(1);
    await find(opened, "");
    await page.getByRole("button", { name: "Fold all" }).click();
    await expect
      .poll(() => page.locator(ROWS).allTextContents())
      .toEqual([expect.stringContaining("a.xml"), expect.stringContaining("b.xml"), expect.stringContaining("c.xml")]);
    await close(opened);
  });

  test("is empty without findings, and names the rules that are off", async () => {
    const some = NONE.replace("[Null collection]", "[Exist]");
    const rules = some + some.replace("none", "idle").replace(" }", ", enabled: false }");
    const opened = await open({ rules: { "r.yaml": rules }, files: { "a.xml": "<A><B>x</B></A>" } });
    const { page } = opened;
    expect(await opened.verdict()).toBe("No findings: 1 rule looked at 1 file; 1 rule is off");
    await page.locator(".nothing .verdict.passed").waitFor();
    await expect.poll(() => page.locator(".nothing").textContent()).toContain("Rules that are switched off: idle");
    await close(opened);
  });

  test("reports that the file of a finding was just deleted", async () => {
    // Enough loops that the check after the deletion takes seconds, during which the list is the previous one.
    const loops = Array.from({ length: 12 }, (_, at) => endless(`loops-${at}`, "a\\.xml$")).join("");
    const files = { "a.xml": "<A/>", "b.xml": "<A><B>x</B></A>" };
    const opened = await open({ rules: { "r.yaml": NONE + loops }, files });
    const { page } = opened;
    await opened.file("b.xml").click();
    await page.getByRole("tree", { name: "Files", exact: true }).press("Delete");
    await page.locator(ROWS, { hasText: "found x" }).click();
    await expect.poll(() => page.locator(".notice .text").textContent()).toBe("b.xml no longer exists.");
    await close(opened);
  });
});
