import { defineConfig } from "vitest/config";

/** Tests that measure time. They run alone. */
const TIMED = ["tests/browser/playground/{08-speed,12-private}.test.ts"];

export default defineConfig({
  test: {
    // Tests that start Node, a browser or a bundler share two cores with each other.
    testTimeout: 60_000,
    // A click that a busy browser lost fails a test by chance. In CI, such a test runs once more, and the report mentions it.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: ["tests/**/*.test.ts", "wasm/ts/**/*.test.ts", "playground/src/**/*.test.ts"],
          exclude: TIMED,
          // Tests wait for pages and processes most of the time, so more of them than cores run at once.
          maxWorkers: 3,
        },
      },
      { extends: true, test: { name: "alone", include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
