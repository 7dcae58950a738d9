// Generated from the engine's types (see tests/types in the crate): do not edit.

/** The result of a run. */
export interface Report {
  /** The values that conditions rejected: by path, position, rule, order of values. */
  findings: Finding[];
  /** Remarks about input that was read leniently. */
  hints: Problem[];
  /** Problems. With at least one, the run is incomplete. */
  problems: Problem[];
  /** The part of a run that it is of; left out when it is of a whole one. */
  shard?: Shard;
  /** The files that were read, and the result of each rule. */
  stats: Stats;
  /** The counts of the run. */
  summary: Summary;
  /** The version of this form of reports. */
  version: number;
  /** Warnings about input that was used. */
  warnings: Problem[];
}

/** One line of a report in JSON lines: all of them together are the report. */
export type ReportLine =
  | { finding: Finding }
  | { hint: Problem }
  | { problem: Problem }
  | { rule: RuleStats }
  | { stats: Stats }
  | { summary: Summary }
  | { warning: Problem };

/** The steps of one rule on one file, and on the files that its values refer to. */
export interface Trace {
  /** How many files of the source the rule looks at, whether this is one of them or not. */
  files: number;
  /** How many values failed. */
  findings: number;
  /** The file. */
  path: string;
  /** Problems of any step, or before the first one. */
  problems: Problem[];
  /** Name of the rule. */
  rule: string;
  /** How much its findings matter. */
  severity: Severity;
  /** The result. */
  state: TraceState;
  /** The steps, in the order in which the values took them; one file after the other. */
  steps: TraceStep[];
  /** Whether its condition demands that there be no value. */
  wants_none: boolean;
  /** Warnings about input that was used. */
  warnings: Problem[];
}

/** The results of the tests of some rule files. */
export interface TestReport {
  /** Whether a rule without a test is as bad as a test that fails. */
  coverage: boolean;
  /** Problems of the rule files. */
  problems: Problem[];
  /** The counts of the tests. */
  summary: TestSummary;
  /** The tests that were run, in the order of the files. */
  tests: TestResult[];
  /** The rules from which no test expects anything, whichever tests were run. */
  untested: Untested[];
  /** Warnings about the rule files. */
  warnings: Problem[];
}

/** An entry as people read it, and as the plain JSON form has it. */
export interface AssetEntry {
  /** SHA-1 of the content as 40 hexadecimal digits; all zero for an empty file. */
  hash: string;
  /** The identifier of the asset, as `{GUID}:<number>`. */
  id?: string;
  /** When it was modified, in the units of the machine that wrote the list. */
  modified?: number | bigint;
  /** The path, with `/` between parts. */
  path: string;
}

/** A seed as people read it. */
export interface AssetSeed {
  /** The asset, as `{GUID}:<number>`. */
  id: string;
  /** Where the asset was when the seed was made. */
  pathHint: string;
  /** The platforms that it is for, as the number that files have. */
  platformFlags: number;
  /** Their names; of a group its own. */
  platforms: string[];
}

/** A step as people read it, and as the plain JSON form has it. */
export interface PlanStep {
  /** In how many lists an entry has to be at least. */
  count?: number;
  /** The first input: a variable, which begins with `$`, or a file. */
  first?: string;
  /** The inputs of `intersectioncount`. */
  lists?: string[];
  /** The operation: `delta`, `union`, `intersection`, `complement`, `filepattern` or `intersectioncount`. */
  op: string;
  /** The name of the result: a variable, or a file. */
  output?: string;
  /** The pattern that paths are held against. */
  pattern?: string;
  /** How the pattern is written. */
  patternType?: PatternType;
  /** The second input. */
  second?: string;
}

/** The result of conversion for one path, as people and programs read it. */
export interface ConversionEntry {
  /** Whether something builds it and nothing excludes it. */
  asset: boolean;
  /** The converter. */
  converter?: string;
  /** Whether a rule keeps it from being converted. */
  excluded: boolean;
  /** When the path is explained: what rules say of it and others override, in the order of the rules. */
  overridden?: ConversionOverridden[];
  /** The arguments of the converter. */
  params?: string;
  /** The path, from the root. */
  path: string;
  /** Whether rules say that it is converted for its own sake. It is a root asset if it is an asset, too. */
  root: boolean;
  /** The rule that set each field. */
  said: ConversionSetters;
  /** For a built file, the path of the source that it comes from. */
  source?: string;
  /** The rules that take too long on the path: what they say of it is not known, and may be something else. */
  undecided?: ConversionSite[];
}

/** One definition. */
export interface DefinitionEntry {
  /** `Type/Subtype`. */
  id: string;
  /** Whether the game makes something of it: neither abstract nor switched off. */
  live: boolean;
  /** The builder type. */
  type: string;
  /** Its values as rules see them, when they are asked for. */
  values?: { [name: string]: unknown };
  /** It in canonical XML. */
  xml: string;
}

/** One thing that is told of definitions. */
export interface DefinitionDiagnostic {
  /** A short stable name of the kind. */
  code: string;
  /** Its column, from 1, in UTF-16 units. */
  column: null | number;
  /** How to repair it. */
  help?: string;
  /** Its line, from 1. */
  line: null | number;
  /** The message, in one sentence. */
  message: string;
  /** The file; null when it is about no file. */
  path: null | string;
  /** How grave it is. */
  severity: DefinitionLevel;
}

/** The origin of each field of one definition. */
export interface DefinitionExplanation {
  /** By path, in the order of the result; those that nothing is left of come last. */
  fields: DefinitionField[];
  /** `Type/Subtype`. */
  id: string;
  /** The definitions that it copies from, nearest first. */
  sources: string[];
  /** The builder type. */
  type: string;
}

/** Builder types in load order, and what stands in its way. */
export interface DefinitionTypeOrder {
  /** Types that need each other, or themselves: of all that do so together one cycle, as a way from type to type. */
  cycles: string[][];
  /** Which type needs which: pairs of places in `types`, the needing one first. */
  needs: [number, number][];
  /** All types; those in cycles come as if what closes the cycle were not said. */
  types: string[];
}

/** All definitions at a glance. */
export interface DefinitionSurvey {
  /** Whether the project itself says which folders these are. */
  configured: boolean;
  /** The base game and its mods, in load order. */
  contexts: string[];
  /** The definitions, in the order in which their ids came first. */
  definitions: SurveyedDefinition[];
  /** All remarks: problems first, then warnings. */
  told: DefinitionDiagnostic[];
}

/** The metadata of a package. */
export interface PackageAbout {
  /** The packages that it needs. */
  dependencies: PackageDependency[];
  /** Where its files lie below the root of a project; null when it does not say which revision it is. */
  place: null | string;
  /** Which revision it is; null when it does not say so. */
  revision: PackageRevision | null;
}

/** Packages and their needs. */
export interface PackageGraph {
  /** Which of them need which. */
  needs: PackageNeed[];
  /** The packages that are there, in the order in which they were given, and behind them those that are only needed. */
  packages: PackageNode[];
}

/** A member of a package. */
export interface PackageMember {
  /** The digits of its hash as they are listed; null when none is. */
  hash: null | string;
  /** Whether the metadata lists it. */
  listed: boolean;
  /** Its bytes in the archive. */
  packed: number;
  /** Its path; that of a folder ends with `/`. */
  path: string;
  /** Its size in bytes. */
  size: number;
  /** Where it was published from; null when that is not told. */
  srcPath: null | string;
}

/** A word that can be used in a rule file. */
export interface Word {
  /** The meaning, in one sentence without a full stop. */
  doc: string;
  /** The kind of word, which decides where it can be used. */
  kind: WordKind;
  /** The word, as written in a rule file. */
  name: string;
  /** The text after it: the type of a field, or the parameters and the result of a function. */
  takes?: string;
}

/** A pack with its rules. Rules without a pack are in one that has no name. */
export interface CatalogPack {
  /** The subject of its rules. */
  description: string;
  /** The kind of project that it is for. */
  for: string;
  /** Its name; empty for the rules that belong to no pack. */
  name: string;
  /** Its rules, in the order of their files. */
  rules: CatalogRule[];
  /** Its title. */
  title: string;
}

/** The content of a configuration file, for hosts. */
export interface ConfigFile {
  /** Remarks about input that was read leniently. */
  hints: Problem[];
  /** The problems of the file. A configuration with problems is not applied. */
  problems: Problem[];
  /** The settings, in the order of the file. */
  settings: Setting[];
}

/** How much one call of a script may use up; what is left out keeps its default. */
export interface ScriptLimits {
  /** Calls of functions inside each other. */
  depth?: number;
  /** Bytes of memory that the findings in one file take: one takes 100 to 400. */
  findings?: number;
  /** Levels of expressions inside each other. */
  levels?: number;
  /** Elements of a list, or of a map. */
  list?: number;
  /** Bytes by which memory grows during one call. */
  memory?: number;
  /** Milliseconds that one call lasts. */
  milliseconds?: number;
  /** Operations that one call takes: about one for each expression that is evaluated. */
  operations?: number;
  /** Files over which a rule's script may run out of operations, time or memory, before the rule is given up. */
  overruns?: number;
  /** Bytes of a text. */
  text?: number;
}

/** What a format of reports is called. */
export type FormatName = "github" | "html" | "json" | "jsonl" | "junit" | "markdown" | "sarif" | "text";

/** A parameter of a rule. */
export interface CatalogParameter {
  /** Its default, the elements of a list joined by commas; empty if the rule is off until a project sets it. */
  default: string;
  /** Its meaning. */
  description: string;
  /** A value that it can have. */
  example: string;
  /** Its name. */
  name: string;
}

/** A rule of a catalogue. */
export interface CatalogRule {
  /** The description of the check. */
  description: string;
  /** Its name. */
  name: string;
  /** Why it does not run, for example because a parameter has no value; empty if it runs. */
  off: string;
  /** The parameters that it uses. */
  parameters: CatalogParameter[];
  /** Its rule file. */
  path: string;
  /** Its severity. */
  severity: Severity;
  /** Words to group rules by. */
  tags: string[];
  /** Why it matters. */
  why: string;
}

/** Something that a rule says, and another one overrides. */
export interface ConversionOverridden {
  /** The column, from 1, in UTF-16 units. */
  column: number;
  /** The field, by its name in `said`. */
  field: string;
  /** The line, from 1. */
  line: number;
  /** The rule file. */
  path: string;
  /** The content of the rule. */
  value: string;
}

/** For each field the rule that had the last word. */
export interface ConversionSetters {
  /** Of `converter`. */
  converter?: ConversionSite;
  /** Of `excluded`. */
  noConversion?: ConversionSite;
  /** Of `params`. */
  params?: ConversionSite;
  /** Of `root`. */
  root?: ConversionSite;
  /** Of `source`. */
  source?: ConversionSite;
}

/** A place in a rule file. */
export interface ConversionSite {
  /** The column, from 1, in UTF-16 units. */
  column: number;
  /** The line, from 1. */
  line: number;
  /** The rule file. */
  path: string;
}

/** How many files of a kind any rule looked into. */
export interface Coverage {
  /** The number of files of this kind. */
  files: number;
  /** The format that the names of the files stand for (`XML`, `JSON`, `glTF`, `YAML`, `INI`), or their extension (`.lua`). */
  kind: string;
  /** The number of these files that any rule looked into. A rule whose `xpath` is a name or a size does not count. */
  looked_into: number;
}

/** A field: one value, or those of a list's entries. */
export interface DefinitionField {
  /** Earlier values that were replaced, in the order of the mods. */
  overridden: DefinitionSetting[];
  /** Names from the definition down: `Spot/State`, `Component/@Type`. */
  path: string;
  /** The values in effect, each with the place that set it. */
  set: DefinitionSetting[];
}

/** How grave a diagnostic is. */
export type DefinitionLevel = "error" | "info" | "warning";

/** A value, with who set it. */
export interface DefinitionSetting {
  /** Its column, from 1, in UTF-16 units. */
  column: null | number;
  /** The base game or the mod. */
  context: string;
  /** The definition in which it was given, when that is another one: it was copied. */
  copied_from?: string;
  /** Its line, from 1; null when the file is not to be had any more. */
  line: null | number;
  /** The file. */
  path: string;
  /** The text. */
  value: string;
}

/** A line, or the part of it around a place, with the columns to underline. */
export interface Excerpt {
  /** Behind the last character to underline; at least one more than `start`. */
  end: number;
  /** First character to underline, from 0, in characters of `text`. */
  start: number;
  /** The text of the line, tabs as one blank; `…` stands where it was cut. */
  text: string;
}

/** A finding that a test expects. What is left out may be anything. */
export interface ExpectedFinding {
  /** The line, from 1. */
  line?: number;
  /** The whole message. */
  message?: string;
  /** The file, as a source knows it. */
  path: string;
  /** Name of the rule. */
  rule: string;
  /** The value. */
  value?: Value;
}

/** The result of a step for a value. */
export type Fate = "dropped" | "failed" | "found" | "kept" | "made" | "passed" | "unknown";

/** One value that a rule's condition rejected. */
export interface Finding {
  /** Column in characters, from 1. */
  char_column: number;
  /** Column in UTF-16 units, from 1. */
  column: number;
  /** Column of the end in characters, from 1. */
  end_char_column: number;
  /** Column of the end in UTF-16 units, from 1. */
  end_column: number;
  /** Line of the end, from 1. */
  end_line: number;
  /** Byte offset of the end. */
  end_offset: number;
  /** The line of the document around the value, when the document is a text. */
  excerpt?: Excerpt;
  /** Whether files that the rule's collections are made of could not be read, so that the finding may be wrong; left out where they could. */
  incomplete?: boolean;
  /** Line, from 1. */
  line: number;
  /** The message, in one sentence. */
  message: string;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset: number;
  /** Whether a script said that of this value, so that a baseline knows the finding by it, too; left out where it did not. */
  own_message?: boolean;
  /** The value in a form that only this version reads; left out where JSON tells it exactly. */
  packed?: string;
  /** The document that holds the value, relative to the root. */
  path: string;
  /** Other places that belong to the finding. */
  related: Related[];
  /** Name of the rule. */
  rule: string;
  /** How much it matters, as the rule says. */
  severity: Severity;
  /** The value itself: a text, a number, a boolean, null (also of a finding about the document as a whole), or a record as an object of lists. */
  value: Value;
  /** The value that led to this document, for rules with `subxpath`. */
  via?: Via;
}

/** How many findings a report leaves out, by who asked for it. */
export interface Hidden {
  /** Those that the baseline lists. */
  by_baseline: number;
  /** Those that comments in the files take back: `assay-ignore`. */
  by_comments: number;
}

/** A package that is needed. */
export interface PackageDependency {
  /** Whether it is in use. */
  active: boolean;
  /** The asset or the shot, as a path: `assets/furniture/lamp/lampGray`. */
  assetGroupPath: string;
  /** The description by its author. */
  comment: null | string;
  /** Whether it was there when the package was made, as its maker put it. */
  online: null | string;
  /** The revision, from 1. */
  revision: number;
  /** The step of the pipeline and its variant, as a path: `rig/RenderHigh`. */
  revisionGroupPath: string;
}

/** That one package needs another. */
export interface PackageNeed {
  /** Whether it is in use. */
  active: boolean;
  /** The package that needs it, as an index into the list of packages. */
  from: number;
  /** Whether both belong to one circle. */
  inCircle: boolean;
  /** The package that is needed. */
  to: number;
}

/** A package. */
export interface PackageNode {
  /** The asset or the shot, as a path: `assets/furniture/lamp/lampGray`. */
  assetGroupPath: string;
  /** The circle that it is a part of, from 1. */
  circle: null | number;
  /** Where it is; nothing when it is missing. */
  path: null | string;
  /** The revision, from 1. */
  revision: number;
  /** The step of the pipeline and its variant, as a path: `rig/RenderHigh`. */
  revisionGroupPath: string;
}

/** The identifier of one published revision; unique in a project. */
export interface PackageRevision {
  /** The asset or the shot, as a path: `assets/furniture/lamp/lampGray`. */
  assetGroupPath: string;
  /** The revision, from 1. */
  revision: number;
  /** The step of the pipeline and its variant, as a path: `rig/RenderHigh`. */
  revisionGroupPath: string;
}

/** How a pattern is written. */
export type PatternType = "regex" | "wildcard";

/** A rule, script or document that could not be used, or was used and should be looked at. */
export interface Problem {
  /** Column in characters, from 1. */
  char_column?: number;
  /** A short stable name of the kind, such as `xml-unclosed`; tools may match on it. */
  code: string;
  /** Column in UTF-16 units, from 1. */
  column?: number;
  /** The document that was being checked, when `path` is another file: the rule file whose script stopped there. */
  document?: string;
  /** Column of the end in characters, from 1. */
  end_char_column?: number;
  /** Column of the end in UTF-16 units, from 1. */
  end_column?: number;
  /** Line of the end, from 1. */
  end_line?: number;
  /** Byte offset of the end. */
  end_offset?: number;
  /** The line around the place. */
  excerpt?: Excerpt;
  /** How to repair it, where that is known. */
  help?: string;
  /** Whether the file at `path` is one that rules are made of; it is left out when that is a document. */
  in_rules?: boolean;
  /** Line, from 1. */
  line?: number;
  /** The message, in one sentence. */
  message: string;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset?: number;
  /** The document or rule file concerned. */
  path?: string;
  /** Other places that belong to it, such as the one in a library where a script stopped. */
  related?: Related[];
  /** The rule concerned, if it is one rule. */
  rule?: string;
  /** The suggested replacement for everything from `offset` to `end_offset`. */
  suggestion?: string;
}

/** Why a rule without findings does not count as passed. */
export type Reason = "filtered" | "incomplete" | "invalid" | "no-file" | "no-value" | "no-verdict";

/** Another place that belongs to a finding. */
export interface Related {
  /** Column in characters, from 1. */
  char_column: number;
  /** Column in UTF-16 units, from 1. */
  column: number;
  /** Column of the end in characters, from 1. */
  end_char_column: number;
  /** Column of the end in UTF-16 units, from 1. */
  end_column: number;
  /** Line of the end, from 1. */
  end_line: number;
  /** Byte offset of the end. */
  end_offset: number;
  /** Line, from 1. */
  line: number;
  /** A description of the place. */
  message: string;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset: number;
  /** The document. */
  path: string;
}

/** The files and values that one rule judged, and its findings. */
export interface RuleStats {
  /** The description of the rule. */
  description?: string;
  /** Files that its `rpath` selected. */
  files: number;
  /** Its findings. */
  findings: number;
  /** Name of the rule. */
  name: string;
  /** Why a rule without findings does not count as passed. */
  reason?: Reason;
  /** Its severity. */
  severity: Severity;
  /** The result of the rule. */
  state: State;
  /** Words to group rules by. */
  tags?: string[];
  /** Of these, and of those that its collections are made of, the files that could not be read or parsed. */
  unchecked: number;
  /** Where more is written about it. */
  url?: string;
  /** Values that its `subxpath`, or else its `xpath`, extracted. */
  values: number;
  /** Why that matters. */
  why?: string;
}

/** One setting of a configuration file. A list has a setting for each element, a mapping for each key. */
export interface Setting {
  /** Column of the value, from 1, in UTF-16 units. */
  column: number;
  /** The key. In a section, the name of the section comes first: `definitions.base`. */
  key: string;
  /** Line of the value, from 1. */
  line: number;
  /** The key of an entry in a mapping, such as the name of a rule or a limit. */
  of?: string;
  /** The value of the setting, as written. */
  value: string;
}

/** How much a finding matters, worst first. */
export type Severity = "error" | "hint" | "info" | "warning";

/** The part of a run that a report is of. */
export interface Shard {
  /** A hash of what all parts of a run have in common, the files aside that one part alone reads. */
  digest: string;
  /** The number of the part, from 1. */
  number: number;
  /** How many parts there are. */
  of: number;
  /** The data that `assay report --merge` needs, in a form that only this version reads. */
  state: string;
}

/** The three states of a rule. */
export type State = "failed" | "passed" | "unchecked";

/** The files that were read, and the result of each rule. */
export interface Stats {
  /** Bytes read. */
  bytes: number;
  /** Files whose results came from a cache; left out when there are none. */
  cached?: number;
  /** How many files any rule looked into, by kinds of files in alphabetical order; left out if rules looked into all files. */
  coverage?: Coverage[];
  /** Files that were named, when only these were to be checked, an archive as one; left out when it was all. */
  files_named?: number;
  /** Files whose bytes were read. */
  files_read: number;
  /** Files the source listed. */
  files_seen: number;
  /** Files that were wanted and could not be read, parsed or judged in full. */
  files_unchecked: number;
  /** How many findings are left out, as they are known; left out itself when there are none. */
  hidden?: Hidden;
  /** Files and folders that ignore patterns leave out; a folder counts as one. Left out itself when there are none. */
  ignored?: number;
  /** Each rule, in the order of the rule files; those that could not be used at the end. */
  rules: RuleStats[];
  /** Rules that are switched off; left out when there are none. */
  rules_off?: number;
  /** How long it took, in milliseconds, when the host measured it. */
  timings?: Timings;
  /** Values extracted. */
  values: number;
}

/** The steps that there are, in their order. */
export type StepKind =
  | "cited"
  | "condition"
  | "filter"
  | "not_filter"
  | "not_rpath"
  | "rpath"
  | "subfilter"
  | "subxpath"
  | "xpath";

/** The counts that the last lines of a report, and the exit code, are made of. */
export interface Summary {
  /** Whether no rule selected any file: nothing at all was checked. */
  empty: boolean;
  /** Findings of severity `error`. */
  errors: number;
  /** Files with findings. */
  files_failed: number;
  /** Files that were wanted and could not be read, parsed or judged in full. */
  files_unchecked: number;
  /** Findings that are known and not counted here; left out when there are none. */
  hidden?: number;
  /** Findings of severity `hint`. */
  hints: number;
  /** Findings of severity `info`. */
  infos: number;
  /** Rules, scripts and files that could not be used. */
  problems: number;
  /** Rules with findings. */
  rules_failed: number;
  /** Rules that checked everything they wanted and found nothing. */
  rules_passed: number;
  /** Rules that found nothing, where that proves nothing. */
  rules_unchecked: number;
  /** Findings of severity `warning`. */
  warnings: number;
}

/** A definition at a glance. */
export interface SurveyedDefinition {
  /** The contexts that give it, as places in the list of contexts. */
  contexts: number[];
  /** Whether it takes over fields of another one. */
  copied: boolean;
  /** `Type/Subtype`. */
  id: string;
  /** Whether the game makes something of it: neither abstract nor switched off. */
  live: boolean;
  /** The remarks about it, as indices into the list of all remarks. */
  told: number[];
  /** The builder type. */
  type: string;
}

/** The result of one test. */
export interface TestResult {
  /** Column in characters, from 1. */
  char_column: number;
  /** Column in UTF-16 units, from 1. */
  column: number;
  /** Column of the end in characters, from 1. */
  end_char_column: number;
  /** Column of the end in UTF-16 units, from 1. */
  end_column: number;
  /** Line of the end, from 1. */
  end_line: number;
  /** Byte offset of the end. */
  end_offset: number;
  /** The files that it holds, where they were asked for. */
  files?: TestedFile[];
  /** Line, from 1. */
  line: number;
  /** Expected findings that the run did not report. */
  missing: ExpectedFinding[];
  /** Its name. */
  name: string;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset: number;
  /** The rule file that carries it. */
  path: string;
  /** Problems that kept the run from being complete. */
  problems: Problem[];
  /** The result. */
  state: TestState;
  /** Findings of the run that the test does not expect. */
  unexpected: Finding[];
  /** Warnings, such as the reason why no rule judged any of its files. */
  warnings?: Problem[];
}

/** The result of a test, in one word. */
export type TestState = "error" | "fail" | "pass";

/** The counts of tests and rules. */
export interface TestSummary {
  /** Tests over which something could not be checked. */
  error: number;
  /** Tests that found something else. */
  fail: number;
  /** Rules from which no test expects anything. */
  missing: number;
  /** Tests that found just what they expect. */
  pass: number;
  /** All rules. */
  rules: number;
}

/** A file that a test holds: a text, or bytes that are none. */
export interface TestedFile {
  /** Its bytes in hexadecimal digits, but for zeros at its end. */
  hex?: string;
  /** Its path. */
  path: string;
  /** How many bytes it has with those. */
  size: number;
  /** Its text. */
  text?: string;
}

/** How long one step or one rule took, over all workers. */
export interface Timing {
  /** Milliseconds. */
  milliseconds: number;
  /** The step, or the rule. */
  name: string;
}

/** How long a run took, in milliseconds. */
export interface Timings {
  /** Each rule's own steps, in the order of the rule files. */
  rules: Timing[];
  /** Each step of the run, in its order. */
  steps: Timing[];
  /** From the first listed path to the report. */
  total: number;
}

/** A text that a script printed. */
export interface TracePrint {
  /** Column in characters, from 1. */
  char_column?: number;
  /** Column in UTF-16 units, from 1. */
  column?: number;
  /** Column of the end in characters, from 1. */
  end_char_column?: number;
  /** Column of the end in UTF-16 units, from 1. */
  end_column?: number;
  /** Line of the end, from 1. */
  end_line?: number;
  /** Byte offset of the end. */
  end_offset?: number;
  /** Line, from 1. */
  line?: number;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset?: number;
  /** The file that holds the script, as far as that is known. */
  path?: string;
  /** The text. */
  text: string;
}

/** The result of one rule for a file. */
export type TraceState = "empty" | "failed" | "passed" | "unchecked" | "unwanted";

/** One step of a rule over the values of one file. */
export interface TraceStep {
  /** Of an extraction that yielded nothing, what the file has nothing for, where that is known. */
  help?: string;
  /** How many values came in; 1 when it was the file itself. */
  input: number;
  /** Which one. */
  kind: StepKind;
  /** How long it took, when that is measured. */
  milliseconds?: number;
  /** How many values went out; of the condition, how many it rejected. */
  output: number;
  /** The file at hand. */
  path: string;
  /** The output of `print` in scripts. */
  prints: TracePrint[];
  /** Problems of the step. Its values have no verdict then, or did not go on. */
  problems: Problem[];
  /** How many values are not listed: of each fate, only the first ten thousand are. */
  unlisted: number;
  /** The values in their order, each with its result. Values that a function made are last. */
  values: TracedValue[];
  /** The value that led to it, when it is not the file that was asked for. */
  via?: Via;
  /** The field of the rule as written; a condition as JSON. */
  written: string;
}

/** A value, and what a step made of it. */
export interface TracedValue {
  /** Column in characters, from 1. */
  char_column?: number;
  /** Column in UTF-16 units, from 1. */
  column?: number;
  /** Column of the end in characters, from 1. */
  end_char_column?: number;
  /** Column of the end in UTF-16 units, from 1. */
  end_column?: number;
  /** Line of the end, from 1. */
  end_line?: number;
  /** Byte offset of the end. */
  end_offset?: number;
  /** The result for the value. */
  fate: Fate;
  /** Line, from 1. */
  line?: number;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset?: number;
  /** Why: what the pattern is that was not found, what is wrong with a value that failed. */
  reason?: string;
  /** Other places that belong to it. */
  related?: Related[];
  /** The value itself; null also stands for the file as a whole. */
  value: Value;
}

/** A rule from which no test expects anything. */
export interface Untested {
  /** Column in characters, from 1. */
  char_column: number;
  /** Column in UTF-16 units, from 1. */
  column: number;
  /** Column of the end in characters, from 1. */
  end_char_column: number;
  /** Column of the end in UTF-16 units, from 1. */
  end_column: number;
  /** Line of the end, from 1. */
  end_line: number;
  /** Byte offset of the end. */
  end_offset: number;
  /** Line, from 1. */
  line: number;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset: number;
  /** Its rule file. */
  path: string;
  /** Name of the rule. */
  rule: string;
}

/** One datum that an extraction yielded. */
export type Value = bigint | boolean | null | number | string | { [name: string]: Value[] };

/** The value that named the document in which a finding was made. */
export interface Via {
  /** Column in characters, from 1. */
  char_column: number;
  /** Column in UTF-16 units, from 1. */
  column: number;
  /** Column of the end in characters, from 1. */
  end_char_column: number;
  /** Column of the end in UTF-16 units, from 1. */
  end_column: number;
  /** Line of the end, from 1. */
  end_line: number;
  /** Byte offset of the end. */
  end_offset: number;
  /** Line, from 1. */
  line: number;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset: number;
  /** The value in a form that only this version reads; left out where JSON tells it exactly. */
  packed?: string;
  /** The document that holds that value. */
  path: string;
  /** The value. */
  value: Value;
}

/** The kind of a word. */
export type WordKind =
  | "collection"
  | "condition"
  | "fact"
  | "field"
  | "filter"
  | "function"
  | "key"
  | "needed-field"
  | "node-word"
  | "placeholder"
  | "python-function"
  | "python-method"
  | "severity";
