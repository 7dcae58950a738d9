/** `assay report`: shows saved reports again, or merges them. */

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { type Core, guarded, instantiate, using } from "../../core.js";
import { AssayError } from "../../errors.js";
import { explain } from "../../node/explain.js";
import { type CoreReport, leastOf, readPortions } from "../../report.js";
import { Baseline } from "../baseline.js";
import { CommandOutputs } from "../command-outputs.js";
import { describeSetting, type InForce, inForce } from "../config/in-force.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { readInput } from "../inputs.js";
import { note } from "../output.js";
import { readWhole } from "../pipes.js";
import { Refusal } from "../refusal.js";
import { conclude, deliver, filesOf, type Reporting, refuseReports, targetsOf } from "../reports.js";
import { decode } from "../rules.js";
import type { ReportRequest } from "./options.js";

/** Shows the reports, and returns the exit code of their check. */
export async function report(request: ReportRequest, engine: Engine): Promise<number> {
  const [file, second] = request.files;
  if (!request.merge && second !== undefined) {
    throw new Refusal("more than one report is named", "name one report, or merge the parts of a check: --merge");
  }
  const inputs = request.files.filter((file) => file !== "-");
  return show(request, instantiate(await engine()), inputs, (core) => {
    return request.merge ? merged(core, request.files) : readSaved(core, file ?? "-");
  });
}

/**
 * Shows the report that `made` returns, which is made from the files `inputs`, and returns the exit code. By default, the
 * settings in force are those here.
 */
export async function show(
  request: Omit<ReportRequest, "files">,
  core: Core,
  inputs: readonly string[],
  made: (core: Core) => CoreReport,
  settings?: InForce,
): Promise<number> {
  const force = settings ?? (await inForce(request.given, async () => core));
  const { value: failOn, from } = force.failOn(request.failOn);
  const { value: strict, from: strictFrom } = force.strict(request.strict);
  const strictBy = describeSetting("strict", strictFrom);
  const options: Reporting = { ...request, failOn, strict, strictBy, format: targetsOf(request.format) };
  refuseReports(core, options.format);
  const baseline = baselineOf(request, force);
  baseline?.refuse(core);
  const own = new CommandOutputs({ reports: filesOf(options.format), baseline: baseline?.path });
  own.refuseRead("an input report", inputs);
  // The next check would read a report in a folder of rules as a rule file.
  own.refuseAmong(force.rules([]).map(({ value }) => value));
  const result = made(core);
  const least = leastOf(result, strict, request.allowEmpty);
  baseline?.settle(result, least);
  // A report does not contain the options of its check, and the configuration may not be here.
  if (from.kind === "default" && !request.quiet && result.exitCode("hint", least) !== result.exitCode(failOn, least)) {
    note(`the lowest severity that fails the check is \`${failOn}\`, the default; to set another: --fail-on LEVEL`);
  }
  const conclusion = conclude(core, result, options, least);
  const delivered = await deliver(options, conclusion);
  const saved = baseline?.reportSaved(request.quiet) ?? true;
  return saved ? delivered : CANNOT_RUN;
}

/** Returns the baseline for merged parts. The report of a whole check lacks the findings that its check knew. */
function baselineOf(request: Omit<ReportRequest, "files">, force: InForce): Baseline | undefined {
  if (request.merge) {
    const chosen = request.updateBaseline
      ? force.output("baseline", "baseline", request.baseline)
      : force.path("baseline", "baseline", request.baseline);
    return Baseline.of({ ...request, baseline: chosen.value });
  }
  if (request.baseline !== undefined || request.updateBaseline) {
    throw new Refusal(
      "a baseline cannot be used with a saved report: findings that were in the baseline of its check are missing",
      "use the baseline with `assay check`, or when you merge the reports of all parts: assay report --merge",
    );
  }
  return undefined;
}

/** Merges the parts at `files` into one report. */
function merged(core: Core, files: readonly string[]): CoreReport {
  const merging = guarded(core, () => new core.Merging());
  for (const file of files) {
    const part = readSaved(core, file);
    guarded(core, () => merging.add(file, part));
  }
  return using(core, merging, () => {
    try {
      return guarded(core, () => merging.finish());
    } catch (error) {
      throw refused(error, "merge the reports of all parts of one check: assay check --shard 1/N --format json=FILE");
    }
  });
}

/** @throws {Refusal} When the file cannot be read, or is not a report. */
function readSaved(core: Core, file: string): CoreReport {
  // Read before the `try`, as its error has another message.
  const text = isLong(file) ? undefined : textOf(file);
  try {
    return guarded(core, () => (text === undefined ? readPortions(core, portionsOf(file)) : core.readReport(text)));
  } catch (error) {
    const { line, column } = error instanceof AssayError ? error : {};
    const place = line === undefined ? `\`${file}\`` : `${file}:${line}:${column}`;
    throw refused(error, "save one with `assay check --format json=FILE`", `${place}: `);
  }
}

/** The size in bytes from which on a saved report is read in portions, as UTF-8. */
const LONG = 1 << 24;

function isLong(file: string): boolean {
  const found = file === "-" ? undefined : statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size >= LONG;
}

/** Yields the content of a file in portions of up to 1 MiB. Each portion is valid only until the next one is read. */
function* portionsOf(file: string): Generator<Uint8Array, void, undefined> {
  const portion = Buffer.allocUnsafe(1 << 20);
  const opened = openSync(file, "r");
  try {
    for (let read = readSync(opened, portion); read > 0; read = readSync(opened, portion)) {
      yield portion.subarray(0, read);
    }
  } finally {
    closeSync(opened);
  }
}

function textOf(file: string): string {
  if (file !== "-") {
    return readInput(file, "report", (path) => decode(readWhole(path)));
  }
  try {
    return decode(readWhole(0));
  } catch (error) {
    throw new Refusal(`the report \`-\` cannot be read: ${explain(error)}`);
  }
}

function refused(error: unknown, help: string, before = ""): unknown {
  return error instanceof AssayError ? new Refusal(`${before}${error.message}`, help) : error;
}
