import { expect, test } from "vitest";
import { LastLoaded } from "./last-loaded.js";

/** Returns a loader of objects that records when they are loaded and disposed of. */
function loader(events: string[]) {
  return (name: string) => () => {
    events.push(`load ${name}`);
    return { name, dispose: () => events.push(`dispose ${name}`) };
  };
}

test("the last loaded object is used again, and disposed of when another replaces it", () => {
  const [kept, events] = [new LastLoaded<{ name: string; dispose(): void }>(), [] as string[]];
  const load = loader(events);
  const use = (by: string) => kept.use(by, load(by), ({ name }) => name);
  expect(["a", "a", "b", "b", "a"].map(use)).toEqual(["a", "a", "b", "b", "a"]);
  expect(events).toEqual(["load a", "dispose a", "load b", "dispose b", "load a"]);
});

test("an object is loaded again after a failure", () => {
  const [kept, events] = [new LastLoaded<{ name: string; dispose(): void }>(), [] as string[]];
  const load = loader(events);
  const fail = () => {
    throw new Error("no");
  };
  expect(() => kept.use("a", load("a"), fail)).toThrow("no");
  expect(kept.use("a", load("a"), ({ name }) => name)).toBe("a");
  expect(() => kept.use("b", fail, fail)).toThrow("no");
  expect(kept.use("a", load("a"), ({ name }) => name)).toBe("a");
  expect(events).toEqual(["load a", "dispose a", "load a", "dispose a", "load a"]);
});
