/** The page stays responsive and current: endless rules are stopped, and late results are dropped. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, focusedEditor, playground, settled } from "./page.ts";

const LOOP = `- name: loops
  rpath: \\.xml$
  xpath: A
  condition: [func_f]
  func_str: |
    fn f(data, path, condition) { loop { } data }
`;
/** Endless functions, which together run far longer than a user waits. */
const LONG = Array.from({ length: 20 }, (_, count) => LOOP.replace("loops", `loops-${count}`)).join("");
const QUICK = '- { name: small, rpath: \\.xml$, xpath: A, condition: ["<=", 3] }\n';
const NONE = "No findings: 1 rule looked at all 40 files";
const FORTY = {
  rules: { "rules.yaml": QUICK },
  files: Object.fromEntries(Array.from({ length: 40 }, (_, count) => [`${count}.xml`, "<A>4</A>"])),
};

describe.skipIf(!hasChromium)("the page", () => {
  const open = playground();

  test("stops an endless function, reports it at its place, and continues", async () => {
    const opened = await open({ rules: { "rules.yaml": QUICK }, files: { "a.xml": "<A>4</A>" } });
    const start = performance.now();
    await opened.fill("rules", LOOP);
    console.log(`a function that does not end: reported after ${Math.round(performance.now() - start)} ms`);
    expect((await opened.findings()).join()).toMatch(
      /the script takes (longer than 400 ms|more than 10000000 operations)/,
    );
    const first = opened.page.getByRole("region", { name: "The first problem" });
    await expect.poll(() => first.locator(".message").textContent()).toContain("f stopped on a.xml");
    if ((await opened.findings()).join().includes("400 ms")) {
      expect(await first.locator(".help").textContent()).toContain("than the command line, which allows 5 s");
    }
    expect((await opened.marked("rules")).length).toBe(1);
    await opened.fill("rules", QUICK);
    await expect.poll(() => opened.verdict()).toBe("1 error");
    await close(opened);
  });

  test("accepts keys during a run, and shows only the results of the last text", async () => {
    const opened = await open(FORTY);
    const { page } = opened;
    await opened.type("rules", LONG);
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    const verdictTexts = await page.evaluateHandle(() => {
      const texts: (string | null)[] = [];
      const verdict = () => document.querySelector("[data-pane=results] .status .verdict")?.textContent ?? null;
      const all = { childList: true, characterData: true, subtree: true };
      new MutationObserver(() => texts.push(verdict())).observe(document.body, all);
      return texts;
    });
    const start = performance.now();
    await opened.fill("rules", QUICK.replace("3", "5"));
    console.log(
      `a run that was ended by a newer one: ${Math.round(performance.now() - start)} ms to the newer one's results`,
    );
    expect(await opened.verdict()).toBe(NONE);
    // Runs are sequential: after the results of another run, no results of the earlier ones follow.
    await opened.fill("rules", QUICK);
    expect(await opened.verdict()).toBe("40 errors");
    const verdicts = [...new Set(await verdictTexts.jsonValue())];
    expect(verdicts).toEqual(expect.arrayContaining([NONE, "40 errors"]));
    // During a long run there is no verdict, and while the rules are empty for a moment there is a problem. The long
    // run would have 20.
    const expected = [null, "1 problem", NONE, "40 errors"];
    expect(verdicts.filter((verdict) => !expected.includes(verdict))).toEqual([]);
    await close(opened);
  });

  test("abandons a rule that is endless on many files, names the rule and its line, and continues with the other rules", async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, count) => [`${count}.xml`, "<A>4</A>"]));
    const opened = await open({ rules: { "rules.yaml": QUICK }, files });
    const { page } = opened;
    await opened.type("rules", QUICK + LOOP);
    await expect.poll(opened.verdict).toBe("1 problem, 300 errors");
    const problems = (await opened.findings()).filter((message) => !message.startsWith("4 is not"));
    expect(problems).toEqual([
      expect.stringMatching(/^the script takes .*\(f stopped on \d+\.xml and 2 more files\)$/),
    ]);
    const notRun = /^not run on \d+\.xml and 296 more files: the script took too long on earlier files/;
    await expect.poll(() => page.locator(".detail li").textContent()).toMatch(notRun);
    await page.locator("[data-pane=results] [role=treeitem]", { hasText: "the script takes" }).dblclick();
    await expect.poll(() => focusedEditor(page)).toBe("Rules: rules.yaml");
    await expect.poll(() => page.locator("[data-pane=rules] .cm-activeLine").textContent()).toContain("loop { }");
    await close(opened);
  });

  test("reports all rules that are endless on one file", async () => {
    const rules = Array.from({ length: 40 }, (_, count) => LOOP.replace("loops", `loops-${count}`)).join("");
    const opened = await open({ rules: { "rules.yaml": QUICK }, files: { "a.xml": "<A>4</A>" } });
    await opened.type("rules", rules + QUICK);
    await expect.poll(opened.verdict, { timeout: 50_000 }).toBe("40 problems, 1 error");
    await close(opened);
  });

  test("shows the progress of long tests, delays the steps until they end, and cancels them on request", async () => {
    const tests = Array.from(
      { length: 40 },
      (_, count) => `- { name: t${count}, files: { a.xml: <A/> }, expect: [] }\n`,
    );
    const rules = `rules:\n${LOOP}tests:\n${tests.join("")}`;
    const opened = await open({ rules: { "rules.yaml": rules }, files: { "a.xml": "<A>4</A>" } });
    const { page } = opened;
    await page.getByRole("tab", { name: /^Tests/ }).click();
    await page.locator(".tests", { hasText: /[1-9]\d* of 40 tests/ }).waitFor();
    await page.getByRole("tab", { name: "Steps" }).click();
    await expect.poll(() => page.locator(".steps .outcome").textContent(), { timeout: 50_000 }).toMatch(/\w/);
    expect(await page.locator(".step .kind").allTextContents()).toEqual(["rpath", "xpath", "condition"]);
    await page.getByRole("tab", { name: /^Tests/ }).click();
    await expect.poll(() => page.locator(".tests .sum").textContent()).toContain("40 could not run");
    await opened.fill("rules", `# once more\n${rules}`);
    await page.locator(".tests").getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => page.locator(".tests .sum").textContent()).toContain("The run was cancelled.");
    await page.getByRole("button", { name: "Run the tests again" }).click();
    await page.locator(".tests", { hasText: /[1-9]\d* of 40 tests/ }).waitFor();
    await close(opened);
  });

  test("shows the progress of a long run, cancels it on request, and checks again", async () => {
    const opened = await open(FORTY);
    const { page } = opened;
    const opacity = () => page.locator("#view").evaluate((view) => Number(getComputedStyle(view).opacity));
    await opened.type("rules", LONG);
    await page.locator("[data-pane=results] .status", { hasText: "of 40 files" }).waitFor();
    // This run lasts until it is cancelled. A run that ends by itself may be over too soon.
    await expect.poll(opacity, { message: "the earlier results" }).toBeLessThan(0.6);
    await page.getByRole("button", { name: "Cancel" }).click();
    await settled(page);
    expect(await opacity()).toBe(1);
    await expect.poll(() => opened.verdict()).toContain("cancelled");
    expect(await opened.findings(), "the earlier findings").toEqual([]);
    expect(await page.locator("#view-findings .badge").count(), "the number is unknown").toBe(0);
    await opened.fill("rules", QUICK);
    await expect.poll(() => opened.verdict()).toBe("40 errors");
    await close(opened);
  });

  test("reports if the engine cannot be loaded, and tries again on request", async () => {
    const opened = await open({ rules: { "rules.yaml": QUICK }, files: { "a.xml": "<A>4</A>" } });
    const { page } = opened;
    await page.route("**/*.wasm", (route) => route.abort());
    await page.reload();
    await expect.poll(() => opened.verdict()).toContain("Not checked: the engine's WebAssembly module cannot be used");
    await expect.poll(() => page.locator(".nothing").textContent()).toContain("Not checked");
    await page.unroute("**/*.wasm");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect.poll(opened.verdict).toBe("1 error");
    expect(new URL(page.url()).hash, "nothing has changed: the address still contains the project").not.toBe("");
    // The error of the browser about the aborted request.
    opened.browserErrors.length = 0;
    await close(opened);
  });

  test("reports files that are not XML or cannot be read, and stays usable", async () => {
    const binary = Uint8Array.from({ length: 5_000 }, (_, count) => (count * 7) % 256);
    const opened = await open(
      { rules: { "rules.yaml": QUICK }, files: { "a.xml": "<A>4</A>" } },
      {},
      { "b.xml": binary },
    );
    await expect.poll(() => opened.verdict()).toBe("1 problem, 1 error");
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
    await expect.poll(() => opened.page.locator(".detail").textContent()).toContain("b.xml");
    await opened.file("a.xml").click();
    await opened.fill("files", "<A>1</A>");
    await expect.poll(() => opened.verdict()).toBe("1 problem");
    await close(opened);
  });
});
