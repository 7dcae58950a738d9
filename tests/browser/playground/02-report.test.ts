/** The reports of the page and of the command line on a sample project are identical. */

import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { ROOT } from "../files.ts";
import { close, type Playground, playground, settled } from "./page.ts";
import { about, checkOnCommandLine, EXAMPLES, exampleNames, filesOf, recordReports } from "./samples.ts";

const RULES = join(ROOT, "rules");
/** The rule packs with a sample project. */
const PACKS = ["gltf", "godot", "messiah", "meta", "naming", "textures", "unity"];

describe.skipIf(!hasChromium)("the report of the page", () => {
  const open = playground();
  let opened: Playground;
  let lastReport: () => Promise<string>;

  /** Opens a page and records its reports. */
  async function openRecorded(): Promise<void> {
    opened = await open();
    lastReport = await recordReports(opened.page);
    await opened.page.reload();
    await settled(opened.page);
  }

  describe("on an example", () => {
    // All tests share a page, because an example replaces the whole project.
    beforeAll(openRecorded);
    afterAll(() => close(opened));

    test.each(exampleNames())("is that of the command line: %s", async (name) => {
      await opened.page.getByRole("button", { name: "Examples" }).click();
      await opened.page.getByRole("menuitem", { name: about(name).title }).click();
      const { json } = await checkOnCommandLine(join(EXAMPLES, name, "rules"), ".", "../files");
      await expect.poll(lastReport).toBe(json);
    });
  });

  describe("on a sample project", () => {
    beforeEach(openRecorded);

    test.each(PACKS)("is that of the command line: `rules/%s`", async (pack) => {
      const { encode } = await import("../../../playground/src/share.ts");
      const rules = [...filesOf(join(RULES, "lib"), RULES), ...filesOf(join(RULES, pack), RULES)];
      const project = {
        rules: new Map(rules.filter(([path]) => !path.endsWith(".md"))),
        files: filesOf(join(RULES, "samples", pack)),
      };
      const none = { rules: [], files: [] };
      const link = await encode({ project, tabs: none, active: { rules: undefined, files: undefined } });
      await opened.page.evaluate((fragment) => {
        location.hash = fragment;
      }, link);
      const { json } = await checkOnCommandLine(RULES, pack, `samples/${pack}`);
      expect(JSON.parse(json).findings.length).toBeGreaterThan(0);
      await expect.poll(lastReport, { timeout: 40_000, interval: 200 }).toBe(json);
      await close(opened);
    });
  });
});
