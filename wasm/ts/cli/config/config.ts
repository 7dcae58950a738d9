/** `assay config`: shows the settings in force, and where each comes from. */

import { compileRules } from "../../compiled.js";
import { instantiate } from "../../core.js";
import type { Engine } from "../engine.js";
import { CHECK_SETTINGS, type ConfigRequest } from "../options/check.js";
import { print, toJson } from "../output.js";
import { refuseReports, targetsOf } from "../reports.js";
import { visible } from "../visible.js";
import { describeOrigin, type InForce, inForce, type SettingValue } from "./in-force.js";
import { refuseOfSome, values } from "./options.js";

/** The keys that are shown, in the order of the documentation; further keys of settings follow. */
const KEYS = [
  ...["root", "files", "rules", "ignore", "formats", "severity", "fail_on", "strict", "format", "baseline", "limits"],
  ...["jobs", "cache", "packages.limits", "definitions.base", "definitions.mods", "definitions.schema"],
  "conversion.severity",
  ...["seeds", "seed_lists", "platforms", "dependencies", "skip"].map((key) => `asset_lists.${key}`),
];

interface SettingRow extends Omit<SettingValue, "value"> {
  key: string;
  /** Its value; null if it is not set. */
  value: string | number | boolean | null;
}

/** Shows the settings, and returns the exit code. */
export async function config(request: ConfigRequest, engine: Engine): Promise<number> {
  const core = instantiate(await engine());
  const force = await inForce(request.given, async () => core, request.root);
  // Invalid settings are errors here, as in all commands.
  refuseReports(core, targetsOf(values(force.format(request.format))));
  compileRules(core, { rules: [], limits: request.scriptLimit });
  const rows = rowsOf(request, force);
  const file = force.configuration?.file.path ?? null;
  return print(request.json ? toJson({ file, settings: rows }) : table(file, rows));
}

export function rowsOf(request: ConfigRequest, force: InForce, settings = CHECK_SETTINGS): SettingRow[] {
  refuseOfSome(request, force.root(request.root).value ?? ".");
  const keys = new Set([...KEYS, ...settings.flatMap(({ key = [] }) => key)]);
  return [...keys].flatMap((key) => {
    const values = settings.find((setting) => setting.key === key)?.shown?.(request, force) ?? force.settingRows(key);
    return values.map((row) => ({ key, ...row, value: row.value ?? null }));
  });
}

function table(file: string | null, rows: readonly SettingRow[]): string {
  const cells = rows.map(({ key, of, value, from }) => {
    const text = value === null ? "-" : String(value);
    return [key, visible(of === undefined ? text : `${of}: ${text}`), visible(describeOrigin(from))] as const;
  });
  const wide = (column: 0 | 1) => Math.max(...cells.map((row) => row[column].length));
  const [key, value] = [wide(0), wide(1)];
  const lines = cells.map((row) => `${row[0].padEnd(key)}  ${row[1].padEnd(value)}  ${row[2]}\n`);
  return `configuration: ${file === null ? "none" : visible(file)}\n\n${lines.join("")}`;
}
