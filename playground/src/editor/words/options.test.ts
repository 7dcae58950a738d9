import { expect, test } from "vitest";
import type { Word } from "../../engine.ts";
import { meaningOf } from "./meaning.ts";
import { optionsFor } from "./options.ts";
import { FIELDS, templateFor } from "./template.ts";
import { collectionsIn, functionsIn, Vocabulary } from "./vocabulary.ts";
import { whereAt } from "./where.ts";

const WORDS: readonly Word[] = [
  { kind: "key", name: "rules", doc: "the rules" },
  { kind: "needed-field", name: "rpath", takes: "a text", doc: "which files" },
  { kind: "needed-field", name: "condition", takes: "a list", doc: "what must hold" },
  { kind: "field", name: "severity", takes: "a text", doc: "how much it matters" },
  { kind: "severity", name: "warning", doc: "should be mended" },
  { kind: "condition", name: "Exist in", takes: "collection", doc: "every value is in it" },
  { kind: "condition", name: ">=", takes: "value", doc: "every value is at least this one" },
  { kind: "collection", name: "res_store.ilevels", doc: "levels" },
  { kind: "filter", name: "res_filter.validGUID", doc: "keeps GUIDs" },
  { kind: "function", name: "exists", takes: "(path) -> boolean", doc: "whether there is a file" },
];
const VOCABULARY = new Vocabulary(WORDS);

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
  [`${OWN}  condition: [Exi¦`, ["Exist in", ">=", "func_shrinks"]],
  [`${OWN}  condition: [Exist in, a¦`, ["artfunc_res_store.ilevels", "artfunc_fruit", "artfunc_nuts"]],
  [`${OWN}  filter: a¦`, ["artfunc_res_filter.validGUID", "artfunc_shrinks"]],
  [`${OWN}  func_str: |\n    ex¦`, ["exists", "res_store.ilevels", "shrinks"]],
  ["- ¦", ["new rule", "rpath", "condition", "severity"]],
])("%j is offered what fits", (text, expected) => {
  expect(labels(text).toSorted()).toEqual(expected.toSorted());
});

test("a file's own names are those of its functions and collections", () => {
  expect([functionsIn(OWN), collectionsIn(OWN)]).toEqual([["shrinks"], ["fruit", "nuts"]]);
});

test.each<[string, [string, string, string] | undefined]>([
  ["- name: a\n  sev¦erity: warning", ["severity", "severity: a text", "How much it matters."]],
  ["- name: a\n  ¦severity: warning", ["severity", "severity: a text", "How much it matters."]],
  ["- name: a\n  severity: wa¦rning", ["warning", "warning", "Should be mended."]],
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
  const found = meaningOf(text, marked.indexOf("¦"), VOCABULARY, whereAt);
  expect(found && [text.slice(found.from, found.to), found.usage, found.doc]).toEqual(expected);
});

test("a new rule has its fields where they belong", () => {
  const plain = (rule: "file" | "item" | "fields") => templateFor(rule).replace(/\$\{(.*?)\}/g, "$1");
  expect(plain("file")).toMatch(/^rules:\n {2}- name: my-rule\n {4}severity: warning\n/);
  expect(plain("item")).toMatch(/^- name: my-rule\n {2}severity: warning\n/);
  expect(plain("fields")).toMatch(/^name: my-rule\n {2}severity: warning\n/);
  expect(FIELDS.map(([name]) => name)).toEqual(expect.arrayContaining(["rpath", "xpath", "condition"]));
});
