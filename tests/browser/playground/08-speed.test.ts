/** Fast: from a key press to the findings of fifty files by thirty rules, and nothing in the way of typing. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, playground } from "./page.ts";
import { effort } from "./tasks.ts";

const FILES = 50;
const RULES = 30;
/** A file of 20 kB. */
const SIZE = 20_000;
const EDITS = 100;
/** The longest that a task of the page may take, in milliseconds of its thread's time. */
const LONGEST = 50;
/** The most that one edit may cost all threads of the page together, in milliseconds of their time. */
const MOST = 200;

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

const GIVEN = {
  rules: { "rules.yaml": Array.from({ length: RULES }, (_, count) => rule(count)).join("") },
  files: Object.fromEntries(Array.from({ length: FILES }, (_, count) => [`items/${count}.xml`, file(count)])),
};

/** The same with tests. */
const TESTED = {
  ...GIVEN,
  rules: {
    "rules.yaml": `rules:\n${GIVEN.rules["rules.yaml"]}tests:\n${Array.from({ length: 20 }, (_, count) => {
      return `- { name: test-${count}, files: { a.xml: <Items/> }, expect: [] }\n`;
    }).join("")}`,
  },
};

/** What is seen of a view once it is there. */
const SHOWN: Record<string, string> = {
  findings: "[data-pane=results] [role=treeitem]",
  steps: ".steps[data-current=true] .step",
  tests: ".tests[data-current=true] .test",
};

describe.skipIf(!hasChromium)("typing", () => {
  const open = playground();

  test.each(["findings", "steps", "tests"])(
    `is answered with the findings of ${FILES} files: %s`,
    async (view) => {
      const opened = await open(view === "tests" ? TESTED : GIVEN);
      const { page } = opened;
      await page.locator(`#view-${view}`).click();
      await page
        .locator(SHOWN[view] ?? "")
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
      // What one waits for depends on what else the machine does; what the page does itself does not.
      expect(longest).toBeLessThan(LONGEST);
      expect(each).toBeLessThan(MOST);
      await close(opened);
      // A hundred edits take their time, the more so while they are watched.
    },
    180_000,
  );
});
