/** The sample projects on the command line and on the page, and the reference, whose entries open working examples. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { parse } from "smol-toml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { causeFirst } from "../../../playground/src/panels/cause.ts";
import { assay } from "../../cli/assay.ts";
import { hasChromium } from "../chromium.ts";
import { ROOT } from "../files.ts";
import { seriousViolations } from "./axe.ts";
import { close, type Playground, playground } from "./page.ts";
import { about, checkOnCommandLine, EXAMPLES, exampleNames, filesOf } from "./samples.ts";

/** The maximum size of all sample projects and the reference as brotli, in bytes. */
const MAX_SIZE = 40_000;
const UPDATE = process.env.ASSAY_UPDATE === "1";
const REFERENCE = join(ROOT, "playground/reference");

/** The properties of a finding, problem or warning in `expected.json`. */
type Remark = Partial<Record<"rule" | "code" | "path" | "line" | "value" | "message", unknown>>;

/** The expected result of a sample project. */
interface Expected {
  /** The exit code of `assay check`. */
  code: number;
  findings: Remark[];
  problems: Remark[];
  warnings: Remark[];
  /** Missing if there are none. */
  hints?: Remark[];
}

/** An example of the reference, as in its file. */
interface ReferenceExample {
  of: string;
  finds: string[];
}

async function resultOf(name: string): Promise<Expected> {
  const { code, json } = await checkOnCommandLine(join(EXAMPLES, name), "rules", "files");
  const report = JSON.parse(json);
  const withoutDetails = (remark: Remark): Remark => {
    const { rule, code, path, line, value, message } = remark;
    return JSON.parse(JSON.stringify({ rule, code, path, line, value, message }));
  };
  const { findings, problems, warnings, hints } = report;
  const remarks = {
    findings: findings.map(withoutDetails),
    problems: problems.map(withoutDetails),
    warnings: warnings.map(withoutDetails),
  };
  return { code, ...remarks, ...(hints.length > 0 && { hints: hints.map(withoutDetails) }) };
}

function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(join(EXAMPLES, name, "expected.json"), "utf8"));
}

/** Returns the messages that the page lists, in its order: problems, findings by file, warnings, and hints. */
function listedMessages({ findings, problems, warnings, hints = [] }: Expected): string[] {
  return [...problems, ...findings, ...warnings, ...hints].map(({ message: original }) => {
    const message = String(original);
    const [, over] = / stopped on (?:.* in )?(\S+): /.exec(message) ?? [];
    return plain(causeFirst({ message, affected: over === undefined ? [] : [over] }));
  });
}

/** Returns a message as the page shows it: code is in another font instead of backticks. */
function plain(message: string): string {
  return message.replace(/`([^`]+)`/g, "$1");
}

function referenceExamples(): ReferenceExample[] {
  return readdirSync(REFERENCE).flatMap((file) => {
    const { example } = parse(readFileSync(join(REFERENCE, file), "utf8"));
    return example as unknown as ReferenceExample[];
  });
}

/** Matches the status of a file that rules match. */
const MATCHED = /rules? looks? at this file: /;

/** Returns the status below the open file. */
function status({ page }: Playground): Promise<string | null> {
  return page.locator("[data-pane=files] .status").textContent();
}

/** Returns the identifier of the selected view of the results. */
function selectedView({ page }: Playground): Promise<string | null> {
  return page.locator("[data-pane=results] [role=tab][aria-selected=true]").getAttribute("id");
}

describe("the sample projects", () => {
  test("are all in the list, with a description and a note of at most two sentences", () => {
    const folders = readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect([...exampleNames()].sort()).toEqual(folders.map(({ name }) => name).sort());
    expect(folders.length).toBeGreaterThanOrEqual(12);
    for (const name of exampleNames()) {
      const { title, shows, note } = about(name);
      expect([title.length, shows.length, note.length].every((length) => length > 10)).toBe(true);
      expect(note.match(/[.](?= [A-Z`]|$)/g)?.length, note).toBeLessThanOrEqual(2);
    }
  });

  test.each(exampleNames())("%s: the command line has exactly the expected result", async (name) => {
    const result = await resultOf(name);
    if (UPDATE) {
      writeFileSync(join(EXAMPLES, name, "expected.json"), `${JSON.stringify(result, null, 2)}\n`);
    }
    expect(result).toEqual(expectedOf(name));
    expect(result.findings.length, "an example shows something").toBeGreaterThan(0);
    expect(result.problems.length > 0, "only one shows problems").toBe(name === "problems");
  });

  test("pass their tests", async () => {
    const { code, stdout } = await assay(["test", join(EXAMPLES, "tests/rules")]);
    expect(stdout).toContain("all tests passed");
    expect(code).toBe(0);
  });

  test("are small, including the reference", async () => {
    const files = [...filesOf(EXAMPLES), ...filesOf(REFERENCE)].filter(([path]) => !path.endsWith("expected.json"));
    const bytes = await Promise.all(files.map(([, content]) => new Response(content).arrayBuffer()));
    const size = brotliCompressSync(Buffer.concat(bytes.map((part) => Buffer.from(part)))).length;
    console.log(`sample projects and reference: ${size} bytes as brotli`);
    expect(size).toBeLessThan(MAX_SIZE);
  });
});

describe.skipIf(!hasChromium)("the menu of examples", () => {
  const open = playground();

  describe("opens each example", () => {
    // All tests share a page, because an example replaces the whole project.
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

    test.each([...exampleNames().entries()])("with its expected findings and its note: %i, %s", async (at, name) => {
      const { page } = opened;
      const { title, note, view = "findings" } = about(name);
      await page.getByRole("button", { name: "Examples" }).click();
      await page.getByRole("menuitem").nth(at).click();
      const noteBox = page.getByRole("complementary", { name: "About this example" });
      await expect.poll(() => noteBox.getByRole("heading").textContent()).toBe(title);
      await expect.poll(() => noteBox.locator("p").textContent()).toBe(plain(note));
      await expect.poll(() => selectedView(opened)).toBe(`view-${view}`);
      await expect.poll(() => status(opened)).toMatch(MATCHED);
      await page.locator("#view-findings").click();
      await expect
        .poll(async () => (await opened.findings()).toSorted())
        .toEqual(listedMessages(expectedOf(name)).toSorted());
    });

    test("with a note that can be closed", async () => {
      const { page } = opened;
      await page.getByRole("button", { name: "Close the note" }).click();
      const note = page.getByRole("complementary", { name: "About this example" });
      await note.waitFor({ state: "detached" });
    });
  });

  test("opens the first one on the first visit, with its note and findings", async () => {
    const opened = await open();
    const [first = ""] = exampleNames();
    await expect
      .poll(() => opened.page.getByRole("complementary").getByRole("heading").textContent())
      .toBe(about(first).title);
    await expect.poll(() => opened.findings()).toEqual(listedMessages(expectedOf(first)));
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
    expect(first, "each entry has an example, and each example an entry").toEqual(
      expect.arrayContaining(referenceExamples().map(({ of }) => of)),
    );
    expect(first.length).toBe(referenceExamples().length);
    await expect.poll(() => entries.getByRole("button", { name: /^Open / }).count()).toBe(first.length);
    await close(opened);
  });

  describe("opens an example for each entry", () => {
    // All tests share a page, because an example replaces the whole project.
    let opened: Playground;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => close(opened));

    test.each(referenceExamples())("with exactly its expected findings: $of", async ({ of, finds }) => {
      const { page } = opened;
      await page.getByRole("button", { name: "Reference" }).click();
      await page.getByRole("button", { name: `Open in playground: ${of}`, exact: true }).click();
      const found = finds.map((line) => plain(line.replace(/^.*?:\d+ /, "")));
      await expect.poll(opened.findings).toEqual(found);
      await expect.poll(() => status(opened)).toMatch(MATCHED);
      const verdict = await opened.verdict();
      expect(verdict).toMatch(/^\d+ (?:error|warning|info|hint)s?\b/);
    });
  });

  test.each(["light", "dark"] as const)(
    "and the note have no serious accessibility violations: %s",
    async (colorScheme) => {
      const opened = await open(undefined, { colorScheme });
      await opened.page.getByRole("button", { name: "Reference" }).click();
      const dialog = opened.page.getByRole("dialog", { name: "Reference" });
      await dialog
        .getByRole("button", { name: /^Open in playground/ })
        .first()
        .waitFor();
      expect(await seriousViolations(opened.page)).toEqual([]);
      await opened.page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await opened.page.getByRole("complementary", { name: "About this example" }).waitFor();
      expect(await seriousViolations(opened.page)).toEqual([]);
      await close(opened);
    },
  );

  test("can be searched for any words", async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole("button", { name: "Reference" }).click();
    const names = page.locator("dialog article .names code");
    await page.getByLabel("Search the reference").fill("sha HASH");
    await expect.poll(() => names.allTextContents()).toEqual(["sha256(path)", "{file.md5}", "{file.sha256}"]);
    await page.getByLabel("Search the reference").fill("unique");
    const parts = page.getByRole("navigation", { name: "Parts of the reference" }).getByRole("button");
    const counts = async () => (await parts.allTextContents()).map((text) => Number(/\d+$/.exec(text)?.[0]));
    await expect.poll(() => parts.allTextContents()).toContain("Examples 1");
    const all = Number.parseInt((await page.locator("dialog .count").textContent()) ?? "", 10);
    expect(
      (await counts()).reduce((sum, count) => sum + count, 0),
      "each entry is in a part",
    ).toBe(all);
    await page.getByLabel("Search the reference").fill("quaternion");
    await expect.poll(() => page.locator("dialog .none").textContent()).toContain("quaternion");
    expect(await names.count()).toBe(0);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Reference" }).click();
    expect(await page.getByLabel("Search the reference").inputValue(), "the search is preserved").toBe("quaternion");
    await close(opened);
  });
});
