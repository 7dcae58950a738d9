/** Reports in files: whatever happens while one is written, the old one or the new one is there, and links, pipes and modes stay. */

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

/** The exit code of a process in which there was no such call. */
const NO_CALL = 99;

/** The call by which a report is flushed. */
const FLUSH = 3;

const OLD = "old\n";
const RUN = ["check", "--rules", "rules.yaml", "--format", "json=report.json", "assets"];

/** Does `work` in a folder with a rule, a file that breaks it and an old report. */
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

/** What a folder holds besides what was there before. */
function held(cwd: string): Record<string, string> {
  const names = readdirSync(cwd).filter((name) => name !== "assets" && name !== "rules.yaml");
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(cwd, name), "utf8")]));
}

/** What becomes of the report at each call by which it is written, when something happens there. */
async function atEachCall(what: string): Promise<{ end: Ended; files: Record<string, string> }[]> {
  const outcomes = [];
  for (let at = 1; ; at += 1) {
    const env = { NODE_OPTIONS: PRELOAD, ASSAY_AT: String(at), ASSAY_DO: what };
    const outcome = await inProject(async (cwd) => ({ end: await assay(RUN, { cwd, env }), files: held(cwd) }));
    if (outcome.end.code === NO_CALL) {
      // It is opened, written, flushed and put into its place.
      expect(outcomes).toHaveLength(4);
      return outcomes;
    }
    outcomes.push(outcome);
  }
}

const made = inProject(async (cwd) => {
  expect(await assay(RUN, { cwd })).toEqual({ code: 1, stdout: "", stderr: "" });
  const files = held(cwd);
  expect(JSON.parse(files["report.json"] ?? "")).toMatchObject({ summary: { errors: 1 } });
  return files;
});

describe("at every point of writing", () => {
  for (const [error, reason] of [
    ["ENOSPC", "the disk is full"],
    ["EIO", "the disk reports an error"],
  ] as const) {
    test(`${error} leaves the old report, and is told`, async () => {
      for (const { end, files } of await atEachCall(error)) {
        const stderr = `error: \`report.json\` cannot be written: ${reason}\n`;
        expect({ end, files }).toEqual({ end: { code: 2, stdout: "", stderr }, files: { "report.json": OLD } });
      }
    });
  }

  test("where nothing can be flushed, the report is written all the same", async () => {
    for (const error of ["EINVAL", "ENOTSUP"]) {
      const env = { NODE_OPTIONS: PRELOAD, ASSAY_AT: String(FLUSH), ASSAY_DO: error };
      await inProject(async (cwd) => {
        expect(await assay(RUN, { cwd, env })).toEqual({ code: 1, stdout: "", stderr: "" });
        expect(held(cwd)).toEqual(await made);
      });
    }
  });

  for (const signal of ["SIGTERM", "SIGINT"]) {
    test(`${signal} leaves the old report, or the new one is whole`, async () => {
      const outcomes = await atEachCall(signal);
      for (const { end, files } of outcomes) {
        expect(files).toEqual(end.code === 1 ? await made : { "report.json": OLD });
      }
      expect(outcomes[0]?.end.code).toBeGreaterThan(128);
    });
  }

  test("a process that is killed leaves a whole report", async () => {
    for (const { end, files } of await atEachCall("SIGKILL")) {
      expect(end.code).toBe(137);
      expect([OLD, (await made)["report.json"]]).toContain(files["report.json"]);
    }
  });

  test("where nothing can be put into its place, it is written as it is", async () => {
    const outcomes = await atEachCall("EBUSY");
    const codes = outcomes.map(({ end }) => end.code);
    expect(codes).toEqual([1, 1, 1, 1]);
    for (const { files } of outcomes) {
      expect(files).toEqual(await made);
    }
  });
});

/** Runs a line of a shell in which `assay` is the command. */
function inShell(line: string, cwd: string): Promise<Ended> {
  const whole = `assay() { '${process.execPath}' '${ASSAY}' "$@"; }; ${line}`;
  return new Promise((resolve) => {
    execFile("bash", ["-c", whole], { cwd }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

test("a file that may not grow is told, and the old report is there still", async () => {
  await inProject(async (cwd) => {
    const end = await inShell("ulimit -f 1; assay check --rules rules.yaml --format html=report.json assets", cwd);
    const stderr = "error: `report.json` cannot be written: it is too large for the file system\n";
    expect(end).toEqual({ code: 2, stdout: "", stderr });
    expect(held(cwd)).toEqual({ "report.json": OLD });
  });
});

test("a report keeps who may read the file that it takes the place of", async () => {
  await inProject(async (cwd) => {
    for (const mode of [0o600, 0o666, 0o640]) {
      chmodSync(join(cwd, "report.json"), mode);
      expect(await inShell(`umask 027; assay ${RUN.join(" ")}`, cwd)).toMatchObject({ code: 1 });
      expect(statSync(join(cwd, "report.json")).mode & 0o777).toBe(mode);
      expect(held(cwd)).toEqual(await made);
    }
  });
});

test("links stay, also one that leads nowhere yet, and a second name stays one of the same file", async () => {
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
      expect(readFileSync(target, "utf8")).toBe((await made)["report.json"]);
    }
    linkSync(target, join(cwd, "second.json"));
    expect(await assay(RUN, { cwd })).toMatchObject({ code: 1 });
    expect(statSync(target).ino).toBe(statSync(join(cwd, "second.json")).ino);
  });
});

test("a report in a folder that may not be written is written all the same, where its file may be", async () => {
  await inProject(async (cwd) => {
    mkdirSync(join(cwd, "sealed"));
    writeFileSync(join(cwd, "sealed/report.json"), OLD);
    chmodSync(join(cwd, "sealed/report.json"), 0o666);
    chmodSync(join(cwd, "sealed"), 0o555);
    const args = RUN.map((word) => word.replace("=report", "=sealed/report"));
    expect(await assay(args, { cwd, unprivileged: true })).toMatchObject({ code: 1, stderr: "" });
    expect(readFileSync(join(cwd, "sealed/report.json"), "utf8")).toBe((await made)["report.json"]);
    chmodSync(join(cwd, "sealed"), 0o755);
  });
});

test.skipIf(!existsSync("/dev/fd"))("what is open already is written as it is", async () => {
  await inProject(async (cwd) => {
    const said = (await made)["report.json"];
    const check = "assay check --rules rules.yaml";
    for (const [line, shown] of [
      [
        `rm report.json; (${check} --format json=/dev/stdout assets; echo done) >> report.json; cat report.json`,
        `${said}done\n`,
      ],
      [`${check} --format json=/dev/fd/3 assets 3> report.json; cat report.json`, said],
      [`${check} --format json=/dev/stdout assets >> report.json; cat report.json`, `${OLD}${said}`],
      [`${check} --format json=/dev/fd/3 assets 3>> report.json; cat report.json`, `${OLD}${said}`],
      [
        `(echo head; ${check} --format json=/proc/self/fd/1 assets; echo tail) > report.json; cat report.json`,
        `head\n${said}tail\n`,
      ],
      [
        `ln -s /dev/stdout link; (echo head; ${check} --format json=link assets; echo tail) > report.json; cat report.json`,
        `head\n${said}tail\n`,
      ],
      [`ln -s /dev/stdout link; ${check} --format json=link assets | cat; test -L link && echo same`, `${said}same\n`],
      [`${check} --format json=/dev/null assets; test -c /dev/null && echo same`, "same\n"],
    ] as const) {
      writeFileSync(join(cwd, "report.json"), OLD);
      rmSync(join(cwd, "link"), { force: true });
      expect(await inShell(line, cwd)).toEqual({ code: 0, stdout: shown, stderr: "" });
    }
  });
});
