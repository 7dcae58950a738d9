/**
 * Errors and interruptions while a report is written to a file: it has its old or its new content. Links, pipes and
 * modes are preserved.
 */

import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ASSAY, assay, type Ended } from "./assay.ts";

const PRELOAD = `--import=${new URL("preload/outputs.mjs", import.meta.url)}`;

/** The exit code of a process with fewer calls. */
const NO_CALL = 99;

/** The number of the call that flushes a report. */
const FLUSH = 3;

const OLD = "old\n";
const RUN = ["check", "--rules", "rules.yaml", "--format", "json=report.json", "assets"];

/** Runs `work` in a folder with a rule, a file with a finding and an old report. */
async function inProject<T>(work: (cwd: string) => Promise<T>): Promise<T> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-reports-"));
  try {
    chmodSync(cwd, 0o777);
    mkdirSync(join(cwd, "assets"));
    writeFileSync(join(cwd, "assets/a.xml"), "<Model><Faces>81</Faces></Model>");
    writeFileSync(
      join(cwd, "rules.yaml"),
      "- { name: small, rpath: xml$, xpath: Model/Faces, condition: ['<=', 50] }\n",
    );
    writeFileSync(join(cwd, "report.json"), OLD);
    return await work(cwd);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** Returns the files in a folder, except its inputs. */
function outputsIn(cwd: string): Record<string, string> {
  const names = readdirSync(cwd).filter((name) => name !== "assets" && name !== "rules.yaml");
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(cwd, name), "utf8")]));
}

/** Returns the result and the report for a fault at each call that writes it. */
async function atEachCall(fault: string): Promise<{ end: Ended; files: Record<string, string> }[]> {
  const outcomes = [];
  for (let at = 1; ; at += 1) {
    const env = { NODE_OPTIONS: PRELOAD, ASSAY_AT: String(at), ASSAY_DO: fault };
    const outcome = await inProject(async (cwd) => ({ end: await assay(RUN, { cwd, env }), files: outputsIn(cwd) }));
    if (outcome.end.code === NO_CALL) {
      // The report is opened, written, flushed and moved to its place.
      expect(outcomes).toHaveLength(4);
      return outcomes;
    }
    outcomes.push(outcome);
  }
}

const complete = inProject(async (cwd) => {
  expect(await assay(RUN, { cwd })).toEqual({ code: 1, stdout: "", stderr: "" });
  const files = outputsIn(cwd);
  expect(JSON.parse(files["report.json"] ?? "")).toMatchObject({ summary: { errors: 1 } });
  return files;
});

describe("at each call that writes a report,", () => {
  for (const [error, reason] of [
    ["ENOSPC", "the disk is full"],
    ["EIO", "the disk reports an error"],
  ] as const) {
    test(`${error} leaves the old report, and is reported`, async () => {
      for (const { end, files } of await atEachCall(error)) {
        const stderr = `error: \`report.json\` cannot be written: ${reason}\n`;
        expect({ end, files }).toEqual({ end: { code: 2, stdout: "", stderr }, files: { "report.json": OLD } });
      }
    });
  }

  test("the report is written even if files cannot be flushed", async () => {
    for (const error of ["EINVAL", "ENOTSUP"]) {
      const env = { NODE_OPTIONS: PRELOAD, ASSAY_AT: String(FLUSH), ASSAY_DO: error };
      await inProject(async (cwd) => {
        expect(await assay(RUN, { cwd, env })).toEqual({ code: 1, stdout: "", stderr: "" });
        expect(outputsIn(cwd)).toEqual(await complete);
      });
    }
  });

  for (const signal of ["SIGTERM", "SIGINT"]) {
    test(`${signal} leaves the old report, or the complete new one`, async () => {
      const outcomes = await atEachCall(signal);
      for (const { end, files } of outcomes) {
        expect(files).toEqual(end.code === 1 ? await complete : { "report.json": OLD });
      }
      expect(outcomes[0]?.end.code).toBeGreaterThan(128);
    });
  }

  test("a process that is killed leaves a complete report", async () => {
    for (const { end, files } of await atEachCall("SIGKILL")) {
      expect(end.code).toBe(137);
      expect([OLD, (await complete)["report.json"]]).toContain(files["report.json"]);
    }
  });

  test("the report is overwritten if it cannot be moved to its place", async () => {
    const outcomes = await atEachCall("EBUSY");
    const codes = outcomes.map(({ end }) => end.code);
    expect(codes).toEqual([1, 1, 1, 1]);
    for (const { files } of outcomes) {
      expect(files).toEqual(await complete);
    }
  });
});

/** Runs a line of a shell in which `assay` is a command. */
function inShell(line: string, cwd: string): Promise<Ended> {
  const script = `assay() { '${process.execPath}' '${ASSAY}' "$@"; }; ${line}`;
  return new Promise((resolve) => {
    execFile("bash", ["-c", script], { cwd }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

test("a report that exceeds the size limit is reported, and the old one is unchanged", async () => {
  await inProject(async (cwd) => {
    const end = await inShell("ulimit -f 1; assay check --rules rules.yaml --format html=report.json assets", cwd);
    const stderr = "error: `report.json` cannot be written: it is too large for the file system\n";
    expect(end).toEqual({ code: 2, stdout: "", stderr });
    expect(outputsIn(cwd)).toEqual({ "report.json": OLD });
  });
});

test("a new report has the permissions of the old one", async () => {
  await inProject(async (cwd) => {
    for (const mode of [0o600, 0o666, 0o640]) {
      chmodSync(join(cwd, "report.json"), mode);
      expect(await inShell(`umask 027; assay ${RUN.join(" ")}`, cwd)).toMatchObject({ code: 1 });
      expect(statSync(join(cwd, "report.json")).mode & 0o777).toBe(mode);
      expect(outputsIn(cwd)).toEqual(await complete);
    }
  });
});

test("symbolic links, also to a missing file, and hard links are preserved", async () => {
  await inProject(async (cwd) => {
    mkdirSync(join(cwd, "out"));
    const target = join(cwd, "out/report.json");
    const link = join(cwd, "report.json");
    rmSync(link);
    symlinkSync("out/report.json", link);
    for (const before of [undefined, OLD]) {
      if (before !== undefined) {
        writeFileSync(target, before);
      }
      expect(await assay(RUN, { cwd })).toMatchObject({ code: 1 });
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(readFileSync(target, "utf8")).toBe((await complete)["report.json"]);
    }
    linkSync(target, join(cwd, "second.json"));
    expect(await assay(RUN, { cwd })).toMatchObject({ code: 1 });
    expect(statSync(target).ino).toBe(statSync(join(cwd, "second.json")).ino);
  });
});

test("a report in a read-only folder is written if its file is writable", async () => {
  await inProject(async (cwd) => {
    mkdirSync(join(cwd, "sealed"));
    writeFileSync(join(cwd, "sealed/report.json"), OLD);
    chmodSync(join(cwd, "sealed/report.json"), 0o666);
    chmodSync(join(cwd, "sealed"), 0o555);
    const args = RUN.map((word) => word.replace("=report", "=sealed/report"));
    expect(await assay(args, { cwd, unprivileged: true })).toMatchObject({ code: 1, stderr: "" });
    expect(readFileSync(join(cwd, "sealed/report.json"), "utf8")).toBe((await complete)["report.json"]);
    chmodSync(join(cwd, "sealed"), 0o755);
  });
});

test.skipIf(!existsSync("/dev/fd"))("a file that is already open is written directly", async () => {
  await inProject(async (cwd) => {
    const report = (await complete)["report.json"];
    const check = "assay check --rules rules.yaml";
    for (const [line, expected] of [
      [
        `rm report.json; (${check} --format json=/dev/stdout assets; echo done) >> report.json; cat report.json`,
        `${report}done\n`,
      ],
      [`${check} --format json=/dev/fd/3 assets 3> report.json; cat report.json`, report],
      [`${check} --format json=/dev/stdout assets >> report.json; cat report.json`, `${OLD}${report}`],
      [`${check} --format json=/dev/fd/3 assets 3>> report.json; cat report.json`, `${OLD}${report}`],
      [
        `(echo head; ${check} --format json=/proc/self/fd/1 assets; echo tail) > report.json; cat report.json`,
        `head\n${report}tail\n`,
      ],
      [
        `ln -s /dev/stdout link; (echo head; ${check} --format json=link assets; echo tail) > report.json; cat report.json`,
        `head\n${report}tail\n`,
      ],
      [
        `ln -s /dev/stdout link; ${check} --format json=link assets | cat; test -L link && echo same`,
        `${report}same\n`,
      ],
      [`${check} --format json=/dev/null assets; test -c /dev/null && echo same`, "same\n"],
    ] as const) {
      writeFileSync(join(cwd, "report.json"), OLD);
      rmSync(join(cwd, "link"), { force: true });
      expect(await inShell(line, cwd)).toEqual({ code: 0, stdout: expected, stderr: "" });
    }
  });
});
