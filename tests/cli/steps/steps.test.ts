/** `assay step`: a check in steps makes the report of `assay check`, whatever happens to its processes. */

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";
import { ASSAY, assay, ended, start } from "../assay.ts";
import { StepTest } from "./project.ts";

/** A script that kills its process when it opens a certain file. */
const POISON = fileURLToPath(new URL("../preload/poison.cjs", import.meta.url));

/** Rules that use a collection, references, a function that reads another file, and comments. */
const RULES = `collections:
  meshes: { rpath: /meshes/, xpath: '*/Name' }
rules:
  - name: faces-at-most-50
    rpath: /meshes/
    xpath: '*/Faces'
    condition: ["<=", 50]
  - name: mesh-is-known
    rpath: /scenes/
    xpath: '*/Mesh'
    condition: [Exist in, artfunc_meshes]
  - name: part-is-small
    rpath: /scenes/
    xpath: '*/Uses'
    subxpath: '*/Faces'
    condition: ["<", 40]
  - name: partner-exists
    rpath: /scenes/
    xpath: '*/Uses'
    condition: [Satisfy the expression, exists(d)]
`;

/** Returns the files of a project with this number of meshes and scenes. */
function filesOf(count: number): Record<string, string> {
  const all: Record<string, string> = { "rules/r.yaml": RULES };
  for (let number = 0; number < count; number += 1) {
    all[`assets/meshes/m${number}.xml`] = `<Mesh><Name>m${number}</Name><Faces>${number * 5}</Faces></Mesh>`;
    // Every fourth mesh has another name, and every fifth part does not exist.
    const [mesh, part] = [
      number % 4 === 0 ? `n${number}` : `m${number}`,
      number % 5 === 0 ? number + count : count - 1 - number,
    ];
    all[`assets/scenes/s${number}.xml`] = `<Scene><Mesh>${mesh}</Mesh><Uses>meshes/m${part}.xml</Uses></Scene>`;
  }
  return all;
}

describe("cluster.md, Steps from files to files", () => {
  const packs = [
    "asset-lists",
    "conversion",
    "definitions",
    "gltf",
    "godot",
    "messiah",
    "naming",
    "packages",
    "textures",
    "unity",
  ];
  test.each(packs)("the sample of %s has the report of `assay check`, with each file in a block", async (pack) => {
    await StepTest.with({}, async (project) => {
      project.copySample(pack);
      const rules = ["--rules", `assay:${pack}`];
      const whole = await project.whole(...rules);
      await project.begin(1, ...rules);
      await project.work();
      expect(await project.report()).toEqual(whole);
    });
  });

  test("shares of the blocks can be worked on in any order, and twice", async () => {
    await StepTest.with(filesOf(40), async (project) => {
      await project.begin(5);
      for (const share of ["3/3", "1/3", "2/3", "2/3"]) {
        await project.step("index", share);
      }
      await project.step("merge-index");
      for (const share of ["2/2", "1/2", "1-4"]) {
        await project.step("check", share);
      }
      await project.step("follow", "1");
      expect(await project.report()).toEqual(await project.whole());
    });
  });

  test("a result that exists is not made again", async () => {
    await StepTest.with(filesOf(40), async (project) => {
      await project.begin(5);
      const [index = 0, , check, follow] = await project.work();
      expect([index > 5, check, follow]).toEqual([true, index + 1, 1]);
      expect(await project.work()).toEqual([0, 0, 0, 0]);
      // A value of a collection stays the same, so only two blocks are checked again: that of the file, and that of the
      // scene whose rule asks whether the file exists.
      project.write({ "assets/meshes/m7.xml": "<Mesh><Name>m7</Name><Faces>99</Faces></Mesh>" });
      await project.begin(5);
      expect(await project.work()).toEqual([1, 0, 2, 1]);
      expect(await project.report()).toEqual(await project.whole());
      // Another value: every block that may look it up is checked again.
      project.write({ "assets/meshes/m7.xml": "<Mesh><Name>other</Name><Faces>99</Faces></Mesh>" });
      await project.begin(5);
      expect(await project.work()).toEqual([1, 0, index + 1, 1]);
      expect(await project.report()).toEqual(await project.whole());
    });
  });

  test("a result counts no longer if a file of another block that it looked at has changed", async () => {
    const rules = "rule: { rpath: /scenes/, xpath: '*/Uses', condition: [Satisfy the expression, exists(d)] }";
    await StepTest.with({ ...filesOf(20), "rules/r.yaml": rules }, async (project) => {
      await project.begin(4);
      await project.work();
      rmSync(join(project.folder, "assets/meshes/m12.xml"));
      await project.begin(4);
      await project.work();
      const [code, report] = await project.report();
      expect([code, report]).toEqual(await project.whole());
      expect(report).toContain("exists(d)");
    });
  });

  test("a result counts no longer if a file that is not listed has changed", async () => {
    const rule = `rule: { rpath: a.txt$, xpath: '{file.path}', condition: [Satisfy the expression, "exists('ignored/x.txt')"] }`;
    const files = {
      "rules/r.yaml": rule,
      "assets/.assayignore": "ignored/\n",
      "assets/a.txt": "",
      "assets/ignored/x.txt": "",
    };
    await StepTest.with(files, async (project) => {
      await project.begin(4);
      await project.work();
      expect((await project.report())[0]).toBe(0);
      rmSync(join(project.folder, "assets/ignored/x.txt"));
      await project.begin(4);
      await project.work();
      expect(await project.report()).toEqual(await project.whole());
    });
  });

  test("a change of a file that only values name, or of the condition for it, is noticed", async () => {
    const rule = (limit: number) =>
      `rule: { rpath: /scenes/, xpath: '*/Uses', subxpath: '*/Faces', condition: ['<', ${limit}] }`;
    await StepTest.with({ ...filesOf(12), "rules/r.yaml": rule(1000) }, async (project) => {
      const expectSame = async () => {
        await project.begin(4);
        await project.work();
        const report = await project.report();
        expect(report).toEqual(await project.whole());
        return JSON.parse(report[1]).findings.length as number;
      };
      expect(await expectSame()).toBe(0);
      project.write({ "assets/meshes/m5.xml": "<Mesh><Name>m5</Name><Faces>5000</Faces></Mesh>" });
      expect(await expectSame()).toBe(1);
      project.write({ "rules/r.yaml": rule(30) });
      expect(await expectSame()).toBeGreaterThan(1);
    });
  });

  test("a report needs results for the current list of files", async () => {
    await StepTest.with(filesOf(12), async (project) => {
      await project.begin(4);
      await project.work();
      // Other blocks: references of results that were not made again belong to blocks that do not exist any more.
      project.write(Object.fromEntries([..."abcdefg"].map((name) => [`assets/meshes/k${name}.xml`, "<Mesh/>"])));
      await project.begin(4);
      expect((await project.run("step", "report", "check")).code).toBe(2);
      await project.work();
      expect(await project.report()).toEqual(await project.whole());
    });
  });

  test("a missing file belongs to a block, also if the blocks around it change", async () => {
    const rules =
      "collections: { c: { file: g.txt } }\nrule: { rpath: txt$, xpath: '{file.name}', condition: [Exist in, artfunc_c] }";
    const files = {
      "rules/r.yaml": rules,
      "assets/a.txt": "",
      "assets/f.txt": "",
      "assets/h.txt": "",
      "assets/z.txt": "",
    };
    await StepTest.with(files, async (project) => {
      for (const removed of [[], ["f.txt"], ["h.txt"]]) {
        for (const path of removed) {
          rmSync(join(project.folder, "assets", path));
        }
        await project.begin(1);
        await project.work();
        expect(await project.report(), `without ${removed}`).toEqual(await project.whole());
      }
    });
  });

  test("a file that could not be read is tried again with the next list", async () => {
    await StepTest.with(filesOf(8), async (project) => {
      const path = join(project.folder, "assets/meshes/m3.xml");
      const { mtime } = statSync(path);
      rmSync(path);
      symlinkSync("nowhere", path);
      await project.begin(4);
      await project.work();
      expect((await project.report())[0]).toBe(2);
      rmSync(path);
      project.write(filesOf(8));
      utimesSync(path, mtime, mtime);
      await project.begin(4);
      await project.work();
      expect(await project.report()).toEqual(await project.whole());
    });
  });

  test("the settings of the configuration of the listed folder apply to the report", async () => {
    const files = {
      "assets/assay.yaml": "rules: [rules]\nfail_on: warning\n",
      "assets/rules/r.yaml": "rule: { rpath: txt$, xpath: '{file.size}', severity: warning, condition: ['>', 9] }",
      "assets/a.txt": "a",
    };
    await StepTest.with(files, async (project) => {
      await project.step("list", "assets");
      await project.step("plan");
      await project.work();
      expect((await project.run("step", "report", "check")).code).toBe(1);
    });
  });

  test("a folder that is named like that of virtual files is a problem", async () => {
    await StepTest.with({ ...filesOf(2), "assets/@definitions/a.xml": "<A/>" }, async (project) => {
      await project.begin(4);
      await project.work();
      const [code, report] = await project.report();
      expect([code, report]).toEqual([2, expect.stringContaining("this file is not checked: in steps")]);
    });
  });

  test("a file that has changed since it was listed is not checked", async () => {
    await StepTest.with(filesOf(8), async (project) => {
      await project.begin(4);
      project.write({ "assets/meshes/m3.xml": "<Mesh><Name>m3</Name><Faces>1000</Faces></Mesh>" });
      await project.work();
      const [code, report] = await project.report();
      expect(code).toBe(2);
      expect(report).toContain("it has changed since the files were listed");
      expect(report).not.toContain("1000");
      await project.begin(4);
      await project.work();
      expect(await project.report()).toEqual(await project.whole());
    });
  });

  test("rule files and earlier reports among the assets are not checked", async () => {
    const files = {
      "assets/rules/r.yaml": "rule: { rpath: ., xpath: '{file.size}', condition: ['<', 0] }",
      "assets/a.txt": "a",
    };
    await StepTest.with(files, async (project) => {
      const rules = ["--rules", "assets/rules"];
      await project.begin(1, ...rules);
      await project.work();
      expect(await project.report()).toEqual(await project.whole(...rules));
    });
  });

  test("functions that list all files see those of all blocks", async () => {
    const rule =
      "rule: { rpath: ., xpath: '{file.path}', condition: [func_f], func_str: 'fn f(d, p, c) { list_files(`.`).len() > 9 }' }";
    await StepTest.with({ ...filesOf(4), "rules/r.yaml": rule }, async (project) => {
      await project.begin(2);
      await project.work();
      expect(await project.report()).toEqual(await project.whole());
    });
  });
});

describe("cluster.md, Exit codes of steps", () => {
  test("an earlier result that is missing is temporary, and a report without it is incomplete", async () => {
    await StepTest.with(filesOf(8), async (project) => {
      await project.begin(4);
      for (const step of ["merge-index", "check", "follow"]) {
        const { code, stderr } = await project.run("step", step, "check");
        expect([step, code], stderr).toEqual([step, 75]);
        expect(stderr).toContain("help: run `assay step");
      }
      expect((await project.run("step", "report", "check")).code).toBe(2);
    });
  });

  test.each([
    [["step", "plan", "check"], "there is no list of files in `check`"],
    [["step", "check", "check"], "there is no list of files in `check`"],
    [["step", "list", "check", "nowhere"], "there is nothing to list at `nowhere`"],
    [["step", "list", "check", "assets", "--block-size", "0"], "`--block-size` takes a whole number from 1"],
    [["step", "list", "check", "assets", "--inventory", "i.csv"], "i.csv:2: a line needs a path, a size in bytes"],
    [["step", "list", "check", "assets", "--inventory", "j.csv"], "j.csv:1: there is no column `modified`"],
    [["step", "list", "check", "assets", "--inventory", "k.csv"], "k.csv:2: a line needs a path"],
    [["step", "list", "check", "assets", "--inventory", "gone.csv"], "there is no inventory at `gone.csv`"],
    [["step", "list", "assets", "assets"], "the folder of the check is the folder to check"],
  ])("%j cannot be done", async (args, message) => {
    const files = {
      "assets/a.txt": "a",
      "i.csv": "path,size,modified\na.txt,x,0\n",
      "j.csv": "path,size\na.txt,1\n",
      "k.csv": 'path,size,modified\na"b.txt,1,2\n',
    };
    await StepTest.with(files, async (project) => {
      const { code, stderr } = await project.run(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    });
  });

  test("an inventory can have times, or versions such as the hashes of Git", async () => {
    await StepTest.with(filesOf(10), async (project) => {
      const whole = await project.whole();
      const assets = join(project.folder, "assets");
      const git = (...args: string[]) => execFileSync("git", ["-C", assets, ...args], { encoding: "utf8" });
      git("init", "--quiet");
      git("add", "--all");
      git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "--message=a");
      const versions = git("ls-tree", "-r", "--format=%(path),%(objectsize),%(objectname)", "HEAD");
      const paths = versions
        .trim()
        .split("\n")
        .map((line) => line.split(",")[0] ?? "");
      const times = paths.map((path) => {
        const { size, mtimeMs } = statSync(join(assets, path));
        return `${path},${size},${Math.trunc(mtimeMs)}\n`;
      });
      for (const inventory of [`path,size,version\n${versions}`, `path,size,modified\n${times.join("")}`]) {
        rmSync(join(project.folder, "check"), { recursive: true, force: true });
        project.write({ "files.csv": inventory });
        await project.step("list", "assets", "--inventory", "files.csv", "--block-size", "4");
        await project.step("plan", "--rules", "rules");
        await project.work();
        expect(await project.report()).toEqual(whole);
      }
    });
  });

  test("blocks that do not exist are refused", async () => {
    await StepTest.with(
      { ...filesOf(4), "rules/r.yaml": "rule: { rpath: ., xpath: '*', condition: [Exist] }" },
      async (project) => {
        await project.begin(100);
        for (const [blocks, message] of [
          ["2", "there is no block 2, only 1"],
          ["3-1", "`3-1` names no blocks"],
          ["2/1", "`2/1` names no blocks"],
          ["a", "`a` names no blocks"],
        ] as const) {
          const { code, stderr } = await project.run("step", "check", "check", blocks);
          expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
        }
      },
    );
  });

  test("a plan of another version is refused with a sentence", async () => {
    await StepTest.with(filesOf(2), async (project) => {
      await project.begin(4);
      const plan = join(project.folder, "check/plan.json");
      writeFileSync(plan, readFileSync(plan, "utf8").replace(/"engine":"[0-9a-f]+"/, '"engine":"another"'));
      const { code, stderr } = await project.run("step", "index", "check");
      expect(code).toBe(2);
      expect(stderr).toContain(
        "another version of Assay has made the plan, and results of different versions cannot be merged",
      );
    });
  });
});

describe("cluster.md, Proof: processes that are killed", () => {
  test("steps that are killed at any time are done again, with the same report", async () => {
    await StepTest.with(filesOf(60), async (project) => {
      const steps = [
        ["list", "assets", "--block-size", "3"],
        ["plan", "--rules", "rules"],
        ["index"],
        ["merge-index"],
        ["check"],
        ["follow"],
      ];
      for (const [name = "", ...args] of steps) {
        for (const delay of [150, 250, 400]) {
          const child = start(["step", name, "check", ...args], { cwd: project.folder });
          const end = ended(child);
          setTimeout(() => child.kill("SIGKILL"), delay);
          await end;
        }
        await project.step(name, ...args);
      }
      expect(await project.report()).toEqual(await project.whole());
      // Drafts of killed processes remain.
      expect(project.names("attempts").filter((name) => !name.endsWith(".tmp"))).toEqual([]);
    });
  });

  test("a file that kills its process twice is left out and reported, and its neighbours are checked", async () => {
    await StepTest.with(filesOf(20), async (project) => {
      await project.begin(100);
      await project.step("index");
      await project.step("merge-index");
      // As if the kernel killed the process because it needs too much memory for this file.
      const env = { NODE_OPTIONS: `--require ${POISON}`, POISON: "meshes/m7.xml" };
      for (let deaths = 0; deaths < 3; deaths += 1) {
        expect((await assay(["step", "check", "check"], { cwd: project.folder, env })).code).toBe(137);
      }
      expect((await assay(["step", "check", "check"], { cwd: project.folder, env })).code).toBe(0);
      await project.work();
      const [code, report] = await project.report();
      expect(code).toBe(2);
      const { problems, stats } = JSON.parse(report);
      expect(problems.filter((problem: { code: string }) => problem.code === "internal")).toMatchObject([
        {
          path: "meshes/m7.xml",
          message: "the checker crashed on this file: 2 processes were killed while they checked it",
        },
      ]);
      expect(stats.files_seen).toBe(40);
    });
  });
});

describe("assay step serve", () => {
  test("runs steps that come as lines", async () => {
    await StepTest.with(filesOf(8), async (project) => {
      await project.begin(4);
      const requests = ["index", "merge-index", "check", "nothing", "follow"].map((step) =>
        JSON.stringify({ step, dir: "check" }),
      );
      const output = execFileSync(process.execPath, [ASSAY, "step", "serve"], {
        cwd: project.folder,
        input: `${requests.join("\n")}\n`,
        encoding: "utf8",
        stdio: ["pipe", "pipe", "ignore"],
      });
      const codes = output
        .split("\n")
        .filter((line) => line.includes('"exit"'))
        .map((line) => JSON.parse(line).code);
      expect(codes).toEqual([0, 0, 0, 2, 0]);
      expect(await project.report()).toEqual(await project.whole());
    });
  });
});
