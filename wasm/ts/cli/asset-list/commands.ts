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
{"assets": [{"path": "a.txt", "hash": …}]}, or from a text with a path in each line. The ending of a
name says what is written: .assetlist is XML, .json is plain JSON.`;

const CODES = `
Exit codes:
  0  the list is written
  1  a list that is read has no entries, or the one to write would have none; nothing is written
  2  something is wrong with what was asked for, or with a file; nothing is written`;

/** The options of a command that makes a list from others, of which its arguments give the lists. */
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
    summary: "write what has a path that matches a pattern",
    description:
      "Writes what has a path that matches a pattern, from its first character to its last. In a wildcard, `*` stands " +
      "for any bytes and `?` for one (a letter beyond ASCII is several), and letter case makes no difference. A regular " +
      "expression is one of POSIX (extended), and letter case does.",
    arguments: {
      pattern: new Argument("<PATTERN>", "the pattern; in quotes, or the shell may replace it"),
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
    summary: "write what is in a number of lists, or in more",
    description: "Writes what is in N of the lists or in more, each as the first list that has it.",
    arguments: {
      count: new Argument("<N>", "in how many lists").argParser(count),
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
      "Makes a list from files: their paths, and the hashes of what is in them. What is not said here is what the " +
      "project's configuration says, `assay.yaml`, of `asset_lists`.",
    options: () => [
      new Option("--root <DIR>", "the folder that the paths of assets start from; that of the configuration otherwise"),
      config(),
      allowPath(),
      repeated("--seed <PATH>", "an asset that is wanted with all that it needs; may be repeated"),
      repeated("--seed-list <FILE>", "a list of such (.seed); may be repeated"),
      repeated(
        "--platform <NAME>",
        "of the lists of seeds, only what is for this platform, such as `pc`; may be repeated; seeds of all platforms " +
          "unless told otherwise",
      ),
      new Option("--dependencies <FILE>", "a JSON file that maps paths to the paths of what each needs itself"),
      repeated("--skip <PATTERN>", "leave assets out, with what only they need, by wildcard; may be repeated"),
      new Option("--no-ids", "leave the ids out, so that the list is compared by path"),
      new Option("--times", "write when each file was modified; equal files no longer give equal lists").default(false),
      output(),
      jobs(),
      ...writing(),
    ],
    details: `
Without seeds, all files are listed by path. Otherwise, each seed is followed by what it needs that
is not on the list yet. An id is what O3DE gives to a file that becomes an asset as it is.
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
    usage: "[OPTIONS] [PLAN]",
    summary: "run several steps",
    description: "Runs several steps, from a file (.rules, or JSON) or from --step.",
    arguments: { plan: new Argument("[PLAN]", "the file of steps") },
    options: () => [
      repeated("--step <STEP>", "a step, in quotes; may be repeated"),
      repeated(
        "--set <NAME=FILE>",
        "the file for a `$variable`, or for what the plan leaves open, such as `1.first`, `1.second`, `2.output`; may be " +
          "repeated",
        setting,
      ),
      key(),
      ...writing(),
    ],
    details: `
A step is written as the command that it is: 'delta FIRST SECOND -o OUTPUT', 'pattern --regex
PATTERN LIST -o OUTPUT', 'count N LIST... -o OUTPUT'. Names that begin with \`$\` are variables:
results that later steps take, and that are not written. The lists are written when all steps have
succeeded.
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
    usage: "[OPTIONS] FILE",
    summary: "show what is in a list, or in a file of steps",
    description: "Shows what is in a list of assets (.assetlist, .json), of seeds (.seed) or of steps (.rules).",
    arguments: { file: new Argument("<FILE>", "the file") },
    options: () => [format(["table", "json", "paths"]), color()],
    examples: ["assay assetlist show v1.assetlist", "assay assetlist show --format paths v1.assetlist | sort"],
  },
  async (options, { fast }) => (await import("./show.js")).show(options, fast),
);

const DIFF = command<DiffOptions>(
  {
    name: "diff",
    usage: "[OPTIONS] FIRST SECOND",
    summary: "show what changed between two lists",
    description: "Shows what changed between two lists, by kind.",
    arguments: {
      first: new Argument("<FIRST>", "the older list"),
      second: new Argument("<SECOND>", "the newer list"),
    },
    options: () => [
      new Option("--root <DIR>", "the folder with the assets of the newer list, which tells their sizes"),
      key(),
      format(["table", "json"]),
      color(),
    ],
    details: `
added    in the second list only
removed  in the first list only
changed  in both, with other content
moved    in both with the same content, at another path (compared by id)

Exit codes:
  0  there is no difference
  1  there are differences
  2  a list cannot be read`,
    examples: [
      "assay assetlist diff v1.assetlist v2.assetlist",
      "assay assetlist diff v1.json v2.json --root assets --format json",
    ],
  },
  async (options, { fast }) => (await import("./diff.js")).diff(options, fast),
);

/** `assay assetlist` with its commands. */
export const ASSET_LIST = commandGroup(
  {
    name: "assetlist",
    usage: "COMMAND [OPTIONS]",
    summary: "compare, combine and make lists of assets",
    description: "Compares, combines and makes lists of assets, as releases and patches are made from.",
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
    "compare by `auto` (the default: by id where every entry has one, else by path), `id` or `path`",
  );
  return taking(option, ["auto", "id", "path"]).default("auto");
}

/** Returns the options of commands that write lists. */
function writing(): Option[] {
  return [
    new Option("--allow-empty", "accept lists without entries, and write the list even if nothing is in it").default(
      false,
    ),
    new Option("--force", "write over files that are there already").default(false),
    new Option("-q, --quiet", "do not say what was written").default(false),
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
