/** The layers of the page: tests that modules import only from their own layer or from lower ones. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../playground/src", import.meta.url));

/** The modules of the page except tests, with their imports within the page, by path from its root. */
const IMPORTS = new Map(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /(?<!\.test)\.(?:ts|svelte)$/.test(path))
    .map((path) => {
      const found = readFileSync(join(ROOT, path), "utf8").matchAll(/ from "(\.[^"]+)"/g);
      return [path, [...found].map(([, name = ""]) => posix.join(dirname(path), name))] as const;
    }),
);

/** The modules with visible parts of the page, which may import everything. */
const VIEWS = /^(?:main\.ts|App\.svelte|panels\/|views\/)/;

/** Layers, and the modules that may import from them. */
const LAYERS: readonly { layer: RegExp; from: RegExp }[] = [
  { layer: /^(?:App\.svelte|panels\/|views\/)/, from: VIEWS },
  { layer: /^state\.svelte\.ts$/, from: VIEWS },
  { layer: /^state\//, from: /^(?:main\.ts|App\.svelte|panels\/|views\/|state\.svelte\.ts|state\/)/ },
  {
    layer: /^(?:drop|export)\//,
    from: /^(?:main\.ts|App\.svelte|panels\/|views\/|state\.svelte\.ts|state\/|drop\/|export\/)/,
  },
];

describe("the layers of the page", () => {
  test.each(LAYERS)("$layer is imported from above only", ({ layer, from }) => {
    const named = [...IMPORTS].flatMap(([path, names]) => {
      return names.filter((name) => layer.test(name)).map((name) => ({ path, name }));
    });
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ path }) => !from.test(path))).toEqual([]);
  });
});
