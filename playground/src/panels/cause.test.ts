import { expect, test } from "vitest";
import { causeFirst } from "./cause.ts";

test.each([
  ["`f` stopped over in/a.xml: 1: two", "1: two (`f` stopped over in/a.xml)"],
  ["the expression stopped over `x` in a.xml: no integer", "no integer (the expression stopped over `x` in a.xml)"],
  ["4 is not <= 3", "4 is not <= 3"],
])("%j begins with its cause", (message, said) => expect(causeFirst(message)).toBe(said));
