import { describe, expect, test } from "vitest";
import type { DefinitionExplanation, DefinitionSetting, DefinitionSurvey } from "../../engine.ts";
import { allRows, type DefinitionRow, filterRows, simplest, tableOf } from "./definition-rows.ts";

const CONTEXTS = ["game", "mods/a", "mods/b"];

/** Returns a value: `2 game`, or `2 game Lamp/A` if it was copied. */
function setting(text: string): DefinitionSetting {
  const [value = "", context = "", copied_from] = text.split(" ");
  const copied = copied_from === undefined ? {} : { copied_from };
  return { value, context, path: `${context}/a.sbc`, line: 1, column: 1, ...copied };
}

function explanation(
  fields: Record<string, [set: string[], overridden: string[]]>,
  sources: string[] = [],
): DefinitionExplanation {
  const all = Object.entries(fields).map(([path, [set, overridden]]) => {
    return { path, set: set.map(setting), overridden: overridden.map(setting) };
  });
  return { id: "Lamp/B", type: "LampDefinition", sources, fields: all };
}

describe("the first selected definition", () => {
  const row = (id: string, kind: string, description: string, weight?: string) =>
    ({ id, kind, description, weight }) as DefinitionRow;
  const HARD = [
    row("same", "same", "as in the base game"),
    row("copied", "changed", "changed by mods/a, copied"),
    row("told", "changed", "changed by mods/a", "warning"),
    row("twice", "changed", "changed by mods/a, mods/b"),
    row("added", "added", "added by mods/a"),
  ];
  test.each([
    ["is changed by one mod, and nothing else", [...HARD, row("plain", "changed", "changed by mods/a")], "plain"],
    ["is one that mods change, if there is no simple one", HARD, "copied"],
    ["is not one that mods add", HARD.slice(4), undefined],
  ])("%s", (_, rows, id) => {
    expect(simplest(rows)?.id).toBe(id);
  });
});

describe("a field", () => {
  const CASES: [description: string, kind: string, set: string[], overridden: string[]][] = [
    ["same", "same", ["2 game"], []],
    ["same", "same", ["2 mods/a"], ["2 game"]],
    ["changed by mods/b", "changed", ["3 mods/b"], ["2 game", "1 mods/a"]],
    ["changed by mods/a", "changed", ["2 game", "3 mods/a"], []],
    ["added by mods/a, mods/b", "added", ["1 mods/a", "2 mods/b"], []],
    ["removed by mods/b", "removed", [], ["2 game"]],
  ];
  test.each(CASES)("is %s: %s", (description, kind, set, overridden) => {
    const id: [string[], string[]] = [["B mods/a", "B mods/b"], ["B game"]];
    const merge: [string[], string[]] = [["Merge mods/a"], []];
    const { rows, columns } = tableOf(
      explanation({ "Id/@Subtype": id, "@Merge": merge, Mass: [set, overridden] }),
      CONTEXTS,
    );
    expect(rows.map((row) => [row.path, row.description, row.kind])).toEqual([["Mass", description, kind]]);
    expect(columns).toEqual([
      { title: "game", mode: "" },
      { title: "mods/a", mode: "Merge" },
      { title: "mods/b", mode: "Override" },
    ]);
  });

  test("that was copied has its origin, and values of the definition change it", () => {
    const fields: Record<string, [string[], string[]]> = {
      "@Copy": [["Append game"], []],
      "CopyFrom/@Subtype": [["A game"], []],
      Model: [["m game Lamp/A"], []],
      Mass: [["9 game"], ["2 game Lamp/A"]],
      Glow: [[], ["1 game Lamp/A"]],
    };
    const { rows, columns } = tableOf(explanation(fields, ["Lamp/A"]), CONTEXTS);
    expect(columns).toEqual([
      { title: "Lamp/A", mode: "Append" },
      { title: "game", mode: "" },
    ]);
    expect(
      rows.map(({ path, description, values }) => [
        path,
        description,
        ...values.map((all) => all.map(({ value, isLost }) => `${isLost ? "-" : ""}${value}`).join()),
      ]),
    ).toEqual([
      ["Model", "copied from Lamp/A", "m", ""],
      ["Mass", "changed by game", "-2", "9"],
      ["Glow", "removed in Lamp/A", "-1", ""],
    ]);
  });
});

test("entries of several files are sorted by file, and then by line", () => {
  const entry = (value: string, path: string, line: number) => ({ ...setting(`${value} game`), path, line });
  const set = [entry("1", "a.sbc", 3), entry("2", "b.sbc", 1), entry("3", "a.sbc", 2), entry("4", "b.sbc", 4)];
  const fields = [{ path: "Light", set, overridden: [entry("5", "a.sbc", 1)] }];
  const { rows } = tableOf({ id: "Lamp/B", type: "LampDefinition", sources: [], fields }, CONTEXTS);
  expect(rows[0]?.values[0]?.map(({ value }) => value)).toEqual(["5", "3", "1", "2", "4"]);
});

const SURVEY: DefinitionSurvey = {
  contexts: CONTEXTS,
  configured: false,
  definitions: [
    { id: "Lamp/A", type: "LampDefinition", live: true, copied: false, contexts: [0], told: [] },
    { id: "Lamp/B", type: "LampDefinition", live: false, copied: true, contexts: [0], told: [1] },
    { id: "Lamp/C", type: "LampDefinition", live: true, copied: false, contexts: [0, 2], told: [0, 1] },
    { id: "Item/C", type: "ItemDefinition", live: true, copied: true, contexts: [1, 2], told: [] },
  ],
  told: [{ severity: "info" }, { severity: "error" }].map((one) => {
    return { ...one, code: "", message: "", path: null, line: null, column: null } as DefinitionSurvey["told"][number];
  }),
};

test("definitions are listed with the effect of mods and the most severe diagnostic", () => {
  expect(allRows(SURVEY).map(({ id, kind, description, weight }) => [id, kind, description, weight])).toEqual([
    ["Lamp/A", "same", "as in the base game", undefined],
    ["Lamp/B", "copied", "copied, not used by the game", "error"],
    ["Lamp/C", "changed", "changed by mods/b", "error"],
    ["Item/C", "added", "added by mods/a, mods/b, copied", undefined],
  ]);
});

test.each([
  ["all", { text: "", changed: false, withDiagnostics: false }, ["Lamp/A", "Lamp/B", "Lamp/C", "Item/C"]],
  ["those that contain a string", { text: " itemDEF", changed: false, withDiagnostics: false }, ["Item/C"]],
  ["those that mods change", { text: "", changed: true, withDiagnostics: false }, ["Lamp/C", "Item/C"]],
  ["those with diagnostics", { text: "", changed: false, withDiagnostics: true }, ["Lamp/B", "Lamp/C"]],
  ["both", { text: "lamp", changed: true, withDiagnostics: true }, ["Lamp/C"]],
])("the filter selects %s", (_, filter, ids) => {
  const rows = filterRows(allRows(SURVEY), filter);
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(rows.map(({ position, siblings }) => [position, siblings])).toEqual(ids.map((_, at) => [at + 1, ids.length]));
});
