/** The script for Slurm, on a cluster of one node. */

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";
import { ASSAY } from "../assay.ts";
import { StepTest } from "./project.ts";

const SCRIPT = fileURLToPath(new URL("../../../examples/cluster/slurm/check.sh", import.meta.url));

const RULES = `collections:
  ids: { rpath: \\.xml$, xpath: Item/Id }
rules:
  - { name: id-is-unique, rpath: \\.xml$, xpath: Item/Id, condition: [Satisfy the expression, len(ids.paths(d)) == 1] }
  - { name: part-is-small, rpath: \\.xml$, xpath: Item/Uses, subxpath: Item/Faces, condition: ['<', 40] }
`;

function filesOf(count: number): Record<string, string> {
  const all: Record<string, string> = { "rules/r.yaml": RULES, "assay.yaml": "root: assets\nrules: [rules]\n" };
  for (let number = 0; number < count; number += 1) {
    const [id, uses] = [number % 7 === 0 ? 0 : number, `a${count - 1 - number}.xml`];
    all[`assets/a${number}.xml`] =
      `<Item><Id>${id}</Id><Faces>${number}</Faces><Uses>${number % 9 === 0 ? "gone" : uses}</Uses></Item>`;
  }
  return all;
}

/** A cluster of one node, with all of its files in a folder. */
class Slurm {
  readonly env: NodeJS.ProcessEnv;
  readonly #processes: ChildProcess[] = [];
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.env = { ...process.env, SLURM_CONF: join(folder, "slurm.conf") };
  }

  /** Runs `work` on a new cluster. Returns a reason if Slurm cannot start. */
  static async with(folder: string, work: (slurm: Slurm) => void): Promise<string | undefined> {
    // Without a configuration, `sbatch -V` fails. There is an `error` only if a program cannot be started.
    if (["slurmctld", "slurmd", "sbatch", "sinfo"].some((name) => spawnSync(name, ["-V"]).error !== undefined)) {
      return "Slurm is not installed (on Debian: slurm-wlm)";
    }
    const slurm = new Slurm(folder);
    try {
      await slurm.#start();
      if (!(await slurm.#isReady())) {
        const log = join(folder, "slurmctld.log");
        return `Slurm does not start: ${existsSync(log) ? readFileSync(log, "utf8").slice(-300) : "it has no log"}`;
      }
      work(slurm);
      return undefined;
    } finally {
      spawnSync("scancel", ["--full", "--user=root"], { env: slurm.env, timeout: 10_000 });
      for (const started of slurm.#processes) {
        started.kill("SIGKILL");
      }
    }
  }

  async #start(): Promise<void> {
    const [folder, node] = [this.#folder, hostname().split(".")[0]];
    mkdirSync(join(folder, "state"), { recursive: true });
    mkdirSync(join(folder, "spool"));
    const settings = {
      ClusterName: "test",
      SlurmctldHost: `${node}(127.0.0.1)`,
      SlurmUser: "root",
      SlurmdUser: "root",
      AuthType: "auth/none",
      CredType: "cred/none",
      SlurmctldPort: await freePort(),
      SlurmdPort: await freePort(),
      StateSaveLocation: join(folder, "state"),
      SlurmdSpoolDir: join(folder, "spool"),
      SlurmctldPidFile: join(folder, "slurmctld.pid"),
      SlurmdPidFile: join(folder, "slurmd.pid"),
      SlurmctldLogFile: join(folder, "slurmctld.log"),
      SlurmdLogFile: join(folder, "slurmd.log"),
      ProctrackType: "proctrack/linuxproc",
      TaskPlugin: "task/none",
      JobAcctGatherType: "jobacct_gather/none",
      SchedulerParameters: "sched_interval=1,batch_sched_delay=1",
      SelectType: "select/cons_tres",
      SelectTypeParameters: "CR_CPU",
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    lines.push(
      `NodeName=${node} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN`,
      `PartitionName=main Nodes=${node} Default=YES`,
    );
    writeFileSync(join(folder, "slurm.conf"), `${lines.join("\n")}\n`);
    for (const name of ["slurmctld", "slurmd"]) {
      this.#processes.push(spawn(name, ["-D"], { env: this.env, stdio: "ignore" }));
    }
  }

  /** Returns true as soon as the node takes jobs, or false if it does not for a long time. */
  async #isReady(): Promise<boolean> {
    for (let attempts = 0; attempts < 60; attempts += 1) {
      const { stdout } = spawnSync("sinfo", ["--noheader", "--format=%T"], { env: this.env, encoding: "utf8" });
      if (stdout.trim() === "idle") {
        return true;
      }
      await setTimeout(500);
    }
    return false;
  }
}

/** Returns a port that no program uses now. */
async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === "object" ? address?.port : address);
}

describe("cluster.md, Engines: Slurm", () => {
  test("the script for job arrays prints the report of `assay check`", async ({ skip }) => {
    await StepTest.with(filesOf(60), async (project) => {
      const whole = await project.run("check", "--quiet", "--format", "text");
      // Jobs start programs by their names.
      const bin = join(project.folder, "bin");
      project.write({ "bin/assay": `#!/bin/sh\nexec "${process.execPath}" "${ASSAY}" "$@"\n` });
      execFileSync("chmod", ["+x", join(bin, "assay")]);
      const reason = await Slurm.with(join(project.folder, "slurm"), ({ env }) => {
        const { status, stdout, stderr } = spawnSync(SCRIPT, {
          cwd: project.folder,
          env: { ...env, PATH: `${bin}:${env.PATH}`, DIR: join(project.folder, "check"), SHARES: "3" },
          encoding: "utf8",
          timeout: 120_000,
        });
        const report = stdout.replace(/^\{.*\}\n/gm, "");
        expect([status, report, stderr]).toEqual([whole.code, whole.stdout, expect.not.stringContaining("error:")]);
      });
      if (reason !== undefined) {
        skip(reason);
      }
    });
  });
});
