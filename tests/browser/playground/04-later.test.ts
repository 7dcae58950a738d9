/** Findings while the text is edited: results of an earlier text are mapped to the current one. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, playground, settled } from "./page.ts";

/** Rules whose functions do not end: while they run, the results of the last run are shown. */
const LOOPS = Array.from(
  { length: 6 },
  (_, at) =>
    `- { name: loops-${at}, rpath: \\.xml$, xpath: A, condition: [func_f], func_str: 'fn f(a, b, c) { loop { } }' }\n`,
).join("");
const TYPO = "- name: slip\n  severty: error\n  rpath: \\.xml$\n  xpath: A/B\n  condition: [Null collection]\n";
const FOUND = "- { name: found, rpath: \\.xml$, xpath: A/B, condition: [Null collection] }\n";

describe.skipIf(!hasChromium)("while a run goes on", () => {
  const open = playground();

  test("a suggestion is applied at the current place of its text", async () => {
    const opened = await open({ rules: { "r.yaml": TYPO + LOOPS }, files: { "a.xml": "<A/>" } });
    const { page } = opened;
    await page.locator("[data-pane=results] [role=treeitem]", { hasText: "severty" }).click();
    await opened.editor("rules").press("Control+Home");
    await page.keyboard.insertText("# a line that is new\n");
    await page.locator(".detail .help").getByRole("button", { name: "Replace" }).click();
    await expect
      .poll(() => opened.editor("rules").innerText())
      .toContain("# a line that is new\n- name: slip\n  severity: error\n  rpath: \\.xml$\n");
    await close(opened);
  });

  test("tests and steps lead to their current places", async () => {
    const tests = "tests:\n- { name: one, files: { a.xml: <A/> }, expect: [{ rule: found, path: a.xml }] }\n";
    const files = { "a.xml": "<A>\n<B>one</B>\n</A>" };
    const opened = await open({ rules: { "r.yaml": LOOPS, "t.yaml": `rules:\n${FOUND}${tests}` }, files });
    const { page } = opened;
    await page.getByRole("tab", { name: /^Tests/ }).click();
    await opened.file("t.yaml").click();
    await page.locator(".tests [data-state=fail]").waitFor();
    await opened.editor("rules").press("Control+Home");
    await page.keyboard.insertText("# a line that is new\n");
    await page.locator(".tests").getByRole("button", { name: "one" }).click();
    await expect.poll(() => page.locator("[data-pane=rules] .cm-activeLine").textContent()).toContain("name: one");
    await settled(page);
    await page.getByRole("tab", { name: "Steps" }).click();
    await page.getByLabel("Rule", { exact: true }).selectOption("found");
    await page.locator("[data-step=xpath] .value").waitFor();
    await opened.editor("files").press("Control+Home");
    await page.keyboard.insertText("<!-- é and more -->\n");
    await page.locator("[data-step=xpath] .value").click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("one");
    await close(opened);
  });

  test("a finding leads to the current place of its value, and underlines it", async () => {
    const files = { "a.xml": "<A>\n<B>one</B>\n</A>", "b.xml": "<A/>" };
    const opened = await open({ rules: { "r.yaml": FOUND + LOOPS }, files });
    const { page } = opened;
    const row = page.locator("[data-pane=results] [role=treeitem]", { hasText: "one" });
    await row.waitFor();
    await opened.editor("files").press("Control+Home");
    await page.keyboard.insertText("<!-- é and more -->\n");
    await row.dblclick();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("one");
    await opened.editor("files").press("Control+Home");
    await page.keyboard.insertText("<!-- and more -->");
    await opened.file("b.xml").click();
    await opened.file("a.xml").click();
    expect(await page.locator("[data-pane=files] .cm-lintRange").allTextContents()).toContain("one");
    await settled(page);
    await close(opened);
  });
});
