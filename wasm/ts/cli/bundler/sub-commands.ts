/** The table of sub-commands and their arguments, which parsing, validation and the help share. */

import { OPERATIONS, PATTERN_TYPES } from "../../systems/asset-list/asset-operations.js";

export interface Argument {
  /** Its name, without dashes. */
  name: string;
  /** The placeholder for the value in the help; undefined for a flag, which takes none. */
  value?: string;
  /** True if the value may be left out. */
  isOptional?: true;
  /** The description of the argument, in one sentence without a full stop. */
  doc: string;
}

export interface SubCommand {
  name: string;
  /** The description of the sub-command, in one sentence with a full stop. */
  doc: string;
  arguments: readonly Argument[];
  examples: readonly string[];
}

/** The arguments that every sub-command takes. */
export const COMMON: readonly Argument[] = [
  { name: "project-path", value: "DIR", doc: "the folder with the assets; by default the current folder" },
  { name: "project", value: "DIR", doc: "the name of --project-path in Lumberyard" },
  { name: "verbose", doc: "print the folder that is searched for assets" },
  { name: "help", doc: "print help" },
];

const PLATFORM: Argument = {
  name: "platform",
  value: "NAME,…",
  doc: "the platforms to process, one after the other; by default `pc`",
};
const CATALOG: Argument = {
  name: "overrideAssetCatalogFile",
  value: "FILE",
  doc: "a JSON file that maps the path of each asset to the paths of its dependencies",
};
const OVERWRITE: Argument = { name: "allowOverwrites", doc: "overwrite existing files" };
const RULES: Argument = { name: "comparisonRulesFile", value: "FILE.rules", doc: "the file of steps" };
const TYPE: Argument = {
  name: "comparisonType",
  value: "TYPE,…",
  doc: `the types of the steps: ${numbered(OPERATIONS.map(({ name }) => name))}`,
};
const PATTERN_TYPE: Argument = {
  name: "filePatternType",
  value: "TYPE,…",
  doc: `the types of the patterns: ${numbered(PATTERN_TYPES)}; one for each step of the type filepattern`,
};
const PATTERN: Argument = {
  name: "filePattern",
  value: "PATTERN,…",
  doc: "the patterns, one for each step of the type filepattern; in quotes, so that the shell does not expand them",
};

/** Returns a list of names, each after its number. */
function numbered(names: readonly string[]): string {
  return names.map((name, number) => `${number} or ${name}`).join(", ");
}

/** The line break in an example. */
const CONTINUED = "\\\n      ";

export const SUB_COMMANDS: readonly SubCommand[] = [
  {
    name: "seeds",
    doc: "Changes a list of seeds: the assets to release with all their dependencies.",
    arguments: [
      { name: "seedListFile", value: "FILE.seed", doc: "the list; created if it does not exist (required)" },
      { name: "addSeed", value: "PATH,…", doc: "add assets, by path or pattern (`*`, `?`)" },
      { name: "removeSeed", value: "PATH,…", doc: "remove assets, by path or `{guid}:sub`" },
      { name: "addPlatformToSeeds", doc: "add the platforms to every seed that is an asset of these platforms" },
      {
        name: "removePlatformFromSeeds",
        doc: "remove the platforms from every seed, except the last platform of a seed",
      },
      { name: "updateSeedPath", doc: "update the path of each seed by its id" },
      { name: "removeSeedPath", doc: "remove the paths of the seeds" },
      { name: "print", doc: "print the list" },
      PLATFORM,
      { name: "ignoreFileCase", doc: "ignore letter case in the name of the list" },
      CATALOG,
    ],
    examples: ["seeds --seedListFile game.seed --addSeed levels/city.xml,ui/menu.xml --print"],
  },
  {
    name: "assetLists",
    doc: "Makes a list of assets: each seed with its dependencies.",
    arguments: [
      { name: "assetListFile", value: "FILE.assetlist", doc: "the list to write (this or --print is required)" },
      { name: "seedListFile", value: "FILE.seed,…", doc: "lists of seeds" },
      { name: "addSeed", value: "PATH,…", doc: "further seeds, by path or pattern (`*`, `?`)" },
      {
        name: "skip",
        value: "PATH,…",
        doc: "exclude assets by path or pattern, with dependencies that only they have",
      },
      { name: "addDefaultSeedListFiles", doc: "add every list of seeds that is found among the assets" },
      PLATFORM,
      { name: "print", doc: "print the list, or existing lists if no seed is named" },
      { name: "dryRun", doc: "do everything except writing, and report the same errors" },
      { name: "generateDebugFile", doc: "write a `.assetlistdebug` with the seed that each asset came from" },
      OVERWRITE,
      CATALOG,
    ],
    examples: ["assetLists --seedListFile game.seed --assetListFile game.assetlist --print"],
  },
  {
    name: "compare",
    doc: "Makes lists of assets from other lists, in one or more steps.",
    arguments: [
      {
        ...RULES,
        doc: "a file of steps, which run before the steps named here; the value `$` keeps the value in the file",
      },
      TYPE,
      PATTERN_TYPE,
      PATTERN,
      { name: "intersectionCount", value: "N", doc: "the minimum number of lists that must contain an asset" },
      { name: "firstAssetFile", value: "FILE,…", doc: "the first list of each step, or a `$variable`" },
      {
        name: "secondAssetFile",
        value: "FILE,…",
        doc: "the second list of each step, except for steps of the type filepattern",
      },
      { name: "output", value: "FILE,…", doc: "the file for the result of each step, or a `$variable`" },
      { name: "print", value: "FILE,…", doc: "print these results; by default the last one" },
      PLATFORM,
      OVERWRITE,
    ],
    examples: [
      `compare --comparisonType delta ${CONTINUED}--firstAssetFile v1.assetlist ` +
        `--secondAssetFile v2.assetlist ${CONTINUED}--output patch.assetlist --print`,
      `compare --comparisonType delta,filepattern ${CONTINUED}--filePatternType 0 --filePattern '*.txt' ` +
        `${CONTINUED}--firstAssetFile 'v1.assetlist,$new' --secondAssetFile v2.assetlist ` +
        `${CONTINUED}--output '$new,texts.assetlist' --print`,
    ],
  },
  {
    name: "comparisonRules",
    doc: "Changes a file of steps, whose first line has the number 0.",
    arguments: [
      { ...RULES, doc: "the file; created if it does not exist (required)" },
      { name: "addComparison", value: "LINE", isOptional: true, doc: "add steps, at the end or before a line" },
      { name: "removeComparison", value: "LINE", doc: "remove a step" },
      { name: "moveComparison", value: "FROM,TO", doc: "move a step before another one" },
      { name: "editComparison", value: "LINE", doc: "change the given properties of a step" },
      TYPE,
      PATTERN_TYPE,
      PATTERN,
      { name: "tokenName", value: "NAME,…", doc: "the variable of each step's result" },
      { name: "firstInput", value: "NAME", isOptional: true, doc: "the variable for the first input of a step" },
      { name: "secondInput", value: "NAME", isOptional: true, doc: "the variable for the second input of a step" },
      { name: "print", doc: "print the steps" },
    ],
    examples: [
      `comparisonRules --comparisonRulesFile patch.rules ${CONTINUED}--addComparison --comparisonType delta --tokenName new`,
      "comparisonRules --comparisonRulesFile patch.rules --print",
    ],
  },
];

/** Sub-commands of AssetBundlerBatch that write bundles, which Assay does not do. */
export const ELSEWHERE: readonly string[] = ["bundleSettings", "bundles", "bundleSeed"];
