/** The rooms of the page: which of them may name which, so that all doors open one way. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../playground/src", import.meta.url));

/** All files of the page but tests, with what they import of it, by path from its root. */
const IMPORTS = new Map(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /(?<!\.test)\.(?:ts|svelte)$/.test(path))
    .map((path) => {
      const found = readFileSync(join(ROOT, path), "utf8").matchAll(/ from "(\.[^"]+)"/g);
      return [path, [...found].map(([, name = ""]) => posix.join(dirname(path), name))] as const;
    }),
);

/** What stands on the page; it may name everything. */
const SEEN = /^(?:main\.ts|App\.svelte|panels\/|views\/)/;

/** Rooms, and who may name what is in them. */
const DOORS: readonly { room: RegExp; from: RegExp }[] = [
  { room: /^(?:App\.svelte|panels\/|views\/)/, from: SEEN },
  { room: /^state\.svelte\.ts$/, from: SEEN },
  { room: /^state\//, from: /^(?:main\.ts|App\.svelte|panels\/|views\/|state\.svelte\.ts|state\/)/ },
  {
    room: /^(?:drop|export)\//,
    from: /^(?:main\.ts|App\.svelte|panels\/|views\/|state\.svelte\.ts|state\/|drop\/|export\/)/,
  },
];

describe("the rooms of the page", () => {
  test.each(DOORS)("$room is named from above only", ({ room, from }) => {
    const named = [...IMPORTS].flatMap(([path, names]) => {
      return names.filter((name) => room.test(name)).map((name) => ({ path, name }));
    });
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ path }) => !from.test(path))).toEqual([]);
  });
});
