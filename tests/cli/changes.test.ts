/** `assay check --changes git:COMMIT`, with repositories of git. */

import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "./assay.ts";

const RULES = `rules:
  - name: faces-at-most-5000
    rpath: \\.xml$
    xpath: '*/NumFaces'
    condition: ["<=", 5000]
  - name: mesh-exists
    rpath: \\.scene$
    xpath: '*/Mesh'
    condition: [Satisfy the expression, exists(d)]
  - name: never-fewer-faces
    rpath: \\.xml$
    xpath: '*/NumFaces'
    condition: [func_fewer]
    func_str: |
      fn fewer(data, filepath, condition) {
          let old = before(filepath);
          if !exists(old) {
              return [];
          }
          let faces = xpath(old, "*/NumFaces")[0].to_int();
          data.filter(|value| value.to_int() < faces)
      }
`;

const model = (faces: number) => `<Model>\n  <NumFaces>${faces}</NumFaces>\n</Model>\n`;
const scene = (...meshes: string[]) => `<Scene>${meshes.map((mesh) => `<Mesh>${mesh}</Mesh>`).join("")}</Scene>\n`;

/** A repository of git in a new folder, which is deleted when `work` has ended. */
class TestRepository {
  readonly folder: string;
  readonly #temporary: string;

  private constructor() {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-git-")));
    this.#temporary = realpathSync(mkdtempSync(join(tmpdir(), "assay-temporary-")));
    this.git("init", "--quiet", "--initial-branch", "main");
    this.git("config", "user.email", "test@example.com");
    this.git("config", "user.name", "Test");
  }

  static async with(work: (repository: TestRepository) => Promise<void>): Promise<void> {
    const repository = new TestRepository();
    try {
      await work(repository);
      expect(readdirSync(repository.#temporary)).toEqual([]);
    } finally {
      rmSync(repository.folder, { recursive: true, force: true });
      rmSync(repository.#temporary, { recursive: true, force: true });
    }
  }

  git(...args: string[]): string {
    return execFileSync("git", args, { cwd: this.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  write(files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
  }

  commit(files: Record<string, string> = {}): void {
    this.write(files);
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", "change");
  }

  /** Returns the findings, and the message on the standard error, of a check. */
  async check(since: string, ...places: string[]) {
    const args = ["check", "--rules", "rules.yaml", "--changes", since, "--format", "jsonl", ...places];
    const { code, stdout, stderr } = await assay(args, { cwd: this.folder, env: { TMPDIR: this.#temporary } });
    const lines = stdout.split("\n").flatMap((line) => (line === "" ? [] : JSON.parse(line)));
    const findings = lines.flatMap(({ finding }) => (finding === undefined ? [] : [finding]));
    return { code, findings: findings.map(({ rule, path, value }) => [rule, path, value]), stderr };
  }
}

describe.concurrent("changes since a commit", () => {
  test("committed, uncommitted and new files are checked, and what refers to a deleted file", async () => {
    await TestRepository.with(async (repository) => {
      repository.commit({
        "rules.yaml": RULES,
        "assets/known.xml": model(9000),
        "assets/committed.xml": model(10),
        "assets/changed.xml": model(20),
        "assets/deleted.xml": model(30),
        "assets/moved.xml": model(7000),
        "assets/street.scene": scene("assets/deleted.xml", "assets/never.xml"),
      });
      repository.git("switch", "--quiet", "--create", "work");
      repository.commit({ "assets/committed.xml": model(6001) });
      repository.write({ "assets/changed.xml": model(19), "assets/new.xml": model(6002) });
      rmSync(join(repository.folder, "assets/deleted.xml"));
      renameSync(join(repository.folder, "assets/moved.xml"), join(repository.folder, "assets/to.xml"));
      repository.git("add", "assets/moved.xml", "assets/to.xml");
      const { code, findings, stderr } = await repository.check("git:main", ".");
      expect(findings).toEqual([
        ["never-fewer-faces", "assets/changed.xml", "19"],
        ["faces-at-most-5000", "assets/committed.xml", "6001"],
        ["faces-at-most-5000", "assets/new.xml", "6002"],
        ["mesh-exists", "assets/street.scene", "assets/deleted.xml"],
      ]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^files changed since `main` \([0-9a-f]{8}\): 2 modified, 1 added, 1 deleted, 1 moved$/m);
    });
  });

  test("changes are those since the last common commit", async () => {
    await TestRepository.with(async (repository) => {
      repository.commit({ "rules.yaml": RULES, "a.xml": model(1), "b.xml": model(9000) });
      repository.git("switch", "--quiet", "--create", "work");
      repository.commit({ "a.xml": model(6000) });
      repository.git("switch", "--quiet", "main");
      repository.commit({ "b.xml": model(2) });
      repository.git("switch", "--quiet", "work");
      // `main` has mended b.xml meanwhile, but this branch has not broken it.
      const { findings, stderr } = await repository.check("git:main", ".");
      expect(findings).toEqual([["faces-at-most-5000", "a.xml", "6000"]]);
      expect(stderr).toMatch(/since the last common commit with `main` \([0-9a-f]{8}\): 1 modified$/m);
    });
  });

  test("the folder under check can be a part of the repository", async () => {
    await TestRepository.with(async (repository) => {
      repository.commit({ "rules.yaml": RULES, "art/a.xml": model(9000), "other/a.xml": model(1) });
      repository.write({ "art/b ü.xml": model(8000), "other/a.xml": model(9000), "art/a.xml": `\n${model(9000)}` });
      const { findings, stderr } = await repository.check("git:HEAD", "art");
      expect(findings).toEqual([["faces-at-most-5000", "b ü.xml", "8000"]]);
      expect(stderr).toContain("1 modified, 1 added");
    });
  });

  test("previous versions pass through the filters of git", async () => {
    await TestRepository.with(async (repository) => {
      // In the repository the number has no zeros at its end.
      repository.git("config", "filter.short.clean", "sed s/000//");
      repository.git("config", "filter.short.smudge", "sed 's/<NumFaces>[0-9]*/&000/'");
      repository.commit({ ".gitattributes": "*.xml filter=short\n", "rules.yaml": RULES, "a.xml": model(9000) });
      expect(repository.git("show", "HEAD:a.xml")).toBe(model(9));
      repository.write({ "a.xml": `${model(9000)}\n` });
      const { code, findings } = await repository.check("git:HEAD", ".");
      expect({ code, findings }).toEqual({ code: 0, findings: [] });
    });
  });

  test("a file that was moved without git keeps its findings", async () => {
    await TestRepository.with(async (repository) => {
      repository.commit({ "rules.yaml": RULES, "old/a.xml": model(9000), "old/b.xml": model(9000) });
      renameSync(join(repository.folder, "old"), join(repository.folder, "new"));
      const { code, findings, stderr } = await repository.check("git:HEAD", ".");
      expect({ code, findings }).toEqual({ code: 0, findings: [] });
      expect(stderr).toMatch(/: 2 moved$/m);
    });
  });

  test("a file that was moved and changed without git is compared with its previous version", async () => {
    await TestRepository.with(async (repository) => {
      const long = "<!-- a comment that makes both versions similar -->\n".repeat(9);
      repository.commit({ "rules.yaml": RULES, "old/a.xml": model(9000) + long });
      rmSync(join(repository.folder, "old"), { recursive: true });
      repository.write({ "new/a.xml": model(8999) + long });
      const { findings, stderr } = await repository.check("git:HEAD", ".");
      expect(findings).toEqual([
        ["faces-at-most-5000", "new/a.xml", "8999"],
        ["never-fewer-faces", "new/a.xml", "8999"],
      ]);
      expect(stderr).toMatch(/: 1 moved$/m);
      // Only a copy of git's index was changed.
      expect(repository.git("status", "--short")).toBe(" D old/a.xml\n?? new/\n");
    });
  });

  test("a baseline that lists the new path of a moved file hides no second finding there", async () => {
    await TestRepository.with(async (repository) => {
      const long = "<!-- a comment that makes both versions similar -->\n".repeat(9);
      const twice = "<Model><NumFaces>9000</NumFaces>\n<NumFaces>9000</NumFaces></Model>\n";
      repository.commit({ "rules.yaml": RULES, "old/a.xml": model(9000) + long });
      rmSync(join(repository.folder, "old"), { recursive: true });
      const known = { path: "new/a.xml", rule: "faces-at-most-5000", value: "9000" };
      const baseline = JSON.stringify({ version: 1, findings: [known] });
      repository.write({ "new/a.xml": twice + long, "known.json": baseline });
      const { findings, stderr } = await repository.check("git:HEAD", "--baseline", "known.json", ".");
      expect(stderr).toContain("1 moved");
      expect(findings).toEqual([["faces-at-most-5000", "new/a.xml", "9000"]]);
    });
  });

  test("findings in files that git ignores or that are in another repository are reported", async () => {
    await TestRepository.with(async (repository) => {
      repository.commit({ ".gitignore": "built/\n", ".assayignore": "!built/\n", "rules.yaml": RULES });
      repository.write({ "built/a.xml": model(9000), "inner/b.xml": model(8000) });
      execFileSync("git", ["init", "--quiet"], { cwd: join(repository.folder, "inner") });
      expect((await repository.check("git:HEAD", ".")).findings).toEqual([
        ["faces-at-most-5000", "built/a.xml", "9000"],
        ["faces-at-most-5000", "inner/b.xml", "8000"],
      ]);
    });
  });

  test("files below a link are unchanged, below a new link they are added", async () => {
    await TestRepository.with(async (repository) => {
      symlinkSync("real", join(repository.folder, "link"));
      repository.commit({ "rules.yaml": RULES, "real/a.xml": model(9000) });
      symlinkSync("real", join(repository.folder, "more"));
      expect((await repository.check("git:HEAD", ".")).findings).toEqual([
        ["faces-at-most-5000", "more/a.xml", "9000"],
      ]);
    });
  });

  test("a hook of the repository is not run", async () => {
    await TestRepository.with(async (repository) => {
      repository.commit({ "rules.yaml": RULES, "a.xml": model(9000) });
      repository.write({ "a.xml": model(9001) });
      const hook = join(repository.folder, ".git/hooks/post-index-change");
      writeFileSync(hook, "#!/bin/sh\ntouch was-run\n", { mode: 0o755 });
      expect((await repository.check("git:HEAD", ".")).findings).toEqual([["faces-at-most-5000", "a.xml", "9001"]]);
      expect(readdirSync(repository.folder)).not.toContain("was-run");
    });
  });

  test("named files limit the findings", async () => {
    await TestRepository.with(async (repository) => {
      repository.commit({ "rules.yaml": RULES, "a.xml": model(9000), "b.xml": model(1) });
      repository.write({ "a.xml": `${model(9000)}\n`, "b.xml": model(8000), "c.xml": model(7000) });
      const { findings } = await repository.check("git:HEAD", ".", "a.xml", "c.xml");
      expect(findings).toEqual([["faces-at-most-5000", "c.xml", "7000"]]);
    });
  });

  test("several workers have the same result", async () => {
    await TestRepository.with(async (repository) => {
      const files = Array.from({ length: 300 }, (_, at) => [`m${at}.xml`, model(at % 10 === 0 ? 9000 : 1)]);
      repository.commit({ "rules.yaml": RULES, ...Object.fromEntries(files) });
      repository.write({ "m1.xml": model(6000), "m10.xml": model(8999) });
      const results = await Promise.all(["1", "3"].map((jobs) => repository.check("git:HEAD", "--jobs", jobs, ".")));
      for (const { findings } of results) {
        expect(findings).toEqual([
          ["faces-at-most-5000", "m1.xml", "6000"],
          ["faces-at-most-5000", "m10.xml", "8999"],
          ["never-fewer-faces", "m10.xml", "8999"],
        ]);
      }
    });
  });
});

describe.concurrent("a commit that cannot be used", () => {
  test("no name", async () => {
    await TestRepository.with(async (repository) => {
      repository.commit({ "rules.yaml": RULES, "a.xml": model(1) });
      const { code, stderr } = await repository.check("git:", ".");
      expect(code).toBe(2);
      expect(stderr).toContain("the name of the commit is missing after `git:`");
    });
  });

  test("an unknown name", async () => {
    await TestRepository.with(async (repository) => {
      repository.commit({ "rules.yaml": RULES, "a.xml": model(1) });
      const { code, stderr } = await repository.check("git:mian", ".");
      expect(code).toBe(2);
      expect(stderr).toMatch(/^error: there is no commit `mian` in the git repository\nhelp: /);
    });
  });

  test("no repository", async () => {
    await TestRepository.with(async (repository) => {
      rmSync(join(repository.folder, ".git"), { recursive: true });
      repository.write({ "rules.yaml": RULES, "a.xml": model(1) });
      const { code, stderr } = await repository.check("git:main", ".");
      expect(code).toBe(2);
      expect(stderr).toContain("error: git cannot compare the files in `.`: not a git repository");
    });
  });

  test("a shallow clone", async () => {
    await TestRepository.with(async (repository) => {
      repository.commit({ "rules.yaml": RULES, "a.xml": model(1) });
      repository.git("switch", "--quiet", "--create", "work");
      repository.commit({ "a.xml": model(2) });
      repository.git("switch", "--quiet", "main");
      repository.commit({ "a.xml": model(3) });
      await TestRepository.with(async (clone) => {
        clone.git("fetch", "--quiet", "--depth", "1", `file://${repository.folder}`, "main", "work:work");
        clone.git("switch", "--quiet", "work");
        const { code, stderr } = await clone.check("git:FETCH_HEAD", ".");
        expect(code).toBe(2);
        expect(stderr).toMatch(/have no common commit in this clone\nhelp: .*`fetch-depth: 0`/);
      });
    });
  });
});
