/**
 * Rule packs on the page: they can be searched, read and added, are suggested for dropped files, and can be named by
 * rule files.
 */

import { join } from "node:path";
import { packNames } from "assay/packs";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { ROOT } from "../files.ts";
import { drop, folder } from "./drop.ts";
import { close, type Playground, playground, settled } from "./page.ts";

const { suggestedPacks } = await import(join(ROOT, "playground/src/packs/suggested.ts"));

/** Files whose names differ in letter case only, without a rule. */
const TWINS = { rules: { "rules.yaml": "" }, files: { "a.xml": "<A/>", "A.xml": "<A/>" } };

/** Opens the catalogue, and waits until its packs are listed. */
async function openCatalog({ page }: Playground): Promise<void> {
  await page.getByRole("button", { name: "Rule packs" }).click();
  await page
    .getByRole("dialog")
    .getByText("Add to project")
    .or(page.getByRole("button", { name: /^name-case-twin/ }))
    .first()
    .waitFor();
}

test("each pack is suggested for some of these files", () => {
  const paths = "a.meta a.tscn resource.repository a.glb a.assetlist asset_rules.xml a.sbc a.zip package.json a.png";
  const names = suggestedPacks(paths.split(" ")).map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual(packNames());
});

describe.skipIf(!hasChromium)("rule packs", () => {
  const open = playground();
  const disk = folder();

  test("are searched, read and added, one rule or all", async () => {
    const opened = await open(TWINS);
    const { page } = opened;
    await openCatalog(opened);
    await page.getByRole("searchbox", { name: "Search the rules" }).fill("letter case");
    const rule = page.getByRole("button", { name: /^name-case-twin/ });
    await rule.click();
    await expect
      .poll(() => page.getByRole("region", { name: "Text of name-case-twin" }).innerText())
      .toContain("rpath:");
    await page.getByRole("button", { name: "Add to project: name-case-twin" }).click();
    await page.getByRole("button", { name: "In the project: name-case-twin" }).waitFor();
    await page.getByRole("button", { name: "Show the findings" }).click();
    await settled(page);
    await expect.poll(opened.findings).toHaveLength(2);
    await opened.file("name-case-twin.yaml").waitFor();
    await openCatalog(opened);
    await page.getByRole("searchbox", { name: "Search the rules" }).fill("");
    await page.getByRole("button", { name: "Add to project: the pack Images" }).click();
    await page.getByRole("button", { name: "In the project: the pack Images" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Add to project: the pack Images" }).waitFor();
    await close(opened);
  });

  test("are suggested for dropped files", async () => {
    const opened = await open();
    const { page } = opened;
    disk.write({ "dropped/lamp.gltf": '{"asset": {"version": "3.0"}}' });
    await drop(page, "files", [join(disk.path(), "dropped")]);
    await page.getByRole("button", { name: "Suggest rules for these files" }).click();
    const fitting = page.getByRole("region", { name: "For these files" });
    await fitting.waitFor();
    await expect.poll(() => fitting.innerText()).toContain("1 glTF model: lamp.gltf.");
    await fitting.getByRole("button", { name: "Add to project: the pack glTF models" }).click();
    await page.getByRole("button", { name: "Show the findings" }).click();
    await settled(page);
    await expect.poll(() => opened.findings().then((all) => all.join("\n"))).toContain("UNKNOWN_ASSET_MAJOR_VERSION");
    await close(opened);
  });

  test("are loaded when a rule file names them", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("rules", "extends: assay:naming/name-case-twin\n");
    const requests = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(
      requests
        .filter((name) => name.endsWith(".json"))
        .map((name) => /([a-z]+)-[^/]*$/.exec(name)?.[1])
        .sort(),
    ).toEqual(["lib", "naming"]);
    expect(await opened.verdict()).not.toContain("problem");
    await opened.fill("rules", "extends: assay:nothing\n");
    await expect.poll(opened.verdict).toContain("problem");
    await close(opened);
  });
});
