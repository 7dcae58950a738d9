import { expect, test } from "vitest";
import { meantIn } from "./meant.ts";

const HELP = "`*` has no `param`; did you mean `params`?";

test.each([
  ["*/param/value", "*/params/value"],
  ["'*/param[@x]/parameter'", "'*/params[@x]/parameter'"],
  ["*/param/param", undefined],
  ["*/parameter", undefined],
])("in %s what was meant is %s", (written, meant) => {
  expect(meantIn(written, HELP)?.text).toBe(meant);
});

test("nothing is put in place of what only a sentence tells", () => {
  expect(meantIn("A/param", "`*` has no `param`")).toBeUndefined();
});
