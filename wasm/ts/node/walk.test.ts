/** The same files are found, regardless of the threads that list the folders. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ignoredAround } from "./around.js";
import { type Listers, listingOf } from "./listing.js";
import { type WalkTree, walk, walkTogether } from "./walk.js";

let root: string;

/** More folders than one thread lists alone, with ignored folders and links. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "assay-walk-"));
  const put = (path: string, text = "") => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (let part = 0; part < 30; part += 1) {
    for (let folder = 0; folder < 50; folder += 1) {
      put(`part${part}/folder${folder}/a.xml`);
    }
    put(`part${part}/.gitignore`, `folder${part}/\n*.tmp\n!keep.tmp\n`);
    put(`part${part}/folder3/deep/er/x.tmp`);
    put(`part${part}/folder3/deep/er/keep.tmp`);
    put(`part${part}/folder4/.git/config`);
    symlinkSync("../folder5", join(root, `part${part}/folder6/link`));
    symlinkSync("..", join(root, `part${part}/folder7/cycle`));
    symlinkSync("/", join(root, `part${part}/folder8/outside`));
  }
});

afterAll(() => rmSync(root, { recursive: true }));

/** Returns a tree in a fixed order. */
function sorted({ folders, files, problems, outside, others, skipped, ignored }: WalkTree) {
  const texts = problems.map((problem) => JSON.stringify(problem)).sort();
  const lists = [folders, files, outside, others, skipped].map((list) => [...list].sort());
  return [...lists, texts, [...ignored].sort()];
}

function options() {
  return { ignored: { around: ignoredAround(root) } };
}

for (const [name, list] of [
  ["by other threads", async (folders: string[]) => listingOf(folders)],
  [
    "by other threads that cannot read some folders",
    async (folders: string[]) => listingOf(folders.map((path) => `${path}/gone`)),
  ],
  ["by other threads that crash", (folders: string[]) => Promise.reject(new Error(folders[0]))],
] as const satisfies [string, Listers["list"]][]) {
  test(name, async () => {
    let requested = 0;
    const call = (): Listers => ({
      concurrency: 3,
      list: (folders) => {
        requested += folders.length;
        return list(folders);
      },
    });
    const together = await walkTogether(root, options(), call);
    expect(requested).toBeGreaterThan(100);
    expect(sorted(together)).toEqual(sorted(walk(root, options())));
  });
}

test("other threads are not used for few folders", async () => {
  const call = () => {
    throw new Error("called");
  };
  const tree = await walkTogether(join(root, "part1"), {}, call);
  expect(sorted(tree)).toEqual(sorted(walk(join(root, "part1"))));
});
