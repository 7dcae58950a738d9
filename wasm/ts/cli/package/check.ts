/** `assay package check`: compares the content of packages with their metadata. */

import type { Diagnostics } from "../../api.js";
import { parse } from "../../report.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN, FAULTY } from "../exit.js";
import { colorsOn, print, toJson, width } from "../output.js";
import { ProgressLine } from "../progress.js";
import type { PackageCheckOptions } from "./options.js";
import { type CoreSet, Packages } from "./packages.js";
import { verify } from "./verify.js";

/** Checks the packages, prints the problems, and returns the exit code. */
export async function check(options: PackageCheckOptions, engine: Engine): Promise<number> {
  const { files, jobs, quiet } = options;
  const packages = await Packages.load(engine, options);
  const set = new packages.core.PackageSet();
  const progress = new ProgressLine(!quiet);
  const checked = await packages.each(files, async (opened, file) => {
    await verify(packages, opened, file, jobs, progress);
    packages.do(() => set.push(opened));
  });
  const code = await reportDiagnostics(set, options, checked);
  return checked === files.length ? code : CANNOT_RUN;
}

/** Prints the problems in the packages that could be checked, and returns the exit code. */
async function reportDiagnostics(
  set: CoreSet,
  { format, strict, quiet, color }: PackageCheckOptions,
  checked: number,
): Promise<number> {
  const found = parse(set.diagnostics()) as Diagnostics;
  const { problems, warnings, hints } = found;
  const isClean = [problems, warnings, hints].every((list) => list.length === 0);
  const code = problems.length > 0 || (strict && warnings.length > 0) ? FAULTY : 0;
  let text = "";
  if (format === "json") {
    text = toJson({ packages: checked, problems, warnings, hints });
  } else if (checked > 0 && !(quiet && isClean)) {
    const details = set.render(colorsOn(process.stdout, color), width()).trimEnd();
    text = `${isClean ? "" : `${details}\n\n`}${summaryOf(checked, problems.length, warnings.length)}\n`;
  }
  return print(text, code);
}

function summaryOf(packages: number, problems: number, warnings: number): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const found = [problems > 0 ? [counted(problems, "error")] : [], warnings > 0 ? [counted(warnings, "warning")] : []];
  const counts = found.flat().join(", ");
  return `${counted(packages, "package")} checked: ${counts === "" ? "no errors or warnings" : counts}`;
}
