/** The commands of `assay assetlist`. */

import { Argument, Option } from "commander";
import { OPERATIONS } from "../../systems/asset-list/asset-operations.js";
import { type Add, command, commandGroup } from "../command.js";
import type { Engines } from "../engine.js";
import { Refusal } from "../refusal.js";
import { allowPath, color, config, format, jobs, repeated, taking } from "../usage.js";
import type {
  AssetListRunOptions,
  AssetListShowOptions,
  CreateRequest,
  DiffOptions,
  OperateOptions,
} from "./options.js";

const FILES = `
A list is read from an .assetlist (XML or JSON), from plain JSON such as
{"assets": [{"path": "a.txt", "hash": …}]}, or from a text file with a path in each line. The
extension decides the format that is written: .assetlist is XML, .json is plain JSON.`;

const CODES = `
Exit codes:
  0  the list is written
  1  an input or output list has no entries; nothing is written
  2  wrong usage, or a file has errors; nothing is written`;

/** The options of a command that makes a list from the lists in its arguments. */
type OperateArguments = Omit<OperateOptions, "op" | "lists">;

function pair(op: OperateOptions["op"], doc: string): Add {
  return command<OperateArguments & { first: string; second: string }>(
    {
      name: op,
      usage: "[OPTIONS] FIRST SECOND -o FILE",
      summary: `write ${doc}`,
      description: `Writes ${doc}.`,
      arguments: {
        first: new Argument("<FIRST>", "the first list"),
        second: new Argument("<SECOND>", "the second list"),
      },
      options: () => [output(), key(), ...writing()],
      details: CODES,
      examples: [`assay assetlist ${op} v1.assetlist v2.assetlist -o out.assetlist`],
    },
    ({ first, second, ...options }, engines) => operate({ ...options, op, lists: [first, second] }, engines),
  );
}

async function operate(options: OperateOptions, { fast }: Engines): Promise<number> {
  return (await import("./operate.js")).operate(options, fast);
}

const PATTERN = command<OperateArguments & { list: string }>(
  {
    name: "pattern",
    usage: "[OPTIONS] PATTERN LIST -o FILE",
    summary: "write the entries whose paths match a pattern",
    description:
      "Writes the entries whose whole path matches a pattern. In a wildcard, `*` matches any number of bytes and `?` one " +
      "byte (characters outside ASCII have several), and letter case is ignored. Regular expressions are POSIX extended " +
      "and case-sensitive.",
    arguments: {
      pattern: new Argument("<PATTERN>", "the pattern, in quotes, so that the shell does not expand it"),
      list: new Argument("<LIST>", "the list"),
    },
    options: () => [
      output(),
      new Option("--regex", "the pattern is a regular expression").default(false),
      ...writing(),
    ],
    details: CODES,
    examples: [
      "assay assetlist pattern '*.txt' all.assetlist -o texts.assetlist",
      "assay assetlist pattern --regex 'levels/[a-m].*' all.assetlist -o levels.assetlist",
    ],
  },
  ({ list, ...options }, engines) => operate({ ...options, op: "filepattern", lists: [list] }, engines),
);

const COUNT = command<OperateArguments & { count: number; lists: string[] }>(
  {
    name: "count",
    usage: "[OPTIONS] N LIST... -o FILE",
    summary: "write the entries that are in at least N lists",
    description: "Writes the entries that are in at least N of the lists, each as in the first list that contains it.",
    arguments: {
      count: new Argument("<N>", "the minimum number of lists").argParser(count),
      lists: new Argument("<LIST...>", "the lists"),
    },
    options: () => [output(), key(), ...writing()],
    details: CODES,
    examples: ["assay assetlist count 2 a.json b.json c.json -o common.json"],
  },
  (options, engines) => operate({ ...options, op: "intersectioncount" }, engines),
);

const CREATE = command<CreateRequest>(
  {
    name: "create",
    usage: "[OPTIONS] [--root DIR] -o FILE",
    summary: "make a list from files",
    description:
      "Makes a list from files: their paths, and the hashes of their content. Options that are not given are read from " +
      "`asset_lists` in the configuration of the project, `assay.yaml`.",
    options: () => [
      new Option(
        "--root <DIR>",
        "the folder that the paths of assets start from; by default that of the configuration",
      ),
      config(),
      allowPath(),
      repeated("--seed <PATH>", "an asset to list with all its dependencies; may be repeated"),
      repeated("--seed-list <FILE>", "a file with a list of seeds (.seed); may be repeated"),
      repeated(
        "--platform <NAME>",
        "use only the seeds for this platform, such as `pc`, from lists of seeds; by default the seeds for all " +
          "platforms; may be repeated",
      ),
      new Option(
        "--dependencies <FILE>",
        "a JSON file that maps the path of each asset to the paths of its direct dependencies",
      ),
      repeated(
        "--skip <PATTERN>",
        "exclude assets that match a wildcard, and dependencies that only they have; may be repeated",
      ),
      new Option("--no-ids", "write no ids, so that the list is compared by path"),
      new Option("--times", "write the modification time of each file; equal files no longer make equal lists").default(
        false,
      ),
      output(),
      jobs(),
      ...writing(),
    ],
    details: `
Without seeds, all files are listed by path. With seeds, each seed is followed by its dependencies
that are not in the list yet. The ids are those that O3DE gives to files that become assets without
conversion.
${CODES}`,
    examples: [
      "assay assetlist create --root assets -o all.assetlist",
      "assay assetlist create --root assets --skip '*.psd' --skip 'drafts/*' -o all.json",
      "assay assetlist create --root assets --seed levels/city.xml --dependencies needs.json -o city.json",
    ],
  },
  async (options, { fast }) => (await import("./create.js")).create(options, fast),
);

const RUN = command<AssetListRunOptions>(
  {
    name: "run",
    summary: "run several steps",
    description: "Runs several steps from a file (.rules or JSON), or from --step.",
    arguments: { plan: new Argument("[PLAN]", "the file of steps") },
    options: () => [
      repeated("--step <STEP>", "a step, in quotes; may be repeated"),
      repeated(
        "--set <NAME=FILE>",
        "the file for a `$variable` or for an open input or output, such as `1.first`, `1.second` or `2.output`; may be " +
          "repeated",
        setting,
      ),
      key(),
      ...writing(),
    ],
    details: `
A step is written like a command: 'delta FIRST SECOND -o OUTPUT', 'pattern --regex PATTERN LIST
-o OUTPUT' or 'count N LIST... -o OUTPUT'. Names that begin with \`$\` are variables: results for
later steps, which are not written. The lists are written after all steps have succeeded.
${CODES}`,
    examples: [
      "assay assetlist run --step 'delta v1.json v2.json -o $new' \\\n      --step 'pattern *.txt $new -o patch.json'",
      "assay assetlist run patch.rules --set 1.first=v1.json --set 1.second=v2.json \\\n      --set '$patch=patch.assetlist'",
    ],
  },
  async (options, { fast }) => (await import("./run.js")).run(options, fast),
);

const SHOW = command<AssetListShowOptions>(
  {
    name: "show",
    summary: "show a list or a file of steps",
    description: "Shows a list of assets (.assetlist, .json), of seeds (.seed) or of steps (.rules).",
    arguments: { file: new Argument("<FILE>", "the file") },
    options: () => [format(["table", "json", "paths"]), color()],
    examples: ["assay assetlist show v1.assetlist", "assay assetlist show --format paths v1.assetlist | sort"],
  },
  async (options, { fast }) => (await import("./show.js")).show(options, fast),
);

const DIFF = command<DiffOptions>(
  {
    name: "diff",
    summary: "show the differences between two lists",
    description: "Shows the differences between two lists, by kind.",
    arguments: {
      first: new Argument("<FIRST>", "the older list"),
      second: new Argument("<SECOND>", "the newer list"),
    },
    options: () => [
      new Option("--root <DIR>", "the folder with the assets of the newer list, to show their sizes"),
      key(),
      format(["table", "json"]),
      color(),
    ],
    details: `
added    only in the second list
removed  only in the first list
changed  in both lists, with different content
moved    in both lists with the same content, at different paths (if compared by id)

Exit codes:
  0  the lists are equal
  1  the lists differ
  2  a list cannot be read`,
    examples: [
      "assay assetlist diff v1.assetlist v2.assetlist",
      "assay assetlist diff v1.json v2.json --root assets --format json",
    ],
  },
  async (options, { fast }) => (await import("./diff.js")).diff(options, fast),
);

export const ASSET_LIST = commandGroup(
  {
    name: "assetlist",
    summary: "compare, combine and make lists of assets",
    description: "Compares, combines and makes lists of assets, from which releases and patches are built.",
    details: FILES,
    examples: [
      "assay assetlist delta v1.assetlist v2.assetlist -o patch.assetlist",
      "assay assetlist create --root assets -o v2.assetlist",
      "assay assetlist diff v1.assetlist v2.assetlist",
    ],
  },
  [
    ...OPERATIONS.flatMap(({ name, doc }) => {
      return name === "filepattern" || name === "intersectioncount" ? [] : pair(name, doc);
    }),
    PATTERN,
    COUNT,
    CREATE,
    RUN,
    SHOW,
    DIFF,
  ],
);

function output(): Option {
  return new Option("-o, --output <FILE>", "the file to write").makeOptionMandatory();
}

function key(): Option {
  const option = new Option(
    "--key <KEY>",
    "compare by `auto` (the default: by id if every entry has one, else by path), `id` or `path`",
  );
  return taking(option, ["auto", "id", "path"]).default("auto");
}

/** Returns the options of commands that write lists. */
function writing(): Option[] {
  return [
    new Option("--allow-empty", "accept lists without entries, and write the list even if it is empty").default(false),
    new Option("--force", "overwrite existing files").default(false),
    new Option("-q, --quiet", "do not report the files that were written").default(false),
  ];
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new Refusal(`\`count\` takes a whole number of at least 1 before the lists, not \`${text}\``);
  }
  return Number(text);
}

function setting(text: string): [string, string] {
  const [, name, file] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || file === undefined) {
    throw new Refusal(
      `\`--set\` takes a name and a file, not \`${text}\``,
      "for example: --set '$patch=patch.assetlist'",
    );
  }
  return [name, file];
}
