// Generated from the engine's types (see tests/types in the crate): do not edit.

/** The result of a run. */
export interface Report {
  /** The values that conditions rejected, ordered by path, position, rule and value. */
  findings: Finding[];
  /** Remarks about input that was read leniently. */
  hints: Problem[];
  /** Problems. With at least one, the run is incomplete. */
  problems: Problem[];
  /** The shard that the report is about; left out for a whole run. */
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

/** One line of a report in JSON lines. All lines together are the report. */
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
  /** The number of files of the source that the rule selects; this file need not be one of them. */
  files: number;
  /** The number of values that failed. */
  findings: number;
  /** The file. */
  path: string;
  /** Problems of the steps, or from before the first step. */
  problems: Problem[];
  /** The name of the rule. */
  rule: string;
  /** The severity of its findings. */
  severity: Severity;
  /** The result. */
  state: TraceState;
  /** The steps, in the order in which values pass through them, one file after another. */
  steps: TraceStep[];
  /** True if its condition requires that there are no values. */
  wants_none: boolean;
  /** Warnings about input that was used. */
  warnings: Problem[];
}

/** The results of the tests of some rule files. */
export interface TestReport {
  /** True if a rule without a test counts as a failed test. */
  coverage: boolean;
  /** Problems of the rule files. */
  problems: Problem[];
  /** The counts of the tests. */
  summary: TestSummary;
  /** The tests that were run, in the order of the files. */
  tests: TestResult[];
  /** The rules for which no test expects a finding, including tests that were not run. */
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

/** A seed in the form for people and programs. */
export interface AssetSeed {
  /** The asset, as `{GUID}:<number>`. */
  id: string;
  /** The path of the asset when the seed was made. */
  pathHint: string;
  /** The platforms of the asset, as the number in files. */
  platformFlags: number;
  /** The names of the platforms. A group has one name. */
  platforms: string[];
}

/** A step as people read it, and as the plain JSON form has it. */
export interface PlanStep {
  /** The minimum number of lists that an entry has to be in. */
  count?: number;
  /** The first input: a variable, which begins with `$`, or a file. */
  first?: string;
  /** The inputs of `intersectioncount`. */
  lists?: string[];
  /** The operation: `delta`, `union`, `intersection`, `complement`, `filepattern` or `intersectioncount`. */
  op: string;
  /** The name of the result: a variable, or a file. */
  output?: string;
  /** The pattern that paths have to match. */
  pattern?: string;
  /** The syntax of the pattern. */
  patternType?: PatternType;
  /** The second input. */
  second?: string;
}

/** The result of conversion for one path, in the form for people and programs. */
export interface ConversionEntry {
  /** True if a converter builds the file and no rule excludes it. */
  asset: boolean;
  /** The converter. */
  converter?: string;
  /** True if a rule keeps the file from being converted. */
  excluded: boolean;
  /** When the path is explained: values of rules that other rules override, in the order of the rules. */
  overridden?: ConversionOverridden[];
  /** The arguments of the converter. */
  params?: string;
  /** The path, from the root. */
  path: string;
  /** True if rules say that the file is converted for its own sake. It is a root asset only if it is also an asset. */
  root: boolean;
  /** The rule that set each field. */
  said: ConversionSetters;
  /** For a built file, the path of the source that it comes from. */
  source?: string;
  /** The rules that take too long on the path. Their effect is unknown. */
  undecided?: ConversionSite[];
}

/** One definition. */
export interface DefinitionEntry {
  /** `Type/Subtype`. */
  id: string;
  /** True if the game uses it: it is neither abstract nor switched off. */
  live: boolean;
  /** The builder type. */
  type: string;
  /** The values as rules see them, if they were requested. */
  values?: { [name: string]: unknown };
  /** The definition as canonical XML. */
  xml: string;
}

/** One diagnostic about definitions. */
export interface DefinitionDiagnostic {
  /** The stable code of the kind of diagnostic. */
  code: string;
  /** The column, from 1, in UTF-16 units. */
  column: null | number;
  /** How to repair it. */
  help?: string;
  /** The line, from 1. */
  line: null | number;
  /** The message, in one sentence. */
  message: string;
  /** The file; null if the diagnostic is not about a file. */
  path: null | string;
  /** The severity. */
  severity: DefinitionLevel;
}

/** The origin of each field of one definition. */
export interface DefinitionExplanation {
  /** The fields by path, in the order of the result. Fields that are not in the result come last. */
  fields: DefinitionField[];
  /** `Type/Subtype`. */
  id: string;
  /** The definitions that it copies from, nearest first. */
  sources: string[];
  /** The builder type. */
  type: string;
}

/** Builder types in load order, and the dependency cycles among them. */
export interface DefinitionTypeOrder {
  /** One cycle for each group of types that depend on each other, as a path from type to type. A type may depend on itself. */
  cycles: string[][];
  /** The dependencies: pairs of indices in `types`, the dependent type first. */
  needs: [number, number][];
  /** All types in load order. In a cycle, the dependency that closes the cycle is ignored. */
  types: string[];
}

/** An overview of all definitions. */
export interface DefinitionSurvey {
  /** True if the project's configuration names these folders. */
  configured: boolean;
  /** The base game and its mods, in load order. */
  contexts: string[];
  /** The definitions, in the order in which their ids first occurred. */
  definitions: SurveyedDefinition[];
  /** All diagnostics: problems first, then warnings. */
  told: DefinitionDiagnostic[];
}

/** The metadata of a package. */
export interface PackageAbout {
  /** The packages that it needs. */
  dependencies: PackageDependency[];
  /** The folder of its files, relative to the root of a project; null if the metadata lack the revision. */
  place: null | string;
  /** The revision of the package; null if the metadata lack it. */
  revision: PackageRevision | null;
}

/** Packages and their dependencies. */
export interface PackageGraph {
  /** The dependencies. */
  needs: PackageNeed[];
  /** The existing packages, in the order in which they were given, followed by missing packages that others need. */
  packages: PackageNode[];
}

/** A member of a package. */
export interface PackageMember {
  /** The digits of its listed hash; null if it has none. */
  hash: null | string;
  /** True if the metadata list it. */
  listed: boolean;
  /** Its packed size in the archive, in bytes. */
  packed: number;
  /** Its path; the path of a folder ends with `/`. */
  path: string;
  /** Its size in bytes. */
  size: number;
  /** The path that it was published from; null if the metadata lack it. */
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
  /** Maximum depth of nested function calls. */
  depth?: number;
  /** Maximum memory of the findings in one file, in bytes; a finding takes 100 to 400. */
  findings?: number;
  /** Maximum depth of nested expressions. */
  levels?: number;
  /** Maximum number of elements of a list or a map. */
  list?: number;
  /** Maximum growth of memory during one call, in bytes. */
  memory?: number;
  /** Maximum duration of one call, in milliseconds. */
  milliseconds?: number;
  /** Maximum number of operations of one call: about one for each expression that is evaluated. */
  operations?: number;
  /** Files in which a rule's script may exceed its operations, time or memory before the rule is skipped. */
  overruns?: number;
  /** Maximum length of a string, in bytes. */
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

/** A value of a rule that another rule overrides. */
export interface ConversionOverridden {
  /** The column, from 1, in UTF-16 units. */
  column: number;
  /** The field, by its name in `said`. */
  field: string;
  /** The line, from 1. */
  line: number;
  /** The rule file. */
  path: string;
  /** The value. */
  value: string;
}

/** The rule that set each field. */
export interface ConversionSetters {
  /** The rule that set `converter`. */
  converter?: ConversionSite;
  /** The rule that set `excluded`. */
  noConversion?: ConversionSite;
  /** The rule that set `params`. */
  params?: ConversionSite;
  /** The rule that set `root`. */
  root?: ConversionSite;
  /** The rule that set `source`. */
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

/** The number of files of one kind that any rule looks into. */
export interface Coverage {
  /** The number of files of this kind. */
  files: number;
  /** The format of the files, derived from their names (`XML`, `JSON`, `glTF`, `YAML`, `INI`), or their extension (`.lua`). */
  kind: string;
  /** The number of these files that any rule looked into. A rule whose `xpath` selects only a name or a size does not count. */
  looked_into: number;
}

/** A field: one value, or the values of a list's entries. */
export interface DefinitionField {
  /** Earlier values that were replaced, in the order of the mods. */
  overridden: DefinitionSetting[];
  /** Names from the definition down: `Spot/State`, `Component/@Type`. */
  path: string;
  /** The values in effect, each with the place that set it. */
  set: DefinitionSetting[];
}

/** The severity of a diagnostic. */
export type DefinitionLevel = "error" | "info" | "warning";

/** A value, and the file that set it. */
export interface DefinitionSetting {
  /** The column, from 1, in UTF-16 units. */
  column: null | number;
  /** The base game or the mod. */
  context: string;
  /** If the value was copied from another definition, the id of that definition. */
  copied_from?: string;
  /** The line, from 1; null if the file cannot be read any more. */
  line: null | number;
  /** The file. */
  path: string;
  /** The text. */
  value: string;
}

/** A line, or the part of it around a place, with the columns to underline. */
export interface Excerpt {
  /** The end of the underlined part (exclusive); at least one more than `start`. */
  end: number;
  /** The first character to underline, from 0, in characters of `text`. */
  start: number;
  /** The text of the line. A tab is one space, and `…` marks each cut. */
  text: string;
}

/** A finding that a test expects. Fields that are left out match anything. */
export interface ExpectedFinding {
  /** The line, from 1. */
  line?: number;
  /** The whole message. */
  message?: string;
  /** The path of the file, as in its source. */
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
  /** The line of the document around the value, if the document is text. */
  excerpt?: Excerpt;
  /** True if the finding may be wrong because a file that the rule's collections are built from could not be read; left out if false. */
  incomplete?: boolean;
  /** Line, from 1. */
  line: number;
  /** The message, in one sentence. */
  message: string;
  /** Byte offset in the UTF-8 text of the document, from 0. */
  offset: number;
  /** True if a script made the message for this value, so that a baseline also compares the message; left out if false. */
  own_message?: boolean;
  /** The value in a form that only this version reads; left out if JSON represents it exactly. */
  packed?: string;
  /** The document that holds the value, relative to the root. */
  path: string;
  /** Other places that belong to the finding. */
  related: Related[];
  /** The name of the rule. */
  rule: string;
  /** The severity, as set by the rule. */
  severity: Severity;
  /** The value itself: a string, a number, a boolean, null, or a record as an object of lists. Null is also the value of a finding about the document as a whole. */
  value: Value;
  /** The value that refers to this document, for rules with `subxpath`. */
  via?: Via;
}

/** The number of findings that a report leaves out, by reason. */
export interface Hidden {
  /** Findings that the baseline lists. */
  by_baseline: number;
  /** Findings that the files already had before the changes that are checked; left out if zero. */
  by_changes?: number;
  /** Findings that `assay-ignore` comments in the files suppress. */
  by_comments: number;
}

/** A package that is needed. */
export interface PackageDependency {
  /** True if the dependency is in use. */
  active: boolean;
  /** The asset or shot, as a path: `assets/furniture/lamp/lampGray`. */
  assetGroupPath: string;
  /** The description by its author. */
  comment: null | string;
  /** The state of the needed package when the package was made, as recorded by the tool that made it. */
  online: null | string;
  /** The revision, from 1. */
  revision: number;
  /** The step of the pipeline and its variant, as a path: `rig/RenderHigh`. */
  revisionGroupPath: string;
}

/** A dependency of one package on another. */
export interface PackageNeed {
  /** True if the dependency is in use. */
  active: boolean;
  /** The package that needs it, as an index into the list of packages. */
  from: number;
  /** True if both belong to one cycle. */
  inCycle: boolean;
  /** The package that is needed. */
  to: number;
}

/** A package. */
export interface PackageNode {
  /** The asset or shot, as a path: `assets/furniture/lamp/lampGray`. */
  assetGroupPath: string;
  /** The number of the cycle that it is a part of, from 1. */
  cycle: null | number;
  /** The path of the package; nothing if it is missing. */
  path: null | string;
  /** The revision, from 1. */
  revision: number;
  /** The step of the pipeline and its variant, as a path: `rig/RenderHigh`. */
  revisionGroupPath: string;
}

/** The identifier of one published revision; unique in a project. */
export interface PackageRevision {
  /** The asset or shot, as a path: `assets/furniture/lamp/lampGray`. */
  assetGroupPath: string;
  /** The revision, from 1. */
  revision: number;
  /** The step of the pipeline and its variant, as a path: `rig/RenderHigh`. */
  revisionGroupPath: string;
}

/** The syntax of a pattern. */
export type PatternType = "regex" | "wildcard";

/** A problem, warning or hint about a rule, script or document. */
export interface Problem {
  /** True for a warning about a file that could not be read and that the configuration accepts; left out otherwise. */
  accepted?: boolean;
  /** Column in characters, from 1. */
  char_column?: number;
  /** A short stable name of the kind, such as `xml-unclosed`. Tools may match on it. */
  code: string;
  /** Column in UTF-16 units, from 1. */
  column?: number;
  /** The document that was being checked, if `path` is another file: the rule file whose script stopped. */
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
  /** How to fix it, if that is known. */
  help?: string;
  /** True if `path` is a rule file; left out if `path` is a document. */
  in_rules?: boolean;
  /** Line, from 1. */
  line?: number;
  /** The message, in one sentence. */
  message: string;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset?: number;
  /** The document or rule file concerned. */
  path?: string;
  /** Other places that belong to it, such as the place in a library where a script stopped. */
  related?: Related[];
  /** The rule concerned, if it is about one rule. */
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
  /** The path of the document. */
  path: string;
}

/** The files and values that one rule judged, and its findings. */
export interface RuleStats {
  /** The description of the rule. */
  description?: string;
  /** The number of files that its `rpath` selected. */
  files: number;
  /** The number of its findings. */
  findings: number;
  /** The name of the rule. */
  name: string;
  /** Why a rule without findings does not count as passed. */
  reason?: Reason;
  /** The severity of the rule. */
  severity: Severity;
  /** The state of the rule. */
  state: State;
  /** Words that group rules. */
  tags?: string[];
  /** The number of files that could not be read or parsed, of these files and of those that its collections are built from. */
  unchecked: number;
  /** The address of further documentation. */
  url?: string;
  /** The number of values that its `subxpath`, or else its `xpath`, extracted. */
  values: number;
  /** Why the rule matters. */
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

/** The severity of a finding, worst first. */
export type Severity = "error" | "hint" | "info" | "warning";

/** The shard that a report is about. */
export interface Shard {
  /** A hash of the input that all shards have in common, without the files that only one shard reads. */
  digest: string;
  /** The number of the shard, from 1. */
  number: number;
  /** The number of shards. */
  of: number;
  /** The data that `assay report --merge` needs, in a form that only this version reads. */
  state: string;
}

/** The three states of a rule. */
export type State = "failed" | "passed" | "unchecked";

/** The files that were read, and the result of each rule. */
export interface Stats {
  /** The number of bytes read. */
  bytes: number;
  /** The number of files whose results came from a cache; left out if zero. */
  cached?: number;
  /** The number of files that any rule looked into, by kind of file in alphabetical order; left out if rules looked into all files. */
  coverage?: Coverage[];
  /** The number of files that the given paths select, if only these were to be checked; an archive counts as one. Left out if all files were to be checked. */
  files_named?: number;
  /** The number of files whose content was read. */
  files_read: number;
  /** The number of files that the source listed. */
  files_seen: number;
  /** The number of files that were needed and could not be read, parsed or checked in full. */
  files_unchecked: number;
  /** The number of known findings that are hidden; left out if zero. */
  hidden?: Hidden;
  /** The number of files and folders that ignore patterns exclude; a folder counts as one. Left out if zero. */
  ignored?: number;
  /** The rules, in the order of the rule files; rules that could not be used come last. */
  rules: RuleStats[];
  /** The number of disabled rules; left out if zero. */
  rules_off?: number;
  /** Times in milliseconds, if the host measured them. */
  timings?: Timings;
  /** The number of values extracted. */
  values: number;
}

/** The kinds of steps, in order. */
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

/** The counts for the last lines of a report and for the exit code. */
export interface Summary {
  /** True if no rule selected any file, so nothing was checked. */
  empty: boolean;
  /** Findings of severity `error`. */
  errors: number;
  /** The number of files with findings. */
  files_failed: number;
  /** The number of files that were needed and could not be read, parsed or checked in full. */
  files_unchecked: number;
  /** The number of known findings, which are not counted here; left out if zero. */
  hidden?: number;
  /** Findings of severity `hint`. */
  hints: number;
  /** Findings of severity `info`. */
  infos: number;
  /** The number of rules, scripts and files that could not be used. */
  problems: number;
  /** The number of rules with findings. */
  rules_failed: number;
  /** The number of rules that checked everything they needed and have no findings. */
  rules_passed: number;
  /** The number of rules without findings for which that proves nothing. */
  rules_unchecked: number;
  /** Findings of severity `warning`. */
  warnings: number;
}

/** One definition in an overview. */
export interface SurveyedDefinition {
  /** The contexts that contain it, as indices into the list of contexts. */
  contexts: number[];
  /** True if it copies fields of another definition. */
  copied: boolean;
  /** `Type/Subtype`. */
  id: string;
  /** True if the game uses it: it is neither abstract nor switched off. */
  live: boolean;
  /** The diagnostics about it, as indices into the list of all diagnostics. */
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
  /** The files of the test, if they were requested. */
  files?: TestedFile[];
  /** Line, from 1. */
  line: number;
  /** Expected findings that the run did not report. */
  missing: ExpectedFinding[];
  /** The name of the test. */
  name: string;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset: number;
  /** The rule file that contains the test. */
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

/** The result of a test. */
export type TestState = "error" | "fail" | "pass";

/** The counts of tests and rules. */
export interface TestSummary {
  /** The number of tests in which something could not be checked. */
  error: number;
  /** The number of tests with missing or unexpected findings. */
  fail: number;
  /** The number of rules for which no test expects a finding. */
  missing: number;
  /** The number of tests whose findings equal the expected ones. */
  pass: number;
  /** The number of all rules. */
  rules: number;
}

/** A file of a test: a string, or bytes. */
export interface TestedFile {
  /** The bytes in hexadecimal digits, without the zeros at the end. */
  hex?: string;
  /** The path of the file. */
  path: string;
  /** The number of bytes, including these zeros. */
  size: number;
  /** The content, if it is a string. */
  text?: string;
}

/** The time that one step or one rule took, summed over all workers. */
export interface Timing {
  /** Milliseconds. */
  milliseconds: number;
  /** The step, or the rule. */
  name: string;
}

/** Times of a run, in milliseconds. */
export interface Timings {
  /** The time of each rule, in the order of the rule files. */
  rules: Timing[];
  /** The steps of the run, in order. */
  steps: Timing[];
  /** The time from the first listed path to the report. */
  total: number;
}

/** A line that a script printed. */
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
  /** The file that contains the script, if it is known. */
  path?: string;
  /** The printed text. */
  text: string;
}

/** The result of one rule for a file. */
export type TraceState = "empty" | "failed" | "passed" | "unchecked" | "unwanted";

/** One step of a rule over the values of one file. */
export interface TraceStep {
  /** If an extraction found no value: the part of the path that matched nothing, if that is known. */
  help?: string;
  /** The number of input values; 1 if the input is the file itself. */
  input: number;
  /** The kind of the step. */
  kind: StepKind;
  /** The time that the step took, if it was measured. */
  milliseconds?: number;
  /** The number of output values; for a condition, the number of rejected values. */
  output: number;
  /** The file that the step works on. */
  path: string;
  /** The output of `print` in scripts. */
  prints: TracePrint[];
  /** Problems of the step. Its values then have no verdict, or did not pass to the next step. */
  problems: Problem[];
  /** The number of values that are not listed: of each fate, only the first ten thousand are. */
  unlisted: number;
  /** The values in order, each with its result. Values that a function made come last. */
  values: TracedValue[];
  /** The value that refers to this file, if it is a referenced file. */
  via?: Via;
  /** The field of the rule as written; for a condition, as JSON. */
  written: string;
}

/** A value, and the result of a step for it. */
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
  /** The reason: the pattern that was not found, or the fault of a value that failed. */
  reason?: string;
  /** Other places that belong to the value. */
  related?: Related[];
  /** The value itself; null also stands for the file as a whole. */
  value: Value;
}

/** A rule for which no test expects a finding. */
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
  /** The rule file. */
  path: string;
  /** The name of the rule. */
  rule: string;
}

/** One datum that an extraction yielded. */
export type Value = bigint | boolean | null | number | string | { [name: string]: Value[] };

/** The value that refers to the document of a finding. */
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
  /** The value in a form that only this version reads; left out if JSON represents it exactly. */
  packed?: string;
  /** The document that contains that value. */
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
