/** Coverage and exclusions in every format of a report. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "./assay.ts";

const COVERAGE = [
  { kind: "JSON", files: 2, looked_into: 0 },
  { kind: "XML", files: 2, looked_into: 1 },
];

let cwd = "";

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "assay-coverage-"));
  mkdirSync(join(cwd, "game"));
  for (const name of ["one.json", "two.json", "ignored.json"]) {
    writeFileSync(join(cwd, "game", name), "{}\n");
  }
  for (const name of ["lamp.xml", "door.xml"]) {
    writeFileSync(join(cwd, "game", name), "<Model><NumFaces>1</NumFaces></Model>\n");
  }
  writeFileSync(
    join(cwd, "assay.yaml"),
    "root: game\nrules: rules.yaml\nignore: [ignored.json]\nseverity: { off: off }\n",
  );
  const rule = (name: string) =>
    `- { name: ${name}, rpath: 'lamp.xml$', xpath: Model/NumFaces, condition: ["<=", 5000] }\n`;
  writeFileSync(join(cwd, "rules.yaml"), rule("faces") + rule("off"));
  const formats = ["json", "jsonl", "html", "junit", "sarif", "markdown", "github", "text"];
  const files = formats.flatMap((format) => ["--format", `${format}=out.${format}`]);
  expect(await assay(["check", ...files], { cwd })).toMatchObject({ code: 0, stderr: "" });
});

afterAll(() => rmSync(cwd, { recursive: true }));

const read = (format: string) => readFileSync(join(cwd, `out.${format}`), "utf8");

describe("coverage and exclusions", () => {
  test("json", () => {
    const { stats } = JSON.parse(read("json"));
    expect(stats).toMatchObject({ coverage: COVERAGE, ignored: 1, rules_off: 1 });
  });

  test("jsonl", () => {
    const lines = read("jsonl").trimEnd().split("\n");
    const stats = lines.map((line) => JSON.parse(line)).find((line) => "stats" in line)?.stats;
    expect(stats).toMatchObject({ coverage: COVERAGE, ignored: 1, rules_off: 1 });
  });

  test("sarif", () => {
    const [run] = JSON.parse(read("sarif")).runs;
    expect(run.properties).toMatchObject({ coverage: COVERAGE, ignored: 1, rulesOff: 1 });
  });

  test("html", () => {
    expect(read("html")).toContain("<p>No rule reads the content of 2 JSON files, 1 of 2 XML files</p>");
    expect(read("html")).toContain('<th scope="row">XML</th><td class="number">2</td><td class="number">1</td>');
    expect(read("html")).toContain("<strong>1</strong> ignored</li>");
    expect(read("html")).toContain("<strong>1</strong> switched off</li>");
  });

  test("junit", () => {
    const name =
      "Assay: no findings; 1 ignored, 1 rule switched off, no rule reads the content of 2 JSON files, 1 of 2 XML files";
    expect(read("junit")).toContain(`<testsuites name="${name}"`);
    expect(read("junit")).toContain('<property name="coverage XML" value="1 of 2"/>');
  });

  const gaps = {
    text: "  gaps     no rule reads the content of\n           2 JSON files\n           1 of 2 XML files\n",
    markdown: "<summary>no rule reads the content of 2 JSON files, 1 of 2 XML files</summary>",
    github: "\ngaps: no rule reads the content of 2 JSON files, 1 of 2 XML files\n",
  };
  for (const [format, expected] of Object.entries(gaps)) {
    test(format, () => {
      expect(read(format)).toContain(expected);
      expect(read(format)).toContain("1 ignored");
      expect(read(format)).toContain("1 switched off");
    });
  }

  test("any number of workers and the shards of a check have the same coverage", async () => {
    const coverage = async (...args: string[]) => {
      const { stdout } = await assay(args, { cwd });
      return JSON.parse(stdout).stats.coverage;
    };
    for (const jobs of ["1", "2", "8"]) {
      expect(await coverage("check", "--jobs", jobs, "--format", "json")).toEqual(COVERAGE);
    }
    for (const part of ["1/2", "2/2"]) {
      await assay(["check", "--shard", part, "--format", `json=${part[0]}.json`], { cwd });
    }
    expect(await coverage("report", "--merge", "1.json", "2.json", "--format", "json")).toEqual(COVERAGE);
  });
});
