/** `assay check`: the files of a folder against rules. */

import type { Listener } from "../api.js";
import { attempt } from "../attempt.js";
import { type Compiled, compileRules } from "../compiled.js";
import { type Core, Crash, guarded, instantiate, release } from "../core.js";
import { checking, type Executor, runWith } from "../drive.js";
import { type FolderReader, reader } from "../node/folder.js";
import { type FileVersions, versioned } from "../node/previous.js";
import { lookedInto, type WalkTree } from "../node/walk.js";
import { type CoreReport, leastOf, rulesWithFindings } from "../report.js";
import type { SourceProblem } from "../source.js";
import { AdaptiveExecutor, FEW } from "./adaptive-executor.js";
import { Baseline } from "./baseline.js";
import { AccessLog } from "./cache/access-log.js";
import { CachingExecutor } from "./cache/caching-executor.js";
import { cachePathOf } from "./cache/file.js";
import type { KnownFiles } from "./cache/known-files.js";
import { type KeptResults, Session } from "./cache/session.js";
import { requestStates } from "./cache/states.js";
import type { CacheStore } from "./cache/store.js";
import type { Changes } from "./changes/changes.js";
import { CommandOutputs } from "./command-outputs.js";
import { commitAround } from "./commit.js";
import { inForce } from "./config/in-force.js";
import { checkOptions } from "./config/options.js";
import type { Engines } from "./engine.js";
import { CANNOT_RUN, INTERRUPTED } from "./exit.js";
import { isSmall } from "./extent.js";
import { listTogether, reportIgnored, without } from "./files.js";
import { hashOfPaths, identityOf, sharedIdentityOf } from "./identity.js";
import { namedAmong } from "./named.js";
import {
  applySettings,
  type CheckOptions,
  type CheckRequest,
  engineSettings,
  refuseWithChanges,
} from "./options/check.js";
import { note, warn } from "./output.js";
import { isDraft, tidily } from "./outputs.js";
import { ProgressLine } from "./progress.js";
import { realTarget } from "./real-target.js";
import { Refusal } from "./refusal.js";
import { conclude, deliver, filesOf, type ReportConclusion, refuseReports } from "./reports.js";
import { type Rules, readFurther, readRules } from "./rules.js";
import { type Keep, ThreadPool } from "./thread-pool.js";
import { Threads } from "./threads.js";

/** Everything that a check needs, read and compiled. */
interface CheckJob {
  options: CheckOptions;
  module: WebAssembly.Module;
  rules: Rules;
  tree: WalkTree;
  progress: ProgressLine;
  baseline: Baseline | undefined;
  /** The changes that are checked; undefined for a check of all files as they are. */
  changes: Changes | undefined;
  /** The versions of files that are read; undefined without changes. */
  versions: FileVersions | undefined;
  session: Session;
  threads: Threads;
  /** The states of files that may be known, requested while this thread does other work. */
  requested: RequestedStates;
}

/** Writes the reports of a check, and returns the exit code. */
export type Deliver = (options: CheckOptions, conclusion: ReportConclusion) => Promise<number>;

/** Checks, writes the reports and returns the exit code. */
export async function check(request: CheckRequest, engines: Engines): Promise<number> {
  if (request.against !== undefined) {
    return (await import("./step/against.js")).checkAgainst({ ...request, against: request.against }, engines.fast);
  }
  refuseWithChanges(request);
  // The build of the engine compiles on other threads while this thread reads rules and lists files.
  if (request.watch) {
    void engines.fast();
    return (await import("./watch/watch.js")).watch(request, engines.fast);
  }
  return checkWith(request, engines, deliver);
}

/** Checks once, has `write` write the reports, and returns the exit code. */
export async function checkWith(request: CheckRequest, engines: Engines, write: Deliver): Promise<number> {
  const compiling = engines.first();
  const configured = checkOptions(
    request,
    await inForce(request.given, async () => instantiate(await compiling), request.root),
  );
  // The results in a cache are those of the current versions of files.
  const options = configured.changes === undefined ? configured : { ...configured, cache: undefined };
  const session = sessionOf(options, "nothing");
  warnOfOtherRoot(options);
  const engine = (tree: WalkTree) => moduleFor(tree, options, engines);
  const { code } = await checkOnce(
    options,
    engine,
    session,
    (all, _, threads) => {
      return listTogether(all.root, all.ignoring, threads);
    },
    write,
  );
  session.save(options);
  return code;
}

/** Returns the build of the engine for the files that were listed: the fast one if there are many. */
function moduleFor(tree: WalkTree, { root }: CheckOptions, { first, fast }: Engines): Promise<WebAssembly.Module> {
  return first === fast || isSmall(sizesOf(tree, root)) ? first() : fast();
}

function* sizesOf(tree: WalkTree, root: string): Generator<number> {
  const folder = reader(root, tree.outside, lookedInto(tree));
  for (const path of tree.files) {
    // The check reports a file that cannot be read.
    yield attempt(() => folder.size(path)) ?? 0;
  }
}

/**
 * Opens the session in which results of checks are kept.
 *
 * @throws {Refusal} When results cannot be kept, or the path of the cache is that of another file.
 */
export function sessionOf(options: CheckOptions, kept: KeptResults): Session {
  const { cache } = ownFiles(options);
  const { root, config } = options;
  return new Session(cache, kept, config?.at === undefined ? [root] : [root, config.at.folder]);
}

/** The codes of problems about links that are not followed. */
const OF_LINKS = new Set(["link-cycle", "link-outside"]);

/** Formats whose paths GitHub looks for in the repository. */
const OF_GITHUB = new Set(["github", "sarif"]);

/**
 * Warns in a GitHub workflow if paths in reports do not start from the top of the checkout, so that GitHub cannot show
 * findings at their lines.
 */
function warnOfOtherRoot({ format, root, quiet }: CheckOptions): void {
  const { GITHUB_ACTIONS, GITHUB_WORKSPACE } = process.env;
  const isForGitHub = GITHUB_ACTIONS === "true" && format.some(({ format: name }) => OF_GITHUB.has(name));
  if (isForGitHub && !quiet && GITHUB_WORKSPACE && realTarget(root) !== realTarget(GITHUB_WORKSPACE)) {
    warn(
      `paths in reports start from \`${root}\`, but GitHub needs paths that start from the top of the checkout; ` +
        "to show findings at their lines, set `root` to that folder, and select files with `rpath` and `ignore`",
    );
  }
}

/** Returns the files that a check writes or keeps for itself. */
function ownFiles({ format, baseline, cache, timings, configured, shard }: CheckOptions): CommandOutputs {
  // A shard does not use the baseline, and has not validated its file.
  const unseen = shard === undefined || baseline === undefined ? [] : [baseline];
  return new CommandOutputs({
    reports: filesOf(format),
    baseline: shard === undefined ? baseline : undefined,
    configured: [...configured, ...unseen],
    cache: timings || cache === undefined ? undefined : cachePathOf(cache),
  });
}

/** The result of a check: its exit code, and the rules that it used. */
export interface CheckedRun {
  code: number;
  /** The rule files, and the files that they name. */
  rules: Rules;
}

/**
 * Checks the files that `look` lists with the build of the engine that `engine` returns for them, and writes the
 * reports.
 */
export async function checkOnce(
  options: CheckOptions,
  engine: (tree: WalkTree) => Promise<WebAssembly.Module>,
  session: Session,
  look: (options: CheckOptions, rules: Rules, threads: Threads) => WalkTree | Promise<WalkTree>,
  write: Deliver = deliver,
): Promise<CheckedRun> {
  const rules = readRules(options.rules, options.readable);
  const baseline = baselineOf(options);
  const threads = new Threads(options.jobs);
  try {
    const requested = requestKnownStates(session, options, threads);
    const tree = await look(options, rules, threads);
    if (isMuch(options, tree)) {
      threads.start();
    }
    const job = {
      options,
      rules,
      tree,
      session,
      baseline,
      threads,
      requested,
      changes: undefined,
      versions: undefined,
    };
    if (options.changes === undefined) {
      return await checkListed(job, engine(tree), write);
    }
    const changes = await changesOf(options.changes, options, tree);
    const versions = { previous: changes.previous, isOfPrevious: false };
    // Awaited before the threads end, so that the temporary files remain until then.
    return await tidily(changes.dispose, () => checkListed({ ...job, changes, versions }, engine(tree), write));
  } finally {
    threads.dispose();
  }
}

/**
 * Returns true if the tree has enough files for workers, which then start while the engine and the rules are compiled
 * here. A check with a cache, which every watched check has, and a check of named files usually have little work.
 */
function isMuch({ jobs, cache, watch, files }: CheckOptions, tree: WalkTree): boolean {
  return jobs > 1 && cache === undefined && !watch && files === undefined && tree.files.length > FEW.files;
}

async function checkListed(
  listed: Omit<CheckJob, "module" | "progress">,
  compiling: Promise<WebAssembly.Module>,
  write: Deliver,
) {
  const { options, rules, tree, baseline } = listed;
  const progress = new ProgressLine(!options.quiet);
  const conclusion = await perform({ ...listed, module: await compiling, progress });
  const delivered = await write(options, conclusion);
  const saved = baseline?.reportSaved(options.quiet) ?? true;
  // Another shard may have matching files.
  if (conclusion.isEmpty && options.shard === undefined && options.files === undefined) {
    reportIgnored(tree);
  }
  progress.reportTime();
  return { code: saved ? delivered : CANNOT_RUN, rules };
}

/**
 * Returns the baseline of a check, or undefined for a check without a baseline. The known findings of a shard are
 * removed when the shards are merged.
 *
 * @throws {Refusal} When the baseline cannot be read, or is to be written by a watched check or a shard.
 */
function baselineOf(options: CheckOptions): Baseline | undefined {
  if (options.watch && options.updateBaseline) {
    throw new Refusal(
      "`--watch` cannot be combined with `--update-baseline`: each check would add all new findings to the baseline",
      "write the baseline first, without `--watch`: assay check --baseline FILE --update-baseline",
    );
  }
  if (options.shard === undefined) {
    return Baseline.of(options);
  }
  if (options.updateBaseline) {
    throw new Refusal(
      "`--shard` cannot be combined with `--update-baseline`",
      "write the baseline when you merge the reports of all parts: assay report --merge --baseline FILE --update-baseline",
    );
  }
  return undefined;
}

/** A report, and the instance of the engine that contains it. */
interface CheckedFiles {
  core: Core;
  report: CoreReport;
}

/** Returns the changes since a version, and reports their number. */
async function changesOf(since: string, options: CheckOptions, tree: WalkTree): Promise<Changes> {
  // Loaded when needed, as most checks do not need it.
  const { changesSince, describeChanges } = await import("./changes/changes.js");
  const changes = changesSince(since, options, tree);
  if (!options.quiet) {
    note(describeChanges(changes));
  }
  return changes;
}

async function perform(job: CheckJob): Promise<ReportConclusion> {
  const { options, changes, baseline } = job;
  const { core, report } = await checkFiles(job);
  try {
    const least = guarded(core, () => {
      const needed = leastOf(report, options.strict, options.allowEmpty);
      baseline?.settle(report, needed);
      return needed;
    });
    if (changes !== undefined && report.size > 0) {
      const isIncomplete = guarded(core, () => report.exitCode("error", "nothing") === CANNOT_RUN);
      const known = await previousFindings(job, changes, { rules: rulesWithFindings(report), isIncomplete });
      guarded(core, () => report.hideMoved(known, [...changes.moved].flat()));
    }
    return guarded(core, () => conclude(core, report, options, least));
  } catch (error) {
    release(core, report);
    throw error;
  }
}

/** The result of a check of the current versions of files. */
interface CurrentResult {
  /** The names of the rules with findings; undefined if there are also findings that belong to no rule. */
  rules: string[] | undefined;
  /** True if not everything was checked. */
  isIncomplete: boolean;
}

/**
 * Checks the previous versions of the files by the rules that have findings now, and returns their findings as a
 * baseline.
 */
async function previousFindings(job: CheckJob, changes: Changes, now: CurrentResult): Promise<string> {
  const choices = now.rules === undefined ? [] : [{ by: "`--changes`", rules: now.rules }];
  const { core, report } = await checkFiles({
    ...job,
    // Findings of other files are in no report of named files, so it does no harm to know them.
    options: { ...job.options, files: undefined, choices: [...job.options.choices, ...choices] },
    tree: changes.tree,
    versions: { previous: changes.previous, isOfPrevious: true },
    baseline: undefined,
  });
  try {
    return guarded(core, () => {
      // A finding that the baseline hides now must not hide another one. The baseline is about the current paths.
      job.baseline?.hideEarlier(report, changes.moved);
      if (!now.isIncomplete && report.exitCode("error", "nothing") === CANNOT_RUN) {
        warn("the previous version was not checked completely, so findings that it already had may be reported");
      }
      return report.baseline();
    });
  } finally {
    release(core, report);
  }
}

/** Checks the files. If the engine crashes on this thread, they are checked again, on other threads only. */
async function checkFiles(job: CheckJob): Promise<CheckedFiles> {
  const { options, tree, session, rules, versions } = job;
  const compiled = lead(job);
  const pool = isMuch(options, tree) ? poolOf(job) : undefined;
  pool?.begin();
  refuseReports(compiled.core, options.format);
  job.baseline?.refuse(compiled.core);
  if (versions?.isOfPrevious !== true) {
    refuseOwn(job);
  }
  const current = reader(options.root, tree.outside, lookedInto(tree));
  const folder = versions === undefined ? current : versioned(current, versions);
  const memory = session.memory(() => {
    return `${identityOf(options, rules)} ${hashOfPaths(tree.outside)}`;
  }, tree.outside);
  try {
    if (memory === undefined) {
      return await run(
        job,
        compiled,
        folder,
        new AdaptiveExecutor(options.jobs, compiled, folder, () => startPool(job, pool)),
      );
    }
    const looking = setStates(memory, job.requested);
    const recorder = new AccessLog(folder);
    const keep = memory.keep.bind(memory);
    const executor = new AdaptiveExecutor(options.jobs, compiled, recorder, () => startPool(job, poolOf(job, keep)), {
      begin: () => recorder.begin(),
      keep: (batch, outcome, isLasting) => keep(batch, outcome, recorder.take(isLasting)),
    });
    const caching = new CachingExecutor(executor, memory, folder, looking, session.path !== undefined);
    return await run(job, compiled, folder, caching, true);
  } catch (error) {
    if (!(error instanceof Crash)) {
      throw error;
    }
    return await run(job, lead(job), folder, startPool(job));
  } finally {
    job.progress.erase();
  }
}

/**
 * Checks that no output replaces a file that is read.
 *
 * @throws {Refusal} When one would.
 */
function refuseOwn({ options, rules, tree }: CheckJob): void {
  const own = ownFiles(options);
  const named = [...rules.further].flatMap(([path, text]) => (text === null ? [] : path));
  own.refuseRead("a rule file or a file that rules use", [...rules.files.map(({ path }) => path), ...named]);
  own.refuseAmong(options.rules);
  own.refuseRead("the configuration", options.config === undefined ? [] : [options.config.path]);
  own.refuseAssets(options.root, tree.files);
}

/** Waits for the requested states and passes them to `memory`, if they are those of its files. */
async function setStates(memory: CacheStore, { files, states }: RequestedStates): Promise<void> {
  if (files === memory.files) {
    memory.files.setRequested(await states);
  }
}

/** The requested states of files that earlier checks accessed. */
interface RequestedStates {
  files: KnownFiles | undefined;
  states: Promise<Float64Array | undefined>;
}

/** Requests these states on `threads`, while this thread lists the files and finds the work to do. */
function requestKnownStates(session: Session, { root, files }: CheckOptions, threads: Threads): RequestedStates {
  // A check of named files needs only a few states.
  const known = threads.most === 1 || files !== undefined ? undefined : session.previousFiles();
  const states = requestStates(known === undefined ? undefined : { ...known, root }, threads);
  return { files: known?.files, states };
}

function run(
  job: CheckJob,
  compiled: Compiled,
  folder: FolderReader,
  executor: Executor,
  usesCache = false,
): Promise<CheckedFiles> {
  const { options, rules, tree, progress } = job;
  const cache = options.cache === undefined ? [] : [cachePathOf(options.cache)];
  const own = [...cache, ...options.outputs];
  // Entries that are not files are reported when a rule matches them.
  const all = [...tree.files, ...tree.others];
  const files = all.filter((path) => !isDraft(path));
  const paths = without(files, [...compiled.checker.ruleFiles(), ...own], options.root);
  // Links that are not followed do not matter if files are named.
  const met = tree.problems.filter(({ code }) => options.files === undefined || !OF_LINKS.has(code));
  const problems: SourceProblem[] = [...options.remarks, ...rules.problems, ...met];
  const named = options.files === undefined ? undefined : namedAmong(options.files, options.root, tree, paths);
  const listener: Listener = { onProgress: (state) => progress.update(state) };
  const { shard } = options;
  const goal = checking(
    { paths, problems },
    (report, core) => ({ core, report }),
    (begun) => {
      if (shard !== undefined) {
        begun.share(shard.number, shard.of, sharedIdentityOf(options, rules), commitAround(options.root));
      }
      if (named !== undefined) {
        begun.focus(named.join("\0"));
      }
      if (usesCache) {
        begun.remember();
      }
      begun.divide(folder);
      applySettings(begun, options);
      begun.ignored(tree.ignored.size);
    },
  );
  return runWith(compiled, executor, goal, listener);
}

/** Compiles the rules in a new instance, which coordinates a run. */
function lead(job: CheckJob): Compiled {
  const { module, rules } = job;
  const read = (path: string) => readFurther(rules, path);
  return compileRules(instantiate(module), { rules: rules.files, read, ...settingsOf(job) });
}

/** Returns the settings that the engine needs in every thread. */
function settingsOf({ options, versions }: CheckJob) {
  return { ...engineSettings(options), hasPrevious: versions?.isOfPrevious === false };
}

/** Starts a pool of workers. This thread stays free to handle an interruption. */
function startPool(job: CheckJob, pool = poolOf(job)): ThreadPool {
  if (!job.options.watch) {
    process.once("SIGINT", () => {
      job.progress.erase();
      process.exit(INTERRUPTED);
    });
  }
  return pool;
}

/** Creates a pool of workers that check with the rules of `job`. */
function poolOf(job: CheckJob, keep?: Keep): ThreadPool {
  const { options, module, rules, tree, versions, threads } = job;
  const { files, further } = rules;
  const ruled = { rules: files, further, ...settingsOf(job) };
  const setting = { module, root: options.root, outside: tree.outside, known: lookedInto(tree), versions, ...ruled };
  return new ThreadPool(threads, setting, keep);
}
