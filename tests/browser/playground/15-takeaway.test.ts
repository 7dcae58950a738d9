/** What is taken away is what was on the page: the command line finds the same in it. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine, memory } from "assay";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { drop, folder } from "./drop.ts";
import { close, playground, settled } from "./page.ts";

const ASSAY = fileURLToPath(new URL("../../../wasm/dist/bin/assay.js", import.meta.url));

const GIVEN = {
  rules: {
    "rules.yaml": `extends: [lib/base.yaml]
rules:
  - name: small
    rpath: \\.xml$
    xpath: A
    condition: ["<=", 3]
`,
    "lib/base.yaml": `rules:
  - { name: "it's listed", rpath: \\.xml$, xpath: A, severity: warning, condition: [">", 4] }
`,
  },
  files: { "a.xml": "\ufeff<A>4</A>\r\n", "deep/er/é 漢.xml": "<A>5</A>", "broken.xml": "<A>", "notes.md": "```\n" },
};
/** What is no text, and no UTF-8. */
const BYTES = {
  "wide.xml": new Uint8Array([0xff, 0xfe, ...Buffer.from("<A>6</A>", "utf16le")]),
  "noise.bin": Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7_919) % 251),
};

async function choose(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  // JSON comes before JSON lines.
  await page.getByRole("menuitem", { name: title }).first().click();
}

async function downloaded(page: Page, title: string): Promise<{ name: string; bytes: Buffer }> {
  const [done] = await Promise.all([page.waitForEvent("download"), choose(page, title)]);
  return { name: done.suggestedFilename(), bytes: readFileSync(await done.path()) };
}

/** What is on the clipboard. A browser puts it there some time after it was asked to. */
function copiedOn(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Where an entry of a zip says which system made it, and what its file is there. */
const MADE_BY = 5;
const MODE = 40;

/** Where the entries of a zip's list of files begin. */
function entriesOf(zip: Buffer): number[] {
  const found: number[] = [];
  for (let at = zip.indexOf("PK\u0001\u0002"); at !== -1; at = zip.indexOf("PK\u0001\u0002", at + 1)) {
    found.push(at);
  }
  return found;
}

/** Whether a program is there to ask. */
function has(program: string, argument: string): boolean {
  return spawnSync(program, [argument], { stdio: "ignore" }).status === 0;
}

/** What Python finds in a zip that is whole: names, the system, whether a name is said to be UTF-8. */
const ASK = `
import json, sys, zipfile
found = zipfile.ZipFile(sys.argv[1])
assert found.testzip() is None
print(json.dumps([[i.filename, i.create_system, bool(i.flag_bits & 0x800)] for i in found.infolist()]))
`;

/** What a command line prints, whatever it exits with. */
function run(line: string, cwd: string): string {
  try {
    return execFileSync("sh", ["-c", line.replace(/^assay/, `"${process.execPath}" "${ASSAY}"`)], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe.skipIf(!hasChromium)("taken away", () => {
  const open = playground();
  const disk = folder();
  const copies = { permissions: ["clipboard-read", "clipboard-write"] };

  test("a zip holds what was on the page, and the command line finds the same in it", async () => {
    // What such a file names is checked on the page, too.
    const files = { ...GIVEN.files, ".gitignore": "deep/\n" };
    const opened = await open({ ...GIVEN, files }, copies, BYTES);
    const { page } = opened;
    const report = await downloaded(page, "The report as JSON");
    expect(report.name).toBe("assay-report.json");
    const zip = await downloaded(page, "The project as zip");
    expect(zip.name).toBe("assay-project.zip");
    const root = join(disk.path(), "unpacked");
    for (const [path, bytes] of Object.entries(unzipSync(zip.bytes))) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes);
    }
    await choose(page, "The command line");
    const line = "assay check --rules rules assets";
    await expect.poll(() => copiedOn(page)).toBe(line);
    const told = run(`${line} --format json`, root);
    // The project says so itself.
    expect(run("assay check --format json", root)).toBe(told);
    const findings = JSON.parse(told).findings as { path: string; rule: string }[];
    expect(findings.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      "a.xml it's listed",
      "a.xml small",
      "deep/er/é 漢.xml small",
      "wide.xml small",
    ]);
    const { stats: _, ...said } = JSON.parse(report.bytes.toString());
    const { stats: __, ...found } = JSON.parse(told);
    expect(said).toEqual(found);

    // And the page opens it again.
    writeFileSync(join(disk.path(), zip.name), zip.bytes);
    const another = await open();
    await drop(another.page, "rules", [join(disk.path(), zip.name)]);
    await another.page.locator(".notice", { hasText: "files from assay-project.zip" }).waitFor();
    await settled(another.page);
    await expect.poll(() => another.findings()).toEqual(await opened.findings());
    expect((await downloaded(another.page, "The report as JSON")).bytes.toString()).toBe(report.bytes.toString());
    await close(opened);
    await close(another);
  });

  test.each([
    ["other things", "root: a\nignore: ['*']\nrules: nowhere\nseverity: {small: off}\n"],
    ["which definitions are loaded", "ignore: ['*']\ndefinitions: {base: deep}\n"],
  ])("what the README of a zip names finds the same where a configuration says %s", async (_what, said) => {
    const files = { ...GIVEN.files, ".gitignore": "deep/\n", ".assayignore": "*.xml\n", "assay.yaml": said };
    const opened = await open({ ...GIVEN, files }, copies);
    const { stats: _, ...report } = JSON.parse((await downloaded(opened.page, "The report as JSON")).bytes.toString());
    expect(report.findings.length).toBe(3);
    const zip = unzipSync((await downloaded(opened.page, "The project as zip")).bytes);
    const root = `zip-${said.length}`;
    disk.write(Object.fromEntries(Object.entries(zip).map(([path, bytes]) => [`${root}/${path}`, bytes])));
    const [command = ""] = /^assay .*$/m.exec(readFileSync(join(disk.path(), root, "README.md"), "utf8")) ?? [];
    const { stats: __, ...found } = JSON.parse(run(`${command} --format json`, join(disk.path(), root)));
    expect(found).toEqual(report);
    await close(opened);
  });

  test("a zip says that Unix made it, so that other programs give its files the names that they had", async () => {
    const opened = await open(GIVEN, copies, BYTES);
    const { bytes } = await downloaded(opened.page, "The project as zip");
    const zip = join(disk.path(), "made.zip");
    writeFileSync(zip, bytes);
    const names = Object.keys(unzipSync(bytes));
    expect(names).toContain("assets/deep/er/é 漢.xml");
    const entries = entriesOf(bytes);
    expect(entries.map((at) => bytes.readUInt8(at + MADE_BY))).toEqual(names.map(() => 3));
    expect(entries.map((at) => bytes.readUInt16LE(at + MODE))).toEqual(names.map(() => 0o100644));
    if (has("unzip", "-v")) {
      const env = { ...process.env, LC_ALL: "C.UTF-8" };
      execFileSync("unzip", ["-q", zip, "-d", join(disk.path(), "by-unzip")], { env });
      for (const name of names) {
        expect(readFileSync(join(disk.path(), "by-unzip", name)).equals(unzipSync(bytes)[name] ?? Buffer.of())).toBe(
          true,
        );
      }
    }
    if (has("python3", "--version")) {
      const told = JSON.parse(execFileSync("python3", ["-c", ASK, zip], { encoding: "utf8" }));
      expect(told).toEqual(names.map((name) => [name, 3, !/^[ -~]*$/.test(name)]));
    }
    await close(opened);
  });

  test("a report is to be had in each format that the engine has, as the engine writes it", async () => {
    const opened = await open(GIVEN, copies);
    const { page } = opened;
    const engine = await createEngine();
    const rules = Object.entries(GIVEN.rules).map(([path, text]) => ({ path, text }));
    const report = await engine.checker({ rules }).check(memory(GIVEN.files));
    const button = page.getByRole("button", { name: "Export" });
    const reports = page.getByRole("menuitem", { name: /^The report as/ });
    await button.click();
    await expect.poll(() => reports.count()).toBe(engine.formats.length);
    await page.keyboard.press("Escape");
    for (const [at, { name }] of engine.formats.entries()) {
      const download = page.waitForEvent("download");
      await button.click();
      await reports.nth(at).click();
      const text = readFileSync(await (await download).path(), "utf8");
      expect(text, name).toBe(engine.render(report, name, { width: 100 }));
    }
    await close(opened);
  });

  test("Markdown holds rules, files and result, whatever is in them", async () => {
    const opened = await open(GIVEN, copies, BYTES);
    await choose(opened.page, "All as Markdown");
    await opened.page.locator(".notice", { hasText: "is copied" }).waitFor();
    const text = await copiedOn(opened.page);
    expect(text).toContain("## Rules\n\n`rules.yaml`\n\n```yaml\nextends: [lib/base.yaml]\n");
    expect(text).toContain("`notes.md`\n\n````md\n```\n````\n");
    expect(text).toContain("Not shown here:\n\n- `noise.bin` (300.0 kB)");
    expect(text).toContain("small");
    await close(opened);
  });

  test("the rule file is copied as it is, and a finding with the command that explains it", async () => {
    const opened = await open(GIVEN, copies);
    const { page } = opened;
    await choose(page, "The rule file");
    await page.locator(".notice", { hasText: "is copied" }).waitFor();
    await expect.poll(() => copiedOn(page)).toBe(GIVEN.rules["rules.yaml"]);
    await page.locator("[data-pane=results] [role=treeitem] .message", { hasText: "4" }).first().click();
    await choose(page, "The command that explains the finding");
    const explains = /^assay explain --rules rules --root assets ('it'\\''s listed'|small) assets\/a\.xml$/;
    await expect.poll(() => copiedOn(page)).toMatch(explains);
    const line = await copiedOn(page);
    disk.write(inFolders(GIVEN));
    expect(run(line, disk.path())).toContain("a.xml");
    await close(opened);
  });

  test("what the browser does not let the page copy can be kept as a file", async () => {
    const opened = await open(GIVEN);
    const { page } = opened;
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    await choose(page, "The command line");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download it instead" }).click();
    expect(readFileSync(await (await download).path(), "utf8")).toBe("assay check --rules rules assets");
    await close(opened);
  });

  test("what is too long for a link is offered as a zip", async () => {
    const opened = await open({ ...GIVEN, files: { "a.xml": `<A>${noise(40_000)}</A>` } }, undefined, BYTES);
    const { page } = opened;
    await page.getByRole("button", { name: "Share" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download a zip instead" }).click();
    expect((await download).suggestedFilename()).toBe("assay-project.zip");
    await close(opened);
  });
});

/** A project as it lies in a zip. */
function inFolders({ rules, files }: typeof GIVEN): Record<string, string> {
  const inside = (folder: string, from: Record<string, string>) => {
    return Object.entries(from).map(([path, text]) => [`${folder}/${path}`, text]);
  };
  return Object.fromEntries([...inside("rules", rules), ...inside("assets", files)]);
}

/** Letters that cannot be packed. */
function noise(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed % 36).toString(36);
  }).join("");
}
