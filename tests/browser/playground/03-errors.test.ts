/** Errors in a rule file are underlined at their places, whatever precedes them. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, playground } from "./page.ts";

const RULE = 'name: a\n  rpath: \\.xml$\n  xpath: A\n  condition: ["<=", 3]';
const FUNCTION = (body: string) =>
  `- name: a\n  rpath: \\.xml$\n  xpath: A\n  condition: [func_f]\n  func_str: |\n    fn f(data, path, condition) {\n${body}\n    }\n`;

/** An error, the rule file, and the underlined text. */
const FAULTS: readonly [string, string, string][] = [
  ["broken YAML", 'rules:\n  - name: "open\n', '"'],
  ["an unknown field", `- ${RULE}\n  conditon: 1\n`, "conditon"],
  ["a bad regular expression", `- ${RULE.replace("\\.xml$", "'a(b'")}\n`, "("],
  ["a bad xpath", `- ${RULE.replace("xpath: A", "xpath: A/[B")}\n`, "["],
  ["a function that does not compile", FUNCTION("      let a = ;\n      data"), ";"],
  ["a function that stops when it runs", FUNCTION("      data.filter(|one| nowhere(one))"), "nowhere"],
];

/** Changes of a file that do not affect the place of an error. */
const TEXTS: readonly [string, (text: string) => string][] = [
  ["unchanged", (text) => text],
  ["with CRLF", (text) => text.replaceAll("\n", "\r\n")],
  ["after a byte order mark", (text) => `\ufeff${text}`],
  ["after multi-byte characters", (text) => `# é漢😀\n${text}`],
  ["with a tab, letters and CRLF", (text) => `\ufeff#\té😀\r\n${text.replaceAll("\n", "\r\n")}`],
];

describe.skipIf(!hasChromium)("an error", () => {
  const open = playground();

  for (const [fault, rules, underlined] of FAULTS) {
    test(`is underlined: ${fault}`, async () => {
      for (const [variant, change] of TEXTS) {
        const opened = await open({ rules: { "rules.yaml": change(rules) }, files: { "a.xml": "<A>4</A>" } });
        const marked = await opened.marked("rules");
        expect(
          marked.some((text) => text.includes(underlined)),
          `${variant}: ${marked.join(" | ")}`,
        ).toBe(true);
        expect(marked.join("").length, variant).toBeLessThan(40);
        await close(opened);
      }
    });
  }

  test("in a script is at its place within the rule file, after multi-byte characters", async () => {
    const rules = FUNCTION('      let greeting = "é😀";\n      data.filter(|one| one.nothing == greeting + 1)');
    const opened = await open({ rules: { "rules.yaml": rules }, files: { "a.xml": "<A>4</A>" } });
    const row = opened.page.locator("[data-pane=results] [role=treeitem] .place").last();
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
    const line = await opened.page.locator("[data-pane=rules] .cm-activeLine").textContent();
    expect(line).toContain("one.nothing");
    await expect.poll(() => row.textContent()).toMatch(/^8:/);
    await close(opened);
  });

  test("in a library is underlined there, and its row leads there", async () => {
    const rules = {
      "rules.yaml": "- { name: a, rpath: \\.xml$, xpath: A, condition: [texts.short] }\n",
      "lib/texts.rhai": "// é😀\r\nfn short(data path) {\r\n}\r\n",
    };
    const opened = await open({ rules, files: { "a.xml": "<A>4</A>" } });
    await expect.poll(() => opened.verdict()).toBe("2 problems");
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
    const tab = opened.page.locator("[data-pane=rules] [role=tab][aria-selected=true]");
    expect((await tab.textContent())?.trim()).toBe("texts.rhai");
    await expect.poll(() => opened.marked("rules")).toEqual(["path"]);
    await close(opened);
  });

  test("of a running library is underlined there, and where the rule calls it", async () => {
    const rules = {
      "rules.yaml": "- { name: a, rpath: \\.xml$, xpath: A, condition: [texts.short] }\n",
      "lib/texts.rhai": "// é😀\r\nfn short(data, path, condition) {\r\n  data[9]\r\n}\r\n",
    };
    const opened = await open({ rules, files: { "a.xml": "<A>4</A>" } });
    await expect.poll(() => opened.verdict()).toBe("1 problem");
    await expect.poll(() => opened.marked("rules")).toEqual(["texts.short"]);
    await opened.page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
    await opened.page.locator(".detail .link", { hasText: "lib/texts.rhai:3" }).click();
    const tab = opened.page.locator("[data-pane=rules] [role=tab][aria-selected=true]");
    await expect.poll(async () => (await tab.textContent())?.trim()).toBe("texts.rhai");
    await expect.poll(() => opened.marked("rules")).toEqual(["9"]);
    await close(opened);
  });

  test("disappears when it is repaired, and the editor has the exact text of the file", async () => {
    const text = "\ufeff- name: a\r\n  rpath: \\.xml$\n  xpath: A\r\n  condition: [Nothing]\r\n";
    const opened = await open({ rules: { "rules.yaml": text }, files: { "a.xml": "<A>4</A>" } });
    expect((await opened.marked("rules")).length).toBeGreaterThan(0);
    await opened.page.locator("[data-pane=rules] .cm-line", { hasText: "Nothing" }).click();
    await opened.page.keyboard.press("End");
    await opened.page.keyboard.press("ArrowLeft");
    for (const _ of "Nothing") {
      await opened.page.keyboard.press("Backspace");
    }
    await opened.page.keyboard.type("Exist");
    await expect.poll(() => opened.verdict()).toContain("No findings");
    expect(await opened.marked("rules")).toEqual([]);
    await opened.page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => opened.page.url()).toContain("#");
    const { decode } = await import("../../../playground/src/share.ts");
    const shared = decode(new URL(opened.page.url()).hash.slice(1));
    expect(shared.project.rules.get("rules.yaml")).toBe(text.replace("Nothing", "Exist"));
    await close(opened);
  });
});
