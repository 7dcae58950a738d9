/** The commands of `assay step`. */

import { Argument, Option } from "commander";
import { archiveLimit } from "../archive-limits.js";
import { choosing } from "../choice.js";
import { type CommandForm, command, commandGroup, optionsIn } from "../command.js";
import type { Engine, Engines } from "../engine.js";
import { checkForm } from "../options/check.js";
import { rules, scriptLimit } from "../options/common.js";
import { Refusal } from "../refusal.js";
import { showing } from "../report/options.js";
import { allowPath, config, format, noIgnore } from "../usage.js";
import type { ListRequest } from "./list.js";
import type { PlanRequest } from "./plan.js";
import type { StepProject } from "./project.js";
import type { StepReportRequest } from "./step-report.js";

const CODES = `
Exit codes:
  0   done
  2   cannot be done, and trying again does not help
  75  a temporary error, or the result of an earlier step is missing: try again`;

const dir = () => new Argument("<DIR>", "the folder of the check, which all processes share; or `s3://bucket/prefix`");

/** A step that works on blocks. */
interface BlocksRequest {
  dir: string;
  blocks: string | undefined;
}

type BlocksStep = (project: StepProject, blocks: string | undefined) => Promise<number>;

/** Returns a step that works on the blocks that the command line names; `work` loads its code. */
function stepOfBlocks(
  {
    name,
    summary,
    description,
    what = "blocks",
  }: Pick<CommandForm<BlocksRequest>, "name" | "summary" | "description"> & { what?: string },
  work: () => Promise<BlocksStep>,
) {
  return command<BlocksRequest>(
    {
      name,
      summary,
      description: `${description} Results that exist are kept.`,
      arguments: {
        dir: dir(),
        blocks: new Argument(
          `[${what.toUpperCase()}]`,
          `the ${what}: \`3\`, \`1-16\`, or a share of all of them, \`1/4\` for the first of four; by default all`,
        ),
      },
      details: CODES,
      examples: [
        `assay step ${name} /shared/check`,
        `assay step ${name} /shared/check 1-16`,
        `assay step ${name} /shared/check 2/8`,
      ],
    },
    (request, engines) =>
      withProject(request.dir, engines.fast, async (project) => (await work())(project, request.blocks)),
  );
}

/** Runs a step of the project in `dir`, and returns its exit code. */
async function withProject(
  dir: string,
  engine: Engine,
  work: (project: StepProject) => Promise<number>,
): Promise<number> {
  const [{ StepProject }, { asStep }] = await Promise.all([import("./project.js"), import("./exit-codes.js")]);
  return asStep(async () => work(new StepProject(dir, await engine())));
}

const LIST = command<ListRequest>(
  {
    name: "list",
    summary: "list the files to check, in blocks",
    description:
      "Lists the files of a folder in blocks of about 4000 sorted paths, each with its size and the time of its last " +
      "change. The later steps read only these lists and the files themselves.",
    arguments: {
      dir: dir(),
      root: new Argument(
        "[ROOT]",
        "the folder to check, or `s3://bucket/prefix`; by default `root` of the configuration",
      ),
    },
    options: () => [
      new Option(
        "--inventory <FILE>",
        "read the files from a CSV file with the columns path, size and version (or modified, in milliseconds) instead " +
          "of searching the folder",
      ),
      new Option("--block-size <N>", "the average number of files in a block").default(4000).argParser(blockSize),
      config(),
      noIgnore(),
    ],
    details: CODES,
    examples: [
      "assay step list /shared/check /assets",
      "assay step list /shared/check /assets --inventory files.csv",
      "assay step list s3://studio/check s3://studio/assets",
    ],
  },
  async (request, { fast }) => {
    const [{ list }, { asStep }] = await Promise.all([import("./list.js"), import("./exit-codes.js")]);
    return asStep(() => list(request, fast));
  },
);

function blockSize(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) {
    throw new Refusal(`\`--block-size\` takes a whole number from 1, not \`${text}\``);
  }
  return Number(text);
}

const PLAN = command<PlanRequest>(
  {
    name: "plan",
    summary: "read the rules and the configuration",
    description: "Stores the rules and the configuration, so that the later steps need neither.",
    arguments: { dir: dir() },
    options: () => [
      rules(),
      config(),
      allowPath(),
      ...choosing(),
      new Option("--no-ignore-comments", "also show the findings that comments with `assay-ignore` hide"),
      scriptLimit(),
      archiveLimit("each archive that is checked"),
    ],
    // The other options of a check have their defaults. Reports are not written, so they replace no file.
    complete: (read) => ({ ...optionsIn(["--quiet", "--force"], checkForm()), ...read }),
    details: CODES,
    examples: ["assay step plan /shared/check --rules rules", "assay step plan /shared/check"],
  },
  async (request, { fast }) => {
    const [{ plan }, { asStep }] = await Promise.all([import("./plan.js"), import("./exit-codes.js")]);
    return asStep(() => plan(request, fast));
  },
);

const INDEX = stepOfBlocks(
  {
    name: "index",
    summary: "read the files of blocks for collections",
    description: "Reads the files of blocks for collections and virtual files. Does nothing if the rules use none.",
  },
  async () => (await import("./block-steps.js")).index,
);

const MERGE_INDEX = command<{ dir: string }>(
  {
    name: "merge-index",
    summary: "build the collections",
    description: "Builds the collections from the results of `assay step index`.",
    arguments: { dir: dir() },
    details: CODES,
    examples: ["assay step merge-index /shared/check"],
  },
  (request, { fast }) =>
    withProject(request.dir, fast, async (project) => (await import("./merge-index.js")).mergeIndex(project)),
);

const CHECK = stepOfBlocks(
  { name: "check", summary: "check the files of blocks", description: "Checks the files of blocks." },
  async () => (await import("./block-steps.js")).check,
);

const FOLLOW = stepOfBlocks(
  {
    name: "follow",
    summary: "check the files that values in other files name",
    description: "Checks the files that values of rules with `subxpath` name. A group has 64 blocks.",
    what: "groups",
  },
  async () => (await import("./block-steps.js")).follow,
);

const REPORT = command<StepReportRequest>(
  {
    name: "report",
    summary: "report the results of all blocks",
    description: "Makes the report that `assay check` would make, from the results of all blocks.",
    arguments: { dir: dir() },
    options: showing,
    details: `
Exit codes, the same as for a check:
  0  no findings at or above --fail-on
  1  findings at or above --fail-on
  2  incomplete: not everything was checked, or a result is missing.
     With --strict, also a rule that had nothing to check, or any warning`,
    examples: ["assay step report /shared/check", "assay step report /shared/check --format html=report.html"],
  },
  async (request, { fast }) => (await import("./step-report.js")).report(request, fast),
);

const STATUS = command<{ dir: string; format: string }>(
  {
    name: "status",
    summary: "count the results that exist",
    description: "Counts the results of each step that exist.",
    arguments: { dir: dir() },
    options: () => [format(["text", "json"])],
    details: CODES,
    examples: ["assay step status /shared/check"],
  },
  (request, { fast }) =>
    withProject(request.dir, fast, async (project) => (await import("./status.js")).status(project, request.format)),
);

const SERVE = command<object>(
  {
    name: "serve",
    summary: "run steps that come as lines of JSON",
    description:
      "Runs the steps that are requested by lines of JSON on the standard input, so that a worker starts Assay once: " +
      '`{"step": "check", "dir": "DIR", "blocks": "1-16"}`. Prints their events, and `{"event": "exit", "code": 0}` ' +
      "after each.",
    details: CODES,
    examples: ["assay step serve"],
  },
  async (_, { fast }: Engines) => (await import("./serve.js")).serve(fast),
);

export const STEP = commandGroup(
  {
    name: "step",
    summary: "check a large project on many machines, step by step",
    description:
      "Checks a project that is too large for one machine. Each step reads files and writes files; the same step can run " +
      "on many machines, for different blocks of files.",
    details: `
The steps in their order: list, plan, index, merge-index, check, follow, report.`,
    examples: [
      "assay step list /shared/check /assets",
      "assay step plan /shared/check --rules rules",
      "assay step check /shared/check 1/8",
      "assay step report /shared/check",
    ],
  },
  [LIST, PLAN, INDEX, MERGE_INDEX, CHECK, FOLLOW, REPORT, STATUS, SERVE],
);
