/** Never frozen, never stale: rules that do not end are ended, late results are dropped, the page goes on. */

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
/** Functions of which none ends: together they last far longer than anyone waits. */
const LONG = Array.from({ length: 20 }, (_, count) => LOOP.replace("loops", `loops-${count}`)).join("");
const QUICK = '- { name: small, rpath: \\.xml$, xpath: A, condition: ["<=", 3] }\n';
const NONE = "No findings: 1 rule looked at all 40 files";
const FORTY = {
  rules: { "rules.yaml": QUICK },
  files: Object.fromEntries(Array.from({ length: 40 }, (_, count) => [`${count}.xml`, "<A>4</A>"])),
};

describe.skipIf(!hasChromium)("the page", () => {
  const open = playground();

  test("stops a function that does not end, says so at its place, and goes on", async () => {
    const opened = await open({ rules: { "rules.yaml": QUICK }, files: { "a.xml": "<A>4</A>" } });
    const start = performance.now();
    await opened.fill("rules", LOOP);
    console.log(`a function that does not end: told after ${Math.round(performance.now() - start)} ms`);
    expect((await opened.findings()).join()).toMatch(
      /the script takes (longer than 400 ms|more than 10000000 operations)/,
    );
    const first = opened.page.getByRole("region", { name: "The first problem" });
    await expect.poll(() => first.locator(".message").textContent()).toContain("f stopped on a.xml");
    if ((await opened.findings()).join().includes("400 ms")) {
      expect(await first.locator(".help").textContent()).toContain("than on the command line, which allows 5 s");
    }
    expect((await opened.marked("rules")).length).toBe(1);
    await opened.fill("rules", QUICK);
    await expect.poll(() => opened.verdict()).toBe("1 error");
    await close(opened);
  });

  test("takes key presses while a run goes on, and shows the results of the last text only", async () => {
    const opened = await open(FORTY);
    const { page } = opened;
    await opened.type("rules", LONG);
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    const told = await page.evaluateHandle(() => {
      const texts: (string | null)[] = [];
      const verdict = () => document.querySelector("[data-pane=results] .status .verdict")?.textContent ?? null;
      const all = { childList: true, characterData: true, subtree: true };
      new MutationObserver(() => texts.push(verdict())).observe(document.body, all);
      return texts;
    });
    const start = performance.now();
    await opened.fill("rules", QUICK.replace("3", "5"));
    console.log(`a run that a newer one ended: ${Math.round(performance.now() - start)} ms to the newer one's results`);
    expect(await opened.verdict()).toBe(NONE);
    // Runs follow each other: when one more is told of, all that came of those before it has come.
    await opened.fill("rules", QUICK);
    expect(await opened.verdict()).toBe("40 errors");
    const verdicts = [...new Set(await told.jsonValue())];
    expect(verdicts).toEqual(expect.arrayContaining([NONE, "40 errors"]));
    // There is none while a run takes its time, and a problem when the rules are empty for a moment. The long run's are 20.
    const others = [null, "1 problem", NONE, "40 errors"];
    expect(verdicts.filter((verdict) => !others.includes(verdict))).toEqual([]);
    await close(opened);
  });

  test("gives a rule up that does not end over many files, names it and its line, and goes on with the others", async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, count) => [`${count}.xml`, "<A>4</A>"]));
    const opened = await open({ rules: { "rules.yaml": QUICK }, files });
    const { page } = opened;
    await opened.type("rules", QUICK + LOOP);
    await expect.poll(opened.verdict).toBe("1 problem, 300 errors");
    const told = (await opened.findings()).filter((message) => !message.startsWith("4 is not"));
    expect(told).toEqual([expect.stringMatching(/^the script takes .*\(f stopped on \d+\.xml and 2 more files\)$/)]);
    const untried = /^not run on \d+\.xml and 296 more files: the script took too long on earlier files/;
    await expect.poll(() => page.locator(".detail li").textContent()).toMatch(untried);
    await page.locator("[data-pane=results] [role=treeitem]", { hasText: "the script takes" }).dblclick();
    await expect.poll(() => focusedEditor(page)).toBe("Rules: rules.yaml");
    await expect.poll(() => page.locator("[data-pane=rules] .cm-activeLine").textContent()).toContain("loop { }");
    await close(opened);
  });

  test("hears of rules that do not end over one file until all have been stopped", async () => {
    const rules = Array.from({ length: 40 }, (_, count) => LOOP.replace("loops", `loops-${count}`)).join("");
    const opened = await open({ rules: { "rules.yaml": QUICK }, files: { "a.xml": "<A>4</A>" } });
    await opened.type("rules", rules + QUICK);
    await expect.poll(opened.verdict, { timeout: 50_000 }).toBe("40 problems, 1 error");
    await close(opened);
  });

  test("tells how far tests are that take long, has the steps wait for them, and ends them when asked to", async () => {
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
    await page.getByRole("button", { name: "Run them again" }).click();
    await page.locator(".tests", { hasText: /[1-9]\d* of 40 tests/ }).waitFor();
    await close(opened);
  });

  test("says how far a long run is, ends it when asked to, and checks again", async () => {
    const opened = await open(FORTY);
    const { page } = opened;
    const shown = () => page.locator("#view").evaluate((view) => Number(getComputedStyle(view).opacity));
    await opened.type("rules", LONG);
    await page.locator("[data-pane=results] .status", { hasText: "of 40 files" }).waitFor();
    // This run goes on until it is ended: one of which an end is awaited may be over before anyone looks.
    await expect.poll(shown, { message: "what was found before" }).toBeLessThan(0.6);
    await page.getByRole("button", { name: "Cancel" }).click();
    await settled(page);
    expect(await shown()).toBe(1);
    await expect.poll(() => opened.verdict()).toContain("cancelled");
    expect(await opened.findings(), "those of the text before").toEqual([]);
    expect(await page.locator("#view-findings .badge").count(), "how many there are, nobody knows").toBe(0);
    await opened.fill("rules", QUICK);
    await expect.poll(() => opened.verdict()).toBe("40 errors");
    await close(opened);
  });

  test("says so when the engine cannot be loaded, and tries again when asked to", async () => {
    const opened = await open({ rules: { "rules.yaml": QUICK }, files: { "a.xml": "<A>4</A>" } });
    const { page } = opened;
    await page.route("**/*.wasm", (route) => route.abort());
    await page.reload();
    await expect.poll(() => opened.verdict()).toContain("Not checked: the engine's WebAssembly module cannot be used");
    await expect.poll(() => page.locator(".nothing").textContent()).toContain("Not checked");
    await page.unroute("**/*.wasm");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect.poll(opened.verdict).toBe("1 error");
    expect(new URL(page.url()).hash, "nothing has changed: the address still holds all of it").not.toBe("");
    // What the browser says of the request that was not let through.
    opened.complaints.length = 0;
    await close(opened);
  });

  test("says what is no XML, and what no rule could read, and stays usable", async () => {
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
