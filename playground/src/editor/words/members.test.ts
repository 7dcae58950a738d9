import { expect, test } from "vitest";
import { fieldsIn, membersAt } from "./members.ts";

test.each([
  ["data.", "of-list", []],
  ["  data.filter(|path| filepath.st", "of-text", []],
  ["data.filter(|item| item.", "of-map", ["Name", "Price"]],
  ["data.filter(|item| item.Name.", "of-list", []],
  ["data[0].", "of-text of-list of-number of-map", []],
  ['"a".', "of-text", []],
] as const)("after %j, members of %s are valid", (line, kinds, fields) => {
  const where = membersAt(line, line.length, () => "*/Item,Name,Price?");
  expect([where?.kinds.join(" "), where?.fields]).toEqual([kinds, fields]);
});

test.each(["// data.", "if x > 1.", "data", "a ."])("no members are valid after %j", (line) => {
  expect(membersAt(line, line.length, () => undefined)).toBeUndefined();
});

test.each([
  ["*/Item,Name,Price?", ["Name", "Price"]],
  ["*/Mesh.Type==a:lods,Path", ["lods", "Path"]],
  ["*/Item,Name", []],
  ["*/Item", []],
])("the fields of %s are %j", (xpath, fields) => {
  expect(fieldsIn(xpath)).toEqual(fields);
});
