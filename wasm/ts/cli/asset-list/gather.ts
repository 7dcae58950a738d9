/** Which assets a list of seeds stands for. */

import type { Dependencies } from "./dependencies.js";

/** An asset on the list. */
export interface Gathered {
  /** Its path. */
  path: string;
  /** The seed that it came with. */
  seed: string;
}

/**
 * Each seed, followed by the assets that it needs and that are not on the list yet: what it needs first, with all that
 * that one needs, then the next. What is skipped is not followed, either.
 */
export function gather(
  seeds: readonly string[],
  dependencies: Dependencies,
  isSkipped: (path: string) => boolean,
): Gathered[] {
  const gathered: Gathered[] = [];
  const seen = new Set<string>();
  for (const seed of seeds) {
    // Last in, first out: a chain of dependencies may be longer than a stack of calls.
    const waiting = [seed];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path) || isSkipped(path)) {
        continue;
      }
      seen.add(path);
      gathered.push({ path, seed });
      for (const needed of [...(dependencies.get(path) ?? [])].reverse()) {
        waiting.push(needed);
      }
    }
  }
  return gathered;
}
