/** Finds the assets that a list of seeds selects. */

import type { Dependencies } from "./dependencies.js";

export interface Gathered {
  path: string;
  seed: string;
}

/** Yields each seed with its new dependencies, depth first. Those of skipped assets are not followed. */
export function gather(
  seeds: readonly string[],
  dependencies: Dependencies,
  isSkipped: (path: string) => boolean,
): Gathered[] {
  const gathered: Gathered[] = [];
  const visited = new Set<string>();
  for (const seed of seeds) {
    // A stack instead of recursion: a chain of dependencies may be very long.
    const waiting = [seed];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (visited.has(path) || isSkipped(path)) {
        continue;
      }
      visited.add(path);
      gathered.push({ path, seed });
      for (const needed of [...(dependencies.get(path) ?? [])].reverse()) {
        waiting.push(needed);
      }
    }
  }
  return gathered;
}
