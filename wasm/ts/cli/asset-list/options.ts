/** The options of `assay assetlist`, and its help. */

import { Argument, type Command as Commander, Option } from "commander";
import { OPERATIONS, type OperationName } from "../../systems/asset-list/asset-operations.js";
import { givenTo } from "../given.js";
import type { Asked } from "../options/common.js";
import type { When } from "../output.js";
import { Refusal } from "../refusal.js";
import { allowPath, append, color, config, configured, examples, format, jobs, taking, withOptions } from "../usage.js";

/**
 * The key by which lists are compared: the asset id, the path, or (`auto`) the id if every entry has one and the path
 * otherwise.
 */
export type KeyChoice = "auto" | "id" | "path";

/** The options of all commands that write lists. */
export interface Writing {
  /** True if existing files may be overwritten. */
  force: boolean;
  /** True if lists without entries are accepted and written. */
  allowEmpty: boolean;
  /** True if the written files are not reported. */
  quiet: boolean;
}

/** The options of the commands that make a list from others. */
export interface OperateOptions extends Writing {
  /** The operation. */
  op: OperationName;
  /** The files of the lists. */
  lists: string[];
  /** The pattern; for `filepattern` only. */
  pattern?: string;
  /** True if the pattern is a regular expression and not a wildcard. */
  regex: boolean;
  /** The minimum number of lists that must hold an asset; for `intersectioncount` only. */
  count?: number;
  /** The file to write. */
  output: string;
  /** How entries are compared. */
  key: KeyChoice;
}

/** The options of `assay assetlist create` on the command line, before the configuration is applied. */
export type CreateRequest = Asked & Omit<AssetListCreateOptions, "root"> & { root: string | undefined };

/** The options of `assay assetlist create`. */
export interface AssetListCreateOptions extends Writing {
  /** The folder with the assets. */
  root: string;
  /** The seeds: assets that are listed with all their dependencies. */
  seed: string[];
  /** Files with lists of seeds. */
  seedList: string[];
  /**
   * The platforms whose seeds are used from the lists of seeds; if there are none, the seeds of all platforms are used.
   */
  platform: string[];
  /** The file with the dependencies of assets. */
  dependencies: string | undefined;
  /** Patterns of assets to leave out. */
  skip: string[];
  /** True if entries have ids. */
  ids: boolean;
  /** True if entries have the modification time of their file. */
  times: boolean;
  /** The file to write. */
  output: string;
  /** The maximum number of threads. */
  jobs: number;
}

/** The options of `assay assetlist run`. */
export interface AssetListRunOptions extends Writing {
  /** The file of steps. */
  plan: string | undefined;
  /** Steps, each as one string. */
  step: string[];
  /** Files for variables and for the inputs and outputs that the plan leaves open, by name. */
  set: [string, string][];
  /** How entries are compared. */
  key: KeyChoice;
}

/** The options of `assay assetlist show`. */
export interface AssetListShowOptions {
  /** The file. */
  file: string;
  /** How to show it: `table`, `json` or `paths`. */
  format: string;
  /** When to use colours. */
  color: When;
}

/** The options of `assay assetlist diff`. */
export interface DiffOptions {
  /** The older list. */
  first: string;
  /** The newer list. */
  second: string;
  /** How to show it: `table` or `json`. */
  format: string;
  /** The folder with the assets of the newer list, for their sizes. */
  root: string | undefined;
  /** How entries are compared. */
  key: KeyChoice;
  /** When to use colours. */
  color: When;
}

/** A task of `assay assetlist` with its options. */
export type AssetListTask =
  | { name: "operate"; options: OperateOptions }
  | { name: "create"; options: CreateRequest }
  | { name: "run"; options: AssetListRunOptions }
  | { name: "show"; options: AssetListShowOptions }
  | { name: "diff"; options: DiffOptions };

/** Takes the task that the arguments name. */
type ChooseListTask = (task: AssetListTask) => void;

const FILES = `
A list is read from an .assetlist (XML or JSON), from plain JSON such as
{"assets": [{"path": "a.txt", "hash": …}]}, or from a text with a path in each line. The ending of a
name says what is written: .assetlist is XML, .json is plain JSON.`;

const CODES = `
Exit codes:
  0  the list is written
  1  a list that is read has no entries, or the one to write would have none; nothing is written
  2  something is wrong with what was asked for, or with a file; nothing is written`;

/** Adds the command and its subcommands. */
export function addAssetList(program: Commander, choose: ChooseListTask): void {
  const group = configured(program.command("assetlist"))
    .usage("COMMAND [OPTIONS]")
    .summary("compare, combine and make lists of assets")
    .description("Compares, combines and makes lists of assets, as releases and patches are made from.")
    .helpCommand("help [COMMAND]", "print this, or the help of a command")
    .addHelpText("after", FILES)
    .addHelpText(
      "after",
      examples([
        "assay assetlist delta v1.assetlist v2.assetlist -o patch.assetlist",
        "assay assetlist create --root assets -o v2.assetlist",
        "assay assetlist diff v1.assetlist v2.assetlist",
      ]),
    );
  for (const { name, doc } of OPERATIONS) {
    if (name !== "filepattern" && name !== "intersectioncount") {
      addPair(group, name, doc, choose);
    }
  }
  addPattern(group, choose);
  addCount(group, choose);
  addCreate(group, choose);
  addRun(group, choose);
  addShow(group, choose);
  addDiff(group, choose);
}

type GivenOptions<T extends { lists: string[] }> = Omit<T, "op" | "lists">;

function addPair(group: Commander, op: OperateOptions["op"], doc: string, choose: ChooseListTask): void {
  const command = configured(group.command(op))
    .usage("[OPTIONS] FIRST SECOND -o FILE")
    .summary(`write ${doc}`)
    .description(`Writes ${doc}.`)
    .addArgument(new Argument("<FIRST>", "the first list"))
    .addArgument(new Argument("<SECOND>", "the second list"))
    .addHelpText("after", `${CODES}\n${examples([`assay assetlist ${op} v1.assetlist v2.assetlist -o out.assetlist`])}`)
    .action((first: string, second: string, options: GivenOptions<OperateOptions>) => {
      choose({ name: "operate", options: { ...options, op, lists: [first, second] } });
    });
  withOptions(command, [output(), key(), ...writing()]);
}

function addPattern(group: Commander, choose: ChooseListTask): void {
  const shown = [
    "assay assetlist pattern '*.txt' all.assetlist -o texts.assetlist",
    "assay assetlist pattern --regex 'levels/[a-m].*' all.assetlist -o levels.assetlist",
  ];
  const command = configured(group.command("pattern"))
    .usage("[OPTIONS] PATTERN LIST -o FILE")
    .summary("write what has a path that matches a pattern")
    .description(
      "Writes what has a path that matches a pattern, from its first character to its last. In a wildcard, `*` stands " +
        "for any bytes and `?` for one (a letter beyond ASCII is several), and letter case makes no difference. A regular " +
        "expression is one of POSIX (extended), and letter case does.",
    )
    .addArgument(new Argument("<PATTERN>", "the pattern; in quotes, or the shell may replace it"))
    .addArgument(new Argument("<LIST>", "the list"))
    .addHelpText("after", `${CODES}\n${examples(shown)}`)
    .action((pattern: string, list: string, options: GivenOptions<OperateOptions>) => {
      choose({ name: "operate", options: { ...options, op: "filepattern", pattern, lists: [list] } });
    });
  const regex = new Option("--regex", "the pattern is a regular expression").default(false);
  withOptions(command, [output(), regex, ...writing()]);
}

function addCount(group: Commander, choose: ChooseListTask): void {
  const command = configured(group.command("count"))
    .usage("[OPTIONS] N LIST... -o FILE")
    .summary("write what is in a number of lists, or in more")
    .description("Writes what is in N of the lists or in more, each as the first list that has it.")
    .addArgument(new Argument("<N>", "in how many lists").argParser(count))
    .addArgument(new Argument("<LIST...>", "the lists"))
    .addHelpText("after", `${CODES}\n${examples(["assay assetlist count 2 a.json b.json c.json -o common.json"])}`)
    .action((n: number, lists: string[], options: GivenOptions<OperateOptions>) => {
      choose({ name: "operate", options: { ...options, op: "intersectioncount", count: n, lists } });
    });
  withOptions(command, [output(), key(), ...writing()]);
}

const CREATE_HELP = `
Without seeds, all files are listed by path. Otherwise, each seed is followed by what it needs that
is not on the list yet. An id is what O3DE gives to a file that becomes an asset as it is.
${CODES}
${examples([
  "assay assetlist create --root assets -o all.assetlist",
  "assay assetlist create --root assets --skip '*.psd' --skip 'drafts/*' -o all.json",
  "assay assetlist create --root assets --seed levels/city.xml --dependencies needs.json -o city.json",
])}`;

function addCreate(group: Commander, choose: ChooseListTask): void {
  const command = configured(group.command("create"))
    .usage("[OPTIONS] [--root DIR] -o FILE")
    .summary("make a list from files")
    .description(
      "Makes a list from files: their paths, and the hashes of what is in them. What is not said here is what the " +
        "project's configuration says, `assay.yaml`, of `asset_lists`.",
    )
    .addHelpText("after", CREATE_HELP)
    .action((options: Omit<CreateRequest, "given">, command: Commander) => {
      choose({ name: "create", options: { ...options, given: givenTo(command) } });
    });
  withOptions(command, [
    new Option("--root <DIR>", "the folder that the paths of assets start from; that of the configuration otherwise"),
    config(),
    allowPath(),
    new Option("--seed <PATH>", "an asset that is wanted with all that it needs; may be repeated")
      .default([])
      .argParser(append(String)),
    new Option("--seed-list <FILE>", "a list of such (.seed); may be repeated").default([]).argParser(append(String)),
    new Option(
      "--platform <NAME>",
      "of the lists of seeds, only what is for this platform, such as `pc`; may be repeated; seeds of all platforms " +
        "unless told otherwise",
    )
      .default([])
      .argParser(append(String)),
    new Option("--dependencies <FILE>", "a JSON file that maps paths to the paths of what each needs itself"),
    new Option("--skip <PATTERN>", "leave assets out, with what only they need, by wildcard; may be repeated")
      .default([])
      .argParser(append(String)),
    new Option("--no-ids", "leave the ids out, so that the list is compared by path"),
    new Option("--times", "write when each file was modified; equal files no longer give equal lists").default(false),
    output(),
    jobs(),
    ...writing(),
  ]);
}

const RUN_HELP = `
A step is written as the command that it is: 'delta FIRST SECOND -o OUTPUT', 'pattern --regex
PATTERN LIST -o OUTPUT', 'count N LIST... -o OUTPUT'. Names that begin with \`$\` are variables:
results that later steps take, and that are not written. The lists are written when all steps have
succeeded.
${CODES}
${examples([
  "assay assetlist run --step 'delta v1.json v2.json -o $new' \\\n      --step 'pattern *.txt $new -o patch.json'",
  "assay assetlist run patch.rules --set 1.first=v1.json --set 1.second=v2.json \\\n      --set '$patch=patch.assetlist'",
])}`;

function addRun(group: Commander, choose: ChooseListTask): void {
  const command = configured(group.command("run"))
    .usage("[OPTIONS] [PLAN]")
    .summary("run several steps")
    .description("Runs several steps, from a file (.rules, or JSON) or from --step.")
    .addArgument(new Argument("[PLAN]", "the file of steps"))
    .addHelpText("after", RUN_HELP)
    .action((plan: string | undefined, options: Omit<AssetListRunOptions, "plan">) => {
      if ((plan === undefined) === (options.step.length === 0)) {
        throw new Refusal("the steps come from a file or from `--step`, and from one of the two", "name one of them");
      }
      choose({ name: "run", options: { ...options, plan } });
    });
  withOptions(command, [
    new Option("--step <STEP>", "a step, in quotes; may be repeated").default([]).argParser(append(String)),
    new Option(
      "--set <NAME=FILE>",
      "the file for a `$variable`, or for what the plan leaves open, such as `1.first`, `1.second`, `2.output`; may be " +
        "repeated",
    )
      .default([])
      .argParser(append(setting)),
    key(),
    ...writing(),
  ]);
}

function addShow(group: Commander, choose: ChooseListTask): void {
  const shown = ["assay assetlist show v1.assetlist", "assay assetlist show --format paths v1.assetlist | sort"];
  const command = configured(group.command("show"))
    .usage("[OPTIONS] FILE")
    .summary("show what is in a list, or in a file of steps")
    .description("Shows what is in a list of assets (.assetlist, .json), of seeds (.seed) or of steps (.rules).")
    .addArgument(new Argument("<FILE>", "the file"))
    .addHelpText("after", examples(shown))
    .action((file: string, options: Omit<AssetListShowOptions, "file">) => {
      choose({ name: "show", options: { ...options, file } });
    });
  withOptions(command, [format(["table", "json", "paths"]), color()]);
}

const DIFF_HELP = `
added    in the second list only
removed  in the first list only
changed  in both, with other content
moved    in both with the same content, at another path (compared by id)

Exit codes:
  0  there is no difference
  1  there are differences
  2  a list cannot be read
${examples(["assay assetlist diff v1.assetlist v2.assetlist", "assay assetlist diff v1.json v2.json --root assets --format json"])}`;

function addDiff(group: Commander, choose: ChooseListTask): void {
  const command = configured(group.command("diff"))
    .usage("[OPTIONS] FIRST SECOND")
    .summary("show what changed between two lists")
    .description("Shows what changed between two lists, by kind.")
    .addArgument(new Argument("<FIRST>", "the older list"))
    .addArgument(new Argument("<SECOND>", "the newer list"))
    .addHelpText("after", DIFF_HELP)
    .action((first: string, second: string, options: Omit<DiffOptions, "first" | "second">) => {
      choose({ name: "diff", options: { ...options, first, second } });
    });
  withOptions(command, [
    new Option("--root <DIR>", "the folder with the assets of the newer list, which tells their sizes"),
    key(),
    format(["table", "json"]),
    color(),
  ]);
}

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
