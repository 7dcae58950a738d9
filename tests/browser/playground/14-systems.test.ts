/** Problems of systems are reported without opening their views: next to tabs and files, and in the summary. */

import { join } from "node:path";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { drop, folder } from "./drop.ts";
import { close, type LinkedProject, playground } from "./page.ts";

/** An invalid list, definitions with an invalid element, and conversion rules without a pattern. */
const FAULTY: Record<string, string> = {
  "one.assetlist": "a/b.txt\n",
  "two.assetlist": "a/b.txt\n",
  "game/blocks.sbc": "<Definitions>\n  <CubeBlocks/>\n  <Ships/>\n</Definitions>\n",
  "asset_rules.xml": "<rules>\n  <rule>\n</rules>\n",
};
const RULES = "rules:\n  - { name: lit, rpath: '/a\\.xml$', xpath: '*/A', condition: [Exist] }\n";
/** A package whose file does not have the listed size. */
const LAMP = new Uint8Array(
  zipSync({
    "metadata.json": new TextEncoder().encode(
      JSON.stringify({
        data: { assetGroupPath: "assets/lamp", revisionGroupPath: "model", revision: 1 },
        dependency: [],
        revisionFiles: [{ path: "lamp.ma", size: 99 }],
      }),
    ),
    "lamp.ma": new TextEncoder().encode("scene"),
  }),
);

describe.skipIf(!hasChromium)("problems of systems", () => {
  const open = playground();
  const disk = folder();
  const project = (
    files: LinkedProject["files"],
    rules: LinkedProject["rules"] = { "rules.yaml": "" },
  ): LinkedProject => ({ rules, files });

  test("are next to tabs and files and in the summary, also without rules", async () => {
    const opened = await open(project(FAULTY));
    const { page } = opened;
    const badge = (view: string) => page.locator(`#view-${view} .badge.error`);
    for (const [view, count] of [
      ["lists", "2"],
      ["definitions", "2"],
      ["pipeline", "1"],
    ] as const) {
      await expect.poll(() => badge(view).textContent(), { message: view }).toBe(count);
    }
    const summary = "Lists: 2 errors; Definitions: 2 errors; Pipeline: 1 error; there are no rules";
    await expect.poll(opened.verdict).toBe(summary);
    await expect.poll(() => page.locator(".page ~ p.heard[role=status]").textContent()).toContain("Lists: 2 errors");
    await page.locator("#view-definitions").click();
    await page
      .locator(".definitions")
      .getByRole("button", { name: /^Problems\s+2$/ })
      .waitFor();
    await page
      .locator(".definitions")
      .getByRole("button", { name: /^the example/ })
      .waitFor();
    const badges = page.locator("#tree-files [role=treeitem] .badges");
    expect(await badges.evaluateAll((all) => all.map((one) => one.getAttribute("title")))).toEqual([
      "2 errors",
      "1 error",
      "1 error",
      "1 error",
    ]);
    await close(opened);
  });

  test("with a file that the check cannot read either are counted once, and tabs describe their counts", async () => {
    const rules = "- { name: any, severity: warning, rpath: '\\.sbc$', xpath: '*/A', condition: [Null collection] }\n";
    const files = { "a.sbc": "<Definitions><A>", "b.sbc": "<Definitions><A/><A/></Definitions>" };
    const opened = await open(project(files, { "rules.yaml": rules }));
    const { page } = opened;
    const named = (view: string) => page.locator(`#view-${view} .badge`).getAttribute("aria-label");
    await expect.poll(() => named("definitions")).toMatch(/error/);
    await expect.poll(() => named("findings")).toMatch(/^1 problem, 2 warnings/);
    expect(await page.locator("#view-findings .badge.problem").textContent()).toBe("3");
    const badges = opened.file("a.sbc").locator(".badges");
    await expect.poll(() => badges.getAttribute("title")).toBe("1 problem");
    await opened.fill("files", "<Definitions><A/></Definitions>");
    await expect.poll(() => named("findings")).toMatch(/^3 warnings/);
    expect(await page.locator("#view-findings .badge.warning").textContent()).toBe("3");
    await close(opened);
  });

  test("disappear when they are repaired, and those of all lists are reported", async () => {
    const opened = await open(project({ "one.assetlist": "x", "two.assetlist": "x" }));
    const { page } = opened;
    await page.locator("#view-lists").click();
    await expect
      .poll(() => page.locator(".lists .problem .link").allTextContents())
      .toEqual(["one.assetlist:1:1", "two.assetlist:1:1"]);
    await page.locator(".lists .problem").first().getByRole("button").click();
    await opened.fill("files", `{"assets": [{"path": "a.txt", "hash": "${"0".repeat(40)}"}]}`);
    await expect.poll(() => page.locator("#view-lists .badge").textContent()).toBe("1");
    await close(opened);
  });

  test("in a package are reported when it is dropped and below its name, and the result is not passed", async () => {
    const opened = await open(project({ "a.xml": "<A><A>1</A></A>" }, { "rules.yaml": RULES }));
    const { page } = opened;
    disk.write({ "lamp.zip": LAMP });
    await drop(page, "files", [join(disk.path(), "lamp.zip")]);
    await expect
      .poll(() => page.locator(".notice span").first().textContent())
      .toMatch(/check the files in it\. \d errors? in it\.$/);
    await expect.poll(opened.verdict).toMatch(/^No findings: .*; Packages: \d error/);
    expect(await page.locator(".status .verdict").getAttribute("class")).toContain("failed");
    await opened.file("lamp.zip").click();
    await page.locator("[data-pane=files] .status").getByRole("button", { name: "Packages" }).click();
    expect(await page.locator("#view-packages").getAttribute("aria-selected")).toBe("true");
    await close(opened);
  });
});
