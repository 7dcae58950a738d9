/** The page is fast: it checks fifty files with thirty rules after each key press, without blocking the next one. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, playground } from "./page.ts";
import { effort } from "./tasks.ts";

const FILES = 50;
const RULES = 30;
/** A file of 20 kB. */
const SIZE = 20_000;
const EDITS = 100;
/** The maximum duration of a task of the page, in milliseconds of thread time. */
const MAX_TASK = 50;
/** The maximum cost of an edit for all threads of the page, in milliseconds of thread time. */
const MAX_EDIT = 200;

function rule(count: number): string {
  return `- { name: rule-${count}, rpath: \\.xml$, xpath: "*/Item.Kind==k${count % 10},Value", condition: ["<=", ${990 - count}] }\n`;
}

function file(number: number): string {
  const items: string[] = [];
  for (let count = 0; items.length * 62 < SIZE; count += 1) {
    items.push(`  <Item><Kind>k${count % 10}</Kind><Value>${(count * 7 + number) % 1000}</Value></Item>`);
  }
  return `<Items>\n${items.join("\n")}\n</Items>\n`;
}

const PROJECT = {
  rules: { "rules.yaml": Array.from({ length: RULES }, (_, count) => rule(count)).join("") },
  files: Object.fromEntries(Array.from({ length: FILES }, (_, count) => [`items/${count}.xml`, file(count)])),
};

/** The project with tests. */
const WITH_TESTS = {
  ...PROJECT,
  rules: {
    "rules.yaml": `rules:\n${PROJECT.rules["rules.yaml"]}tests:\n${Array.from({ length: 20 }, (_, count) => {
      return `- { name: test-${count}, files: { a.xml: <Items/> }, expect: [] }\n`;
    }).join("")}`,
  },
};

/** A visible element of each view. */
const VISIBLE: Record<string, string> = {
  findings: "[data-pane=results] [role=treeitem]",
  steps: ".steps[data-current=true] .step",
  tests: ".tests[data-current=true] .test",
};

describe.skipIf(!hasChromium)("typing", () => {
  const open = playground();

  test.each(["findings", "steps", "tests"])(
    `updates the findings of ${FILES} files: %s`,
    async (view) => {
      const opened = await open(view === "tests" ? WITH_TESTS : PROJECT);
      const { page } = opened;
      await page.locator(`#view-${view}`).click();
      await page
        .locator(VISIBLE[view] ?? "")
        .first()
        .waitFor();
      await page.evaluate(() => {
        const results = document.querySelector("[data-pane=results]") as HTMLElement;
        const seen = { times: [] as number[], pressed: 0 };
        Object.assign(window, { seen });
        addEventListener("keydown", () => (seen.pressed = performance.now()), true);
        new MutationObserver(() => {
          if (results.dataset.current === "true" && seen.pressed > 0) {
            seen.times.push(performance.now() - seen.pressed);
            seen.pressed = 0;
          }
        }).observe(results, { attributeFilter: ["data-current"] });
      });
      await page.locator("[data-pane=files] .cm-line").nth(3).click();
      await page.keyboard.press("End");
      const { longest, total } = await effort(page, async () => {
        for (let count = 0; count < EDITS; count += 1) {
          await page.keyboard.press(count % 2 === 0 ? "Space" : "Backspace");
          await page.locator("[data-pane=results][data-current=true]").waitFor({ state: "attached" });
        }
      });
      const times = await page.evaluate(() => (window as unknown as { seen: { times: number[] } }).seen.times);
      times.sort((one, two) => one - two);
      const at = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? Number.NaN);
      console.log(
        `${view}: key press to findings, ${times.length} edits: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`,
      );
      const each = Math.round(total / EDITS);
      console.log(
        `${view}: longest task while typing: ${longest} ms of its thread's time; an edit: ${each} ms of all threads`,
      );
      expect(times.length).toBeGreaterThan(EDITS * 0.9);
      // The waiting time depends on other programs on the machine; the page's own work does not.
      expect(longest).toBeLessThan(MAX_TASK);
      expect(each).toBeLessThan(MAX_EDIT);
      await close(opened);
      // A hundred edits take long, especially while they are traced.
    },
    180_000,
  );
});
