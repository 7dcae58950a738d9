/** The sample projects, by command line and on the page; and the reference, of which every entry opens one that works. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { parse } from "smol-toml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { causeFirst } from "../../../playground/src/panels/cause.ts";
import { assay } from "../../cli/assay.ts";
import { hasChromium } from "../chromium.ts";
import { ROOT } from "../files.ts";
import { serious } from "./axe.ts";
import { close, type Playground, playground } from "./page.ts";
import { about, checked, EXAMPLES, exampleNames, filesOf } from "./samples.ts";

/** What all sample projects and the reference may weigh as brotli, in bytes. */
const MOST = 40_000;
const UPDATE = process.env.ASSAY_UPDATE === "1";
const REFERENCE = join(ROOT, "playground/reference");

/** What `expected.json` has of a finding, problem or warning. */
type Remark = Partial<Record<"rule" | "code" | "path" | "line" | "value" | "message", unknown>>;

/** What must come of a sample project. */
interface Expected {
  /** The exit code of `assay check`. */
  code: number;
  findings: Remark[];
  problems: Remark[];
  warnings: Remark[];
  /** Left out where there are none. */
  hints?: Remark[];
}

/** An example of the reference, as its file has it. */
interface Referred {
  of: string;
  finds: string[];
}

async function resultOf(name: string): Promise<Expected> {
  const { code, json } = await checked(join(EXAMPLES, name), "rules", "files");
  const report = JSON.parse(json);
  const kept = (remark: Remark): Remark => {
    const { rule, code, path, line, value, message } = remark;
    return JSON.parse(JSON.stringify({ rule, code, path, line, value, message }));
  };
  const { findings, problems, warnings, hints } = report;
  const told = { findings: findings.map(kept), problems: problems.map(kept), warnings: warnings.map(kept) };
  return { code, ...told, ...(hints.length > 0 && { hints: hints.map(kept) }) };
}

function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(join(EXAMPLES, name, "expected.json"), "utf8"));
}

/** What the page lists, in its order: what could not be used, findings by file, what is worth a look, and hints. */
function listed({ findings, problems, warnings, hints = [] }: Expected): string[] {
  return [...problems, ...findings, ...warnings, ...hints].map(({ message: said }) => {
    const message = String(said);
    const [, over] = / stopped on (?:.* in )?(\S+): /.exec(message) ?? [];
    return plain(causeFirst({ message, affected: over === undefined ? [] : [over] }));
  });
}

/** As the page shows it: code is set in letters of its own. */
function plain(message: string): string {
  return message.replace(/`([^`]+)`/g, "$1");
}

function referred(): Referred[] {
  return readdirSync(REFERENCE).flatMap((file) => {
    const { example } = parse(readFileSync(join(REFERENCE, file), "utf8"));
    return example as unknown as Referred[];
  });
}

/** What stands below a file that rules look at. */
const LOOKED_AT = /rules? looks? at this file: /;

/** What stands below the file that is shown. */
function status({ page }: Playground): Promise<string | null> {
  return page.locator("[data-pane=files] .status").textContent();
}

/** The view of the results that is shown. */
function selected({ page }: Playground): Promise<string | null> {
  return page.locator("[data-pane=results] [role=tab][aria-selected=true]").getAttribute("id");
}

describe("the sample projects", () => {
  test("are all in the list, and tell in a sentence or two what to look at", () => {
    const folders = readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect([...exampleNames()].sort()).toEqual(folders.map(({ name }) => name).sort());
    expect(folders.length).toBeGreaterThanOrEqual(12);
    for (const name of exampleNames()) {
      const { title, shows, note } = about(name);
      expect([title.length, shows.length, note.length].every((length) => length > 10)).toBe(true);
      expect(note.match(/[.](?= [A-Z`]|$)/g)?.length, note).toBeLessThanOrEqual(2);
    }
  });

  test.each(exampleNames())("%s: the command line finds what is expected, no more and no less", async (name) => {
    const result = await resultOf(name);
    if (UPDATE) {
      writeFileSync(join(EXAMPLES, name, "expected.json"), `${JSON.stringify(result, null, 2)}\n`);
    }
    expect(result).toEqual(expectedOf(name));
    expect(result.findings.length, "an example shows something").toBeGreaterThan(0);
    expect(result.problems.length > 0, "only one shows problems").toBe(name === "problems");
  });

  test("those with tests pass them", async () => {
    const { code, stdout } = await assay(["test", join(EXAMPLES, "tests/rules")]);
    expect(stdout).toContain("all tests passed");
    expect(code).toBe(0);
  });

  test("weigh little, the reference included", async () => {
    const files = [...filesOf(EXAMPLES), ...filesOf(REFERENCE)].filter(([path]) => !path.endsWith("expected.json"));
    const bytes = await Promise.all(files.map(([, content]) => new Response(content).arrayBuffer()));
    const size = brotliCompressSync(Buffer.concat(bytes.map((part) => Buffer.from(part)))).length;
    console.log(`sample projects and reference: ${size} bytes as brotli`);
    expect(size).toBeLessThan(MOST);
  });
});

describe.skipIf(!hasChromium)("the menu of examples", () => {
  const open = playground();

  describe("opens each of them", () => {
    // One page for all of them: an example replaces the whole project.
    let opened: Playground;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => close(opened));

    test("in their order", async () => {
      const { page } = opened;
      const titles = () => page.getByRole("menuitem").locator(":scope > :first-child");
      await page.getByRole("button", { name: "Examples" }).click();
      await expect.poll(() => titles().count()).toBe(exampleNames().length);
      await page.keyboard.press("Escape");
    });

    test.each([...exampleNames().entries()])(
      "with what is expected in it, and a note of what to look at: %i, %s",
      async (at, name) => {
        const { page } = opened;
        const { title, note, view = "findings" } = about(name);
        await page.getByRole("button", { name: "Examples" }).click();
        await page.getByRole("menuitem").nth(at).click();
        const shown = page.getByRole("complementary", { name: "About this example" });
        await expect.poll(() => shown.getByRole("heading").textContent()).toBe(title);
        await expect.poll(() => shown.locator("p").textContent()).toBe(plain(note));
        await expect.poll(() => selected(opened)).toBe(`view-${view}`);
        await expect.poll(() => status(opened)).toMatch(LOOKED_AT);
        await page.locator("#view-findings").click();
        await expect
          .poll(async () => (await opened.findings()).toSorted())
          .toEqual(listed(expectedOf(name)).toSorted());
      },
    );

    test("with a note that can be closed", async () => {
      const { page } = opened;
      await page.getByRole("button", { name: "Close the note" }).click();
      const note = page.getByRole("complementary", { name: "About this example" });
      await note.waitFor({ state: "detached" });
    });
  });

  test("shows the first one to those who come for the first time, note and findings", async () => {
    const opened = await open();
    const [first = ""] = exampleNames();
    await expect
      .poll(() => opened.page.getByRole("complementary").getByRole("heading").textContent())
      .toBe(about(first).title);
    await expect.poll(() => opened.findings()).toEqual(listed(expectedOf(first)));
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("the reference", () => {
  const open = playground();

  test("lists every function of the docs", async () => {
    const rules = readFileSync(join(ROOT, "docs/rules.md"), "utf8");
    const library = readFileSync(join(ROOT, "docs/library.md"), "utf8");
    const [, below = ""] = rules.split("### What a function can use");
    const [table = ""] = below.split(/\n#+ /);
    const functions = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = ""]) => {
      return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    });
    const methods = [...library.matchAll(/^## `(.+)`$/gm)].map(([, name]) => name);
    expect(functions.length).toBeGreaterThan(12);
    expect(methods.length).toBeGreaterThan(5);
    const opened = await open();
    await opened.page.getByRole("button", { name: "Reference" }).click();
    const names = await opened.page.locator("dialog article .names code").allTextContents();
    expect(names).toEqual(expect.arrayContaining([...functions, ...methods]));
    const entries = opened.page.locator("dialog article");
    const first = await entries.locator(".names code:first-child").allTextContents();
    expect(first, "each entry has its example, and each example its entry").toEqual(
      expect.arrayContaining(referred().map(({ of }) => of)),
    );
    expect(first.length).toBe(referred().length);
    await expect.poll(() => entries.getByRole("button", { name: /^Open / }).count()).toBe(first.length);
    await close(opened);
  });

  describe("opens an example of each entry", () => {
    // One page for all of them: an example replaces the whole project.
    let opened: Playground;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => close(opened));

    test.each(referred())("which finds what is expected and has no fault: $of", async ({ of, finds }) => {
      const { page } = opened;
      await page.getByRole("button", { name: "Reference" }).click();
      await page.getByRole("button", { name: `Open in playground: ${of}`, exact: true }).click();
      const found = finds.map((line) => plain(line.replace(/^.*?:\d+ /, "")));
      await expect.poll(opened.findings).toEqual(found);
      await expect.poll(() => status(opened)).toMatch(LOOKED_AT);
      const verdict = await opened.verdict();
      expect(verdict).toMatch(/^\d+ (?:error|warning|info|hint)s?\b/);
    });
  });

  test.each(["light", "dark"] as const)("has nothing serious for axe, nor has the note: %s", async (colorScheme) => {
    const opened = await open(undefined, { colorScheme });
    await opened.page.getByRole("button", { name: "Reference" }).click();
    const dialog = opened.page.getByRole("dialog", { name: "Reference" });
    await dialog
      .getByRole("button", { name: /^Open in playground/ })
      .first()
      .waitFor();
    expect(await serious(opened.page)).toEqual([]);
    await opened.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await opened.page.getByRole("complementary", { name: "About this example" }).waitFor();
    expect(await serious(opened.page)).toEqual([]);
    await close(opened);
  });

  test("is searched by any words", async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole("button", { name: "Reference" }).click();
    const names = page.locator("dialog article .names code");
    await page.getByLabel("Search the reference").fill("sha HASH");
    await expect.poll(() => names.allTextContents()).toEqual(["sha256(path)", "{file.md5}", "{file.sha256}"]);
    await page.getByLabel("Search the reference").fill("unique");
    const parts = page.getByRole("navigation", { name: "Parts of the reference" }).getByRole("button");
    const shown = async () => (await parts.allTextContents()).map((text) => Number(/\d+$/.exec(text)?.[0]));
    await expect.poll(() => parts.allTextContents()).toContain("Examples 1");
    const all = Number.parseInt((await page.locator("dialog .count").textContent()) ?? "", 10);
    expect(
      (await shown()).reduce((sum, count) => sum + count, 0),
      "each has its part",
    ).toBe(all);
    await page.getByLabel("Search the reference").fill("quaternion");
    await expect.poll(() => page.locator("dialog .none").textContent()).toContain("quaternion");
    expect(await names.count()).toBe(0);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Reference" }).click();
    expect(await page.getByLabel("Search the reference").inputValue(), "one goes on there").toBe("quaternion");
    await close(opened);
  });
});
