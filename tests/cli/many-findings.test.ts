/**
 * Reports with very many findings: every format is written completely or with the correct count, and a file with many
 * findings does not suppress those of other files.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "./assay.ts";

const FILES = 3;
const FINDINGS_PER_FILE = 20_000;
const TOTAL = FILES * FINDINGS_PER_FILE;

let cwd = "";

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "assay-many-"));
  mkdirSync(join(cwd, "f"));
  for (let file = 0; file < FILES; file += 1) {
    const lines = Array.from({ length: FINDINGS_PER_FILE }, (_, at) => `<B>${at % 10}</B>\n`);
    writeFileSync(join(cwd, `f/${file}.xml`), `<A>\n${lines.join("")}</A>\n`);
  }
  writeFileSync(join(cwd, "r.yaml"), "- { name: none, rpath: xml$, xpath: '*/B', condition: [Null collection] }\n");
});

afterAll(() => rmSync(cwd, { recursive: true }));

/** Long enough for busy machines. */
const TIMEOUT = 240_000;

const read = (name: string) => readFileSync(join(cwd, name), "utf8");

describe("very many findings", { timeout: TIMEOUT }, () => {
  test("report_json_5m: every format of one run is written, completely or with the correct count", async () => {
    const formats = ["json", "jsonl", "html", "markdown", "github", "junit", "sarif"];
    const files = formats.flatMap((name) => ["--format", `${name}=out.${name}`]);
    const { code, stdout, stderr } = await assay(["check", "--rules", "r.yaml", "--format", "text", ...files, "f"], {
      cwd,
    });
    expect([code, stderr]).toEqual([1, ""]);
    const number = new Intl.NumberFormat("en").format(TOTAL);
    expect(stdout).toContain(`result   ${number} errors in 3 files`);
    expect(stdout).toContain("19,980 more of this rule in this file");
    const report = JSON.parse(read("out.json"));
    expect([report.findings.length, report.summary.errors]).toEqual([TOTAL, TOTAL]);
    const places = report.findings.map(({ path, line }: { path: string; line: number }) => [path, line]);
    expect(places[FINDINGS_PER_FILE + 1]).toEqual(["1.xml", 3]);
    expect(places.at(-1)).toEqual(["2.xml", FINDINGS_PER_FILE + 1]);
    const lines = read("out.jsonl").trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith('{"finding":')).length).toBe(TOTAL);
    expect(JSON.parse(lines.at(-1) ?? "").summary.errors).toBe(TOTAL);
    for (const name of ["html", "markdown", "github", "junit"]) {
      expect(read(`out.${name}`), name).toContain(`${number} errors`);
    }
    expect(read("out.junit")).toContain("and 19,000 more in this file");
    expect(JSON.parse(read("out.sarif")).runs[0].results.length).toBe(25_000);
  });

  test("a saved report that is read in portions is unchanged in every format", async () => {
    // Longer than the limit up to which a report is read as one string.
    expect(statSync(join(cwd, "out.json")).size).toBeGreaterThan(1 << 24);
    const { code, stderr } = await assay(["report", "out.json", "--fail-on", "error", "--format", "json=again.json"], {
      cwd,
    });
    expect([code, stderr]).toEqual([1, ""]);
    execFileSync("cmp", [join(cwd, "out.json"), join(cwd, "again.json")]);
    const broken = read("out.json").replace('"line":20001,', '"line":-1,');
    writeFileSync(join(cwd, "broken.json"), broken);
    const refused = await assay(["report", "broken.json"], { cwd });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("broken.json:20003:");
    expect(refused.stderr).toContain(
      "`findings[19999].line`: invalid value: integer `-1`, expected a whole number from 0",
    );
  });

  test("4_million_findings_in_one_file: findings that do not fit into memory are counted, and those of other files are complete", async () => {
    writeFileSync(join(cwd, "f/small.xml"), "<A><B>x</B></A>");
    const limited = ["--script-limit", "findings=1000000"];
    const { code, stdout } = await assay(["check", "--rules", "r.yaml", ...limited, "--format", "json", "f"], { cwd });
    rmSync(join(cwd, "f/small.xml"));
    expect(code).toBe(2);
    const { findings, problems } = JSON.parse(stdout);
    expect(problems.map(({ code, rule, path }: Record<string, string>) => [code, rule, path])).toEqual(
      ["0.xml", "1.xml", "2.xml"].map((path) => ["findings-limit", "none", path]),
    );
    const kept = (findings.length - 1) / FILES;
    expect(problems[0].message).toContain(`${FINDINGS_PER_FILE - kept} findings in this file are left out`);
    expect(findings.at(-1).path).toBe("small.xml");
  });

  test("messages and values are truncated, with a warning that names the rule with long messages", async () => {
    const long = "x".repeat(200_000);
    writeFileSync(join(cwd, "long.xml"), `<A><B>${long}</B><N>${"7".repeat(10_000)}</N></A>`);
    const rule = (name: string, xpath: string, message: string) =>
      `- { name: ${name}, rpath: long, xpath: '${xpath}', message: '${message}', condition: [Null collection] }\n`;
    writeFileSync(join(cwd, "long.yaml"), rule("long", "*/B", "{value}{value}") + rule("digits", "*/N", "short"));
    const { code, stdout } = await assay(["check", "--rules", "long.yaml", "--format", "json", "."], { cwd });
    const { findings, warnings } = JSON.parse(stdout);
    expect([code, findings.length]).toEqual([1, 2]);
    expect(findings[0].message.length).toBeLessThan(66_000);
    expect(findings[0].value).toBe(`${long.slice(0, 1 << 16)}\u2026`);
    expect(warnings.map(({ code, rule }: Record<string, string>) => [code, rule])).toEqual([["message-cut", "long"]]);
    rmSync(join(cwd, "long.xml"));
  });

  test("the result does not depend on the number of workers", async () => {
    const [one, two] = await Promise.all(
      ["1", "2"].map((jobs) =>
        assay(["check", "--jobs", jobs, "--rules", "r.yaml", "--format", "jsonl", "f"], { cwd }),
      ),
    );
    expect(one?.stdout === two?.stdout).toBe(true);
  });
});
