/** `assay check --against`: files as an addition to a project that steps have indexed. */

import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../assay.ts";
import { ObjectStorage } from "./object-storage.ts";
import { StepTest } from "./project.ts";

const RULES = `collections:
  ids: { rpath: \\.xml$, xpath: '*/Id' }
rules:
  - { name: id-is-unique, rpath: \\.xml$, xpath: '*/Id', condition: [Satisfy the expression, len(ids.paths(d)) == 1] }
  - { name: part-is-small, rpath: scenes/, xpath: '*/Uses', subxpath: '*/Faces', condition: ['<', 40] }
  - { name: partner-exists, rpath: scenes/, xpath: '*/Uses', condition: [Satisfy the expression, exists(d)] }
`;

const mesh = (id: string, faces: number) => `<Mesh><Id>${id}</Id><Faces>${faces}</Faces></Mesh>`;
const scene = (id: string, ...uses: string[]) =>
  `<Scene><Id>${id}</Id>${uses.map((path) => `<Uses>${path}</Uses>`).join("")}</Scene>`;

const PUBLISHED = {
  "assets/meshes/big.xml": mesh("big", 90),
  "assets/meshes/old.xml": mesh("old", 10),
  "assets/meshes/small.xml": mesh("small", 10),
  "assets/scenes/a.xml": scene("a", "meshes/old.xml", "meshes/small.xml"),
};

/** `old.xml` gets another id, so that `old` is free for `new.xml`, and becomes too large for a scene of the project. */
const DELIVERY = {
  "meshes/old.xml": mesh("older", 50),
  "scenes/new.xml": scene("old", "meshes/big.xml", "meshes/small.xml", "meshes/gone.xml"),
  "scenes/twin.xml": scene("small", "meshes/old.xml"),
};

interface Finding {
  rule: string;
  path: string;
  via?: { path: string };
}

/** Returns the exit code and the findings of a check. */
async function findings(project: StepTest, ...args: string[]): Promise<[code: number, findings: Finding[]]> {
  const { code } = await project.run("check", "--quiet", "--format", "json=report.json", ...args);
  const { findings } = JSON.parse(readFileSync(join(project.folder, "report.json"), "utf8")) as { findings: Finding[] };
  return [code, findings];
}

/** Publishes a project, and puts a delivery into the folder `delivery`. */
async function published(work: (project: StepTest) => Promise<void>): Promise<void> {
  await StepTest.with({ "rules/r.yaml": RULES, ...PUBLISHED }, async (project) => {
    await project.begin(2);
    await project.step("index");
    await project.step("merge-index");
    await project.step("check");
    project.write(Object.fromEntries(Object.entries(DELIVERY).map(([path, text]) => [`delivery/${path}`, text])));
    await work(project);
  });
}

describe("cluster.md, Engines: a published index", () => {
  test("a delivery has the findings that its files have in the whole project", async () => {
    await published(async (project) => {
      const delivered = await findings(project, "--against", "check", "delivery");
      expect(delivered[1].map(({ rule, path }) => `${rule} ${path}`)).toEqual([
        "part-is-small meshes/big.xml",
        "part-is-small meshes/old.xml",
        "partner-exists scenes/new.xml",
        "id-is-unique scenes/twin.xml",
      ]);
      // The same check of all files, where the delivered ones are named.
      project.write(Object.fromEntries(Object.entries(DELIVERY).map(([path, text]) => [`assets/${path}`, text])));
      const named = Object.keys(DELIVERY).map((path) => `assets/${path}`);
      const whole = await findings(project, "--rules", "rules", "assets", ...named);
      expect(delivered).toEqual(whole);
    });
  });

  test("a published file is not missing where its content is not available", async () => {
    await published(async (project) => {
      renameSync(join(project.folder, "assets"), join(project.folder, "elsewhere"));
      const { code, stdout } = await project.run("check", "--against", "check", "delivery");
      expect(code).toBe(2);
      expect(stdout).toContain(`it belongs to the project, but is not in \`${project.folder}/assets\` on this machine`);
      expect(stdout).toContain("[partner-exists]");
      expect(stdout.match(/there is no such file/g)).toHaveLength(1);
    });
  });

  test("the settings are those of the project, not those of the delivery", async () => {
    await published(async (project) => {
      const ignoring = "ignore: ['*.xml']\n";
      project.write({ "delivery/assay.yaml": ignoring, "assay.yaml": ignoring });
      const [code, found] = await findings(project, "--against", "check", "delivery");
      expect([code, found.length]).toEqual([2, 4]);
    });
  });

  test("a project without an index, and options of the published project, are refused", async () => {
    await StepTest.with({ "rules/r.yaml": RULES, ...PUBLISHED }, async (project) => {
      await project.begin(2);
      const early = await project.run("check", "--against", "check", "assets");
      expect([early.code, early.stderr]).toEqual([
        2,
        "error: the collections of these files have not been merged\nhelp: run `assay step merge-index` first\n",
      ]);
      await project.step("index");
      await project.step("merge-index");
      project.write({ "delivery/new.xml": mesh("new", 1) });
      for (const [args, message] of [
        [["assets"], "block 1 has not been checked"],
        [["assets", "--rules", "rules"], "`--rules` cannot be combined with `--against`"],
        [["assets", "--cache", "c"], "`--cache` cannot be combined with `--against`"],
        [["assets", "--update-baseline"], "`--update-baseline` cannot be combined with `--against`"],
        [["nowhere"], "`--against` takes a folder with files, and `nowhere` is none"],
        [[], "`--against` takes a folder with files"],
        [
          ["assets", "--format", "json=check/manifest.json"],
          "the report `check/manifest.json` would replace a file of the project",
        ],
        [
          ["assets", "--format", "json=assets/scenes/a.xml"],
          "the report `assets/scenes/a.xml` would replace a file of the project",
        ],
        [
          ["delivery", "--format", "json=delivery/new.xml"],
          "a report cannot be written to `delivery/new.xml`: that is a file under check",
        ],
        [["check"], "the folder of the check is the folder to check"],
      ] as const) {
        const { code, stderr } = await project.run("check", "--against", "check", ...args);
        expect([code, stderr.split("\n")[0]]).toEqual([2, `error: ${message}`]);
      }
      const { code, stderr } = await project.run("check", "--against", "rules/r.yaml", "assets");
      expect([code, stderr.split("\n")[0]]).toEqual([2, "error: there is no list of files in `rules/r.yaml`"]);
    });
  });

  test("files, lists and results can be in a bucket", async () => {
    await ObjectStorage.with((storage) =>
      StepTest.with({ "rules/r.yaml": RULES }, async (project) => {
        const objects = Object.entries(PUBLISHED).map(([path, text]) => [path.replace("assets/", ""), text]);
        storage.put(Object.fromEntries(objects), "game/");
        project.write(Object.fromEntries(Object.entries(DELIVERY).map(([path, text]) => [`delivery/${path}`, text])));
        const run = (...args: string[]) => assay(args, { cwd: project.folder, env: storage.env });
        const [dir, root] = ["s3://bucket/check", "s3://bucket/game"];
        for (const [step = "", ...rest] of [
          ["list", dir, root],
          ["plan", dir, "--rules", "rules"],
          ["index", dir],
          ["merge-index", dir],
          ["check", dir],
        ]) {
          expect((await run("step", step, ...rest)).code).toBe(0);
        }
        const { code, stdout } = await run("check", "--against", dir, "delivery", "--format", "json");
        const { findings } = JSON.parse(stdout) as { findings: Finding[] };
        expect([code, findings.map(({ rule }) => rule)]).toEqual([
          2,
          ["part-is-small", "part-is-small", "partner-exists", "id-is-unique"],
        ]);
      }),
    );
  });
});
