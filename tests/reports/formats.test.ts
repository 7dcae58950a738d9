/** Compares the report formats with their definitions. All formats come from one run. */

import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { FORMATS, NAMES, type Reports, reportsOn, WILD } from "./project.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** Formats that the official schema does not define: the syntax of URIs and times. */
const SPELLINGS = {
  uri: /^[a-z][a-z0-9+.-]*:([A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-F]{2})*$/,
  "uri-reference": /^([A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-F]{2})*$/,
  "date-time": /^\d{4}-\d{2}-\d{2}T/,
};

// One of the patterns is invalid in Unicode mode.
const isSarif = new Ajv({ strict: false, unicodeRegExp: false, formats: SPELLINGS }).compile(
  JSON.parse(read("schema/sarif-2.1.0.json")),
);

function compileSchema(name: string) {
  const formats = { uint32: true, uint64: true, double: true } as const;
  return new Ajv2020({ formats, allowUnionTypes: true }).compile(JSON.parse(read(`../../wasm/schema/${name}.json`)));
}

/** Asserts that `value` is valid by a schema, and prints the errors if not. */
function expectValid(validate: ReturnType<typeof compileSchema>, value: unknown): void {
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
}

describe.each(NAMES)("reports on %s", (name) => {
  let reports: Reports;
  let code: number;

  beforeAll(async () => {
    ({ reports, code } = await reportsOn(name));
  });

  const run = () => JSON.parse(reports.sarif).runs[0];

  test("SARIF is valid by the official schema", () => {
    expectValid(isSarif, JSON.parse(reports.sarif));
  });

  test("SARIF has the findings of the report, and problems as notifications", () => {
    const { findings, problems, stats } = JSON.parse(reports.json);
    expect(run().results.map((result: { ruleId: string }) => result.ruleId)).toEqual(
      findings.map((finding: { rule: string }) => finding.rule),
    );
    const notes = run().invocations[0].toolExecutionNotifications;
    const errors = notes.filter((note: { level: string }) => note.level === "error");
    expect(errors).toHaveLength(problems.length + (name === "empty" ? 1 : 0));
    expect(run().invocations[0].executionSuccessful).toBe(code !== 2);
    const states = run().tool.driver.rules.map((rule: { properties: { state: string } }) => rule.properties.state);
    expect(states).toEqual(stats.rules.map((rule: { state: string }) => rule.state));
  });

  test("SARIF names files by URIs that lead to them", () => {
    const { findings } = JSON.parse(reports.json);
    for (const [at, { locations }] of run().results.entries()) {
      const { uri, uriBaseId } = locations[0].physicalLocation.artifactLocation;
      expect(uriBaseId).toBe("%SRCROOT%");
      expect(decodeURIComponent(new URL(uri, "file:///project/").pathname)).toBe(`/project/${findings[at].path}`);
    }
  });

  test("JUnit is valid by its schema", async () => {
    const { errors } = await validateXML({ xml: reports.junit, schema: read("schema/junit-10.xsd") });
    expect(errors).toEqual([]);
  });

  test("JUnit has correct counts", () => {
    const count = (text: RegExp) => reports.junit.match(text)?.length ?? 0;
    const [, tests, failures, errors] =
      /<testsuites .* tests="(\d+)" failures="(\d+)" errors="(\d+)">/.exec(reports.junit) ?? [];
    expect([tests, failures, errors].map(Number)).toEqual([
      count(/<testcase /g),
      count(/<failure /g),
      count(/<error /g),
    ]);
    expect(code === 0).toBe(Number(failures) + Number(errors) === 0);
    expect(count(/<testcase /g)).toBeGreaterThan(0);
  });

  test("JSON and JSON lines are valid by our schemas", () => {
    expectValid(compileSchema("report"), JSON.parse(reports.json));
    const isLine = compileSchema("report-line");
    for (const line of reports.jsonl.trimEnd().split("\n")) {
      expectValid(isLine, JSON.parse(line));
    }
  });

  test("GitHub reads every line as a command or as a line of the log", () => {
    const lines = reports.github.trimEnd().split("\n");
    const end = lines.findIndex((line) => line.startsWith("rules:"));
    const commands = lines.slice(0, end);
    for (const command of commands) {
      expect(command).toMatch(/^::(error|warning|notice) ([a-zA-Z]+=[^,:\r\n]*)(,[a-zA-Z]+=[^,:\r\n]*)*::[^\r\n]+$/);
    }
    const summary = lines.slice(end).map((line) => line.split(":")[0]);
    expect(summary.filter((label) => label !== "gaps")).toEqual(["rules", "files", "result"]);
    expect(commands.some((command) => command.startsWith("::error"))).toBe(code !== 0 && name !== "empty");
  });

  test("GitHub reads the findings with their places", () => {
    const { findings } = JSON.parse(reports.json) as { findings: { path: string; line: number; message: string }[] };
    const plain = (text: string) =>
      text.replace(/%(25|0D|0A|3A|2C)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    const annotations = reports.github.split("\n").flatMap((line) => {
      const [, fields = "", message = ""] = /^::\w+ ([^:]*)::(.*)$/.exec(line) ?? [];
      const named = Object.fromEntries(fields.split(",").map((field) => field.split("=")));
      return named.file === undefined
        ? []
        : [{ path: plain(named.file), line: Number(named.line), message: plain(message) }];
    });
    for (const { path, line, message } of findings) {
      const at = annotations.filter((one) => one.path === path && one.line === line);
      const first = message.split(/[^\x20-\x7e]/)[0] ?? "";
      expect(
        at.some((one) => one.message.includes(first)),
        `${path}:${line} ${message}`,
      ).toBe(true);
    }
  });

  test("every format contains the result", () => {
    const result = /^ {2}result {3}(.*)$/m.exec(reports.text)?.[1] ?? "";
    expect(result).not.toBe("");
    for (const format of ["junit", "github", "html", "markdown"] as const) {
      expect(reports[format], format).toContain(result);
    }
  });

  test("no format contains control characters", () => {
    for (const format of FORMATS.filter((one) => !one.startsWith("json") && one !== "sarif")) {
      expect(reports[format], format).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
    }
  });

  test("two runs write the same bytes", async () => {
    expect((await reportsOn(name)).reports).toEqual(reports);
  });
});

test("malicious text is in the reports, and has no effect", async () => {
  const { reports } = await reportsOn("wild");
  const rules = JSON.parse(reports.json).findings.map((finding: { rule: string }) => finding.rule);
  expect(rules).toContain(WILD);
  for (const format of ["junit", "html"] as const) {
    expect(reports[format], format).not.toMatch(/<img|<script>document/);
  }
  const withoutCode = reports.markdown.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
  expect(withoutCode).toContain("of a;b,c");
  expect(withoutCode).not.toMatch(/<img|<script|@you|\[click\]\(|\*b\*/);
  expect(reports.github).not.toMatch(/^::error::wild/m);
});
