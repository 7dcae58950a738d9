/** Turns what is found into a test: with the files that it takes, and only those. */

import { decoded } from "../editor/decode.ts";
import { type Finding, type Running, type TestResult, test } from "../engine.ts";
import { counted } from "../format.ts";
import type { Content, Project } from "../project.ts";
import { type NewTest, withTest } from "./add-test.ts";

/** Larger tests are none that people read, in UTF-16 units of all files. */
const MOST_TEXT = 200_000;
/** Each of so many files is tried to be left out; of more, only those with findings are taken. */
const MOST_FILES = 40;

/** A rule file with a test that passes, or why there is none. */
export type Proposal = { text: string; name: string; fault?: never } | { fault: string };

/** The rule file at `path` with a test of what it finds now. */
export async function propose(
  project: Project,
  path: string,
  findings: readonly Finding[],
  running: Running,
): Promise<Proposal> {
  const before = project.rules.get(path);
  if (typeof before !== "string" || withTest(before, { name: "t", files: new Map(), expect: [] }) === undefined) {
    return { fault: `\`${path}\` cannot carry tests: it needs a list of rules, or a mapping from their names.` };
  }
  const names = namesIn(before);
  const name = (wanted: string) => freeName(names, wanted);
  const run = (tried: NewTest) => resultOf(project, path, before, tried, running);
  const mentioned = new Set(findings.flatMap(pathsOf));
  const all = await textsOf(project, project.files.size > MOST_FILES ? mentioned : undefined);
  if (all === undefined) {
    return { fault: `These files come to more than ${counted(MOST_TEXT, "character")}: too much for a test.` };
  }
  const found = await run({ name: name("found now"), files: all, expect: [] });
  if (found === undefined || found.problems.length > 0) {
    return { fault: found?.problems[0]?.message ?? "The rule file has a fault that must be mended first." };
  }
  const files = await needed(all, found.unexpected, run, name("found now"));
  const made = { name: name(titleOf(found.unexpected, files)), files, expect: found.unexpected };
  const result = await run(made);
  const text = withTest(before, made);
  return result?.state === "pass" && text !== undefined
    ? { text, name: made.name }
    : { fault: "A test of these findings does not find the same: it was not added." };
}

/** Of the files, those without which something else is found. */
async function needed(
  all: ReadonlyMap<string, string>,
  wanted: readonly Finding[],
  run: (test: NewTest) => Promise<TestResult | undefined>,
  name: string,
): Promise<Map<string, string>> {
  let files = new Map(all);
  const mentioned = new Set(wanted.flatMap(pathsOf));
  // Where nothing is found, the files themselves are what the test is of.
  for (const path of wanted.length === 0 ? [] : all.keys()) {
    const fewer = new Map([...files].filter(([other]) => other !== path));
    if (!mentioned.has(path) && (await run({ name, files: fewer, expect: wanted }))?.state === "pass") {
      files = fewer;
    }
  }
  return files;
}

async function resultOf(
  project: Project,
  path: string,
  before: string,
  tried: NewTest,
  running: Running,
): Promise<TestResult | undefined> {
  const text = withTest(before, tried);
  const rules = new Map(project.rules).set(path, text ?? before);
  const { tests } = await test({ rules, files: new Map() }, running);
  return tests.findLast((one) => one.path === path && one.name === tried.name);
}

/** The texts of the files; nothing when they are too long together. What is no text cannot stand in a test. */
async function textsOf(
  { files }: Project,
  only: ReadonlySet<string> | undefined,
): Promise<Map<string, string> | undefined> {
  const texts = new Map<string, string>();
  let size = 0;
  for (const [path, content] of files) {
    if (only === undefined || only.has(path)) {
      const text = await textOf(content);
      size += text?.length ?? 0;
      if (size > MOST_TEXT) {
        return undefined;
      }
      if (text !== undefined) {
        texts.set(path, text);
      }
    }
  }
  return texts;
}

async function textOf(content: Content): Promise<string | undefined> {
  if (typeof content === "string") {
    return content;
  }
  // What is longer is too long whatever it holds.
  const read = content.size > MOST_TEXT * 4 ? undefined : await decoded(content);
  return read?.encoding === "UTF-8" ? read.text : undefined;
}

function pathsOf({ path, related, via }: Finding): string[] {
  return [path, ...related.map((other) => other.path), ...(via === undefined ? [] : [via.path])];
}

function titleOf(findings: readonly Finding[], files: ReadonlyMap<string, string>): string {
  const [only] = [...files.keys()];
  const where = files.size === 1 && only !== undefined ? only : counted(files.size, "file");
  return findings.length === 0 ? `nothing in ${where}` : `${counted(findings.length, "finding")} in ${where}`;
}

/** Everything that may be the name of a test. */
function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/name["']?\s*:\s*["']?([^"'\r\n,}]*)/g)].map(([, name = ""]) => name.trim()));
}

function freeName(names: ReadonlySet<string>, wanted: string): string {
  let name = wanted;
  for (let count = 2; names.has(name); count += 1) {
    name = `${wanted}, ${count}`;
  }
  return name;
}
