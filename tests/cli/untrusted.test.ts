/**
 * Tests the page "Checking changes you do not trust": each sentence is a row here, with a test. A sentence without a
 * row fails, and so does a row without a sentence.
 */

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay, type Ended, type Setting } from "./assay.ts";

const PAGE = new URL("../../docs/checking-untrusted-changes.md", import.meta.url);

/** A rule with a finding in {@link ASSET}. */
const RULE = "- {name: faces, rpath: xml$, xpath: M/N, condition: ['<=', 5000]}\n";
const ASSET = "<M><N>9000</N></M>\n";
/** A string that must not be in any output. */
const SECRET = "secret-7c1f";

/** A temporary folder with a project in `pr`, and files outside of the project. */
class Sandbox {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-untrusted-")));

  constructor(files: Record<string, string> = {}) {
    this.put({ "pr/a/m.xml": ASSET, "home/.bashrc": `export A=${SECRET}\n`, "pr/r.yaml": RULE, ...files });
  }

  put(files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
  }

  link(path: string, target: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    symlinkSync(target, join(this.folder, path));
  }

  pipe(path: string): void {
    execFileSync("mkfifo", [join(this.folder, path)]);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  async run(args: string, { cwd = "pr", ...setting }: Setting = {}): Promise<Ended> {
    const ended = await assay(args.split(" "), { ...setting, cwd: join(this.folder, cwd) });
    expect(ended.stdout + ended.stderr).not.toContain(SECRET);
    return ended;
  }
}

/** Runs `work` in a new sandbox. */
async function inSandbox(files: Record<string, string>, work: (place: Sandbox) => Promise<void>): Promise<void> {
  const place = new Sandbox(files);
  try {
    await work(place);
  } finally {
    rmSync(place.folder, { recursive: true, force: true });
  }
}

const CONFIG = "rules: r.yaml\nroot: a\n";

/** Returns a rule that reads a collection from a file and reports each line of the file. */
function ruleShowing(file: string): string {
  return `collections: {s: {file: '${file}'}}
rules:
- name: show
  rpath: xml$
  xpath: M/N
  condition: [func_f]
  func_str: 'fn f(data, filepath, condition) { let o = []; for x in s { o.push(finding(data[0], x)); } o }'
`;
}

/** Expects an incomplete run with a certain message. */
async function expectRefused(place: Sandbox, args: string, message: string, setting?: Setting): Promise<void> {
  const { code, stdout, stderr } = await place.run(args, setting);
  expect(stdout + stderr).toContain(message);
  expect(code).toBe(2);
}

const OUTSIDE = "it is outside the folder";

/** The sentences, each with a function that tests it. */
const ROWS: Record<string, () => Promise<void>> = {
  "Rule files and `assay.yaml` can name files in the folder of `assay.yaml` only, wherever links lead.": async () => {
    const named = { "x/rules/r.yaml": RULE, "x/a/m.xml": ASSET, "x/known.json": SECRET, "x/lib/f.rhai": SECRET };
    for (const config of [
      "rules: ../x/rules\nroot: a",
      "rules: link/rules\nroot: a",
      "rules: r.yaml\nroot: ../x/a",
      "rules: r.yaml\nroot: link/a",
      `${CONFIG}baseline: ../x/known.json`,
      `${CONFIG}baseline: link/known.json`,
      `${CONFIG}baseline: a/../../x/known.json`,
    ]) {
      await inSandbox({ ...named, "pr/assay.yaml": config }, async (place) => {
        place.link("pr/link", "../x");
        place.link("x/again", "../x");
        await expectRefused(place, "check", OUTSIDE);
      });
    }
    for (const rules of [
      ruleShowing("../home/.bashrc"),
      ruleShowing("link/.bashrc"),
      ruleShowing("link/twice/.bashrc"),
      `extends: ../home/.bashrc\nrules:\n${RULE}`,
      `script: ../x/lib/f.rhai\nrules:\n${RULE}`,
    ]) {
      await inSandbox({ ...named, "pr/assay.yaml": CONFIG, "pr/r.yaml": rules }, async (place) => {
        place.link("pr/link", "../home");
        place.link("home/twice", "../home");
        await expectRefused(place, "check", OUTSIDE);
      });
    }
  },
  "Without an `assay.yaml`, rule files can name files in the folders that `--rules` names and in the folder under check only.":
    async () => {
      await inSandbox({ "pr/rules/r.yaml": ruleShowing("../secret.txt"), "pr/secret.txt": SECRET }, (place) => {
        return expectRefused(place, "check --rules rules a", OUTSIDE);
      });
      await inSandbox(
        { "pr/rules/r.yaml": ruleShowing("names.txt"), "pr/rules/names.txt": "lamp\n" },
        async (place) => {
          expect(await place.run("check --rules rules a")).toMatchObject({ code: 1, stderr: "" });
        },
      );
      await inSandbox(
        { "pr/rules/r.yaml": ruleShowing("../a/names.txt"), "pr/a/names.txt": "lamp\n" },
        async (place) => {
          expect(await place.run("check --rules rules a")).toMatchObject({ code: 1, stderr: "" });
        },
      );
    },
  "Libraries of functions (`.rhai`) are also read from `../lib`, seen from the folder that `--rules` names.":
    async () => {
      const using = "rules:\n- {name: n, rpath: xml$, xpath: M/N, filter: 'artfunc_names.f', condition: [Exist]}\n";
      await inSandbox(
        { "pr/rules/r.yaml": using, "pr/lib/names.rhai": "fn f(data, filepath) { data }" },
        async (place) => {
          expect(await place.run("check --rules rules a")).toMatchObject({ code: 0, stderr: "" });
        },
      );
      await inSandbox({ "pr/rules/r.yaml": using, "home/names.rhai": `fn f(${SECRET}` }, async (place) => {
        place.link("pr/lib", "../home");
        expect(await place.run("check --rules rules a")).toMatchObject({ code: 2 });
      });
    },
  "`--allow-path DIR` adds a folder, and can be repeated.": async () => {
    const rules = ruleShowing("../lists/a.txt");
    const files = { "pr/assay.yaml": "rules: r.yaml\nroot: ../art", "pr/r.yaml": rules, "lists/a.txt": "lamp\n" };
    await inSandbox({ ...files, "art/m.xml": ASSET }, async (place) => {
      expect(await place.run("check")).toMatchObject({ code: 2 });
      expect(await place.run("check --allow-path ../art --allow-path ../lists")).toMatchObject({ code: 1, stderr: "" });
      await expectRefused(place, "check --allow-path ../nowhere", "`--allow-path ../nowhere` is not a folder");
    });
  },
  "Pipes, devices and the files of `/dev`, `/proc` and `/sys` are refused, even in a folder that is allowed.":
    async () => {
      for (const file of ["/proc/self/environ", "/dev/stdin", "/sys/kernel/notes", "link", "far"]) {
        await inSandbox({ "pr/assay.yaml": CONFIG, "pr/r.yaml": ruleShowing(file) }, async (place) => {
          place.link("pr/link", "/proc/self/environ");
          place.link("pr/far", "link");
          const env = { TOKEN: SECRET };
          await expectRefused(place, "check --allow-path / --allow-path /proc", "cannot be read", { env });
        });
      }
      for (const config of ["baseline: p", "rules: p", "root: p"]) {
        await inSandbox(
          { "pr/assay.yaml": `${CONFIG.replace(/^(root|rules).*\n/gm, "")}${config}\n` },
          async (place) => {
            place.pipe("pr/p");
            await expectRefused(place, "check", "it is a pipe, a socket or a device, not a file");
          },
        );
      }
    },
  "A refused file makes the run incomplete, with exit code 2.": () =>
    inSandbox({ "pr/assay.yaml": CONFIG, "pr/r.yaml": ruleShowing("../home/.bashrc") }, async (place) => {
      const { code, stdout } = await place.run("check --format json");
      expect(code).toBe(2);
      expect(JSON.parse(stdout).problems.map((problem: { code: string }) => problem.code)).toContain(
        "unreadable-rules",
      );
    }),
  "No part of a refused file appears in a report or in a message.": () =>
    // `Sandbox.run` searches all output for the secret.
    inSandbox({ "pr/assay.yaml": CONFIG, "pr/r.yaml": `extends: ../home/.bashrc\nrules:\n${RULE}` }, async (place) => {
      for (const command of ["check", "test r.yaml", "explain faces m.xml", "check --format html", "migrate r.yaml"]) {
        expect(await place.run(command)).toMatchObject({ code: 2 });
      }
    }),
  "Links out of the folder under check are not followed, also in folders that ignore files exclude.": async () => {
    const ruleFollowing = (path: string) =>
      `- {name: n, rpath: m.xml$, xpath: M/N, filter: artfunc_f, subxpath: S/T, condition: ['!=', x], func_str: 'fn f(data, filepath) { ["${path}"] }'}\n`;
    const files = { "sec/s.xml": `<S><T>${SECRET}</T></S>`, "pr/a/.gitignore": "wip/\n" };
    for (const path of ["wip/sec/s.xml", "wip/s.xml", "open/s.xml"]) {
      await inSandbox({ ...files, "pr/r.yaml": ruleFollowing(path) }, async (place) => {
        place.link("pr/a/wip/sec", "../../../sec");
        place.link("pr/a/wip/s.xml", "../../../sec/s.xml");
        place.link("pr/a/open", "../../sec");
        expect(await place.run("check --rules r.yaml a")).toMatchObject({ code: 2 });
      });
    }
  },
  "An `assay.yaml` that is a link out of its folder is refused.": () =>
    inSandbox({}, async (place) => {
      place.link("pr/assay.yaml", "../home/.bashrc");
      await expectRefused(place, "check", "it is a link, and it is outside the folder");
    }),
  "Links, `node_modules` and files such as `.jsonc` among the rules are followed, or reported.": async () => {
    const rules = {
      "pr/rules/ok.yaml": "- {name: ok, rpath: xml$, xpath: M/N, condition: [Exist]}\n",
      "x/n.yaml": RULE,
    };
    await inSandbox({ ...rules, "pr/rules/node_modules/n.yaml": RULE, "pr/rules/n.jsonc": RULE }, async (place) => {
      await expectRefused(place, "check --strict --rules rules a", "[skipped-rules]");
      expect(await place.run("check --rules rules a")).toMatchObject({ code: 0 });
    });
    await inSandbox(rules, async (place) => {
      place.link("pr/rules/sub", "../../x");
      await expectRefused(place, "check --rules rules a", "the link in the folder of rules is not followed");
      expect(await place.run("check --rules rules --allow-path ../x a")).toMatchObject({ code: 1 });
    });
    await inSandbox({ ...rules, "pr/rules/in/n.yaml": RULE }, async (place) => {
      place.link("pr/rules/also", "in");
      place.link("pr/rules/in/n2.yaml", "n.yaml");
      const { code, stdout } = await place.run("check --rules rules a");
      expect(stdout.match(/\[faces\]/g)).toHaveLength(1);
      expect(code).toBe(1);
      place.link("pr/rules/in/round", "..");
      await expectRefused(place, "check --rules rules a", "forms a cycle");
    });
  },
  "Reports, baselines and caches that `assay.yaml` names are written in its folder only, wherever links lead.":
    async () => {
      const written = [
        ['format: ["text=../home/.bashrc"]', ""],
        ['format: ["text=../home/new"]', ""],
        ['format: ["text=link/new"]', ""],
        ['format: ["text=planted"]', ""],
        ['format: ["text=/dev/tty"]', ""],
        ['format: ["text=sub"]', ""],
        ["cache: ../home/cache", ""],
        ["cache: link/", ""],
        ["baseline: ../home/known.json", " --update-baseline"],
        ["baseline: link/new/known.json", " --update-baseline"],
      ];
      for (const [config = "", more = ""] of written) {
        await inSandbox({ "pr/assay.yaml": `${CONFIG}${config}\n`, "pr/sub/x": "" }, async (place) => {
          place.link("pr/link", "../home");
          place.link("pr/planted", "link/planted-there");
          await expectRefused(place, `check${more}`, "cannot be written: it is");
          expect(place.read("home/.bashrc")).toBe(`export A=${SECRET}\n`);
          expect(
            ["new", "cache", "assay.cache", "known.json", "planted-there"].filter((name) => place.has(`home/${name}`)),
          ).toEqual([]);
        });
      }
      await inSandbox(
        { "pr/assay.yaml": `${CONFIG}format: ["text=out/report.txt"]\n`, "pr/out/x": "" },
        async (place) => {
          expect(await place.run("check --format json=../home/report.json")).toMatchObject({ code: 1 });
          expect(place.has("home/report.json")).toBe(true);
          expect(await place.run("check")).toMatchObject({ code: 1, stderr: "" });
          expect(place.read("pr/out/report.txt")).toContain("result   1 error");
        },
      );
    },
  "They are never written into `.git`.": () =>
    inSandbox({ "pr/assay.yaml": `${CONFIG}format: ["text=.git/hooks/new"]\n`, "pr/.git/hooks/x": "" }, (place) => {
      return expectRefused(place, "check", "it is in the `.git` folder");
    }),
  "A report that `assay.yaml` names replaces an earlier report, and any other file only with `--force`.": () =>
    inSandbox({ "pr/assay.yaml": `${CONFIG}format: ["json=out"]\n`, "pr/out": "mine\n" }, async (place) => {
      await expectRefused(place, "check", "`out` is not an earlier report, and would be overwritten");
      expect(place.read("pr/out")).toBe("mine\n");
      expect(await place.run("check --force")).toMatchObject({ code: 1 });
      expect(JSON.parse(place.read("pr/out")).summary.errors).toBe(1);
      expect(await place.run("check")).toMatchObject({ code: 1, stderr: "" });
    }),
  "A report that the command line names replaces any file that the check does not read, as `--output-file` of ESLint and Ruff does.":
    () =>
      inSandbox({ "pr/out": "mine\n" }, async (place) => {
        expect(await place.run("check --rules r.yaml --format json=out a")).toMatchObject({ code: 1, stderr: "" });
        expect(JSON.parse(place.read("pr/out")).summary.errors).toBe(1);
        await expectRefused(
          place,
          "check --rules r.yaml --format json=r.yaml a",
          "that is a rule file or a file that rules use",
        );
      }),
  "Scripts cannot write files, start programs or use the network.": async () => {
    const calls = ["write_file", "open", "system", "exec", "spawn", "fetch", "http_get", "env"];
    const rules = calls.map((call) => {
      const script = `fn f(data, filepath) { ${call}("x"); data }`;
      return `- {name: ${call}, rpath: xml$, xpath: M/N, filter: artfunc_f, condition: [Exist], func_str: '${script}'}\n`;
    });
    await inSandbox({ "pr/r.yaml": rules.join("") }, async (place) => {
      const { code, stdout } = await place.run("check --rules r.yaml --format json a");
      const problems: { rule: string }[] = JSON.parse(stdout).problems;
      expect({ code, rules: problems.map(({ rule }) => rule).sort() }).toEqual({ code: 2, rules: [...calls].sort() });
    });
  },
  "A script that does not end is stopped, and the run is incomplete.": () => {
    const script = "fn f(data, filepath) { loop { } }";
    const rule = `- {name: n, rpath: xml$, xpath: M/N, filter: artfunc_f, condition: [Exist], func_str: '${script}'}\n`;
    return inSandbox({ "pr/r.yaml": rule }, (place) => {
      return expectRefused(place, "check --rules r.yaml --script-limit operations=100000 a", "script-operations");
    });
  },
  "Each cache is signed with a key that is kept outside of the checkout.": () =>
    inSandbox({ "pr/assay.yaml": `${CONFIG}cache: kept\n` }, async (place) => {
      const env = { ASSAY_CACHE_KEY: "", XDG_CACHE_HOME: join(place.folder, "home") };
      expect(await place.run("check", { env })).toMatchObject({ code: 1, stderr: "" });
      expect(place.has("home/assay/cache-key")).toBe(true);
      expect(await place.run("check", { env })).toMatchObject({ code: 1, stderr: "" });
    }),
  "A cache that was changed, or signed with another key, is ignored with a note, and everything is checked.": () =>
    inSandbox({ "pr/assay.yaml": `${CONFIG}cache: kept\n`, "pr/a/m.xml": "<M><N>1000</N></M>\n" }, async (place) => {
      expect(await place.run("check")).toMatchObject({ code: 0, stderr: "" });
      const original = readFileSync(join(place.folder, "pr/kept"));
      place.put({ "pr/a/m.xml": ASSET });
      for (const offset of [12, 20, 200, original.length - 1]) {
        const altered = Buffer.from(original);
        altered[offset] = (altered[offset] ?? 0) ^ 1;
        writeFileSync(join(place.folder, "pr/kept"), altered);
        const { code, stderr } = await place.run("check");
        expect({ offset, code }).toEqual({ offset, code: 1 });
        expect(stderr).toContain("the cache `kept` is ignored, so all files are checked");
      }
      writeFileSync(join(place.folder, "pr/kept"), original);
      const env = { ASSAY_CACHE_KEY: "another key of some length" };
      const { code, stderr } = await place.run("check", { env });
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("is ignored") });
    }),
  "Assay makes the key for each user, in a file that no other user can read.": () =>
    inSandbox({ "pr/assay.yaml": `${CONFIG}cache: kept\n` }, async (place) => {
      await place.run("check", { env: { ASSAY_CACHE_KEY: "", XDG_CACHE_HOME: join(place.folder, "home") } });
      const { mode, size } = statSync(join(place.folder, "home/assay/cache-key"));
      expect([mode & 0o777, size]).toEqual([0o600, 32]);
    }),
  "A key file that other users can read is not used, nor is one in the folder of the project.": () =>
    inSandbox({ "pr/assay.yaml": `${CONFIG}cache: kept\n` }, async (place) => {
      const env = { ASSAY_CACHE_KEY: "", XDG_CACHE_HOME: join(place.folder, "home") };
      await place.run("check", { env });
      chmodSync(join(place.folder, "home/assay/cache-key"), 0o644);
      const open = await place.run("check", { env });
      expect(open.stderr).toContain("other users may have read or written it");
      const inside = await place.run("check", {
        env: { ASSAY_CACHE_KEY: "", XDG_CACHE_HOME: join(place.folder, "pr") },
      });
      expect(inside.stderr).toContain("would be in the folder of the project");
    }),
  "Set `ASSAY_CACHE_KEY` to a secret of 16 characters or more on machines that share a cache.": () =>
    inSandbox({ "pr/assay.yaml": `${CONFIG}cache: kept\n` }, async (place) => {
      const key = { ASSAY_CACHE_KEY: "sixteen letters.", XDG_CACHE_HOME: join(place.folder, "none") };
      await place.run("check", { env: key });
      const other = { ...key, XDG_CACHE_HOME: join(place.folder, "other") };
      expect(await place.run("check", { env: other })).toMatchObject({ code: 1, stderr: "" });
      const { stderr } = await place.run("check", { env: { ASSAY_CACHE_KEY: "short" } });
      expect(stderr).toContain("ASSAY_CACHE_KEY must have at least 16 characters");
    }),
  "Reports count the files whose results came from a cache.": () =>
    inSandbox({ "pr/assay.yaml": `${CONFIG}cache: kept\n` }, async (place) => {
      const counts = [];
      for (let time = 0; time < 2; time += 1) {
        counts.push(JSON.parse((await place.run("check --format json")).stdout).stats.cached);
      }
      expect(counts).toEqual([undefined, 1]);
    }),
  "A job that runs for changes from forks has no secrets on most services, so its key is another one and the shared cache is ignored.":
    () =>
      inSandbox({ "pr/assay.yaml": `${CONFIG}cache: kept\n` }, async (place) => {
        await place.run("check", { env: { ASSAY_CACHE_KEY: "the secret of the project" } });
        const env = { ASSAY_CACHE_KEY: "", XDG_CACHE_HOME: join(place.folder, "home") };
        expect((await place.run("check", { env })).stderr).toContain("the cache `kept` is ignored");
      }),
  "Reports count the files and folders that ignore patterns exclude, and the rules that are switched off.":
    async () => {
      const files = {
        "pr/assay.yaml": `${CONFIG}severity: {off: off}\nignore: [b.xml]\n`,
        "pr/r.yaml": `${RULE}- {name: off, rpath: xml$, xpath: M/N, condition: [Exist]}\n`,
        "pr/a/b.xml": ASSET,
        "pr/a/c.xml": ASSET,
        "pr/a/wip/d.xml": ASSET,
        "pr/a/wip/e.xml": ASSET,
        "pr/a/.assayignore": "c.xml\nwip/\n",
      };
      await inSandbox(files, async (place) => {
        const { stats } = JSON.parse((await place.run("check --format json")).stdout);
        expect(stats).toMatchObject({ ignored: 3, rules_off: 1 });
        for (const [format, expected] of [
          ["text", ["3 ignored", "1 switched off"]],
          ["github", ["3 ignored", "1 switched off"]],
          ["markdown", ["3 ignored", "1 switched off"]],
          ["junit", ["3 ignored, 1 rule switched off"]],
          ["html", ["<strong>3</strong> ignored", "<strong>1</strong> switched off"]],
          ["sarif", ['"ignored": 3', '"rulesOff": 1']],
          ["jsonl", ['"ignored":3', '"rules_off":1']],
        ] as const) {
          const { stdout } = await place.run(`check --format ${format}`);
          for (const part of expected) {
            expect(format === "sarif" ? stdout.replace(/":(?=\d)/g, '": ') : stdout).toContain(part);
          }
        }
      });
    },
  "`--no-ignore` checks the ignored files, too.": () =>
    inSandbox({ "pr/assay.yaml": CONFIG, "pr/a/.assayignore": "*.xml\n" }, async (place) => {
      expect(await place.run("check")).toMatchObject({ code: 2 });
      expect(await place.run("check --no-ignore")).toMatchObject({ code: 1 });
    }),
  "A comment with `assay-ignore` in a file hides findings of that file, and reports count them.": () =>
    inSandbox(
      { "pr/assay.yaml": CONFIG, "pr/a/m.xml": `<!-- assay-ignore faces known -->\n${ASSET}` },
      async (place) => {
        const { code, stdout } = await place.run("check");
        expect({ code, hidden: /\d+ hidden by comments/.exec(stdout)?.[0] }).toEqual({
          code: 0,
          hidden: "1 hidden by comments",
        });
      },
    ),
  "`--no-ignore-comments` shows these findings, too.": () =>
    inSandbox(
      { "pr/assay.yaml": CONFIG, "pr/a/m.xml": `<!-- assay-ignore faces known -->\n${ASSET}` },
      async (place) => {
        const { code, stdout } = await place.run("check --no-ignore-comments");
        expect(code).toBe(1);
        expect(stdout).not.toContain("hidden by comments");
        expect(stdout).not.toContain("ignore-unused");
      },
    ),
  "With `--config` and `--rules` you name a configuration and rules that the change cannot alter:": () =>
    inSandbox(
      { "trusted/assay.yaml": "{}", "trusted/rules/r.yaml": RULE, "pr/assay.yaml": "severity: {faces: off}" },
      async (place) => {
        const args = "check --strict --config trusted/assay.yaml --rules trusted/rules pr";
        expect(await place.run(args, { cwd: "." })).toMatchObject({ code: 1 });
      },
    ),
  "Control characters, line ends and marks of direction in names and messages are spelled out, such as `\\u{1b}`.":
    async () => {
      const name = "x\\n\\e[31m\\u202e";
      await inSandbox({ "pr/assay.yaml": `${CONFIG}baseline: "${name}"\n` }, async (place) => {
        const { stderr } = await place.run("check");
        expect(stderr).toContain("`x\\u{a}\\u{1b}[31m\\u{202e}`");
      });
      const odd = "a\n\u001b[2J\u202e.xml";
      await inSandbox(
        { [`pr/a/${odd}`]: ASSET, "pr/esc.yaml": `- {name: "x\\e[31m", rpath: xml}\n` },
        async (place) => {
          for (const command of [
            "check --rules r.yaml a",
            "check --rules r.yaml --quiet a",
            "check --format github --rules r.yaml a",
            "explain --rules r.yaml --root a faces m.xml",
            "config --rules r.yaml a",
            "assetlist create --root a -o all.assetlist",
            "assetlist show all.assetlist",
            "package check a",
            "pipeline list --root a",
            "migrate esc.yaml",
            "test esc.yaml",
            "init a",
          ]) {
            const { stdout, stderr } = await place.run(command);
            const control = /(?!\n)[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
            expect({ command, character: control.exec(stdout + stderr)?.[0] }).toEqual({
              command,
              character: undefined,
            });
          }
        },
      );
    },
  "Text that a CI service would run as a command, such as `::error::` at the start of a line, is spelled out, too.":
    () =>
      inSandbox(
        {
          "pr/a/::error title=x::y.xml": ASSET,
          "pr/a/##vso[task.setvariable variable=x]y.xml": ASSET,
          "pr/a/##[group]z.xml": "broken",
          "pr/any.yaml": "- {name: '##teamcity[x]', rpath: xml, xpath: '*', condition: [Null collection]}\n",
        },
        async (place) => {
          const { stdout: github } = await place.run("check --format github --rules any.yaml a");
          expect(github).toMatch(/^::error /);
          expect(github).not.toMatch(/##\[|##vso\[|##teamcity\[/);
          for (const command of [
            "check --rules any.yaml a",
            "check --rules ::error::x a",
            "check --watchh ::error::x",
            "explain ::error::x ::error::y",
          ]) {
            const { stdout, stderr } = await place.run(command);
            expect(`${stdout}\n${stderr}`).not.toMatch(/^[^\S\n]*::|##\[|##vso\[|##teamcity\[/m);
          }
        },
      ),
  "Reports for programs, such as JSON, keep texts as they are: write these into files.": () =>
    inSandbox({ "pr/a/##vso[x]y.xml": ASSET }, async (place) => {
      const { stdout } = await place.run("check --rules r.yaml --format text --format json=out.json a");
      expect(stdout).not.toContain("##vso[");
      expect(place.read("pr/out.json")).toContain("##vso[");
    }),
};

/** Sentences that describe the page. */
const NO_CLAIMS = [
  "This page lists what a change from another person can do when Assay checks it, and what it cannot do.",
  "A change can bring rule files, scripts, a configuration, ignore files, a cache and links.",
  "Assay trusts what you write on the command line, and nothing else.",
];

/** Returns the sentences in paragraphs and lists of a page, without headings and blocks of code. */
function sentencesOf(page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```$/gm, "").replace(/^#.*$/gm, "");
  const blocks = prose.split(/\n\n+|\n(?=- )/).map((block) => block.replace(/^- /, "").replace(/\s+/g, " ").trim());
  return blocks.flatMap((block) => block.match(/.+?(?:[.:](?= [A-Z`])|[.:]?$)/g) ?? []).map((one) => one.trim());
}

describe("the page and its tests", () => {
  const sentences = sentencesOf(readFileSync(PAGE, "utf8"));

  test("each sentence of the page has a test", () => {
    expect(sentences.filter((sentence) => !(sentence in ROWS) && !NO_CLAIMS.includes(sentence))).toEqual([]);
  });

  test("each test has a sentence on the page", () => {
    expect([...Object.keys(ROWS), ...NO_CLAIMS].filter((sentence) => !sentences.includes(sentence))).toEqual([]);
  });
});

describe.concurrent("checking changes you do not trust", () => {
  for (const [sentence, prove] of Object.entries(ROWS)) {
    test(sentence, prove, 120_000);
  }
});
