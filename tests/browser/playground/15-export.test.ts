/** Exports contain the project on the page: the command line has the same findings in them. */

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

const PROJECT = {
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
/** A binary file, and text that is not UTF-8. */
const BYTES = {
  "wide.xml": new Uint8Array([0xff, 0xfe, ...Buffer.from("<A>6</A>", "utf16le")]),
  "noise.bin": Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7_919) % 251),
};

async function choose(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  // JSON comes before JSON lines.
  await page.getByRole("menuitem", { name: title }).first().click();
}

async function download(page: Page, title: string): Promise<{ name: string; bytes: Buffer }> {
  const [done] = await Promise.all([page.waitForEvent("download"), choose(page, title)]);
  return { name: done.suggestedFilename(), bytes: readFileSync(await done.path()) };
}

/** Returns the text on the clipboard. A browser may write it some time after the request. */
function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The offsets of the creating system and of the file mode in an entry of a zip. */
const CREATOR = 5;
const MODE = 40;

/** Returns the offsets of the entries in a zip's list of files. */
function entriesOf(zip: Buffer): number[] {
  const found: number[] = [];
  for (let at = zip.indexOf("PK\u0001\u0002"); at !== -1; at = zip.indexOf("PK\u0001\u0002", at + 1)) {
    found.push(at);
  }
  return found;
}

/** Returns true if a program is installed. */
function has(program: string, argument: string): boolean {
  return spawnSync(program, [argument], { stdio: "ignore" }).status === 0;
}

/**
 * A script that prints the members of an intact zip as Python reads them: name, system, and whether the name is marked
 * as UTF-8.
 */
const LIST_ZIP = `
import json, sys, zipfile
found = zipfile.ZipFile(sys.argv[1])
assert found.testzip() is None
print(json.dumps([[i.filename, i.create_system, bool(i.flag_bits & 0x800)] for i in found.infolist()]))
`;

/** Returns the output of a command line with any exit code. */
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

describe.skipIf(!hasChromium)("an export", () => {
  const open = playground();
  const disk = folder();
  const copies = { permissions: ["clipboard-read", "clipboard-write"] };

  test("as a zip contains the project, and the command line has the same findings in it", async () => {
    // The page checks ignored files, and so must the command line.
    const files = { ...PROJECT.files, ".gitignore": "deep/\n" };
    const opened = await open({ ...PROJECT, files }, copies, BYTES);
    const { page } = opened;
    const report = await download(page, "The report as JSON");
    expect(report.name).toBe("assay-report.json");
    const zip = await download(page, "The project as zip");
    expect(zip.name).toBe("assay-project.zip");
    const root = join(disk.path(), "unpacked");
    for (const [path, bytes] of Object.entries(unzipSync(zip.bytes))) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes);
    }
    await choose(page, "The command line");
    const line = "assay check --rules rules assets";
    await expect.poll(() => clipboardOf(page)).toBe(line);
    const output = run(`${line} --format json`, root);
    // The project is configured for it.
    expect(run("assay check --format json", root)).toBe(output);
    const findings = JSON.parse(output).findings as { path: string; rule: string }[];
    expect(findings.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      "a.xml it's listed",
      "a.xml small",
      "deep/er/é 漢.xml small",
      "wide.xml small",
    ]);
    const { stats: _, ...exported } = JSON.parse(report.bytes.toString());
    const { stats: __, ...found } = JSON.parse(output);
    expect(exported).toEqual(found);

    // The page can open it again.
    writeFileSync(join(disk.path(), zip.name), zip.bytes);
    const another = await open();
    await drop(another.page, "rules", [join(disk.path(), zip.name)]);
    await another.page.locator(".notice", { hasText: "files from assay-project.zip" }).waitFor();
    await settled(another.page);
    await expect.poll(() => another.findings()).toEqual(await opened.findings());
    expect((await download(another.page, "The report as JSON")).bytes.toString()).toBe(report.bytes.toString());
    await close(opened);
    await close(another);
  });

  test.each([
    ["other things", "root: a\nignore: ['*']\nrules: nowhere\nseverity: {small: off}\n"],
    ["which definitions are loaded", "ignore: ['*']\ndefinitions: {base: deep}\n"],
  ])(
    "as a zip has a README whose command has the same findings, also if a configuration says %s",
    async (_what, config) => {
      const files = { ...PROJECT.files, ".gitignore": "deep/\n", ".assayignore": "*.xml\n", "assay.yaml": config };
      const opened = await open({ ...PROJECT, files }, copies);
      const { stats: _, ...report } = JSON.parse((await download(opened.page, "The report as JSON")).bytes.toString());
      expect(report.findings.length).toBe(3);
      const zip = unzipSync((await download(opened.page, "The project as zip")).bytes);
      const root = `zip-${config.length}`;
      disk.write(Object.fromEntries(Object.entries(zip).map(([path, bytes]) => [`${root}/${path}`, bytes])));
      const [command = ""] = /^assay .*$/m.exec(readFileSync(join(disk.path(), root, "README.md"), "utf8")) ?? [];
      const { stats: __, ...found } = JSON.parse(run(`${command} --format json`, join(disk.path(), root)));
      expect(found).toEqual(report);
      await close(opened);
    },
  );

  test("as a zip is marked as created by Unix, so that other programs preserve the names of its files", async () => {
    const opened = await open(PROJECT, copies, BYTES);
    const { bytes } = await download(opened.page, "The project as zip");
    const zip = join(disk.path(), "made.zip");
    writeFileSync(zip, bytes);
    const names = Object.keys(unzipSync(bytes));
    expect(names).toContain("assets/deep/er/é 漢.xml");
    const entries = entriesOf(bytes);
    expect(entries.map((at) => bytes.readUInt8(at + CREATOR))).toEqual(names.map(() => 3));
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
      const members = JSON.parse(execFileSync("python3", ["-c", LIST_ZIP, zip], { encoding: "utf8" }));
      expect(members).toEqual(names.map((name) => [name, 3, !/^[ -~]*$/.test(name)]));
    }
    await close(opened);
  });

  test("as a report exists in each format of the engine, with identical content", async () => {
    const opened = await open(PROJECT, copies);
    const { page } = opened;
    const engine = await createEngine();
    const rules = Object.entries(PROJECT.rules).map(([path, text]) => ({ path, text }));
    const report = await engine.checker({ rules }).check(memory(PROJECT.files));
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

  test("as Markdown contains rules, files and result", async () => {
    const opened = await open(PROJECT, copies, BYTES);
    await choose(opened.page, "All as Markdown");
    await opened.page.locator(".notice", { hasText: "is copied" }).waitFor();
    const text = await clipboardOf(opened.page);
    expect(text).toContain("## Rules\n\n`rules.yaml`\n\n```yaml\nextends: [lib/base.yaml]\n");
    expect(text).toContain("`notes.md`\n\n````md\n```\n````\n");
    expect(text).toContain("Not shown here:\n\n- `noise.bin` (300.0 kB)");
    expect(text).toContain("small");
    await close(opened);
  });

  test("of the rule file is an exact copy, and of a finding the command that explains it", async () => {
    const opened = await open(PROJECT, copies);
    const { page } = opened;
    await choose(page, "The rule file");
    await page.locator(".notice", { hasText: "is copied" }).waitFor();
    await expect.poll(() => clipboardOf(page)).toBe(PROJECT.rules["rules.yaml"]);
    await page.locator("[data-pane=results] [role=treeitem] .message", { hasText: "4" }).first().click();
    await choose(page, "The command that explains the finding");
    const explains = /^assay explain --rules rules --root assets ('it'\\''s listed'|small) assets\/a\.xml$/;
    await expect.poll(() => clipboardOf(page)).toMatch(explains);
    const line = await clipboardOf(page);
    disk.write(inFolders(PROJECT));
    expect(run(line, disk.path())).toContain("a.xml");
    await close(opened);
  });

  test("that the browser does not copy can be downloaded", async () => {
    const opened = await open(PROJECT);
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

  test("that is too long for a link is offered as a zip", async () => {
    const opened = await open({ ...PROJECT, files: { "a.xml": `<A>${noise(40_000)}</A>` } }, undefined, BYTES);
    const { page } = opened;
    await page.getByRole("button", { name: "Share" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download a zip instead" }).click();
    expect((await download).suggestedFilename()).toBe("assay-project.zip");
    await close(opened);
  });
});

/** Returns the files of a project with their paths in a zip. */
function inFolders({ rules, files }: typeof PROJECT): Record<string, string> {
  const inside = (folder: string, from: Record<string, string>) => {
    return Object.entries(from).map(([path, text]) => [`${folder}/${path}`, text]);
  };
  return Object.fromEntries([...inside("rules", rules), ...inside("assets", files)]);
}

/** Returns characters that cannot be compressed. */
function noise(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed % 36).toString(36);
  }).join("");
}
