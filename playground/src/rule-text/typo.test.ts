import { expect, test } from "vitest";
import { findTypo } from "./typo.ts";

const HELP = "`*` has no `param`; did you mean `params`?";

test.each([
  ["*/param/value", 2],
  ["'*/param[@x]/parameter'", 3],
  ["*/param/param", undefined],
  ["*/parameter", undefined],
  ["*/param\n", undefined],
])("the wrong name in %j begins at %s", (written, at) => {
  expect(findTypo(written, HELP)?.at).toBe(at);
});

test("an attribute follows a colon", () => {
  const help = "`Prop/Mesh` has no attribute `lodz`; did you mean `lods`?";
  expect(findTypo("'Prop/Mesh:lodz'", help)).toEqual({ at: 11, wrong: "lodz", name: "lods" });
});

test("a path begins at the root, which the first name may not match", () => {
  const help = "the root is not `Helth`; did you mean `Health`?";
  expect(findTypo("Helth", help)).toEqual({ at: 0, wrong: "Helth", name: "Health" });
});

test("a plain sentence contains no replacement", () => {
  expect(findTypo("A/param", "`*` has no `param`")).toBeUndefined();
});
