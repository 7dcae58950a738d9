/** Why and why not: the steps of a rule side by side, and states of their own for what was not looked at. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, type Playground, playground, settled } from "./page.ts";
import { longestTask } from "./tasks.ts";

const RULES = `rules:
  - name: unique
    rpath: \\.xml$
    xpath: A/B
    filter: x.*
    condition: [Unique]
  - name: said
    rpath: \\.xml$
    xpath: A/B
    condition: [func_said]
    func_str: |
      fn said(data, filepath, condition) { print("I saw " + data.len()); [] }
  - { name: "off", enabled: false, rpath: \\.xml$, xpath: A/B, condition: [Exist] }
  - { name: idle, rpath: \\.png$, xpath: A/B, condition: [Exist] }
  - { name: broken, rpath: \\.xml$, xpath: 'A[', condition: [Exist] }
  - { name: elsewhere, rpath: /b\\.xml$, xpath: A/B, condition: [Exist] }
`;
const FILES = {
  "a.xml": "<A>\n<B>xé</B>\n<B>xé</B><B>q</B></A>",
  "b.xml": "<A><B>1</B></A>",
  "note.txt": "nobody reads me",
};

/** Shows the steps of a rule over a file. */
async function steps({ page }: Playground, rule: string, file: string): Promise<void> {
  await page.locator("#view-steps").click();
  await page.getByLabel("Rule", { exact: true }).selectOption(rule);
  await page.getByLabel("File", { exact: true }).fill(file);
  await page.keyboard.press("Enter");
  await page.locator(".steps[data-current=true]").waitFor();
}

const outcome = ({ page }: Playground) => page.locator(".steps .outcome").textContent();

describe.skipIf(!hasChromium)("steps", () => {
  const open = playground();

  test("tell what came in, went out and was dropped, why, and in what time", async () => {
    const opened = await open({ rules: { "r.yaml": RULES }, files: FILES });
    await steps(opened, "unique", "a.xml");
    const { page } = opened;
    await expect
      .poll(() => page.locator(".step .kind").allTextContents())
      .toEqual(["rpath", "xpath", "filter", "condition"]);
    await expect
      .poll(() => page.locator(".step .flow span:first-child").allTextContents())
      .toEqual(["the file matches", "3 values", "3 in, 2 out, 1 dropped", "2 values in, 1 fails"]);
    await expect
      .poll(() => page.locator("[data-step=filter] li.dropped").textContent())
      .toContain("is not found in it");
    await expect
      .poll(() => page.locator("[data-step=condition] li.failed").textContent())
      .toContain("occurs more than once");
    await expect.poll(() => page.locator("[data-step=xpath] .time").textContent()).toMatch(/\d m?s$/);
    await expect.poll(() => outcome(opened)).toContain("1 value fails");
    const [first, second] = await page
      .locator(".step")
      .evaluateAll((all) => all.map((step) => step.getBoundingClientRect()));
    expect(first?.top).toBe(second?.top);
    await close(opened);
  });

  test("stay at the rule that was chosen last, whatever was before, until another one is", async () => {
    const opened = await open({ rules: { "r.yaml": RULES }, files: FILES });
    const { page } = opened;
    const rule = () => page.getByLabel("Rule", { exact: true }).inputValue();
    await page.locator("[data-pane=results] [role=treeitem] .message", { hasText: "more than once" }).first().click();
    await steps(opened, "said", "a.xml");
    // The finding that was chosen is found again by each check.
    await opened.editor("files").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n");
    await settled(page);
    await page.locator(".steps[data-current=true]").waitFor();
    expect(await rule()).toBe("said");
    await page.locator("#view-findings").click();
    await page.locator("#view-steps").click();
    expect(await rule()).toBe("said");
    await opened.editor("rules").getByText("elsewhere").click();
    await expect.poll(rule).toBe("elsewhere");
    await close(opened);
  });

  test("lead from each value to its place", async () => {
    const opened = await open({ rules: { "r.yaml": RULES }, files: FILES });
    await steps(opened, "unique", "a.xml");
    await opened.page.locator("[data-step=filter] li.dropped .value").click();
    await expect.poll(() => opened.page.evaluate(() => getSelection()?.toString())).toBe("q");
    await close(opened);
  });

  test("show what scripts print, and follow the text as it is typed", async () => {
    const opened = await open({ rules: { "r.yaml": RULES }, files: FILES });
    await steps(opened, "said", "a.xml");
    await expect.poll(() => opened.page.locator("[data-step=condition] .prints pre").textContent()).toBe("I saw 3");
    await opened.fill("files", "<A><B>1</B></A>");
    await expect.poll(() => opened.page.locator("[data-step=condition] .prints pre").textContent()).toBe("I saw 1");
    await close(opened);
  });

  test.each([
    ["elsewhere", "note.txt", "No rule looked at this file."],
    ["elsewhere", "a.xml", "This rule does not look at this file. It looks at 1 other file."],
    ["idle", "a.xml", "This rule matched no file"],
    ["off", "a.xml", "This rule is switched off"],
    ["broken", "a.xml", "This rule cannot run: 1 problem."],
  ])("have a state of their own: %s over %s", async (rule, file, said) => {
    const opened = await open({ rules: { "r.yaml": RULES }, files: FILES });
    await steps(opened, rule, file);
    await expect.poll(() => outcome(opened)).toContain(said);
    await close(opened);
  });

  test("that extract nothing are no good news, and tell what the file has nothing for", async () => {
    const rules = "- { name: slip, rpath: \\.xml$, xpath: A/Bs, condition: [Exist] }\n";
    const opened = await open({ rules: { "r.yaml": rules }, files: FILES });
    await steps(opened, "slip", "a.xml");
    await expect
      .poll(() => outcome(opened))
      .toBe("Nothing was extracted here: xpath finds no value, so nothing was checked. A has no Bs; did you mean B?");
    expect(await opened.page.locator(".steps .outcome").getAttribute("class")).not.toContain("passed");
    expect(await opened.page.locator("[data-step=xpath] .missing").textContent()).toBe("A has no Bs; did you mean B?");
    await close(opened);
  });

  test("where the filter keeps nothing, nothing was judged, which is no good news", async () => {
    const rules = "- { name: slip, rpath: \\.xml$, xpath: A/B, filter: zzz, condition: [Unique] }\n";
    const opened = await open({ rules: { "r.yaml": rules }, files: FILES });
    await steps(opened, "slip", "a.xml");
    await opened.page.locator(".outcome.empty", { hasText: "so nothing was checked" }).waitFor();
    await close(opened);
  });

  test("over files that values name say in which one they are, and where it is named", async () => {
    const rules = "- { name: led, rpath: ^/list, xpath: L/F, subxpath: A/B, condition: [Exist] }\n";
    const files = { ...FILES, "list.xml": "<L>\n<F>b.xml</F></L>" };
    const opened = await open({ rules: { "r.yaml": rules }, files });
    await steps(opened, "led", "list.xml");
    const cited = opened.page.locator("[data-step=cited]");
    await expect.poll(() => cited.locator(".title").textContent()).toMatch(/^3\s+Files that these values refer to$/);
    await expect.poll(() => cited.locator(".flow").textContent()).toContain("1 value, 1 file named");
    await expect
      .poll(() => opened.page.locator("[data-step=subxpath] .via").textContent())
      .toMatch(/^\s*in b\.xml, named in line 2\s*$/);
    await close(opened);
  });

  test("follow the finding that is chosen, and the cursor in the rules", async () => {
    const opened = await open({ rules: { "r.yaml": RULES }, files: { ...FILES, "b.xml": FILES["a.xml"] } });
    const { page } = opened;
    await page.locator("[data-pane=results] [role=treeitem] .message", { hasText: "once" }).last().click();
    await page.locator("#view-steps").click();
    await page.locator(".steps[data-current=true]").waitFor();
    await expect.poll(() => page.getByLabel("Rule", { exact: true }).inputValue()).toBe("unique");
    await expect.poll(() => page.getByLabel("File", { exact: true }).inputValue()).toBe("b.xml");
    await page.locator("[data-pane=rules] .cm-line", { hasText: "I saw" }).click();
    await expect.poll(() => page.getByLabel("Rule", { exact: true }).inputValue()).toBe("said");
    await close(opened);
  });

  test("offer all files, those first that the rule looks at, and lead to one of them", async () => {
    const notes = Array.from({ length: 600 }, (_, at) => [`a${at}.txt`, "-"]);
    const files = {
      ...Object.fromEntries(notes),
      "z/one.xml": "<A><B>1</B></A>",
      "z/two.xml": "<A><B>x</B><B>x</B></A>",
    };
    const opened = await open({ rules: { "r.yaml": RULES }, files });
    const { page } = opened;
    await steps(opened, "unique", "a7.txt");
    await page.getByRole("button", { name: "See z/two.xml" }).click();
    await expect.poll(() => outcome(opened)).toContain("1 value fails");
    await page.getByLabel("File", { exact: true }).click();
    const options = page.locator(".option");
    await expect.poll(() => options.count()).toBe(100);
    expect((await options.allTextContents()).slice(0, 3).map((text) => text.trim())).toEqual([
      "z/two.xml fails",
      "z/one.xml",
      "a0.txt",
    ]);
    await page.keyboard.type("A59");
    await expect.poll(() => options.count()).toBe(11);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByLabel("File", { exact: true }).inputValue()).toBe("a590.txt");
    await close(opened);
  });

  test("are cut with a notice when they are long", async () => {
    const opened = await open({
      rules: { "r.yaml": RULES },
      files: { "a.xml": `<A>${"<B>q</B>".repeat(12_000)}</A>` },
    });
    const longest = await longestTask(opened.page, () => steps(opened, "unique", "a.xml"));
    console.log(`steps with 10,000 values each: longest task ${longest} ms of its thread's time`);
    const cuts = opened.page.locator("[data-step=xpath] .cut");
    await expect.poll(() => cuts.count()).toBe(2);
    await expect.poll(() => cuts.first().textContent()).toContain("The first 100 values of 10,000 values");
    await expect.poll(() => cuts.last().textContent()).toContain("2,000 more values are not listed");
    await close(opened);
  });

  test("show what fails first where there is no room for all, and lead to it", async () => {
    const items = Array.from({ length: 5_000 }, (_, at) => `<B>${at}</B>`).join("");
    const rules = "- { name: few, rpath: xml$, xpath: '*/B', condition: ['!=', LATE] }\n";
    const opened = await open({
      rules: { "r.yaml": rules.replace("LATE", "4321") },
      files: { "a.xml": `<A>${items}</A>`, "b.xml": `<A>${"<B>1</B>".repeat(60)}<B>4321</B></A>` },
    });
    await steps(opened, "few", "a.xml");
    const column = opened.page.locator("[data-step=condition]");
    const said = () => column.locator("li .said .line").first().textContent();
    await expect.poll(said).toBe("4321 failed");
    await expect.poll(() => column.locator("li .value").nth(1).textContent()).toBe("0");
    expect(await column.textContent()).toContain("of 5,000 values, those that fail first.");
    // Where all fit, they stand as in the file.
    await steps(opened, "few", "b.xml");
    await expect.poll(said).toBe("1 passed");
    expect(await column.textContent()).not.toContain("those that fail");
    const scrolled = () => column.locator(".rows").evaluate(({ scrollTop }) => scrollTop);
    expect(await scrolled()).toBe(0);
    await column.getByRole("button", { name: "61 values in, 1 fails" }).click();
    expect(await scrolled()).toBeGreaterThan(0);
    expect(await opened.page.evaluate(() => document.activeElement?.textContent)).toContain("4321 failed");
    await close(opened);
  });

  test("stand below each other where there is no room", async () => {
    const opened = await open({ rules: { "r.yaml": RULES }, files: FILES }, { viewport: { width: 360, height: 740 } });
    await opened.page.locator("nav button").last().click();
    await steps(opened, "unique", "a.xml");
    await opened.page.locator("[data-step=condition] li.failed").waitFor();
    const boxes = await opened.page
      .locator(".step")
      .evaluateAll((all) => all.map((step) => step.getBoundingClientRect()));
    expect(boxes[1]?.top).toBeGreaterThanOrEqual(boxes[0]?.bottom ?? Number.POSITIVE_INFINITY);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(360);
    await close(opened);
  });
});
