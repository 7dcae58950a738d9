// Generated from the engine's types (see tests/types in the crate): do not edit.

/** What a run returns. */
export interface Report {
  /** The values that conditions rejected: by path, position, rule, order of values. */
  findings: Finding[];
  /** What was read forgivingly. */
  hints: Problem[];
  /** What could not be used: the run is incomplete when there is one. */
  problems: Problem[];
  /** What was looked at, and what became of each rule. */
  stats: Stats;
  /** What the run comes to. */
  summary: Summary;
  /** What was used, and whose author should look at it. */
  warnings: Problem[];
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
  /** Line, from 1. */
  line: number;
  /** What is wrong, in one sentence. */
  message: string;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset: number;
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

/** A rule, script or document that could not be used, or was used and should be looked at. */
export interface Problem {
  /** Column in characters, from 1. */
  char_column?: number;
  /** A short stable name of the kind, such as `xml-unclosed`; tools may match on it. */
  code: string;
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
  /** The line around the place. */
  excerpt?: Excerpt;
  /** What to do about it, where that is known. */
  help?: string;
  /** Line, from 1. */
  line?: number;
  /** What is wrong, in one sentence. */
  message: string;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset?: number;
  /** The document or rule file concerned. */
  path?: string;
  /** The rule concerned, if it is one rule. */
  rule?: string;
}

/** Why a rule without findings does not count as passed. */
export type Reason = "incomplete" | "invalid" | "no-file" | "no-value";

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
  /** What is there. */
  message: string;
  /** Byte offset in the document's text as UTF-8, from 0. */
  offset: number;
  /** The document. */
  path: string;
}

/** What one rule looked at and found. */
export interface RuleStats {
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
  /** What became of it. */
  state: State;
  /** Of these, the files that could not be read or parsed. */
  unchecked: number;
  /** Values that its `subxpath`, or else its `xpath`, extracted. */
  values: number;
}

/** How much a finding matters, worst first. */
export type Severity = "error" | "hint" | "info" | "warning";

/** The three states of a rule. */
export type State = "failed" | "passed" | "unchecked";

/** What was looked at, and what became of each rule. */
export interface Stats {
  /** Bytes read. */
  bytes: number;
  /** Files whose bytes were read. */
  files_read: number;
  /** Files the source listed. */
  files_seen: number;
  /** Files that were wanted and could not be read, parsed or judged in full. */
  files_unchecked: number;
  /** Each rule, in the order of the rule files; those that could not be used at the end. */
  rules: RuleStats[];
  /** How long it took, in milliseconds, when the host measured it. */
  timings?: Timings;
  /** Values extracted. */
  values: number;
}

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
  /** The document that holds that value. */
  path: string;
  /** The value. */
  value: Value;
}
