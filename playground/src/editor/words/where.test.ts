import { describe, expect, test } from "vitest";
import { whereAt, whereInScript } from "./where.ts";

/** Returns the kinds of words that are valid at `¦`, the typed part of a word, and its prefix. */
function at(marked: string, place = whereAt) {
  const position = marked.indexOf("¦");
  const text = marked.replace("¦", "");
  const where = place(text, position);
  return where && [where.kinds.join(" "), text.slice(where.from, position), where.prefix ?? ""];
}

const RULE = "rules:\n  - name: a\n    rpath: x\n";
const FIELDS = "needed-field field";
const CODE = "function collection";
const EXPRESSION = "python-function function collection";

describe("at a position of a rule file", () => {
  test.each<[string, string[] | undefined]>([
    ["¦", ["key", "", ""]],
    ["ru¦", ["key", "ru", ""]],
    [`${RULE}te¦`, ["key", "te", ""]],
    [`${RULE}    xp¦`, [FIELDS, "xp", ""]],
    [`${RULE}  - na¦`, [FIELDS, "na", ""]],
    ["- na¦", [FIELDS, "na", ""]],
    ["my-rule:\n  xp¦", [FIELDS, "xp", ""]],
    ["tests:\n  - na¦", undefined],
    ["collections:\n  na¦", undefined],
    [`${RULE}    # xp¦`, undefined],
    [`${RULE}    severity: w¦`, ["severity", "w", ""]],
    [`${RULE}    Severity: "w¦`, ["severity", "w", ""]],
    [`${RULE}    description: w¦`, undefined],
    [`${RULE}    rpath: ^/te¦`, undefined],
    [`${RULE}    rpath: artfunc_res¦`, ["collection", "artfunc_res", "artfunc_"]],
    [`${RULE}    xpath: '{fi¦`, ["fact", "{fi", ""]],
    [`${RULE}    xpath: '*/Item¦`, undefined],
    [`${RULE}    xpath: '*/Item,{t¦`, ["node-word", "{t", ""]],
    [`${RULE}    message: 'value: {va¦`, ["placeholder", "{va", ""]],
    [`${RULE}    filter: artf¦`, ["filter", "artf", "artfunc_"]],
    [`${RULE}    filter: ^a+¦`, undefined],
    [`${RULE}    condition: ¦`, ["condition", "", "func_"]],
    [`${RULE}    condition: [Exi¦`, ["condition", "Exi", "func_"]],
    [`${RULE}    condition: ["Not ex¦`, ["condition", "Not ex", "func_"]],
    [`${RULE}    condition: [Exist in, art¦`, ["collection", "art", "artfunc_"]],
    [`${RULE}    condition: ['<=', 5¦`, undefined],
    [`${RULE}    condition: [Exist]¦`, undefined],
    [`${RULE}    condition:\n      - Exi¦`, ["condition", "Exi", "func_"]],
    [`${RULE}    condition:\n    - not exist in\n    - art¦`, ["collection", "art", "artfunc_"]],
    [`${RULE}    condition: [Satisfy the expression, 'le¦`, [EXPRESSION, "le", ""]],
    [`${RULE}    condition: [Satisfy the expression, "d.up¦`, ["python-method", "up", ""]],
    [`${RULE}    condition: [Satisfy the expression, 'd in res_store.¦`, [EXPRESSION, "res_store.", ""]],
    [`${RULE}    func_str: |\n      fn f(data, path) {\n        exi¦`, [CODE, "exi", ""]],
    [`${RULE}    func_str: |\n      fn f() {\n\n      }\n    sev¦`, [FIELDS, "sev", ""]],
    [`${RULE}    message: |\n      exi¦`, undefined],
    ["script: |\n  exi¦", [CODE, "exi", ""]],
  ])("%j", (text, expected) => {
    expect(at(text)).toEqual(expected);
  });

  test("the existing fields of the rule are known", () => {
    const text =
      "- name: b\n  xpath: A\n- name: a\n  rpath: x\n  ¦\n  message: m\n  condition: [Exist]\n- severity: hint\n";
    const where = whereAt(text.replace("¦", ""), text.indexOf("¦"));
    expect([...(where?.used ?? [])]).toEqual(["rpath", "name", "message", "condition"]);
  });

  test.each<[string, string | undefined]>([
    ["¦", "file"],
    ["# mine\n¦", "file"],
    ["rules:\n  ¦", "item"],
    ["rules:\n  - ¦", "fields"],
    [`${RULE}\n  ¦`, "item"],
    [`${RULE}    ¦`, undefined],
    ["- name: a\n- ¦", "fields"],
    ["tests:\n  ¦", undefined],
  ])("suggests a whole rule in %j", (text, rule) => {
    expect(whereAt(text.replace("¦", ""), text.indexOf("¦"))?.rule).toBe(rule);
  });

  test("reads Windows line ends", () => {
    expect(at(`${RULE.replaceAll("\n", "\r\n")}    severity: w¦\r\n`)).toEqual(["severity", "w", ""]);
  });

  test("treats a script as code from its first line", () => {
    expect(at("fn f(data) {\n  exis¦", whereInScript)).toEqual([CODE, "exis", ""]);
  });
});
