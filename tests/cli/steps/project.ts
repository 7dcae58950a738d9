/** Projects that are checked in steps, in a new folder. */

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { assay, type Ended } from "../assay.ts";

/** The sample projects of the rule packs. */
export const SAMPLES = fileURLToPath(new URL("../../../rules/samples", import.meta.url));

/** An event that a step prints. */
export interface StepEvent {
  event: string;
  step: string;
  done?: number;
  made?: number;
  of?: number;
}

/** A project: its files are in `assets`, its rules in `rules`, and the lists and results of steps in `check`. */
export class StepTest {
  readonly folder: string;

  private constructor() {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-steps-")));
  }

  /** Runs `work` on a project with these files. The folder is deleted when it has ended. */
  static async with(files: Readonly<Record<string, string>>, work: (test: StepTest) => Promise<void>): Promise<void> {
    const test = new StepTest();
    try {
      test.write(files);
      await work(test);
    } finally {
      rmSync(test.folder, { recursive: true, force: true });
    }
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
  }

  /** Copies a sample project to `assets`. */
  copySample(name: string): void {
    cpSync(join(SAMPLES, name), join(this.folder, "assets"), { recursive: true });
  }

  run(...args: string[]): Promise<Ended> {
    return assay(args, { cwd: this.folder });
  }

  /** Runs a step, which must succeed, and returns its last event. */
  async step(name: string, ...args: string[]): Promise<StepEvent> {
    const { code, stdout, stderr } = await this.run("step", name, "check", ...args);
    if (code !== 0) {
      throw new Error(`\`assay step ${name}\` ended with ${code}: ${stderr}`);
    }
    return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "{}");
  }

  /** Lists the files in blocks of this size, and makes the plan. */
  async begin(blockSize: number, ...rules: string[]): Promise<void> {
    await this.step("list", "assets", "--block-size", String(blockSize));
    await this.step("plan", ...(rules.length === 0 ? ["--rules", "rules"] : rules));
  }

  /** Runs the steps between plan and report. Returns for each how many results it has made. */
  async work(): Promise<number[]> {
    const made: number[] = [];
    for (const step of ["index", "merge-index", "check", "follow"]) {
      made.push((await this.step(step)).made ?? 0);
    }
    return made;
  }

  /** Returns the exit code and the report of the steps. */
  async report(): Promise<[code: number, report: string]> {
    const { code } = await this.run("step", "report", "check", "--quiet", "--format", "json=steps.json");
    return [code, readFileSync(join(this.folder, "steps.json"), "utf8")];
  }

  /** Returns the exit code and the report of `assay check`. */
  async whole(...rules: string[]): Promise<[code: number, report: string]> {
    const chosen = rules.length === 0 ? ["--rules", "rules"] : rules;
    const { code } = await this.run("check", "--quiet", "--format", "json=whole.json", ...chosen, "assets");
    return [code, readFileSync(join(this.folder, "whole.json"), "utf8")];
  }

  /** The names of the files in a folder of the check. */
  names(folder: string): string[] {
    return readdirSync(join(this.folder, "check", folder));
  }
}
