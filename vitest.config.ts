import { defineConfig } from "vitest/config";

/** Tests of how long something takes, which nothing may run beside. */
const TIMED = ["tests/browser/playground/{08-speed,12-private}.test.ts"];

export default defineConfig({
  test: {
    // Tests that start Node, a browser or a bundler share two cores with each other.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: ["tests/**/*.test.ts", "wasm/ts/**/*.test.ts", "playground/src/**/*.test.ts"],
          exclude: TIMED,
          // By itself Vitest keeps a core free for the one who develops.
          maxWorkers: 2,
        },
      },
      { extends: true, test: { name: "alone", include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
