/** Starts the workers of the engine; no other module does. {@link Latest} runs the newest of several tasks. */

import {
  AssayError,
  type CheckResult,
  type Client,
  createClient,
  type Outline,
  type Progress,
  type Rendering,
  type Report,
  type TestReport,
  type TestResult,
  type Trace,
  type XPaths,
} from "assay/client";
import firstModule from "assay/first.wasm?url";
import gltfValidator from "assay/gltf-validator.js?url";
import { readNamedPacks } from "assay/packs";
import restModule from "assay/rest.wasm?url";
import { MAX_SHOWN } from "./editor/decode.ts";
import { bytesOfHex } from "./examples/inline.ts";
import { formatCount } from "./format.ts";
import { type Answer, Latest as LatestOf, type Running } from "./latest.ts";
import { type Content, type Folder, isRuleFile, type Member, memberAt, type Project, textsIn } from "./project.ts";
// A part of this script, because the page must not request a worker from the server when it restarts one.
import EngineWorker from "./worker.ts?worker&inline";

export type * from "assay/client";
export { AssayError, isConversionRules } from "assay/client";
export type { Answer, Failure, Running } from "./latest.ts";

/**
 * The limits of scripts. A function that does not end is stopped after `milliseconds`, while the user still waits;
 * after that has happened for `overruns` files, its rule is given up.
 */
const LIMITS = { milliseconds: 400, overruns: 3 };
/** The time in milliseconds after which a worker is terminated that has a task and sends no message. */
const SILENCE = 8_000;
/** The engine in two parts: the page loads the first one at once, and the other one after the first task. */
const PARTS = { wasm: new URL(firstModule, import.meta.url), rest: new URL(restModule, import.meta.url) };
/** The workers for checks while the user types, and for tasks that can wait. Neither delays the other. */
const checkClient = clientOf(PARTS);
export const editorClient = clientOf(PARTS);
/** The worker that unpacks and hashes whole packages. It loads the build of the engine that is optimised for speed. */
export const packageClient = clientOf();
/** The worker for the other systems and for members of archives. Packages do not delay it. */
export const systemClient = clientOf(PARTS);

/** Returns a worker with the given module of the engine, or with the build that is optimised for speed. */
function clientOf(module?: typeof PARTS): Client {
  // A worker from an inline script cannot resolve relative addresses.
  const validator = new URL(gltfValidator, import.meta.url);
  return createClient({ worker: () => new EngineWorker(), silenceLimit: SILENCE, gltfValidator: validator, ...module });
}

/** Loads the engine before it is needed. An error is reported by the first check. */
const loaded = checkClient.check({ rules: [], files: {} }).catch(() => {});

/** Runs the engine task that was requested last. The time to load the engine does not count as its time. */
export class Latest<T> extends LatestOf<T> {
  /** `deliver` receives the outcome of each task; `onProgress` its progress, and undefined when the task is over. */
  constructor(deliver: (answer: Answer<T>) => void, onProgress?: (progress: Progress | undefined) => void) {
    super(deliver, onProgress, loaded);
  }
}

/**
 * Returns the rules, library, files and script limits of a project, as the engine's tasks take them. The library has
 * the rule packs that rule files name.
 */
async function taskOf({ rules: folder, files }: Project) {
  const texts = textsIn(folder);
  const rules = texts.filter(([path]) => isRuleFile(path)).map(([path, text]) => ({ path, text }));
  return {
    rules,
    library: { ...(await readNamedPacks(rules)), ...Object.fromEntries(texts) },
    files: Object.fromEntries(files),
    limits: LIMITS,
  };
}

/** The most findings that are listed, in total and for one file. Millions need more memory than a page has. */
const [MOST_FINDINGS, MOST_OF_FILE] = [50_000, 10_000];

/** A report, with the files whose findings it does not list completely. */
export type ListedReport = Report & Pick<CheckResult, "unlisted">;

/** Returns the report, with a warning about the number of findings that are not listed. */
function withLeftOut({ report, unlisted }: CheckResult): ListedReport {
  const { errors, warnings, infos, hints } = report.summary;
  const known = unlisted.reduce((sum, { count }) => sum + count, report.findings.length);
  const more = errors + warnings + infos + hints - known;
  if (more === 0) {
    return { ...report, unlisted };
  }
  const message = `only the first ${formatCount(MOST_FINDINGS)} findings are listed, ${formatCount(more)} are not`;
  return { ...report, unlisted, warnings: [{ code: "findings-not-listed", message }, ...report.warnings] };
}

export async function check(project: Project, running: Running): Promise<ListedReport> {
  const most = { mostFindings: MOST_FINDINGS, mostFindingsOfFile: MOST_OF_FILE };
  return withLeftOut(await checkClient.check({ ...(await taskOf(project)), ...running, ...most }));
}

/** Checks a project and renders the report in these formats. */
export async function render(project: Project, formats: readonly Rendering[], running: Running): Promise<CheckResult> {
  return editorClient.check({ ...(await taskOf(project)), formats, ...running });
}

/** Traces one rule over one file, step by step, with the time of each step. */
export async function trace(project: Project, rule: string, path: string, running: Running): Promise<Trace> {
  return editorClient.trace({ ...(await taskOf(project)), rule, path, timings: true, ...running });
}

/** Returns the nodes of a file, as rules see them. */
export async function outline(path: string, content: Content, { signal }: Pick<Running, "signal">): Promise<Outline> {
  return editorClient.outline({ path, content: await textOrBytes(content), signal });
}

/** Returns the extractions that reach a node of a file; undefined if the file does not have the node. */
export async function xpaths(
  path: string,
  content: Content,
  node: number,
  { signal }: Pick<Running, "signal">,
): Promise<XPaths | undefined> {
  return editorClient.xpaths({ path, content: await textOrBytes(content), node, signal });
}

/** The files that were read from archives, by archive and path. Archives that are no longer used are released. */
const members = new WeakMap<Blob, Map<string, Promise<Blob | undefined>>>();

/** Reads a file in an archive of the project; undefined if it does not exist, or is longer than {@link MAX_SHOWN}. */
export function readMember({ files }: Project, { archive, file, member }: Member): Promise<Blob | undefined> {
  return shared(members, file, member, async () => {
    const bytes = await systemClient.member({ files: Object.fromEntries(files), archive, member, most: MAX_SHOWN });
    return bytes && new Blob([bytes]);
  });
}

/** Returns the known answer about an object and a path, or the one that `ask` returns. A failure is forgotten. */
function shared<About extends object, T>(
  all: WeakMap<About, Map<string, Promise<T>>>,
  about: About,
  path: string,
  ask: () => Promise<T>,
): Promise<T> {
  const known = all.get(about) ?? new Map<string, Promise<T>>();
  const cached = known.get(path);
  if (cached !== undefined) {
    return cached;
  }
  const answer = ask();
  // Stored before it is fulfilled, so that concurrent requests share it.
  all.set(about, known.set(path, answer));
  answer.catch(() => known.delete(path));
  return answer;
}

async function textOrBytes(content: Content): Promise<string | Uint8Array> {
  return typeof content === "string" ? content : new Uint8Array(await content.arrayBuffer());
}

export async function test(project: Project, running: Running): Promise<TestReport> {
  const { rules, library, limits } = await taskOf(project);
  return editorClient.test({ rules, library, limits, ...running });
}

/** The facts of a picture that its preview shows. */
const PICTURE_FACTS = ["width", "height", "format"] as const;
/** A rule for each fact. The value of its finding is the fact. */
const PICTURE_RULES = PICTURE_FACTS.map((fact) => {
  return `- {name: ${fact}, rpath: ., xpath: "{image.${fact}}", message: "{value}", condition: [Null collection]}\n`;
}).join("");

/** Returns the size and the format of a picture, as rules see them; undefined if the file is no picture. */
export async function pictureFacts(path: string, content: Blob): Promise<string | undefined> {
  const rules = [{ path: "facts.yaml", text: PICTURE_RULES }];
  const { findings } = (await editorClient.check({ rules, files: { [path]: content } })).report;
  const [width, height, format] = PICTURE_FACTS.map((fact) => findings.find(({ rule }) => rule === fact)?.message);
  return width && height && `${width} × ${height} pixels, ${format}`;
}

export async function filesOfTest(
  project: Project,
  { path, offset, name }: TestResult,
  running: Running,
): Promise<Folder> {
  const { rules, library, limits } = await taskOf(project);
  const { tests } = await editorClient.test({ rules, library, limits, filter: name, withFiles: true, ...running });
  // Two tests may have one name, so the place identifies the test.
  const files = tests.find((one) => one.path === path && one.offset === offset)?.files ?? [];
  return new Map(files.map(({ path, text, hex = "", size }) => [path, text ?? unpacked(hex, size)]));
}

/** Returns the bytes that hexadecimal digits encode, padded with zeros to `size`. */
function unpacked(hex: string, size: number): Blob {
  const start = bytesOfHex(hex);
  return new Blob([start, new Uint8Array(size - start.length)]);
}

/** The rules that look at a file. */
export interface MatchingRules {
  rules: string[];
  /** The names of the rules that are invalid, so that it is not known which files they look at. */
  faulty: string[];
}

/**
 * Returns the rules that look at the file at `path`, without rules that reach it through a value of another file, and
 * without rules whose `rpath` is a collection.
 */
export async function matchingRules(project: Project, path: string, running: Running): Promise<MatchingRules> {
  try {
    return await shared(matchingByProject, project, path, () => namesFor(project, path, running));
  } catch (error) {
    // The part of the page that requested it first may have cancelled it, while this one still waits.
    if (error instanceof AssayError && error.code === "cancelled" && !running.signal.aborted) {
      return matchingRules(project, path, running);
    }
    throw error;
  }
}

/** The rules by project and file. They are shared, because several parts of the page ask about one file. */
const matchingByProject = new WeakMap<Project, Map<string, Promise<MatchingRules>>>();

async function namesFor(project: Project, path: string, running: Running): Promise<MatchingRules> {
  const task = await taskOf(project);
  const packed = memberAt(project.files, path);
  const content = packed && (await readMember(project, packed));
  // The file is passed as if it were outside of its archive, because no other member is needed.
  const files = content === undefined ? task.files : { ...task.files, [path]: content };
  const { report } = await editorClient.check({ ...task, files, only: [path], ...running });
  const { rules } = report.stats;
  return {
    rules: rules.filter(({ files }) => files > 0).map(({ name }) => name),
    faulty: rules.filter(({ reason }) => reason === "invalid").map(({ name }) => name),
  };
}
