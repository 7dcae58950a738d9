/** Files that git tracks are listed even if `.gitignore` matches them. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ignoredAround } from "./around.js";
import { lookedInto, walk } from "./walk.js";

/** Paths that git tracks although a pattern matches them. */
const TRACKED = ["art/keep.log", "art/build/k.xml", "art/build/deep/below.xml", "art/build-2.xml"];
const LEFT_OUT = ["art/other.log", "art/build/no.xml", "art/build/deep/no.xml", "other/build/k.xml"];

function inRepository(work: (root: string, git: (...args: string[]) => void) => void): void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "assay-index-")));
  const git = (...args: string[]) => void execFileSync("git", args, { cwd: root, stdio: "ignore" });
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  try {
    git("init", "--quiet");
    put(".gitignore", "*.log\nbuild/\n");
    for (const path of [...TRACKED, ...LEFT_OUT, "art/m.xml"]) {
      put(path, path);
    }
    git("add", ".");
    git("add", "--force", ...TRACKED);
    work(root, git);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function listed(root: string): string[] {
  return walk(root, { ignored: { around: ignoredAround(root) } }).files.sort();
}

test("tracked files are listed from the top of a repository and from a folder in it", () => {
  inRepository((root) => {
    expect(listed(root)).toEqual([".gitignore", "art/m.xml", ...TRACKED].sort());
    const inside = ["art/m.xml", ...TRACKED].map((path) => path.slice("art/".length)).sort();
    expect(listed(join(root, "art"))).toEqual(inside);
  });
});

test("ignored folders are not listed, although files in them are tracked", () => {
  inRepository((root) => {
    const tree = walk(root, { ignored: { around: ignoredAround(root) } });
    expect(tree.folders).toContain("art/build");
    expect(lookedInto(tree).sort()).toEqual(["", "art", "other"]);
  });
});

test("files that `.assayignore` matches are ignored, even if they are tracked", () => {
  inRepository((root) => {
    writeFileSync(join(root, "art/.assayignore"), "build/k.xml\nkeep.log\n");
    const left = ["art/build/k.xml", "art/keep.log"];
    const expected = [".gitignore", "art/.assayignore", "art/m.xml", ...TRACKED].filter((path) => !left.includes(path));
    expect(listed(root)).toEqual(expected.sort());
  });
});

test("an index of version 4 derives names from the previous names", () => {
  inRepository((root, git) => {
    const long = `art/build/${"long/".repeat(40)}name.log`;
    mkdirSync(dirname(join(root, long)), { recursive: true });
    writeFileSync(join(root, long), "");
    git("add", "--force", long);
    git("update-index", "--index-version", "4");
    expect(listed(root)).toEqual([".gitignore", "art/m.xml", long, ...TRACKED].sort());
  });
});

test("an index that cannot be read keeps nothing", () => {
  inRepository((root) => {
    for (const text of ["", "DIRC", "DIRC\0\0\0\u0002\0\0\u0001\0aaaa"]) {
      writeFileSync(join(root, ".git/index"), text);
      expect(listed(root)).toEqual([".gitignore", "art/build-2.xml", "art/m.xml"]);
    }
  });
});
