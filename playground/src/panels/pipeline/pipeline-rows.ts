/** Files as conversion rules see them, each as a row; and what the rules say of one of them, field by field. */

import type {
  ConversionEntry,
  ConversionKind,
  ConversionOverridden,
  ConversionRemark,
  ConversionRow,
  ConversionSite,
  PipelineSurvey,
} from "../../engine.ts";
import type { Look, LookingRow } from "../tree-row.ts";

/** How a kind looks. */
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
} as const satisfies Record<ConversionKind, Look>;

/** Which files are to see: the name of each choice, and the kinds that it takes; all, when it names none. */
export const CHOICES: readonly (readonly [name: string, ...kinds: ConversionKind[]])[] = [
  ["all files"],
  ["assets", "root asset", "asset", "built, root asset", "built, asset"],
  ["root assets", "root asset", "built, root asset"],
  ["built files", "built", "built, root asset", "built, asset", "built, excluded"],
  ["excluded files", "excluded", "built, excluded"],
  ["other files", "no asset", "", "undecided"],
  ["rule files", "rules"],
];

/** A file as a row. */
export interface FileRow extends LookingRow {
  path: string;
  kind: ConversionKind;
  /** What it is, in a few words. */
  said: string;
  /** The gravest of what is told of it. */
  weight: ConversionRemark["severity"] | undefined;
}

/** All files as rows, those that hold rules first. */
export function allRows({ ruleFiles, rows, told }: PipelineSurvey): FileRow[] {
  // The gravest are told first.
  const weights = new Map(told.map(({ path, severity }) => [path, severity] as const).reverse());
  const rowOf = (path: string, kind: ConversionKind, said: string): FileRow => {
    const weight = weights.get(path);
    const label = [path, said, weight].filter(Boolean).join(", ");
    return { key: path, level: 1, position: 0, siblings: 0, label, path, kind, said, weight };
  };
  return [
    ...ruleFiles.map((path) => rowOf(path, "rules", "conversion rules")),
    ...rows.map((row) => rowOf(row.path, row.kind, saidOf(row))),
  ];
}

function saidOf({ kind, converter, source }: ConversionRow): string {
  if (source !== undefined && kind.startsWith("built")) {
    return kind.replace("built", `built from ${source}`);
  }
  return kind.endsWith("asset") && converter ? `${kind}, ${converter}` : kind || "no rule says anything of it";
}

/** How many files each choice takes. */
export function countsOf(rows: readonly FileRow[]): number[] {
  const byKind = new Map<ConversionKind, number>();
  for (const { kind } of rows) {
    byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  }
  return CHOICES.map(([, ...kinds]) => {
    const wanted = kinds.length === 0 ? [...byKind.keys()] : kinds;
    return wanted.reduce((sum, kind) => sum + (byKind.get(kind) ?? 0), 0);
  });
}

/** Those that are wanted: with this text in their paths, in any letter case, and of this choice. */
export function wantedRows(rows: readonly FileRow[], text: string, choice: number, isTold: boolean): FileRow[] {
  const part = text.trim().toLowerCase();
  const [, ...kinds]: readonly [string?, ...ConversionKind[]] = CHOICES[choice] ?? [];
  const left = rows.filter(({ path, kind, weight }) => {
    const isOf = kinds.length === 0 || kinds.includes(kind);
    return isOf && (weight !== undefined || !isTold) && path.toLowerCase().includes(part);
  });
  return left.map((row, at) => ({ ...row, position: at + 1, siblings: left.length }));
}

/** What rules say of a file in one field. */
export interface FieldRow {
  /** The tag that says it. */
  name: string;
  /** What comes of it. */
  value: string;
  /** Who had the last word; nobody, when no rule says it. */
  by: ConversionSite | undefined;
  /** What it overrode, in the order of the rules. */
  over: ConversionOverridden[];
}

/** The fields of a file; of a built one only those of which something is said. */
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
