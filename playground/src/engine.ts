/** The only file that knows the engine: workers, of whose tasks the newest wins. */

import checkModule from "assay/check.wasm?url";
import {
  AssayError,
  type Client,
  type ClientCompareLists,
  type ClientResult,
  type ComparedLists,
  type ConversionDetail,
  createClient,
  type DefinitionExplanation,
  type DefinitionSurvey,
  type Outline,
  type PackagesData,
  type PipelineSurvey,
  type Progress,
  type Rendering,
  type Report,
  type ReportFormat,
  type TestReport,
  type TestResult,
  type Trace,
  type Word,
  type XPaths,
} from "assay/client";
import { MAX_SHOWN } from "./editor/decode.ts";
import { formatBytes, formatCount } from "./format.ts";
import { type Answer, Latest as LatestOf, type Running } from "./latest.ts";
import { type Content, type Folder, isRuleFile, longest, type Member, memberAt, type Project } from "./project.ts";
// A part of this script, as a worker that is started again must not be asked of the server.
import EngineWorker from "./worker.ts?worker&inline";

export type * from "assay/client";
export { AssayError, isConversionRules } from "assay/client";
export type { Answer, Failure, Running } from "./latest.ts";

/**
 * What scripts may use up: a function that does not end is stopped while one is still looking, and not called for every one
 * of many files.
 */
const LIMITS = { milliseconds: 400, overruns: 3 };
/** A worker from which nothing was heard for so long, in milliseconds, while it was at a task, is ended. */
const SILENCE = 8_000;
/** The address of the part of the engine that checks, which the page loads first. */
const CHECKING = new URL(checkModule, import.meta.url);
/** The workers that check while one types, and that do what may wait; so that neither waits for the other. */
const front = clientOf(CHECKING);
const aside = clientOf(CHECKING);
/** The worker that unpacks and hashes whole packages. It loads the whole engine with the first of them. */
const apart = clientOf();
/** The worker for the other systems, which packages do not keep waiting. */
const beside = clientOf();

/** A worker of the page with the given module, or with the whole engine, which is loaded with its first task. */
function clientOf(wasm?: URL): Client {
  return createClient({ worker: () => new EngineWorker(), silenceLimit: SILENCE, ...(wasm && { wasm }) });
}

/** Loads the engine before it is needed. What is wrong with it is told by the first check. */
const loaded = front.check({ rules: [], files: {} }).catch(() => {});

/** Does the task of the engine that was asked for last; loading the engine is not its time. */
export class Latest<T> extends LatestOf<T> {
  /** `tell` hears what came of each task, `onProgress` how far one is, and nothing when it is over. */
  constructor(tell: (answer: Answer<T>) => void, onProgress?: (progress: Progress | undefined) => void) {
    super(tell, onProgress, loaded);
  }
}

/** What the engine is told of a project. */
function taskOf({ rules, files }: Project) {
  const texts = [...rules].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return {
    rules: texts.filter(([path]) => isRuleFile(path)).map(([path, text]) => ({ path, text })),
    library: Object.fromEntries(texts),
    files: Object.fromEntries(files),
    limits: LIMITS,
  };
}

/** The most findings that the page lists, in total and for one file. A list of millions takes more memory than a page has. */
const [MOST_FINDINGS, MOST_OF_FILE] = [50_000, 10_000];

/** A report, with the files whose findings it does not list completely. */
export type ListedReport = Report & Pick<ClientResult, "unlisted">;

/** The report, with a warning that counts the findings after the last that is listed. */
function withLeftOut({ report, unlisted }: ClientResult): ListedReport {
  const { errors, warnings, infos, hints } = report.summary;
  const known = unlisted.reduce((sum, { count }) => sum + count, report.findings.length);
  const more = errors + warnings + infos + hints - known;
  if (more === 0) {
    return { ...report, unlisted };
  }
  const message = `only the first ${formatCount(MOST_FINDINGS)} findings are listed, ${formatCount(more)} are not`;
  return { ...report, unlisted, warnings: [{ code: "findings-not-listed", message }, ...report.warnings] };
}

/** Checks a project. */
export function check(project: Project, running: Running): Promise<ListedReport> {
  const most = { mostFindings: MOST_FINDINGS, mostFindingsOfFile: MOST_OF_FILE };
  return front.check({ ...taskOf(project), ...running, ...most }).then(withLeftOut, (error) => {
    throw blamed(error, project);
  });
}

/** From that length on, in bytes, a file by itself may be why a run takes so long. */
const VERY_LONG = 50_000_000;

/** The same error; of a run that took too long it names the file that may be why. */
function blamed(error: unknown, { files }: Project): unknown {
  const file = longest(files);
  if (!(error instanceof AssayError) || error.code !== "time-limit" || file === undefined || file.size < VERY_LONG) {
    return error;
  }
  const why = `\`${file.path}\` is ${formatBytes(file.size)} long, which is one for the command line`;
  return new AssayError(error.code, `${error.message}; ${why}`);
}

/** Checks a project and renders the report in these formats. */
export function render(
  project: Project,
  formats: readonly Rendering[],
  running: Partial<Running>,
): Promise<ClientResult> {
  return aside.check({ ...taskOf(project), formats, ...running });
}

/** The formats that reports can be had in, the default first. */
export function formats(): Promise<readonly ReportFormat[]> {
  return aside.formats();
}

/** The words that rule files are written in. */
export function vocabulary(): Promise<readonly Word[]> {
  return aside.vocabulary();
}

/** What one rule does with one file, step by step. */
export function trace(project: Project, rule: string, path: string, running: Running): Promise<Trace> {
  return aside.trace({ ...taskOf(project), rule, path, timings: true, ...running });
}

/** The nodes of a file, as rules see them. */
export async function outline(path: string, content: Content, { signal }: Pick<Running, "signal">): Promise<Outline> {
  return aside.outline({ path, content: await textOrBytes(content), signal });
}

/** The extractions that reach a node of a file. */
export async function xpaths(
  path: string,
  content: Content,
  node: number,
  { signal }: Pick<Running, "signal">,
): Promise<XPaths | undefined> {
  return aside.xpaths({ path, content: await textOrBytes(content), node, signal });
}

/** What became of the entries of two asset lists, and what an operation makes of them. */
export function compareLists(
  lists: Omit<ClientCompareLists, "signal">,
  { signal }: Pick<Running, "signal">,
): Promise<ComparedLists> {
  return beside.compareLists({ ...lists, signal });
}

/** What packages are and which need which; and what is wrong with them, when they are to be checked. */
export function lookInto(packages: Folder, check: boolean, running: Running): Promise<PackagesData> {
  return apart.packages({ files: Object.fromEntries(packages), packages: [...packages.keys()], check, ...running });
}

/** All definitions of a project at a glance; `folders` are loaded where it does not say which. Of one `load` all is the same. */
export function definitionsOf(
  { files }: Project,
  load: number,
  folders: readonly string[],
  running: Running,
): Promise<DefinitionSurvey> {
  return beside.definitions({ files: Object.fromEntries(files), load, folders, ...running });
}

/** Who set each field of the definition at a place. */
export function definitionAt(
  { files }: Project,
  load: number,
  folders: readonly string[],
  at: number,
  running: Running,
): Promise<DefinitionExplanation | undefined> {
  return beside.definition({ files: Object.fromEntries(files), load, folders, at, ...running });
}

/** What conversion rules make of the files of a project at a glance. Of one `load` all paths and rules are the same. */
export function pipelineOf({ files }: Project, load: number, running: Running): Promise<PipelineSurvey> {
  return beside.pipeline({ files: Object.fromEntries(files), load, ...running });
}

/** What they make of the file at a path, be it there or not, and which rule said so. */
export function conversionOf(
  { files }: Project,
  load: number,
  path: string,
  running: Running,
): Promise<ConversionDetail> {
  return beside.conversion({ files: Object.fromEntries(files), load, path, ...running });
}

/** What was read of archives that are still here, by the paths in them. */
const members = new WeakMap<Blob, Map<string, Promise<Blob | undefined>>>();

/** A file in an archive of the project; nothing when it is not there, or too long to be looked at. */
export function readMember({ files }: Project, { archive, file, member }: Member): Promise<Blob | undefined> {
  const known = members.get(file) ?? new Map<string, Promise<Blob | undefined>>();
  const read =
    known.get(member) ??
    beside
      .member({ files: Object.fromEntries(files), archive, member, most: MAX_SHOWN })
      .then((bytes) => bytes && new Blob([bytes]));
  members.set(file, known.set(member, read));
  // What could not be read is asked for again.
  read.catch(() => known.delete(member));
  return read;
}

async function textOrBytes(content: Content): Promise<string | Uint8Array> {
  return typeof content === "string" ? content : new Uint8Array(await content.arrayBuffer());
}

/** Runs the tests that the rule files carry. */
export function test(project: Project, running: Running): Promise<TestReport> {
  const { rules, library, limits } = taskOf(project);
  return aside.test({ rules, library, limits, ...running });
}

/** The facts of a picture that its preview names. */
const PICTURE_FACTS = ["width", "height", "format"] as const;
/** A rule for each of them, whose finding is its value. */
const PICTURE_RULES = PICTURE_FACTS.map((fact) => {
  return `- {name: ${fact}, rpath: ., xpath: "{image.${fact}}", message: "{value}", condition: [Null collection]}\n`;
}).join("");

/** The size and the format of a picture, as rules see them; nothing of a file that is no picture. */
export async function pictureFacts(path: string, content: Blob): Promise<string | undefined> {
  const rules = [{ path: "facts.yaml", text: PICTURE_RULES }];
  const { findings } = (await aside.check({ rules, files: { [path]: content } })).report;
  const [width, height, format] = PICTURE_FACTS.map((fact) => findings.find(({ rule }) => rule === fact)?.message);
  return width && height && `${width} × ${height} pixels, ${format}`;
}

/** The files that a test holds. */
export async function filesOfTest(
  project: Project,
  { path, offset, name }: TestResult,
  running: Running,
): Promise<Folder> {
  const { rules, library, limits } = taskOf(project);
  const { tests } = await aside.test({ rules, library, limits, filter: name, withFiles: true, ...running });
  const files = tests.find((one) => one.path === path && one.offset === offset)?.files ?? [];
  return new Map(files.map(({ path, text, hex = "", size }) => [path, text ?? unpacked(hex, size)]));
}

/** The bytes that hexadecimal digits name, with zeros behind them. */
function unpacked(hex: string, size: number): Blob {
  const start = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return new Blob([start, new Uint8Array(size - start.length)]);
}

/** Who looks at a file. */
export interface Looking {
  /** The names of the rules that do. */
  rules: string[];
  /** The names of rules that have a fault: nobody knows what they would look at. */
  faulty: string[];
}

/**
 * Who looks at the file at `path`. Not told are rules that a value of another file leads to it, and those whose `rpath` is a
 * collection.
 */
export async function lookingAt(project: Project, path: string, running: Running): Promise<Looking> {
  const known = asked?.project === project && asked.path === path ? asked : undefined;
  const { names, signal } = known ?? askFor(project, path, running);
  try {
    return await names;
  } catch (error) {
    // The part of the page that asked first has given up, which is nothing to this one.
    if (signal.aborted && !running.signal.aborted) {
      return lookingAt(project, path, running);
    }
    throw error;
  }
}

/** What was asked last: several parts of the page ask the same. */
let asked: { project: Project; path: string; names: Promise<Looking>; signal: AbortSignal } | undefined;

function askFor(project: Project, path: string, running: Running): NonNullable<typeof asked> {
  const names = namesFor(project, path, running);
  const asking = { project, path, names, signal: running.signal };
  asked = asking;
  names.catch(() => {
    // What was ended is asked again.
    asked = asked === asking ? undefined : asked;
  });
  return asking;
}

async function namesFor(project: Project, path: string, running: Running): Promise<Looking> {
  const task = taskOf(project);
  const packed = memberAt(project.files, path);
  const content = packed && (await readMember(project, packed));
  // As if it lay outside of its archive, of which nothing else is asked.
  const files = content === undefined ? task.files : { ...task.files, [path]: content };
  const { report } = await aside.check({ ...task, files, only: [path], ...running });
  const { rules } = report.stats;
  return {
    rules: rules.filter(({ files }) => files > 0).map(({ name }) => name),
    faulty: rules.filter(({ reason }) => reason === "invalid").map(({ name }) => name),
  };
}
