/** Outputs of a check: they never overwrite inputs, and no two outputs share a file. */

import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "./assay.ts";

const RULES = `rules:
  - { name: few, rpath: \\.xml$, xpath: Model/Faces, condition: ["<=", 50] }
`;
const CHECK = ["check", "--rules", "rules", "--quiet"];
const FORMATS = ["text", "json", "jsonl", "sarif", "junit", "github", "html", "markdown"];

/** Assets that look like outputs. */
const LOOKALIKES = {
  empty: "",
  "quest.txt": "rules = 1\nbad = 1\n  result = 5\n",
  "rows.json": '{"rule":{"name":"of the game"}}\n{"summary":"none"}\n',
  "list.json": '{"version": 1, "findings": [1]}\n',
  "note.md": "## Assay: a word\n\nand what it means\n",
};

async function inProject<T>(work: (cwd: string) => Promise<T>): Promise<T> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-own-"));
  try {
    mkdirSync(join(cwd, "rules"));
    mkdirSync(join(cwd, "assets"));
    writeFileSync(join(cwd, "rules/r.yaml"), RULES);
    writeFileSync(join(cwd, "assets/a.xml"), "<Model><Faces>60</Faces></Model>");
    writeFileSync(join(cwd, "known.json"), '{ "version": 1, "findings": [] }');
    writeFileSync(join(cwd, "other.json"), '{ "list": [{ "findings": [] }] }');
    for (const [name, text] of Object.entries(LOOKALIKES)) {
      writeFileSync(join(cwd, "assets", name), text);
    }
    mkdirSync(join(cwd, "rules/below"));
    symlinkSync("rules", join(cwd, "link-of-rules"));
    symlinkSync("known.json", join(cwd, "link.json"));
    symlinkSync("assets/a.xml", join(cwd, "link.xml"));
    linkSync(join(cwd, "assets/a.xml"), join(cwd, "twin.xml"));
    // The targets of these links do not exist yet. Those of the last ones never will.
    symlinkSync("later", join(cwd, "link"));
    symlinkSync("assets/../link", join(cwd, "link-of-link"));
    symlinkSync("none/folder", join(cwd, "link-of-folder"));
    symlinkSync("cycle", join(cwd, "cycle"));
    symlinkSync("cycle-below/deep", join(cwd, "cycle-below"));
    return await work(cwd);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** Returns all files of a folder with their contents. */
function filesIn(cwd: string): Record<string, string> {
  const names = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, path, name }) => {
      const file = join(parentPath ?? path, name);
      return [file, readFileSync(file, "utf8")];
    }),
  );
}

/** The beginning of an error about an output that this check does not write. */
const UNUSED_OUTPUT = "an output of the configuration cannot be written to";

describe("refuses, before anything is written,", () => {
  const cases: [string, string[], string][] = [
    [
      "a cache over an asset",
      ["--cache", "assets/a.xml"],
      "`assets/a.xml` is not a cache, or is damaged, and would be overwritten",
    ],
    [
      "a cache over a rule file",
      ["--cache", "rules/r.yaml"],
      "`rules/r.yaml` is not a cache, or is damaged, and would be overwritten",
    ],
    [
      "a cache over a baseline",
      ["--cache", "known.json"],
      "`known.json` is not a cache, or is damaged, and would be overwritten",
    ],
    [
      "a baseline over an asset",
      ["--baseline", "assets/a.xml", "--update-baseline"],
      "`assets/a.xml` is not a baseline, and would be overwritten",
    ],
    [
      "a baseline over a rule file",
      ["--baseline", "rules/r.yaml", "--update-baseline"],
      "`rules/r.yaml` is not a baseline, and would be overwritten",
    ],
    [
      "a baseline over a file that is not one, but has its key",
      ["--baseline", "other.json", "--update-baseline"],
      "`other.json` is not a baseline, and would be overwritten",
    ],
    [
      "a report over an asset",
      ["--format", "json=assets/a.xml"],
      "a report cannot be written to `assets/a.xml`: that is a file under check",
    ],
    [
      "a report over an asset through a link",
      ["--format", "json=link.xml"],
      "a report cannot be written to `link.xml`: that is a file under check",
    ],
    [
      "a report over an asset through a hard link",
      ["--format", "json=twin.xml"],
      "a report cannot be written to `twin.xml`: that is a file under check",
    ],
    [
      "a report over a rule file",
      ["--format", "json=rules/r.yaml"],
      "a report cannot be written to `rules/r.yaml`: that is a rule file or a file that rules use",
    ],
    [
      "a report it would be read as a rule file",
      ["--format", "json=rules/new.json"],
      "a report cannot be written to `rules/new.json`: it would be read as a rule file",
    ],
    [
      "a report it would be read as a rule file in a subfolder",
      ["--format", "json=link-of-rules/below/new.JSON"],
      "a report cannot be written to `link-of-rules/below/new.JSON`: it would be read as a rule file",
    ],
    [
      "a cache it would be read as a rule file",
      ["--cache", "rules/new.yaml"],
      "the cache cannot be written to `rules/new.yaml`: it would be read as a rule file",
    ],
    [
      "a baseline it would be read as a rule file",
      ["--baseline", "rules/new.json", "--update-baseline"],
      "the baseline cannot be written to `rules/new.json`: it would be read as a rule file",
    ],
    [
      "a report over the baseline",
      ["--baseline", "known.json", "--format", "json=known.json"],
      "the baseline and a report cannot be the same file `known.json`",
    ],
    [
      "a report over the baseline, through a link",
      ["--baseline", "known.json", "--format", "json=link.json"],
      "the baseline and a report cannot be the same file `link.json`",
    ],
    [
      "a cache and a baseline in one file",
      ["--baseline", "new", "--update-baseline", "--cache", "./new"],
      "the baseline and the cache cannot be the same file `./new`",
    ],
    [
      "a report over the cache",
      ["--cache", "new", "--format", "json=assets/../new"],
      "the cache and a report cannot be the same file `assets/../new`",
    ],
    [
      "a report over the cache in a named folder",
      ["--cache", "assets", "--format", "json=assets/assay.cache"],
      "the cache and a report cannot be the same file `assets/assay.cache`",
    ],
    ...["assets/empty", "assets/quest.txt", "assets/rows.json", "assets/list.json", "assets/note.md"].map(
      (path): [string, string[], string] => [
        `a report over an asset that looks like a report: ${path}`,
        ["--format", `json=${path}`],
        `a report cannot be written to \`${path}\`: that is a file under check`,
      ],
    ),
    [
      "a cache over an empty asset",
      ["--cache", "assets/empty"],
      "the cache cannot be written to `assets/empty`: that is a file under check",
    ],
    [
      "a baseline over an empty asset",
      ["--baseline", "assets/empty", "--update-baseline"],
      "the baseline cannot be written to `assets/empty`: that is a file under check",
    ],
    [
      "a report over a new baseline through a link",
      ["--baseline", "later", "--update-baseline", "--format", "json=link"],
      "the baseline and a report cannot be the same file `link`",
    ],
    [
      "a report over a new cache through a link to a link",
      ["--cache", "later", "--format", "json=link-of-link"],
      "the cache and a report cannot be the same file `link-of-link`",
    ],
    [
      "two reports in one new file, through a link",
      ["--format", "json=link", "--format", "sarif=later"],
      "two reports cannot be written to the same file",
    ],
    [
      "two reports in one new folder, through a link",
      ["--format", "json=link-of-folder/new", "--format", "sarif=none/folder/new"],
      "two reports cannot be written to the same file",
    ],
    [
      "two reports through a link in a cycle",
      ["--format", "json=cycle", "--format", "sarif=./cycle"],
      "two reports cannot be written to the same file",
    ],
    [
      "two reports below a link in a cycle",
      ["--format", "json=cycle-below/new", "--format", "sarif=./cycle-below/new"],
      "two reports cannot be written to the same file",
    ],
    [
      "two reports in one file",
      ["--format", "json=new", "--format", "text=./new"],
      "two reports cannot be written to the same file",
    ],
  ];
  test.for(cases)("%s", async ([, options, message]) => {
    await inProject(async (cwd) => {
      const before = filesIn(cwd);
      const { code, stdout, stderr } = await assay([...CHECK, ...options, "assets"], { cwd });
      expect(stderr.split("\n")[0]).toBe(`error: ${message}`);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(filesIn(cwd)).toEqual(before);
    });
  });

  test.for([
    ["a report", "format: json=assets/a.xml", ["--force"], "a report cannot be written to"],
    ["a report if another one is requested", "format: json=assets/a.xml", ["--format", "text"], UNUSED_OUTPUT],
    ["a baseline if another one is requested", "baseline: assets/a.xml", ["--baseline", "known.json"], UNUSED_OUTPUT],
    ["a baseline, which a shard does not use", "baseline: assets/a.xml", ["--shard", "1/2"], UNUSED_OUTPUT],
    ["a cache if another one is requested", "cache: assets/a.xml", ["--cache", "new"], UNUSED_OUTPUT],
  ] as const)("an output of the configuration over an asset: %s", async ([, setting, options, error]) => {
    await inProject(async (cwd) => {
      writeFileSync(join(cwd, "assay.yaml"), `rules: rules\nroot: assets\n${setting}\n`);
      const before = filesIn(cwd);
      const { code, stderr } = await assay(["check", ...options], { cwd });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `error: ${error} \`assets/a.xml\`: that is a file under check\nhelp: name another file\n`,
      });
      expect(filesIn(cwd)).toEqual(before);
    });
  });

  test("an output of the configuration over an asset, while conversion rules are checked", async () => {
    await inProject(async (cwd) => {
      writeFileSync(join(cwd, "assay.yaml"), "rules: rules\nroot: assets\nformat: json=assets/a.xml\n");
      const { code, stderr } = await assay(["pipeline", "check"], { cwd });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `error: ${UNUSED_OUTPUT} \`assets/a.xml\`: that is a file under check\nhelp: name another file\n`,
      });
    });
  });

  test("a report over the configuration", async () => {
    await inProject(async (cwd) => {
      writeFileSync(join(cwd, "assay.yaml"), "rules: rules\nroot: assets\nformat: json=assay.yaml\n");
      const { code, stderr } = await assay(["check", "--force"], { cwd });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr:
          "error: a report cannot be written to `assay.yaml`: that is the configuration\nhelp: name another file\n",
      });
    });
  });

  test("a report of a saved report it would be read as a rule file", async () => {
    await inProject(async (cwd) => {
      await assay([...CHECK, "--format", "json=saved.json", "assets"], { cwd });
      writeFileSync(join(cwd, "assay.yaml"), "rules: rules\n");
      const { code, stderr } = await assay(["report", "saved.json", "--format", "json=rules/new.json"], { cwd });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr:
          "error: a report cannot be written to `rules/new.json`: it would be read as a rule file\n" +
          "help: name a file that is not in a folder of rules\n",
      });
    });
  });

  test("a report over its input", async () => {
    await inProject(async (cwd) => {
      await assay([...CHECK, "--format", "json=saved.json", "assets"], { cwd });
      const before = filesIn(cwd);
      const { code, stderr } = await assay(["report", "saved.json", "--format", "html=./saved.json"], { cwd });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr:
          "error: a report cannot be written to `./saved.json`: that is an input report\nhelp: name another file\n",
      });
      expect(filesIn(cwd)).toEqual(before);
    });
  });
});

describe("overwrites, also among the checked files,", () => {
  test.for(FORMATS)("a report as %s", async (format) => {
    await inProject(async (cwd) => {
      const written = async () => {
        const options = ["--allow-empty", "--format", `${format}=assets/report`];
        const { code, stderr } = await assay([...CHECK, ...options, "assets"], { cwd });
        expect(stderr).toBe("");
        return { code, text: readFileSync(join(cwd, "assets/report"), "utf8") };
      };
      const first = await written();
      expect(first.code).toBe(1);
      expect(await written()).toEqual(first);
      writeFileSync(join(cwd, "assets/a.xml"), "<Model><Faces>6</Faces></Model>");
      expect((await written()).code).toBe(0);
    });
  });

  test.for(["rules/report.sarif", "rules/node_modules/report.json"])("a report next to rules: %s", async (path) => {
    await inProject(async (cwd) => {
      mkdirSync(join(cwd, "rules/node_modules"));
      for (let time = 0; time < 2; time += 1) {
        // Files in `node_modules` are skipped with a warning.
        const isSkipped = time > 0 && path.includes("node_modules");
        expect(await assay([...CHECK, "--format", `json=${path}`, "assets"], { cwd })).toMatchObject({
          code: 1,
          stderr: isSkipped ? "warning: 1 warning; for details, print a text report: --format text\n" : "",
        });
      }
    });
  });

  test("a shard of a report", async () => {
    await inProject(async (cwd) => {
      const options = ["--shard", "1/1", "--format", "json=assets/report"];
      for (let time = 0; time < 2; time += 1) {
        expect(await assay([...CHECK, ...options, "assets"], { cwd })).toMatchObject({ code: 1, stderr: "" });
      }
    });
  });

  test("a baseline with merge conflicts", async () => {
    await inProject(async (cwd) => {
      const both = '{\n  "version": 1,\n  "findings": [\n<<<<<<< HEAD\n=======\n>>>>>>> other\n  ]\n}\n';
      writeFileSync(join(cwd, "assets/known.json"), both);
      const options = ["--baseline", "assets/known.json", "--update-baseline"];
      expect(await assay([...CHECK, ...options, "assets"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
    });
  });

  test("a cache, which is never checked, even if it is not used", async () => {
    await inProject(async (cwd) => {
      const options = ["--format", "json", "--cache", "assets"];
      for (const more of [[], ["--timings"]]) {
        const { stdout } = await assay([...CHECK, ...options, ...more, "assets"], { cwd });
        expect(JSON.parse(stdout).stats.files_seen).toBe(1 + Object.keys(LOOKALIKES).length);
      }
    });
  });

  test("an empty file for a cache", async () => {
    await inProject(async (cwd) => {
      writeFileSync(join(cwd, "kept"), "");
      expect((await assay([...CHECK, "--cache", "kept", "assets"], { cwd })).code).toBe(1);
      expect(readFileSync(join(cwd, "kept"), "latin1")).toMatch(/^assay cache /);
    });
  });
});
