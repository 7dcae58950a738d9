import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts", "wasm/ts/**/*.test.ts", "playground/src/**/*.test.ts"],
    // Tests that start Node, a browser or a bundler share two cores with each other.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
