/** The rows of the list of definitions, and the fields of a definition with their values in each context. */

import type {
  DefinitionDiagnostic,
  DefinitionExplanation,
  DefinitionField,
  DefinitionLevel,
  DefinitionSetting,
  DefinitionSurvey,
} from "../../engine.ts";
import { containing } from "../filter.ts";
import { type ColumnRow, listed } from "../tree-row.ts";

export const KINDS = {
  added: { sign: "+", color: "passed" },
  changed: { sign: "≠", color: "warning" },
  removed: { sign: "−", color: "error" },
  copied: { sign: "↳", color: "info" },
  same: { sign: "=", color: "muted" },
} as const;

/** The effect of mods, or of copying, on a definition or a field. */
export type Kind = keyof typeof KINDS;

export interface DefinitionRow extends ColumnRow {
  /** Its index among all definitions. */
  at: number;
  id: string;
  type: string;
  kind: Kind;
  /** The kind in words, with the mods that caused it. */
  description: string;
  /** The most severe level of its diagnostics; undefined if it has none. */
  weight: DefinitionLevel | undefined;
}

const LEVELS = ["error", "warning", "info"] as const satisfies readonly DefinitionLevel[];

/** Returns the most severe level of some diagnostics; undefined if none exist. */
export function mostSevere(
  diagnostics: readonly Pick<DefinitionDiagnostic, "severity">[],
): DefinitionLevel | undefined {
  return LEVELS.find((level) => diagnostics.some(({ severity }) => severity === level));
}

export function allRows({ contexts, definitions, told: diagnostics }: DefinitionSurvey): DefinitionRow[] {
  const rows = definitions.map(({ id, type, live, copied, contexts: own, told: places }, at) => {
    const mods = own.filter((context) => context > 0).map((context) => contexts[context]);
    const kind = mods.length === 0 ? (copied ? "copied" : "same") : own[0] === 0 ? "changed" : "added";
    const by = mods.length > 0 ? [`${kind} by ${mods.join(", ")}`] : [];
    const words = [...by, ...(copied ? ["copied"] : []), ...(live ? [] : ["not used by the game"])];
    const level = mostSevere(places.flatMap((place) => diagnostics[place] ?? []));
    const key = `${type} ${id}`;
    return { key, at, id, type, kind, description: words.join(", ") || "as in the base game", weight: level } as const;
  });
  return listed(rows);
}

/** Returns the rows whose id or type contains `text`, in any letter case, and that have the required properties. */
export function filterRows(
  rows: readonly DefinitionRow[],
  { text, changed, withDiagnostics }: { text: string; changed: boolean; withDiagnostics: boolean },
): DefinitionRow[] {
  const isFound = containing(text);
  const left = rows.filter(({ id, type, kind, weight }) => {
    const isChanged = kind === "changed" || kind === "added";
    return isFound(`${id} ${type}`) && (isChanged || !changed) && (weight !== undefined || !withDiagnostics);
  });
  return listed(left);
}

/** Returns the first definition that a mod changes, if possible without copying, other mods and warnings. */
export function simplest(rows: readonly DefinitionRow[]): DefinitionRow | undefined {
  const isChanged = ({ kind }: DefinitionRow) => kind === "changed";
  return (
    rows.find((row) => isChanged(row) && row.weight === undefined && !row.description.includes(",")) ??
    rows.find(isChanged)
  );
}

/** A column of the table: the definitions that are copied from, or a context. */
export interface Column {
  title: string;
  /**
   * The merge mode, which is how the context changes earlier values; empty for the base or first context.
   * In the column of copied definitions, how the definition's own fields are put into the copy.
   */
  mode: string;
}

/** A value that a column gives. `isLost` is true if it is overridden, and not in the result. */
export interface ColumnValue extends DefinitionSetting {
  isLost: boolean;
}

/** A field with the values that every column gives. */
export interface FieldRow {
  path: string;
  kind: Kind;
  /** The kind in words, with the contexts that caused it. */
  description: string;
  values: ColumnValue[][];
  result: DefinitionSetting[];
}

/** Matches the paths of fields that identify a definition or control its merging. Headers of the table show these. */
const STEERS = /^(?:@(?:xsi:type|Merge|Copy)|(?:Id|CopyFrom)(?:\/.*)?|@?(?:Type|Subtype)Id)$/;

/** Returns the fields of a definition as a table: the values that are copied come first, then those of each context. */
export function tableOf(
  { fields, sources }: DefinitionExplanation,
  contexts: readonly string[],
): { columns: Column[]; rows: FieldRow[] } {
  const steering = (path: string) => fields.filter((field) => field.path === path).flatMap(valuesOf);
  const own = contexts.filter((context) => fields.some((field) => valuesOf(field).some(isOf(context))));
  const columns = own.map((title, at) => {
    const mode = steering("@Merge").filter(isOf(title)).at(-1)?.value ?? "Override";
    return { title, mode: at === 0 ? "" : mode };
  });
  const copying = { title: sources.join(" ← "), mode: steering("@Copy").at(-1)?.value ?? "Merge" };
  const all = sources.length === 0 ? columns : [copying, ...columns];
  const rows = fields
    .filter(({ path }) => !STEERS.test(path))
    .map((field) => rowOf(field, own, sources.length > 0, columns, contexts[0] ?? ""));
  return { columns: all, rows };
}

function valuesOf({ set, overridden }: DefinitionField): ColumnValue[] {
  const lost = overridden.map((setting) => ({ ...setting, isLost: true }));
  const all = [...lost, ...set.map((setting) => ({ ...setting, isLost: false }))];
  // Sorted by file in the order of their first occurrence, and by line in each file.
  const ranks = new Map([...new Set(all.map(({ path }) => path))].map((path, rank) => [path, rank]));
  const rank = ({ path }: ColumnValue) => ranks.get(path) ?? 0;
  return all.sort((one, other) => rank(one) - rank(other) || (one.line ?? 0) - (other.line ?? 0));
}

function isOf(title: string): (setting: DefinitionSetting) => boolean {
  return ({ context, copied_from }) => copied_from === undefined && context === title;
}

function rowOf(
  field: DefinitionField,
  own: readonly string[],
  copies: boolean,
  columns: readonly Column[],
  base: string,
): FieldRow {
  const all = valuesOf(field);
  const copied = all.filter(({ copied_from }) => copied_from !== undefined);
  const values = [...(copies ? [copied] : []), ...own.map((title) => all.filter(isOf(title)))];
  const { path, set: result } = field;
  return { path, values, result, ...judged(field, own, values[0] ?? [], columns, base) };
}

/** Returns the kind of change of a field, and a description with the contexts that caused it. */
function judged(
  { set, overridden }: DefinitionField,
  own: readonly string[],
  first: readonly ColumnValue[],
  columns: readonly Column[],
  base: string,
): Pick<FieldRow, "kind" | "description"> {
  if (set.length === 0) {
    return { kind: "removed", description: removedBy(overridden, own, columns) };
  }
  const isCopied = set.every(({ copied_from }) => copied_from !== undefined);
  if (isCopied) {
    return {
      kind: "copied",
      description: `copied from ${[...new Set(set.map(({ copied_from }) => copied_from))].join(", ")}`,
    };
  }
  const values = (list: readonly DefinitionSetting[]) => JSON.stringify(list.map(({ value }) => value));
  const by = [...new Set(set.filter(({ copied_from }) => copied_from === undefined).map(({ context }) => context))];
  const others = by.filter((context) => context !== base);
  if (values(first) === values(set)) {
    const isNew = others.length > 0 && overridden.length === 0 && own[0] !== base;
    return isNew
      ? { kind: "added", description: `added by ${others.join(", ")}` }
      : { kind: "same", description: "same" };
  }
  const kind = first.length === 0 ? "added" : "changed";
  return { kind, description: `${kind} by ${(others.length > 0 ? others : by).join(", ")}` };
}

/**
 * Returns a description of what removed a field: the first context with the mode `Override` after those that set the
 * field, or else the next context. For a field that was only copied, it is the definition that the value was copied
 * from.
 */
function removedBy(
  overridden: readonly DefinitionSetting[],
  own: readonly string[],
  columns: readonly Column[],
): string {
  const ownValues = overridden.filter(({ copied_from }) => copied_from === undefined);
  if (ownValues.length === 0) {
    return `removed in ${overridden.at(-1)?.copied_from}`;
  }
  const last = Math.max(...ownValues.map(({ context }) => own.indexOf(context)));
  const by = columns.find(({ mode }, at) => at > last && mode === "Override") ?? columns[last + 1];
  return by === undefined ? "removed" : `removed by ${by.title}`;
}
