import { EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { describe, expect, test } from "vitest";
import type { Word } from "../../engine.ts";
import { typedAt } from "../closing.ts";
import { wordHelpAt } from "./hover.ts";
import { optionsFor } from "./options.ts";
import { FIELDS, templateFor } from "./template.ts";
import { collectionsIn, functionsIn, type KnownWord } from "./vocabulary.ts";
import { whereAt } from "./where.ts";

const WORDS: readonly Word[] = [
  { kind: "key", name: "rules", doc: "the rules" },
  { kind: "needed-field", name: "rpath", takes: "a text", doc: "which files" },
  { kind: "needed-field", name: "condition", takes: "a list", doc: "what must hold" },
  { kind: "field", name: "severity", takes: "a string", doc: "the severity of its findings" },
  { kind: "severity", name: "warning", doc: "should be fixed" },
  { kind: "condition", name: "Exist in", takes: "collection", doc: "every value is in it" },
  { kind: "condition", name: ">=", takes: "value", doc: "every value is at least this one" },
  { kind: "condition", name: "Exist", doc: "there is a value" },
  { kind: "condition", name: "Satisfy the expression", takes: "expression", doc: "it holds" },
  { kind: "fact", name: "{image.width}", doc: "its width" },
  { kind: "node-word", name: "{text}", doc: "its text" },
  { kind: "placeholder", name: "{value}", doc: "the value" },
  { kind: "collection", name: "res_store.ilevels", doc: "levels" },
  { kind: "filter", name: "res_filter.validGUID", doc: "keeps GUIDs" },
  { kind: "function", name: "exists", takes: "(path) -> boolean", doc: "whether there is a file" },
];
const VOCABULARY: readonly KnownWord[] = WORDS;

function labels(marked: string): string[] {
  const text = marked.replace("¦", "");
  const where = whereAt(text, marked.indexOf("¦"));
  return where === undefined ? [] : optionsFor(where, text, VOCABULARY).map(({ label }) => label);
}

const OWN =
  "script: |\n  fn shrinks(a) { a }\ncollections:\n  fruit: [plum]\n  nuts:\n    file: nuts.txt\nrules:\n- name: a\n";

test.each<[string, string[]]>([
  ["- name: a\n  rp¦", ["rpath", "condition", "severity"]],
  ["- rpath: a\n  se¦", ["condition", "severity"]],
  [`${OWN}  condition: [Exi¦`, ["Exist in", ">=", "Exist", "Satisfy the expression", "func_shrinks"]],
  [`${OWN}  condition: [Exist in, a¦`, ["artfunc_res_store.ilevels", "artfunc_fruit", "artfunc_nuts"]],
  [`${OWN}  filter: a¦`, ["artfunc_res_filter.validGUID", "artfunc_shrinks"]],
  [`${OWN}  func_str: |\n    ex¦`, ["exists", "res_store.ilevels", "shrinks"]],
  ["- ¦", ["new rule", "rpath", "condition", "severity"]],
])("%j offers the valid words", (text, expected) => {
  expect(labels(text).toSorted()).toEqual(expected.toSorted());
});

test("the names of a file are those of its functions and collections", () => {
  expect([functionsIn(OWN), collectionsIn(OWN)]).toEqual([["shrinks"], ["fruit", "nuts"]]);
});

test.each<[string, [string, string, string] | undefined]>([
  ["- name: a\n  sev¦erity: warning", ["severity", "severity: a string", "The severity of its findings."]],
  ["- name: a\n  ¦severity: warning", ["severity", "severity: a string", "The severity of its findings."]],
  ["- name: a\n  severity: wa¦rning", ["warning", "warning", "Should be fixed."]],
  ["- name: a\n  condition: ['¦>=', 5]", [">=", "[>=, value]", "Every value is at least this one."]],
  [
    "- name: a\n  condition: [ex¦ist in, artfunc_fruit]",
    ["exist in", "[Exist in, collection]", "Every value is in it."],
  ],
  [
    "- name: a\n  filter: artfunc_res_filter.valid¦GUID",
    ["artfunc_res_filter.validGUID", "res_filter.validGUID", "Keeps GUIDs."],
  ],
  ["- func_str: |\n    fn f(a) { exi¦sts(a) }", ["exists", "exists(path) -> boolean", "Whether there is a file."]],
  ["- name: warn¦ing", undefined],
])("%j is explained", (marked, expected) => {
  const text = marked.replace("¦", "");
  const found = wordHelpAt(text, marked.indexOf("¦"), VOCABULARY, whereAt);
  expect(found && [text.slice(found.from, found.to), found.usage, found.doc]).toEqual(expected);
});

test("a new rule has its fields where they belong", () => {
  const plain = (rule: "file" | "item" | "fields") => templateFor(rule).replace(/\$\{(.*?)\}/g, "$1");
  expect(plain("file")).toMatch(/^rules:\n {2}- name: my-rule\n {4}severity: warning\n/);
  expect(plain("item")).toMatch(/^- name: my-rule\n {2}severity: warning\n/);
  expect(plain("fields")).toMatch(/^name: my-rule\n {2}severity: warning\n/);
  expect(FIELDS.map(([name]) => name)).toEqual(expect.arrayContaining(["rpath", "xpath", "condition"]));
});

describe("an inserted completion leaves nothing open and closes nothing twice", () => {
  /** Returns the text after typing `typed` at the cursor of `line`, with automatic closing, and accepting an option. */
  function taken(line: string, typed: string, label: string): string {
    const marked = `- name: a\n  rpath: x\n${line}`;
    let state = EditorState.create({ doc: marked.replace("¦", ""), selection: { anchor: marked.indexOf("¦") } });
    const dispatch = (change: TransactionSpec) => {
      state = state.update(change).state;
    };
    for (const letter of typed) {
      const at = state.selection.main.head;
      dispatch(typedAt(state, at, at, letter) ?? state.replaceSelection(letter));
    }
    const { head } = state.selection.main;
    const where = whereAt(state.doc.toString(), head);
    const option = where && optionsFor(where, state.doc.toString(), VOCABULARY).find((one) => one.label === label);
    if (where === undefined || option === undefined) {
      return "nothing is offered";
    }
    const view = {
      get state() {
        return state;
      },
      dispatch,
    } as unknown as EditorView;
    if (typeof option.apply === "function") {
      option.apply(view, option, where.from, head);
    } else {
      const insert = option.apply ?? label;
      dispatch({ changes: { from: where.from, to: head, insert }, selection: { anchor: where.from + insert.length } });
    }
    const text = state.doc.toString();
    const cursor = state.selection.main.head;
    return `${text.slice(0, cursor)}¦${text.slice(cursor)}`.slice("- name: a\n  rpath: x\n".length);
  }

  const NOTHING = "nothing is offered";
  const OPENERS = ["", "'", '"', "[", "{", "`"] as const;
  /** A line, the typed word, the accepted word, and the resulting line for each opening character. */
  const PLACES: [string, string, string, string[]][] = [
    ["  xpath: ¦", "", "{image.width}", [NOTHING, NOTHING, NOTHING, NOTHING, "  xpath: '{image.width}¦'", NOTHING]],
    [
      "  xpath: ¦",
      "{im",
      "{image.width}",
      [
        "  xpath: '{image.width}¦'",
        "  xpath: '{image.width}¦'",
        '  xpath: "{image.width}¦"',
        NOTHING,
        NOTHING,
        NOTHING,
      ],
    ],
    ["  xpath: A,¦", "{te", "{text}", ["  xpath: A,{text}¦", NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]],
    [
      "  message: side ¦",
      "{va",
      "{value}",
      [
        "  message: side {value}¦",
        "  message: side '{value}¦'",
        '  message: side "{value}¦"',
        "  message: side [{value}¦]",
        "  message: side {{value}¦}",
        "  message: side `{value}¦",
      ],
    ],
    [
      "  message: ¦",
      "{va",
      "{value}",
      [
        "  message: '{value}¦'",
        "  message: '{value}¦'",
        '  message: "{value}¦"',
        "  message: [{value}¦]",
        "  message: {{value}¦}",
        "  message: `{value}¦",
      ],
    ],
    [
      "  condition: ¦",
      "",
      ">=",
      ["  condition: ['>=', ¦]", NOTHING, NOTHING, "  condition: ['>=', ¦]", NOTHING, NOTHING],
    ],
    [
      "  condition: [¦]",
      "",
      ">=",
      ["  condition: ['>=', ¦]", "  condition: ['>=', ¦]", `  condition: [">=", ¦]`, "*", "*", "*"],
    ],
    [
      "  condition: [¦]",
      "Exi",
      "Exist",
      ["  condition: [Exist¦]", "  condition: ['Exist'¦]", `  condition: ["Exist"¦]`, "*", "*", "*"],
    ],
    [
      "  condition: [¦]",
      "Sat",
      "Satisfy the expression",
      [
        "  condition: [Satisfy the expression, '¦']",
        "  condition: ['Satisfy the expression', '¦']",
        `  condition: ["Satisfy the expression", '¦']`,
        "*",
        "*",
        "*",
      ],
    ],
    [
      "  condition:\n    - ¦",
      "Exi",
      "Exist in",
      [
        "  condition:\n    - Exist in\n    - ¦",
        "  condition:\n    - 'Exist in'\n    - ¦",
        '  condition:\n    - "Exist in"\n    - ¦',
        "*",
        "*",
        "*",
      ],
    ],
    [
      "  condition: [Exist in, ¦]",
      "artf",
      "artfunc_res_store.ilevels",
      [
        "  condition: [Exist in, artfunc_res_store.ilevels¦]",
        "  condition: [Exist in, 'artfunc_res_store.ilevels¦']",
        `  condition: [Exist in, "artfunc_res_store.ilevels¦"]`,
        "*",
        "*",
        "*",
      ],
    ],
    [
      "  condition: [Satisfy the expression, '¦']",
      "exi",
      "exists",
      [
        "  condition: [Satisfy the expression, 'exists(¦)']",
        NOTHING,
        NOTHING,
        "  condition: [Satisfy the expression, '[exists(¦)]']",
        "  condition: [Satisfy the expression, '{exists(¦)}']",
        NOTHING,
      ],
    ],
    [
      "  func_str: |\n    fn f(data) { ¦",
      "exi",
      "exists",
      [
        "  func_str: |\n    fn f(data) { exists(¦)",
        NOTHING,
        NOTHING,
        "  func_str: |\n    fn f(data) { [exists(¦)]",
        "  func_str: |\n    fn f(data) { {exists(¦)}",
        NOTHING,
      ],
    ],
    [
      "  filter: ¦",
      "artf",
      "artfunc_res_filter.validGUID",
      [
        "  filter: artfunc_res_filter.validGUID¦",
        "  filter: 'artfunc_res_filter.validGUID¦'",
        '  filter: "artfunc_res_filter.validGUID¦"',
        NOTHING,
        NOTHING,
        NOTHING,
      ],
    ],
    [
      "  severity: ¦",
      "w",
      "warning",
      ["  severity: warning¦", "  severity: 'warning¦'", '  severity: "warning¦"', NOTHING, NOTHING, NOTHING],
    ],
    ["  ¦", "sev", "severity", ["  severity: ¦", NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]],
  ];

  test.each(
    PLACES.flatMap(([line, begun, label, expected]) =>
      // An asterisk stands for input that no word begins with, so that the editor shows no list.
      OPENERS.flatMap((opener, at) =>
        expected[at] === "*" ? [] : [[line, opener + begun, label, expected[at] ?? ""] as const],
      ),
    ),
  )("%j, %s", (line, typed, label, expected) => {
    expect(taken(line, typed, label)).toBe(expected);
  });

  test.each([
    ["  func_str: |\n    fn f(data) { exi¦(data)", "exists", "  func_str: |\n    fn f(data) { exists¦(data)"],
    ["  sev¦: hint", "severity", "  severity¦: hint"],
    ["  xpath: {im¦}", "{image.width}", "  xpath: '{image.width}¦'"],
  ])("existing text after the word is not inserted again: %j", (line, label, expected) => {
    expect(taken(line, "", label)).toBe(expected);
  });
});
