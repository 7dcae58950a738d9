/** `assay config`: what is in force, and who says so. */

import { compileRules } from "../../compiled.js";
import { instantiate } from "../../core.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import type { ConfigRequest } from "../options/check.js";
import { writeParts } from "../output.js";
import { refuseReports, targetsOf } from "../reports.js";
import { jobCount } from "../usage.js";
import { visible } from "../visible.js";
import { type Chosen, type InForce, inForce, type Origin, told } from "./in-force.js";
import { baselineFor, refuseOfSome, values } from "./options.js";

/** Keys that other commands take. */
const SECTIONS = [
  ...["definitions.base", "definitions.mods", "definitions.schema"],
  "conversion.severity",
  ...["seeds", "seed_lists", "platforms", "dependencies", "skip"].map((key) => `asset_lists.${key}`),
];

const NO_IGNORE: Origin = { kind: "option", name: "--no-ignore" };

/** One setting that is in force. */
interface Row {
  key: string;
  /** Of a mapping, the name that it is said of. */
  of?: string;
  /** Its value; null when there is none. */
  value: string | number | boolean | null;
  from: Origin;
}

/** Shows the settings, and returns the exit code. */
export async function config(asked: ConfigRequest, engine: Engine): Promise<number> {
  const core = instantiate(await engine());
  const force = await inForce(asked.given, async () => core, asked.root);
  // What no command would take is not shown as in force.
  refuseReports(core, targetsOf(values(force.format(asked.format))));
  compileRules(core, { rules: [], limits: asked.scriptLimit });
  const rows = rowsOf(asked, force);
  const file = force.configuration?.file.path ?? null;
  const text = asked.json ? `${JSON.stringify({ file, settings: rows }, undefined, 2)}\n` : table(file, rows);
  return (await writeParts([text])) ? 0 : CANNOT_RUN;
}

/** The rows of a key; one that says so where there are none. */
function orNone(key: string, rows: Row[]): Row[] {
  return rows.length > 0 ? rows : [{ key, value: null, from: { kind: "default" } }];
}

/** Every setting, in the order of the documentation. */
function rowsOf(asked: ConfigRequest, force: InForce): Row[] {
  const one = <T extends string | number | boolean>(key: string, { value, from }: Chosen<T | undefined>): Row => {
    return { key, value: value ?? null, from };
  };
  const some = (key: string, chosen: readonly Chosen<string>[]): Row[] => chosen.map((each) => one(key, each));
  const only = (key: string, but: object = {}): Row[] => {
    const settings = force.only(key).filter(({ setting: { of } }) => of === undefined || !Object.hasOwn(but, of));
    return settings.map(({ setting: { of, value }, from }) => ({
      key,
      ...(of === undefined ? {} : { of }),
      value,
      from,
    }));
  };
  const formats = force.format(asked.format);
  const shown: Chosen<string>[] = targetsOf(formats.map(({ value }) => value)).map(({ format, file }, at) => {
    return { value: file === undefined ? format : `${format}=${file}`, from: formats[at]?.from ?? { kind: "default" } };
  });
  const limitOfArchives = Object.entries(asked.limit).map(([of, value]): Row => {
    return { key: "packages.limits", of, value: value ?? null, from: { kind: "option", name: "--limit" } };
  });
  const limits = Object.entries(asked.scriptLimit).map(([of, value]): Row => {
    return { key: "limits", of, value: value ?? null, from: { kind: "option", name: "--script-limit" } };
  });
  const root = force.root(asked.root);
  refuseOfSome(asked, root.value ?? ".");
  return [
    one("root", root),
    ...(asked.files ?? []).map((value) => one("files", { value, from: { kind: "option", name: "FILE" } })),
    ...orNone("rules", some("rules", force.rules(asked.rules))),
    ...(asked.ignore ? only("ignore") : [{ key: "ignore", value: null, from: NO_IGNORE }]),
    ...only("formats"),
    ...only("severity"),
    one(
      "fail_on",
      force.one("fail_on", "failOn", asked.failOn, (text) => text.toLowerCase()),
    ),
    one("strict", force.strict(asked.strict)),
    ...some("format", shown),
    one("baseline", baselineFor(root.value ?? ".", asked, force)),
    ...only("limits", asked.scriptLimit),
    ...limits,
    one("jobs", force.one("jobs", "jobs", asked.jobs, jobCount)),
    one("cache", force.output("cache", "cache", asked.cache)),
    ...only("packages.limits", asked.limit),
    ...limitOfArchives,
    ...SECTIONS.flatMap((key) => only(key)),
  ];
}

function table(file: string | null, rows: readonly Row[]): string {
  const cells = rows.map(({ key, of, value, from }) => {
    const said = value === null ? "-" : String(value);
    return [key, visible(of === undefined ? said : `${of}: ${said}`), visible(told(from))] as const;
  });
  const wide = (column: 0 | 1) => Math.max(...cells.map((row) => row[column].length));
  const [key, value] = [wide(0), wide(1)];
  const lines = cells.map((row) => `${row[0].padEnd(key)}  ${row[1].padEnd(value)}  ${row[2]}\n`);
  return `configuration: ${file === null ? "none" : visible(file)}\n\n${lines.join("")}`;
}
