/** Turns findings into a test that contains only the files that it needs. */

import type { Finding, Problem, Running, TestResult } from "../engine.ts";
import { test } from "../engine.ts";
import { counted, formatCount } from "../format.ts";
import { holderOf, nameOf, type Project } from "../project.ts";
import { type ExpectedProblem, type NewTest, withTest } from "./add-test.ts";
import { scalar } from "./insert.ts";
import { ruleFileOf, rulesIn } from "./outline.ts";
import { type LeftOut, MOST_BYTES, type TestFile, testFilesOf, weightOf } from "./test-files.ts";

/** The maximum size of a test, in characters of all its files: people do not read longer ones. */
const MOST = 200_000;
/** The maximum size of a test that is tried before it is reduced, in characters of all its files. */
const MOST_TRIED = 5 * MOST;
/** The number of files up to which the test is tried without each. Larger tests contain only those with findings. */
const MOST_FILES = 40;

/** A rule file with a new test that passes, or the reason why none was made. */
export type Proposal =
  | {
      /** The path of the rule file, and its text with the test. */
      path: string;
      text: string;
      name: string;
      /** A sentence about the findings that the test leaves out, with a leading space, or an empty string. */
      left: string;
      fault?: never;
    }
  | { fault: string };

/** The advice for a file that is too long for a test. */
export const CUT_DOWN = "Remove everything from the file that the finding does not need";

const TOO_MUCH = {
  fault: `These files are too long for a test: they have more than ${counted(MOST, "character")}. Remove everything that the findings do not need.`,
};

/** The findings and problems of the project at present. */
export interface Now {
  findings: readonly Finding[];
  problems: readonly Problem[];
}

/**
 * Proposes a test of the current findings of the rule file at `path`. If that file has no place for tests, the test is
 * in a file that extends it. A test of `only` one finding contains the files of that finding, and expects all findings
 * in them.
 */
export async function propose(
  project: Project,
  path: string,
  now: Now,
  running: Running,
  only?: Finding,
): Promise<Proposal> {
  const place = placeFor(project, path);
  if (place === undefined) {
    return { fault: `\`${path}\` cannot contain tests, because it has no rules.` };
  }
  const run = (tried: NewTest) => resultOf(project, place, tried, running);
  const ofFinding = (one: Finding) => pathsOf(one, project.files);
  const all = ownIn(now, project, path);
  const own = only === undefined ? all : { ...all, findings: [only] };
  const names = namesIn(place.text);
  const paths =
    project.files.size > MOST_FILES
      ? only === undefined
        ? new Set([
            ...now.findings.flatMap(ofFinding),
            ...now.problems.flatMap((one) => pathsOfProblem(one, project.files)),
          ])
        : new Set(ofFinding(only))
      : new Set(project.files.keys());
  const { files, cut, longer, leftOut } = await testFilesOf(project.files, paths);
  const named = new Set(own.findings.flatMap(ofFinding));
  const lost = () => {
    const one = leftOut.find(({ path: at }) => files.size === 0 || (only !== undefined && named.has(at)));
    return one && { fault: `\`${one.path}\` ${one.reason}: no test can contain it. ${CUT_DOWN}.` };
  };
  const long = lost();
  if (long !== undefined) {
    return long;
  }
  // A test that expects nothing reports all of its findings as unexpected.
  const trial = { name: freeName(names, "found now"), expect: [] };
  if (weigh(files) > MOST_TRIED) {
    return TOO_MUCH;
  }
  let tried = await run({ ...trial, files });
  // Tries more bytes of a file, if fewer are not enough.
  const isShort = (at: string) => tried !== undefined && isLacking(at, project.files, own, now, tried);
  for (let short = shortOf(longer, isShort); short.length > 0; short = shortOf(longer, isShort)) {
    for (const [at, [more, ...others]] of short) {
      files.set(at, more);
      longer.set(at, others);
    }
    tried = await run({ ...trial, files });
  }
  // The first bytes of a file are enough if they have the same findings.
  const different = tried === undefined ? [] : [...cut].filter((one) => !isSame(one, project.files, own, now, tried));
  for (const at of different) {
    files.delete(at);
    leftOut.push({ path: at, reason: `is binary and longer than ${formatCount(MOST_BYTES)} bytes` });
  }
  const cutOff = lost();
  if (cutOff !== undefined) {
    return cutOff;
  }
  const whole = different.length === 0 ? tried : await run({ ...trial, files });
  const found = whole && only ? await around(only, { ...trial, files }, whole, run) : whole;
  if (found === undefined) {
    return { fault: "Fix the error in the rule file first." };
  }
  const met = { expect: found.unexpected, problems: expectedOf(found.problems, files) };
  const needed = await those({ ...trial, files, ...met }, run);
  if (weigh(needed) > MOST) {
    return TOO_MUCH;
  }
  if (project.files.size > files.size && own.differs(found.unexpected)) {
    return {
      fault: "The test was not added: it cannot contain all files, and without them the findings are different.",
    };
  }
  const proposed = { name: freeName(names, titleOf(met, needed)), files: needed, ...met };
  const text = withTest(place.text, proposed);
  return (await run(proposed))?.state === "pass" && text !== undefined
    ? { path: place.path, text, name: proposed.name, left: leftText(leftOut, own.findings, proposed, ofFinding) }
    : { fault: "The test was not added, because its findings differ from the current findings." };
}

function weigh(files: ReadonlyMap<string, TestFile>): number {
  return [...files.values()].reduce((sum, file) => sum + weightOf(file), 0);
}

/**
 * Runs the test with as few files as one finding needs, removes all other files from `files`, and returns the result. A
 * file stays if there would be new findings or more problems without it.
 */
async function around(
  only: Finding,
  { files, ...trial }: NewTest & { files: Map<string, TestFile> },
  whole: TestResult,
  run: (test: NewTest) => Promise<TestResult | undefined>,
): Promise<TestResult> {
  const [target, known, own] = [keyOf(only), new Set(whole.unexpected.map(keyOf)), new Set(pathsOf(only, files))];
  const others = [...files.keys()].filter((path) => !own.has(path));
  let found = whole;
  // In the best case, none of the other files is needed.
  for (const some of [others, ...others.map((path) => [path])]) {
    const fewer = new Map([...files].filter(([path]) => !some.includes(path)));
    const left = fewer.size < files.size ? await run({ ...trial, files: fewer }) : undefined;
    const keys = left?.unexpected.map(keyOf) ?? [];
    if (
      left &&
      keys.includes(target) &&
      keys.every((key) => known.has(key)) &&
      left.problems.length <= found.problems.length
    ) {
      for (const path of some) {
        files.delete(path);
      }
      found = left;
    }
  }
  return found;
}

/** Returns where to put a test of the rule file at `path`: into that file, or into one that extends it. */
function placeFor({ rules }: Project, path: string): { path: string; text: string } | undefined {
  const text = rules.get(path);
  const file = typeof text === "string" ? ruleFileOf(text) : undefined;
  if (typeof text !== "string" || (file?.rules === undefined && !file?.isRule)) {
    return undefined;
  }
  const canHold = (written: string) => withTest(written, { name: "t", files: new Map(), expect: [] }) !== undefined;
  if (canHold(text)) {
    return { path, text };
  }
  const sibling = path.replace(/(?:\.[^./]*)?$/, ".tests.yaml");
  const there = rules.get(sibling) ?? `extends: [${scalar(nameOf(path))}]\n`;
  return typeof there === "string" && canHold(there) ? { path: sibling, text: there } : undefined;
}

/** Returns the files without which the findings differ. */
async function those(
  candidate: NewTest,
  run: (test: NewTest) => Promise<TestResult | undefined>,
): Promise<ReadonlyMap<string, TestFile>> {
  let { files } = candidate;
  const { expect, problems = [] } = candidate;
  const found = [...(expect as readonly Finding[]), ...problems];
  const named = new Set(found.flatMap((one) => pathsOf(one, files)));
  // Without findings, the test is about all files.
  for (const path of found.length === 0 ? [] : candidate.files.keys()) {
    const fewer = new Map([...files].filter(([other]) => other !== path));
    if (!named.has(path) && (await run({ ...candidate, files: fewer }))?.state === "pass") {
      files = fewer;
    }
  }
  return files;
}

async function resultOf(
  project: Project,
  { path, text: before }: { path: string; text: string },
  tried: NewTest,
  running: Running,
): Promise<TestResult | undefined> {
  const rules = new Map(project.rules).set(path, withTest(before, tried) ?? before);
  const { tests } = await test({ rules, files: new Map() }, running);
  return tests.findLast((one) => one.path === path && one.name === tried.name);
}

/** Returns the problems with files, as a test expects them. */
export function expectedOf(problems: readonly Problem[], files: ReadonlyMap<string, unknown>): ExpectedProblem[] {
  const all = problems.flatMap(({ code, path, document }) => {
    const of = [document, path].find((one) => one !== undefined && files.has(holderOf(files, one)));
    return of === undefined ? [] : [{ problem: code, path: of }];
  });
  return all.filter(({ problem, path }, at) => {
    return all.findIndex((other) => other.problem === problem && other.path === path) === at;
  });
}

/** The present findings of the rules that are written in a rule file, without those that it extends. */
interface OwnFindings {
  findings: readonly Finding[];
  /** Returns true if these rules find something in a test that they do not find at present. */
  differs: (tested: readonly Finding[]) => boolean;
}

function ownIn(now: Now, project: Project, path: string): OwnFindings {
  const text = project.rules.get(path);
  const names = new Set((typeof text === "string" ? rulesIn(text) : []).map(({ name }) => name));
  const findings = now.findings.filter(({ rule }) => names.has(rule));
  const known = new Set(findings.map(keyOf));
  return { findings, differs: (tested) => tested.some((one) => names.has(one.rule) && !known.has(keyOf(one))) };
}

/** Returns true if a test and the check have equal findings in a file, and the test has no other problem with it. */
function isSame(at: string, files: Paths, own: OwnFindings, now: Now, tried: TestResult): boolean {
  // Findings of other files do not count: without this file, they would be different, too.
  return agrees(({ path }) => holderOf(files, path) === at, own, tried) && !isOtherwiseFaulty(at, files, now, tried);
}

/** Returns the files for which too few bytes were tried, each with its longer forms. */
function shortOf(
  longer: ReadonlyMap<string, readonly TestFile[]>,
  isShort: (at: string) => boolean,
): [string, [TestFile, ...TestFile[]]][] {
  return [...longer].flatMap(([at, [more, ...others]]) => {
    return more !== undefined && isShort(at) ? [[at, [more, ...others]]] : [];
  });
}

/** Returns true if a test has other findings in a file than the check. */
function isLacking(at: string, files: Paths, own: OwnFindings, now: Now, tried: TestResult): boolean {
  return !agrees((one) => pathsOf(one, files).includes(at), own, tried) || isOtherwiseFaulty(at, files, now, tried);
}

/** Returns true if a test and the check have equal findings, of those for which `isThere` returns true. */
function agrees(isThere: (one: Finding) => boolean, { findings, differs }: OwnFindings, tried: TestResult): boolean {
  const there = tried.unexpected.filter(isThere);
  const known = new Set(there.map(keyOf));
  return !differs(there) && findings.every((one) => !isThere(one) || known.has(keyOf(one)));
}

/** Returns true if a test has a problem with a file that the check does not have. */
function isOtherwiseFaulty(at: string, files: Paths, now: Now, tried: TestResult): boolean {
  const known = new Set(now.problems.map(keyOfProblem));
  return tried.problems.some((one) => pathsOfProblem(one, files).includes(at) && !known.has(keyOfProblem(one)));
}

function keyOfProblem({ code, path, document }: Problem): string {
  return JSON.stringify([code, path, document]);
}

function keyOf({ rule, path, line, value }: Pick<Finding, "rule" | "path" | "line" | "value">): string {
  return JSON.stringify([rule, path, line, value]);
}

/** Returns a sentence about present findings that the test does not contain, or an empty string. */
function leftText(
  leftOut: readonly LeftOut[],
  own: readonly Finding[],
  proposed: NewTest,
  pathsOf: (finding: Finding) => string[],
): string {
  const expected = new Set(proposed.expect.map(keyOf));
  const lost = own.filter((finding) => !expected.has(keyOf(finding)));
  if (lost.length === 0) {
    return "";
  }
  const concerned = new Set(lost.flatMap(pathsOf));
  const [first, ...others] = leftOut.filter(({ path }) => concerned.has(path));
  const files = first && `: \`${first.path}\` ${first.reason}${others.length > 0 ? `, and ${others.length} more` : ""}`;
  return ` ${counted(lost.length, "finding is", "findings are")} left out${files ?? ""}.`;
}

type Paths = ReadonlyMap<string, unknown>;

function pathsOf({ path, related = [], via }: Pick<Finding, "path"> & Partial<Finding>, files: Paths): string[] {
  const all = [path, ...related.map((other) => other.path), ...(via === undefined ? [] : [via.path])];
  return all.map((one) => holderOf(files, one));
}

function pathsOfProblem({ path, document }: Problem, files: Paths): string[] {
  return [path, document].flatMap((one) => (one === undefined ? [] : holderOf(files, one)));
}

function titleOf({ expect, problems }: Required<Pick<NewTest, "expect" | "problems">>, files: Paths): string {
  // Files without findings only support files with findings.
  const found = new Set([...expect, ...problems].map(({ path }) => holderOf(files, path)));
  const named = [...(found.size > 0 ? found : files.keys())];
  const where = named.length === 1 ? named[0] : counted(named.length, "file");
  const counts = [
    ...(expect.length > 0 ? [counted(expect.length, "finding")] : []),
    ...(problems.length > 0 ? [counted(problems.length, "problem")] : []),
  ];
  return `${counts.join(", ") || "nothing"} in ${where}`;
}

/** Returns all strings that may be names of tests. */
function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/name["']?\s*:\s*["']?([^"'\r\n,}]*)/g)].map(([, name = ""]) => name.trim()));
}

function freeName(names: ReadonlySet<string>, base: string): string {
  let name = base;
  for (let count = 2; names.has(name); count += 1) {
    name = `${base}, ${count}`;
  }
  return name;
}
