/** Readers that read each file with one of several other readers. */

import type { Reader } from "../source.js";

/** Returns a reader that reads each path with the reader, and at the path, that `choose` returns. */
export function routed(choose: (path: string) => [Required<Reader>, string]): Required<Reader> {
  return {
    read: (path) => {
      const [chosen, at] = choose(path);
      return chosen.read(at);
    },
    size: (path) => {
      const [chosen, at] = choose(path);
      return chosen.size(at);
    },
    fill: (path, view, offset) => {
      const [chosen, at] = choose(path);
      return chosen.fill(at, view, offset);
    },
  };
}
