/** The files of a pipeline as rows, and the fields that conversion rules set for one of them. */

import type {
  ConversionEntry,
  ConversionKind,
  ConversionOverridden,
  ConversionRemark,
  ConversionRow,
  ConversionSite,
  PipelineSurvey,
} from "../../engine.ts";
import { containing } from "../filter.ts";
import { type ColumnRow, type KindStyle, listed } from "../tree-row.ts";

export const KINDS = {
  "root asset": { sign: "◆", color: "passed" },
  asset: { sign: "◇", color: "passed" },
  built: { sign: "↳", color: "info" },
  "built, excluded": { sign: "↳", color: "warning" },
  "built, asset": { sign: "↳", color: "passed" },
  "built, root asset": { sign: "↳", color: "passed" },
  undecided: { sign: "?", color: "problem" },
  excluded: { sign: "−", color: "warning" },
  "no asset": { sign: "○", color: "muted" },
  "": { sign: "·", color: "muted" },
  rules: { sign: "§", color: "accent" },
} as const satisfies Record<ConversionKind, KindStyle>;

/** The filters for kinds of files: the name of each, and the kinds that it selects; all kinds if it names none. */
export const CHOICES: readonly (readonly [name: string, ...kinds: ConversionKind[]])[] = [
  ["all files"],
  ["assets", "root asset", "asset", "built, root asset", "built, asset"],
  ["root assets", "root asset", "built, root asset"],
  ["built files", "built", "built, root asset", "built, asset", "built, excluded"],
  ["excluded files", "excluded", "built, excluded"],
  ["other files", "no asset", "", "undecided"],
  ["rule files", "rules"],
];

export interface FileRow extends ColumnRow {
  path: string;
  kind: ConversionKind;
  description: string;
  /** The severity of the most severe remark about it; undefined if none exists. */
  weight: ConversionRemark["severity"] | undefined;
}

/** Returns all files as rows, those that contain rules first. */
export function allRows({ ruleFiles, rows, told: remarks }: PipelineSurvey): FileRow[] {
  // Remarks are sorted by severity; the first of a file must win.
  const weights = new Map(remarks.map(({ path, severity }) => [path, severity] as const).reverse());
  const rowOf = (path: string, kind: ConversionKind, description: string) => {
    const weight = weights.get(path);
    const label = [path, description, weight].filter(Boolean).join(", ");
    return { key: path, label, path, kind, description, weight };
  };
  return listed([
    ...ruleFiles.map((path) => rowOf(path, "rules", "conversion rules")),
    ...rows.map((row) => rowOf(row.path, row.kind, describeRow(row))),
  ]);
}

function describeRow({ kind, converter, source }: ConversionRow): string {
  if (source !== undefined && kind.startsWith("built")) {
    return kind.replace("built", `built from ${source}`);
  }
  return kind.endsWith("asset") && converter ? `${kind}, ${converter}` : kind || "no rule matches it";
}

/** Returns the number of files that each choice selects. */
export function countsOf(rows: readonly FileRow[]): number[] {
  const byKind = new Map<ConversionKind, number>();
  for (const { kind } of rows) {
    byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  }
  return CHOICES.map(([, ...kinds]) => {
    const selected = kinds.length === 0 ? [...byKind.keys()] : kinds;
    return selected.reduce((sum, kind) => sum + (byKind.get(kind) ?? 0), 0);
  });
}

/**
 * Returns the rows whose paths contain `text`, in any letter case, and whose kinds the choice selects; with
 * `hasRemarks`, only those of them with remarks.
 */
export function filterRows(rows: readonly FileRow[], text: string, choice: number, hasRemarks: boolean): FileRow[] {
  const isFound = containing(text);
  const [, ...kinds]: readonly [string?, ...ConversionKind[]] = CHOICES[choice] ?? [];
  const left = rows.filter(({ path, kind, weight }) => {
    const isOf = kinds.length === 0 || kinds.includes(kind);
    return isOf && (weight !== undefined || !hasRemarks) && isFound(path);
  });
  return listed(left);
}

/** A field of a file, as conversion rules set it. */
export interface FieldRow {
  /** The tag that sets it. */
  name: string;
  value: string;
  /** The place of the rule that decided; undefined if no rule sets the field. */
  by: ConversionSite | undefined;
  /** The values that were overridden, in the order of the rules. */
  over: ConversionOverridden[];
}

/** Returns the fields of a file; of a built file, only those that rules set. */
export function fieldsOf(entry: ConversionEntry): FieldRow[] {
  const { root, converter, params, excluded, source, said, overridden = [] } = entry;
  const all: [name: string, value: string | undefined, field: keyof typeof said][] = [
    ["root", String(root), "root"],
    ["converter", converter, "converter"],
    ["converterParams", params, "params"],
    ["noConversion", String(excluded), "noConversion"],
    ["source", source, "source"],
  ];
  return all
    .filter(([, , field]) => said[field] !== undefined || (source === undefined && field !== "source"))
    .map(([name, value = "", key]) => {
      return { name, value, by: said[key], over: overridden.filter(({ field }) => field === key) };
    });
}
