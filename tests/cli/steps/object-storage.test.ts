/** `assay step` with object storage as the source of files, and as the place of lists and results. */

import { describe, expect, test } from "vitest";
import { assay, type Ended } from "../assay.ts";
import { type Faults, ObjectStorage, tagOf } from "./object-storage.ts";
import { StepTest } from "./project.ts";

const RULES = `collections:
  meshes: { rpath: /meshes/, xpath: '*/Name' }
rules:
  - { name: few-faces, rpath: /meshes/, xpath: '*/Faces', condition: ['<=', 50] }
  - { name: mesh-is-known, rpath: /scenes/, xpath: '*/Mesh', condition: [Exist in, artfunc_meshes] }
  - { name: part-is-small, rpath: /scenes/, xpath: '*/Uses', subxpath: '*/Faces', condition: ['<', 40] }
`;

function filesOf(count: number): Record<string, string> {
  const all: Record<string, string> = {};
  for (let number = 0; number < count; number += 1) {
    all[`meshes/m${number}.xml`] = `<Mesh><Name>m${number}</Name><Faces>${number * 5}</Faces></Mesh>`;
    all[`scenes/s${number}.xml`] =
      `<Scene><Mesh>${number % 4 === 0 ? "no" : "m"}${number}</Mesh><Uses>meshes/m${count - number}.xml</Uses></Scene>`;
  }
  return all;
}

/** A project whose assets are in a folder, and also in a bucket. */
class BucketTest {
  readonly project: StepTest;
  readonly storage: ObjectStorage;
  /** The place of lists and results. */
  readonly dir: string;

  constructor(project: StepTest, storage: ObjectStorage, dir = "check") {
    this.project = project;
    this.storage = storage;
    this.dir = dir;
  }

  static with(
    files: Readonly<Record<string, string>>,
    work: (test: BucketTest) => Promise<void>,
    dir?: string,
  ): Promise<void> {
    const assets = Object.fromEntries(Object.entries(files).map(([path, text]) => [`assets/${path}`, text]));
    return StepTest.with({ "rules/r.yaml": RULES, ...assets }, (project) =>
      ObjectStorage.with((storage) => {
        storage.put(files, "game/");
        return work(new BucketTest(project, storage, dir));
      }),
    );
  }

  step(name: string, ...args: string[]): Promise<Ended> {
    return assay(["step", name, this.dir, ...args], { cwd: this.project.folder, env: this.storage.env });
  }

  /** Runs steps, which must succeed. */
  async steps(...names: string[]): Promise<void> {
    const options: Record<string, string[]> = {
      list: ["s3://bucket/game", "--block-size", "5"],
      plan: ["--rules", "rules"],
    };
    for (const name of names) {
      const { code, stderr } = await this.step(name, ...(options[name] ?? []));
      expect([name, code], stderr).toEqual([name, 0]);
    }
  }

  /** Returns the exit code and the report of the steps. */
  async report(): Promise<[number, unknown]> {
    const { code, stdout } = await this.step("report", "--format", "json");
    return [code, JSON.parse(stdout)];
  }

  /** Returns the exit code and the report of `assay check` on the folder. */
  async whole(): Promise<[number, unknown]> {
    const [code, report] = await this.project.whole();
    return [code, JSON.parse(report)];
  }
}

const ALL = ["list", "plan", "index", "merge-index", "check", "follow"];

describe("cluster.md, Sources: S3-compatible object storage", () => {
  test("files in a bucket have the report of the same files in a folder", async () => {
    await BucketTest.with(filesOf(12), async (bucket) => {
      await bucket.steps(...ALL);
      expect(await bucket.report()).toEqual(await bucket.whole());
    });
  });

  test("lists and results can be in a bucket", async () => {
    await BucketTest.with(
      filesOf(8),
      async (bucket) => {
        await bucket.steps(...ALL);
        expect(await bucket.report()).toEqual(await bucket.whole());
        expect([...bucket.storage.objects.keys()].some((key) => key.startsWith("runs/1/results/"))).toBe(true);
      },
      "s3://bucket/runs/1",
    );
  });

  const every =
    (rate: number, fault: ReturnType<Faults>): Faults =>
    (number) =>
      number % rate === 1 ? fault : undefined;
  test.each([
    ["errors 500", every(3, 500)],
    ["errors 503", every(3, 503)],
    ["contents that end early", every(3, "truncate")],
    ["slow answers", every(6, "slow")],
  ])("%s of the storage do not change the report", async (_, faults) => {
    await BucketTest.with(filesOf(8), async (bucket) => {
      bucket.storage.faults = faults;
      await bucket.steps(...ALL);
      expect(await bucket.report()).toEqual(await bucket.whole());
    });
  });

  test("a storage that always fails is a temporary error, and no file is reported", async () => {
    await BucketTest.with(filesOf(4), async (bucket) => {
      await bucket.steps("list", "plan", "index", "merge-index");
      bucket.storage.faults = (_, method) => (method === "GET" ? 503 : undefined);
      const { code, stderr } = await bucket.step("check");
      expect([code, stderr]).toEqual([75, expect.stringContaining("the bucket `bucket`")]);
      bucket.storage.faults = () => undefined;
      await bucket.steps("check", "follow");
      expect(await bucket.report()).toEqual(await bucket.whole());
    });
  });

  test("a refusal of the storage is no problem of a file", async () => {
    await BucketTest.with(filesOf(4), async (bucket) => {
      await bucket.steps("list", "plan", "index", "merge-index");
      bucket.storage.faults = (_, method) => (method === "GET" ? 403 : undefined);
      expect((await bucket.step("check")).code).toBe(2);
      bucket.storage.faults = () => undefined;
      await bucket.steps("check", "follow");
      expect(await bucket.report()).toEqual(await bucket.whole());
    });
  });

  test("an inventory of a bucket has the tags of objects", async () => {
    await BucketTest.with(filesOf(2), async (bucket) => {
      const lines = [...bucket.storage.objects].map(
        ([key, object]) => `${key.slice("game/".length)},${object.length},${tagOf(object).slice(1, -1)}`,
      );
      bucket.project.write({ "inventory.csv": `path,size,etag\n${lines.join("\n")}\n` });
      expect((await bucket.step("list", "s3://bucket/game", "--inventory", "inventory.csv")).code).toBe(0);
      await bucket.steps("plan", "index", "merge-index", "check", "follow");
      expect(await bucket.report()).toEqual(await bucket.whole());
    });
  });

  test("an object that has changed since it was listed is not checked", async () => {
    await BucketTest.with(filesOf(4), async (bucket) => {
      await bucket.steps("list", "plan");
      bucket.storage.put({ "meshes/m3.xml": "<Mesh><Name>m3</Name><Faces>12</Faces></Mesh>" }, "game/");
      await bucket.steps("index", "merge-index", "check", "follow");
      const [code, report] = await bucket.report();
      expect(code).toBe(2);
      expect(JSON.stringify(report)).toContain("it has changed since the files were listed");
    });
  });

  test("an object that changes between two parts of it is not checked", async () => {
    // Long enough for several requests, and a rule that reads only its header.
    const picture = "x".repeat(1 << 20);
    await BucketTest.with({ "a.bin": picture, "b.xml": `<A>${"<B>1</B>".repeat(100_000)}</A>` }, async (bucket) => {
      bucket.project.write({ "rules/r.yaml": "rule: { rpath: xml$, xpath: A/B, condition: ['==', 1] }" });
      await bucket.steps("list", "plan");
      bucket.storage.onRead = () => bucket.storage.put({ "b.xml": `<A>${"<B>2</B>".repeat(100_000)}</A>` }, "game/");
      await bucket.steps("check", "follow");
      const [code, report] = await bucket.report();
      expect([code, JSON.stringify(report)]).toEqual([
        2,
        expect.stringContaining("it has changed since the files were listed"),
      ]);
      expect(bucket.storage.requests.some(([, key]) => key.endsWith("a.bin"))).toBe(false);
    });
  });

  test("of a large picture, only the header is read", async () => {
    const header = Buffer.from("89504e470d0a1a0a0000000d4948445200000040000000200806000000a29d7e84", "hex");
    const picture = Buffer.concat([header, Buffer.alloc(3 << 20)]);
    await BucketTest.with({}, async (bucket) => {
      bucket.storage.objects.set("game/a.png", picture);
      bucket.project.write({ "rules/r.yaml": "rule: { rpath: png$, xpath: '{image.width}', condition: ['==', 64] }" });
      await bucket.steps("list", "plan", "check", "follow");
      const ranges = bucket.storage.requests.filter(([, key]) => key === "game/a.png").map(([, , range]) => range);
      expect(ranges.every((range) => range !== undefined) && ranges.length <= 2, String(ranges)).toBe(true);
      const [code, report] = await bucket.report();
      expect(code, JSON.stringify(report)).toBe(0);
    });
  });

  test.each([
    [["step", "list", "check", "s3://nowhere/game"], 2, "the bucket `nowhere`"],
    [["step", "check", "s3://bucket/nothing"], 2, "there is no list of files in `s3://bucket/nothing`"],
  ])("%j fails with code %d", async (args, expected, message) => {
    await BucketTest.with(filesOf(1), async (bucket) => {
      const { code, stderr } = await assay(args, { cwd: bucket.project.folder, env: bucket.storage.env });
      expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
    });
  });
});
