/** `--cache`: after any edit, a check with a cache has the same result as one without. */

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay as command, type Ended, type Setting } from "./assay.ts";

/** The warning about a cache that cannot be used. */
const IGNORED =
  "is ignored, so all files are checked: it is damaged, of another version, or was written with the key of another machine " +
  "(to share a key, set ASSAY_CACHE_KEY)\n";

/** Runs the command. Removes the number of results from the cache, the only difference in the report. */
async function assay(args: readonly string[], setting: Setting = {}): Promise<Ended> {
  const { stdout, ...ended } = await command(args, setting);
  return { ...ended, stdout: stdout.replace(/"cached": ?\d+, ?|, \d+ from the cache/g, "") };
}

const RULES = `collections:
  names: { rpath: names/, xpath: List/Name }
rules:
  - { name: small, rpath: \\.xml$, xpath: Model/Faces, condition: ["<=", 50] }
  - { name: named, rpath: models/, xpath: Model/Name, condition: [Exist in, artfunc_names] }
  - { name: cited, rpath: models/, xpath: Model/Uses, subxpath: Model/Faces, condition: ["<", 80] }
  - { name: there, rpath: models/, xpath: Model/Uses, condition: [functions.there] }
  - { name: counted, rpath: models/, xpath: Model/Name, condition: [functions.counted] }
`;

/** A function that tests whether a file exists and how long it is, and one that lists files. */
const FUNCTIONS = `fn there(data, path, condition) {
  data.filter(|value| !exists(value) || size(value) > 90)
}

fn counted(data, path, condition) {
  if files("models/").len() > 5 { data } else { [] }
}
`;

/** A change of a project. */
type Edit =
  | { do: "write"; path: string; faces: number; name: string; uses: string }
  | { do: "break" | "delete" | "touch"; path: string }
  | { do: "rename"; path: string; to: string }
  | { do: "link"; path: string; to: string }
  | { do: "move"; to: string }
  | { do: "ignore"; file: string; pattern: string }
  | { do: "forge"; path: string; faces: number }
  | { do: "rules"; most: number }
  | { do: "functions"; most: number };

/** A generator of edits that depend only on a seed. */
class Editor {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  edit(): Edit {
    const kinds = ["write", "write", "write", "write", "break", "delete", "touch", "rename", "rules", "functions"];
    switch (this.#pick([...kinds, "link", "move", "ignore", "forge", "forge"])) {
      case "write":
        return {
          do: "write",
          path: this.#path(),
          faces: this.#below(100),
          name: this.#pick(["x", "y"]),
          uses: this.#path().replace("assets/", ""),
        };
      case "break":
        return { do: "break", path: this.#path() };
      case "delete":
        return { do: "delete", path: this.#path() };
      case "touch":
        return { do: "touch", path: this.#path() };
      case "rename":
        return { do: "rename", path: this.#path(), to: this.#path() };
      case "link":
        return {
          do: "link",
          path: this.#path(),
          to: this.#pick(["a.xml", "b.xml", "../names/n.xml", "none.xml", "."]),
        };
      case "move":
        return { do: "move", to: this.#pick(["models", "moved", "models/below"]) };
      case "ignore": {
        const file = this.#pick([".gitignore", "assets/.assayignore", "assets/models/.gitignore"]);
        return { do: "ignore", file, pattern: this.#pick(["", "a.xml", "/models/", "[b-d].xml", "!c.xml"]) };
      }
      case "forge":
        return { do: "forge", path: this.#path(), faces: 10 + this.#below(90) };
      case "rules":
        return { do: "rules", most: 40 + this.#below(20) };
      default:
        return { do: "functions", most: 40 + this.#below(20) };
    }
  }

  #path(): string {
    const name = this.#pick([..."abcdefgh", ""]);
    return name === "" ? "assets/names/n.xml" : `assets/models/${name}.xml`;
  }

  #pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
    return from[this.#below(from.length)] as T;
  }

  #below(most: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * most);
  }
}

function perform(cwd: string, step: Edit): void {
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  };
  switch (step.do) {
    case "write": {
      const { faces, name, uses } = step;
      const model = `<Model><Faces>${faces}</Faces><Name>${name}</Name><Uses>${uses}</Uses></Model>`;
      rmSync(join(cwd, step.path), { force: true, recursive: true });
      put(step.path, step.path.includes("names/") ? `<List><Name>${name}</Name></List>` : model);
      break;
    }
    case "break":
      rmSync(join(cwd, step.path), { force: true, recursive: true });
      put(step.path, "<Model>");
      break;
    case "delete":
      rmSync(join(cwd, step.path), { force: true, recursive: true });
      break;
    case "touch":
      if (existsSync(join(cwd, step.path))) {
        utimesSync(join(cwd, step.path), 1, 1);
      }
      break;
    case "rename":
      if (existsSync(join(cwd, step.path))) {
        rmSync(join(cwd, step.to), { force: true, recursive: step.to !== step.path });
        mkdirSync(dirname(join(cwd, step.to)), { recursive: true });
        renameSync(join(cwd, step.path), join(cwd, step.to));
      }
      break;
    case "link":
      rmSync(join(cwd, step.path), { force: true, recursive: true });
      mkdirSync(dirname(join(cwd, step.path)), { recursive: true });
      symlinkSync(step.to, join(cwd, step.path));
      break;
    case "move": {
      const [from] = ["models", "moved"].filter((name) => existsSync(join(cwd, "assets", name)));
      if (from !== undefined && !existsSync(join(cwd, "assets", step.to)) && !step.to.startsWith(`${from}/`)) {
        mkdirSync(dirname(join(cwd, "assets", step.to)), { recursive: true });
        renameSync(join(cwd, "assets", from), join(cwd, "assets", step.to));
      }
      break;
    }
    case "ignore":
      put(step.file, `${step.pattern}\n`);
      break;
    case "forge": {
      // With the old length and the old time of modification.
      const file = join(cwd, step.path);
      const found = statSync(file, { throwIfNoEntry: false });
      if (found?.isFile()) {
        writeFileSync(file, readFileSync(file, "utf8").replace(/\d\d/, String(step.faces)));
        utimesSync(file, found.atime, found.mtime);
      }
      break;
    }
    case "rules":
      put("rules/rules.yaml", RULES.replace("50", String(step.most)));
      break;
    case "functions":
      put("rules/lib/functions.rhai", FUNCTIONS.replace("90", String(step.most)));
  }
}

const CHECK = ["check", "--rules", "rules", "--format", "json", "--jobs", "2", "assets"];

/** Runs a check in two shards, each with a separate cache, and merges them. */
async function inParts(cwd: string): Promise<unknown> {
  const parts = [1, 2].map((part) => `part${part}.json`);
  for (const [at, part] of parts.entries()) {
    const options = ["--shard", `${at + 1}/2`, "--cache", `kept-${at}`, "--quiet"];
    const { stdout } = await assay([...CHECK, ...options], { cwd });
    writeFileSync(join(cwd, part), stdout);
  }
  return assay(["report", "--merge", "--format", "json", ...parts], { cwd });
}

async function inProject<T>(work: (cwd: string) => Promise<T>): Promise<T> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-cache-"));
  try {
    mkdirSync(join(cwd, "rules/lib"), { recursive: true });
    mkdirSync(join(cwd, "assets/models"), { recursive: true });
    writeFileSync(join(cwd, "rules/rules.yaml"), RULES);
    writeFileSync(join(cwd, "rules/lib/functions.rhai"), FUNCTIONS);
    for (const name of "abcdef") {
      perform(cwd, { do: "write", path: `assets/models/${name}.xml`, faces: 45, name: "x", uses: "models/a.xml" });
    }
    perform(cwd, { do: "write", path: "assets/names/n.xml", faces: 0, name: "x", uses: "" });
    return await work(cwd);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

describe("a check with a cache has the same result as one without", () => {
  test("after any edit", { timeout: 600_000 }, async () => {
    for (const seed of [1, 2, 3]) {
      const editor = new Editor(seed);
      await inProject(async (cwd) => {
        for (let round = 0; round < 8; round += 1) {
          const steps = Array.from({ length: round === 0 ? 0 : 1 + (round % 3) }, () => editor.edit());
          for (const step of steps) {
            perform(cwd, step);
          }
          const without = await assay(CHECK, { cwd });
          expect(without.code === 1 || round > 0, without.stdout).toBe(true);
          expect(await assay([...CHECK, "--cache", "kept"], { cwd }), JSON.stringify(steps)).toEqual(without);
          const some = ["assets/models/a.xml", "assets/models/b.xml", "assets/names"].filter((path) =>
            existsSync(join(cwd, path)),
          );
          const ofSome = await assay([...CHECK, ...some], { cwd });
          expect(await assay([...CHECK, "--cache", "kept", ...some], { cwd }), JSON.stringify(steps)).toEqual(ofSome);
          if (round % 4 === 3) {
            expect(await inParts(cwd), JSON.stringify(steps)).toEqual(without);
          }
        }
      });
    }
  });

  test("if there are enough files for several threads", { timeout: 600_000 }, async () => {
    await inProject(async (cwd) => {
      const model = (number: number) => `assets/models/${number % 1100}/${number}.xml`;
      const write = (number: number, faces: number) => {
        perform(cwd, { do: "write", path: model(number), faces, name: "x", uses: "models/a.xml" });
      };
      for (let number = 0; number < 10_500; number += 1) {
        write(number, 45);
      }
      const small = ["check", "--rules", "small.yaml", ...CHECK.slice(3)];
      writeFileSync(join(cwd, "small.yaml"), `rules:\n${RULES.split("\n")[3]}\n`);
      const edits = [
        () => {},
        () => write(7, 90),
        () => rmSync(join(cwd, model(8))),
        () => write(10_500, 91),
        () => renameSync(join(cwd, "assets/models/9"), join(cwd, "assets/models/again")),
        () => {
          for (let number = 3_000; number < 5_500; number += 1) {
            rmSync(join(cwd, model(number)), { force: true });
          }
        },
        () => write(20, 92),
      ];
      for (const [round, edit] of edits.entries()) {
        edit();
        const without = await assay(small, { cwd });
        expect(JSON.parse(without.stdout).findings).toHaveLength([0, 1, 1, 2, 2, 2, 3][round] as number);
        expect(await assay([...small, "--cache", "kept"], { cwd })).toEqual(without);
      }
    });
  });

  test("with other options", async () => {
    await inProject(async (cwd) => {
      for (const options of [[], ["--script-limit", "operations=50"], ["--fail-on", "hint"], ["--shard", "1/2"], []]) {
        const without = await assay([...CHECK, ...options], { cwd });
        expect(await assay([...CHECK, ...options, "--cache", "kept"], { cwd })).toEqual(without);
      }
    });
  });

  test("if several checks write it at the same time", async () => {
    await inProject(async (cwd) => {
      const without = await assay(CHECK, { cwd });
      const all = await Promise.all([1, 2, 3].map(() => assay([...CHECK, "--cache", "kept"], { cwd })));
      expect(all).toEqual([without, without, without]);
      expect(await assay([...CHECK, "--cache", "kept"], { cwd })).toEqual(without);
      expect(readdirSync(cwd).sort()).toEqual(["assets", "kept", "rules"]);
    });
  });
});

describe("a damaged cache is reported and written again", () => {
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ["truncated", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["empty", () => Buffer.alloc(0)],
    [
      "with a flipped bit",
      (bytes) => Buffer.from(bytes.map((byte, at) => (at === bytes.length - 50 ? byte ^ 4 : byte))),
    ],
    ["of another version", (bytes) => Buffer.from(bytes.toString("latin1").replace(/cache \d/, "cache 0"), "latin1")],
  ];
  test.for(damages)("%s", async ([, damage]) => {
    await inProject(async (cwd) => {
      const without = await assay([...CHECK, "--cache", "kept"], { cwd });
      writeFileSync(join(cwd, "kept"), damage(readFileSync(join(cwd, "kept"))));
      const { stderr, ...result } = await assay([...CHECK, "--cache", "kept"], { cwd });
      expect(result).toEqual({ code: without.code, stdout: without.stdout });
      expect(stderr).toBe(`the cache \`kept\` ${IGNORED}`);
      expect(await assay([...CHECK, "--cache", "kept"], { cwd })).toEqual(without);
    });
  });
});

test("poisoned_cache: a committed cache with altered hashes and the signature of another key is not trusted", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "assay-poisoned-"));
  const sha1 = (text: string) => createHash("sha1").update(text).digest();
  try {
    const [correct, broken] = ["<Model><Faces>10</Faces></Model>", "<Model><Faces>99</Faces></Model>"];
    mkdirSync(join(cwd, "game"));
    writeFileSync(join(cwd, "assay.yaml"), "root: game\nrules: rules.yaml\ncache: kept\n");
    writeFileSync(
      join(cwd, "rules.yaml"),
      "- { name: small, rpath: xml$, xpath: Model/Faces, condition: ['<=', 50] }\n",
    );
    writeFileSync(join(cwd, "game/lamp.xml"), correct);
    expect(await command(["check"], { cwd, env: { ASSAY_CACHE_KEY: "the key of another machine" } })).toMatchObject({
      code: 0,
    });
    const kept = readFileSync(join(cwd, "kept"));
    const at = kept.indexOf(sha1(correct));
    expect(at).toBeGreaterThan(0);
    writeFileSync(join(cwd, "kept"), Buffer.concat([kept.subarray(0, at), sha1(broken), kept.subarray(at + 20)]));
    writeFileSync(join(cwd, "game/lamp.xml"), broken);
    const { code, stdout, stderr } = await command(["check"], { cwd });
    expect({ code, stderr }).toEqual({ code: 1, stderr: `the cache \`kept\` ${IGNORED}` });
    expect(stdout).toContain("`99` is not <= 50  [small]");
    expect(stdout).not.toContain("from the cache");
    expect((await command(["check"], { cwd })).stdout).toContain("1 from the cache");
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

test("an empty cache among the checked files is recognised by its name", async () => {
  await inProject(async (cwd) => {
    writeFileSync(join(cwd, "assets/assay.cache"), "");
    const result = await assay([...CHECK, "--cache", "assets"], { cwd });
    expect(result.stderr).toBe(`the cache \`assets/assay.cache\` ${IGNORED}`);
    rmSync(join(cwd, "assets/assay.cache"));
    expect(await assay(CHECK, { cwd })).toEqual({ ...result, stderr: "" });
  });
});

test.for([
  ["truncated within its first words", (bytes: Buffer) => bytes.subarray(0, 7)],
  ["overwritten with zeros", (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ["with an overwritten first line", (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at < 70 ? 0 : byte)))],
] as const)("a file that may not be a cache is not overwritten: %s", async ([, damage]) => {
  await inProject(async (cwd) => {
    await assay([...CHECK, "--cache", "kept"], { cwd });
    const damaged = damage(readFileSync(join(cwd, "kept")));
    writeFileSync(join(cwd, "kept"), damaged);
    const { code, stderr } = await assay([...CHECK, "--cache", "kept"], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "error: `kept` is not a cache, or is damaged, and would be overwritten\n" +
        "help: delete it if it was a cache, or name another file: --cache FILE\n",
    });
    expect(readFileSync(join(cwd, "kept"))).toEqual(damaged);
  });
});

describe("files that did not change", () => {
  const HOUR = 3_600_000;
  const NODE_OPTIONS = `--import=${new URL("preload/opened.mjs", import.meta.url)}`;
  for (const [name, clock, again] of [
    ["are not read again", HOUR, 0],
    ["are read again if their times are not older than the cache", -HOUR, 6],
  ] as const) {
    test(name, async () => {
      await inProject(async (cwd) => {
        const opened = async (...some: string[]) => {
          const env = { NODE_OPTIONS, CLOCK: String(clock) };
          const { stderr } = await assay([...CHECK, "--cache", "kept", ...some], { cwd, env });
          return new Set(stderr.split("\n").filter((line) => line.includes("assets/models/"))).size;
        };
        expect(await opened()).toBe(6);
        // The results for the other files stay in the cache.
        expect(await opened("assets/models/b.xml")).toBe(6);
        expect(await opened()).toBe(again);
      });
    });
  }

  test("are recognised by their bytes if they were written again", async () => {
    await inProject(async (cwd) => {
      const before = await assay([...CHECK, "--cache", "kept"], { cwd });
      for (const name of "abcdef") {
        const path = join(cwd, `assets/models/${name}.xml`);
        const bytes = readFileSync(path);
        rmSync(path);
        writeFileSync(path, bytes);
      }
      expect(await assay([...CHECK, "--cache", "kept"], { cwd })).toEqual(before);
    });
  });
});
