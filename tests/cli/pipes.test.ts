/** Reports in pipes: they are complete, and a reader that closes early is not an error. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ASSAY, assay } from "./assay.ts";
import { withTree } from "./tree.ts";

const shell = promisify(execFile);

/** The number of findings for a report of several megabytes, which does not fit into the buffer of a pipe. */
const MANY = 20_000;

async function withManyFindings<T>(work: (cwd: string) => Promise<T>): Promise<T> {
  return withTree(0, 0, async (cwd) => {
    writeFileSync(join(cwd, "rules.yaml"), '- { name: no-a, rpath: xml$, xpath: "*/A", condition: [Not exist] }\n');
    writeFileSync(join(cwd, "many.xml"), `<Root>\n${"<A>a</A>\n".repeat(MANY)}</Root>\n`);
    return work(cwd);
  });
}

test("a long report arrives completely at the end of a slow pipe", async () => {
  await withManyFindings(async (cwd) => {
    const line = `'${process.execPath}' '${ASSAY}' check --rules rules.yaml --format json . | (sleep 1; cat)`;
    const { stdout, stderr } = await shell("sh", ["-c", line], { cwd, maxBuffer: 1 << 28 });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout).findings).toHaveLength(MANY);
  });
});

test.skipIf(!existsSync("/dev/full"))("a report that cannot be written is an error, whatever its result", async () => {
  await withTree(0, 0, async (cwd) => {
    writeFileSync(
      join(cwd, "rules.yaml"),
      '- { name: has-a, rpath: xml$, xpath: "*/A", condition: [Not null collection] }\n',
    );
    writeFileSync(join(cwd, "clean.xml"), "<Root><A>a</A></Root>\n");
    const line = `'${process.execPath}' '${ASSAY}' check --rules rules.yaml . >/dev/full; echo "code $?"`;
    const { stdout, stderr } = await shell("sh", ["-c", line], { cwd });
    expect(stderr).toBe("error: the standard output cannot be written: the disk is full\n");
    expect(stdout).toBe("code 2\n");
  });
});

test("a reader that closes early is not an error", async () => {
  await withManyFindings(async (cwd) => {
    const line = `{ '${process.execPath}' '${ASSAY}' check --rules rules.yaml . ; echo "code $?" >&2; } | head -c 10`;
    const { stdout, stderr } = await shell("sh", ["-c", line], { cwd });
    expect(stdout).toHaveLength(10);
    expect(stderr).toBe("code 1\n");
  });
});

/** Commands that end with 0 if their output is read, but here the reader ends before they write. */
const UNREAD = ["check --rules clean.yaml .", "check --rules clean.yaml --format json .", "schema report"];

test.skipIf(process.platform === "win32")("unread output ends without success and without a message", async () => {
  await withTree(0, 0, async (cwd) => {
    writeFileSync(
      join(cwd, "clean.yaml"),
      '- { name: a, rpath: xml$, xpath: "*/A", condition: [Not null collection] }\n',
    );
    writeFileSync(join(cwd, "bad.yaml"), '- { name: b, rpath: xml$, xpath: "*/A", condition: [Null collection] }\n');
    writeFileSync(join(cwd, "a.xml"), "<Root><A>a</A></Root>\n");
    const ends = async (args: string, reader: string) => {
      const line = `{ sleep 0.2; '${process.execPath}' '${ASSAY}' ${args}; echo "code $?" >&2; } | ${reader}`;
      return (await shell("sh", ["-c", line], { cwd })).stderr;
    };
    for (const args of UNREAD) {
      expect({ args, gone: await ends(args, "true"), read: await ends(args, "cat") }).toEqual({
        args,
        gone: "code 141\n",
        read: "code 0\n",
      });
    }
    // A worse verdict takes precedence.
    expect(await ends("check --rules bad.yaml --format json .", "true")).toBe("code 1\n");
    expect(await ends("check --rules bad.yaml none", "true")).toMatch(/code 2\n$/);
    // Without output, no reader is needed.
    expect(await ends("check --quiet --rules clean.yaml .", "true")).toBe("code 0\n");
  });
});

test("a pipe that is named for a report must accept all of it", async () => {
  await withManyFindings(async (cwd) => {
    const line = `'${process.execPath}' '${ASSAY}' check --rules rules.yaml --format json=pipe . 2>&1; echo "code $?"`;
    const { stdout } = await shell("sh", ["-c", `mkfifo pipe; head -c 10 pipe >/dev/null & ${line}`], { cwd });
    expect(stdout).toMatch(/^error: `pipe` cannot be written: .*\ncode 2\n$/);
  });
});

test("output in a pipe has no colours, no progress and no time", async () => {
  await withManyFindings(async (cwd) => {
    const { stdout, stderr } = await assay(["check", "--rules", "rules.yaml", "."], { cwd });
    expect(stdout).not.toContain("\u001b");
    expect(stderr).toBe("");
  });
});

test("a long list arrives completely at the end of a pipe, and a reader that closes early is not an error", async () => {
  await withTree(0, 0, async (cwd) => {
    const assets = Array.from({ length: MANY }, (_, number) => ({ path: `asset-${number}.dds`, hash: "0".repeat(40) }));
    writeFileSync(join(cwd, "list.json"), JSON.stringify({ assets }));
    const show = `'${process.execPath}' '${ASSAY}' assetlist show --format json list.json`;
    const complete = await shell("sh", ["-c", `${show} | cat`], { cwd, maxBuffer: 1 << 28 });
    expect(JSON.parse(complete.stdout)).toEqual({ assets });
    const start = await shell("sh", ["-c", `{ ${show} ; echo "code $?" >&2; } | head -c 10`], { cwd });
    expect(start).toEqual({ stdout: '{"assets":', stderr: "code 141\n" });
  });
});

for (const words of [
  "--version",
  "-V",
  "help",
  "--help",
  "help check",
  "init --help",
  "package --help",
  "package help list",
]) {
  test.skipIf(!existsSync("/dev/full"))(`\`assay ${words}\` reports that its output cannot be written`, async () => {
    const line = `'${process.execPath}' '${ASSAY}' ${words} >/dev/full; echo "code $?"`;
    expect(await shell("sh", ["-c", line])).toEqual({
      stdout: "code 2\n",
      stderr: "error: the standard output cannot be written: the disk is full\n",
    });
  });
}

test.skipIf(!existsSync("/dev/full"))("`assay bundler` reports that its output cannot be written", async () => {
  const line = `'${process.execPath}' '${ASSAY}' bundler --help >/dev/full; echo "code $?"`;
  const { stdout, stderr } = await shell("sh", ["-c", line]);
  expect(stderr).toBe("error: the standard output cannot be written: the disk is full\n");
  expect(stdout).toBe("code 1\n");
});

test("a list is read from a pipe, under any of its names", async () => {
  await withTree(0, 0, async (cwd) => {
    const assets = Array.from({ length: MANY }, (_, number) => ({ path: `asset-${number}.dds`, hash: "0".repeat(40) }));
    writeFileSync(join(cwd, "list.json"), JSON.stringify({ assets }));
    const show = `'${process.execPath}' '${ASSAY}' assetlist show --format json`;
    for (const line of [
      `cat list.json | ${show} -`,
      `${show} - < list.json`,
      `cat list.json | ${show} /dev/stdin`,
      `mkfifo pipe; cat list.json > pipe & ${show} pipe`,
    ]) {
      const { stdout, stderr } = await shell("sh", ["-c", line], { cwd, maxBuffer: 1 << 28 });
      expect({ line, stderr, assets: JSON.parse(stdout).assets }).toEqual({ line, stderr: "", assets });
    }
  });
});

const SMALL = "- { name: small, rpath: xml$, xpath: Model/Faces, condition: ['<=', 50] }\n";
const KNOWN = '{"version": 1, "findings": [{"path": "assets/a.xml", "rule": "small", "value": "81"}]}';

/** Runs `work` in a folder with a rule, a file with a finding, its report, and a pipe that no process has opened. */
async function withPipe<T>(work: (cwd: string) => Promise<T>): Promise<T> {
  return withTree(0, 0, async (cwd) => {
    mkdirSync(join(cwd, "assets"));
    writeFileSync(join(cwd, "assets/a.xml"), "<Model><Faces>81</Faces></Model>");
    writeFileSync(join(cwd, "small.yaml"), SMALL);
    writeFileSync(join(cwd, "assay.yaml"), "rules: small.yaml\n");
    writeFileSync(join(cwd, "known.json"), KNOWN);
    writeFileSync(join(cwd, "game.yaml"), "types: {}\n");
    await assay(["check", "--format", "json=report.json"], { cwd });
    await shell("mkfifo", ["pipe"], { cwd });
    return work(cwd);
  });
}

/** Commands for a shell, and a part of the expected output. */
const READ: readonly (readonly [line: string, expected: string])[] = [
  ["assay check --rules <(cat small.yaml)", "`81` is not <= 50"],
  ["assay check --config <(cat assay.yaml)", "`81` is not <= 50"],
  ["assay check --config <(cat assay.yaml) --baseline <(cat known.json)", "1 hidden by the baseline"],
  ["assay explain --rules <(cat small.yaml) small assets/a.xml", "1 finding"],
  ["assay test <(cat small.yaml)", "1 without a test"],
  ["assay config --config <(cat assay.yaml)", "small.yaml  /dev/fd/63:1:8"],
  ["assay report <(sleep 0.2; cat report.json)", "`81` is not <= 50"],
  ["assay report - < report.json", "`81` is not <= 50"],
  ["assay report report.json --format markdown=>(cat) | cat", "1 error in 1 file"],
  ["assay migrate <(cat small.yaml)", "small"],
  ["(sleep 0.5; cat report.json > pipe) & assay report pipe", "`81` is not <= 50"],
];

test.skipIf(!existsSync("/dev/fd"))("paths on the command line may be pipes, with or without a name", async () => {
  await withPipe(async (cwd) => {
    for (const [line, expected] of READ) {
      const script = `assay() { '${process.execPath}' '${ASSAY}' "$@"; }; ${line}; true`;
      const { stdout, stderr } = await shell("bash", ["-c", script], { cwd });
      expect({ line, stdout, stderr }).toMatchObject({ stdout: expect.stringContaining(expected), stderr: "" });
    }
  });
});

/** Arguments with a pipe that has no other end, and the expected message. */
const ALONE: readonly (readonly [args: string, expected: string])[] = [
  ["check --baseline pipe", "the baseline `pipe` cannot be read: it is a pipe, and no process writes to it"],
  ["check --baseline pipe --update-baseline", "`pipe` is a pipe, and a baseline must be a file that can be replaced"],
  ["check --config pipe", "the configuration `pipe` cannot be read: it is a pipe, and no process writes to it"],
  ["check --rules pipe", "the rule file cannot be read: it is a pipe, and no process writes to it"],
  ["check --cache pipe", "the cache `pipe` cannot be used: it is not a file"],
  ["check --watch --rules pipe", "`pipe` is a pipe, and `--watch` reads its files repeatedly"],
  ["check --format json=pipe", "`pipe` cannot be written: it is a pipe, and no process reads from it"],
  ["report pipe", "the report `pipe` cannot be read: it is a pipe, and no process writes to it"],
  ["report --merge report.json pipe", "the report `pipe` cannot be read: it is a pipe, and no process writes to it"],
  ["migrate pipe", "the rule file `pipe` cannot be read: it is a pipe, and no process writes to it"],
  ["definitions schema --from pipe", "the XSD `pipe` cannot be read: it is a pipe, and no process writes to it"],
  ["assetlist show pipe", "`pipe` cannot be read: it is a pipe, and no process writes to it"],
  ["package check pipe", "`pipe` is not a file"],
];

test.skipIf(process.platform === "win32")("no command waits forever for a pipe without another end", async () => {
  const all = ALONE.map(async ([args, message]) => {
    // Each command has a separate pipe, because one may write and another one read.
    const { code, stdout, stderr } = await withPipe((cwd) => assay(args.split(" "), { cwd }));
    expect({ args, code, output: stdout + stderr }).toMatchObject({
      code: 2,
      output: expect.stringContaining(message),
    });
  });
  await Promise.all(all);
});
