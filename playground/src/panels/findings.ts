/** What came of a check: problems of the rules and the document first, then findings, each with its line. */

import type { Excerpt, Finding, Problem, Report, Severity } from "assay/client";
import { element } from "../element.js";
import type { Result } from "../engine.js";

/** What a card is about, in one word, and how it is coloured. */
type Kind = Severity | "problem";

const LABELS = {
  problem: "not checked",
  error: "error",
  warning: "warning",
  info: "info",
  hint: "hint",
} satisfies Record<Kind, string>;

/** So many cards are drawn: nobody reads more, and each costs the page time. */
const MOST_CARDS = 200;

/** Something said about a place in one of the two texts. */
export interface Place {
  /** The file. */
  path: string;
  /** First line, from 1. */
  line: number;
  /** Column of the first character, from 1, in UTF-16 units. */
  column: number;
  /** Last line. */
  endLine: number;
  /** Column behind the last character. */
  endColumn: number;
}

/** Draws a result into `list`, and its sum into `verdict`; `go` is called when a place is chosen. */
export function show(result: Result, verdict: HTMLElement, list: HTMLElement, go: (place: Place) => void): void {
  if ("failure" in result) {
    verdict.className = "unchecked";
    verdict.textContent = "not checked";
    list.replaceChildren(card("problem", result.failure, undefined));
    return;
  }
  const { report, milliseconds } = result;
  verdict.className = state(report);
  verdict.textContent = sum(report, milliseconds);
  const cards = [
    ...report.problems.map((problem) => () => ofProblem("problem", problem, go)),
    ...report.findings.map((finding) => () => ofFinding(finding, go)),
    ...report.warnings.map((warning) => () => ofProblem("warning", warning, go)),
    ...report.hints.map((hint) => () => ofProblem("hint", hint, go)),
  ];
  const shown = cards.slice(0, MOST_CARDS).map((draw) => draw());
  if (cards.length > shown.length) {
    shown.push(element("p", "clean", `\u2026 and ${cards.length - shown.length} more`));
  }
  list.replaceChildren(
    ...(cards.length > 0 ? shown : [element("p", "clean", "Nothing to report: the document holds.")]),
  );
}

/** Nothing that went wrong is green, and neither is a document that no rule looked at. */
function state({ problems, findings, summary }: Report): string {
  if (problems.length > 0 || summary.rules_passed + summary.rules_failed === 0) {
    return "unchecked";
  }
  return findings.length > 0 ? "failed" : "passed";
}

function sum(report: Report, milliseconds: number): string {
  const { problems, findings } = report;
  const parts = [
    problems.length > 0 ? counted(problems.length, "problem") : "",
    findings.length > 0 ? counted(findings.length, "finding") : "",
  ].filter((part) => part !== "");
  const said = parts.length > 0 ? parts.join(", ") : state(report) === "passed" ? "passed" : "not checked";
  return `${said} \u00b7 ${Math.max(1, Math.round(milliseconds))} ms`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function ofFinding(finding: Finding, go: (place: Place) => void): HTMLElement {
  const made = card(finding.severity, finding.message, finding.rule);
  made.append(where(placeOf(finding), go), ...quote(finding.excerpt));
  return made;
}

function ofProblem(kind: Kind, problem: Problem, go: (place: Place) => void): HTMLElement {
  const made = card(kind, problem.message, problem.rule);
  const place = placeOf(problem);
  if (place !== undefined) {
    made.append(where(place, go));
  }
  made.append(...quote(problem.excerpt));
  if (problem.help) {
    made.append(element("p", "help", ...sentence(problem.help)));
  }
  return made;
}

function card(kind: Kind, message: string, rule: string | undefined): HTMLElement {
  const head = element("p", "head", element("span", "badge", LABELS[kind]));
  if (rule) {
    head.append(element("span", "rule", rule));
  }
  return element("article", kind, head, element("p", "message", ...sentence(message)));
}

function where(place: Place | undefined, go: (place: Place) => void): HTMLElement {
  if (place === undefined) {
    return element("span");
  }
  const button = element("button", "where", `${place.path}:${place.line}:${place.column}`);
  button.type = "button";
  button.addEventListener("click", () => go(place));
  return button;
}

/** The line with what is meant underlined, its indentation left out. The excerpt counts characters, not UTF-16 units. */
function quote(excerpt: Excerpt | undefined): Node[] {
  if (excerpt === undefined) {
    return [];
  }
  const { text, start, end } = excerpt;
  const characters = [...text];
  const part = (from: number, to?: number) => characters.slice(from, to).join("");
  const indentation = Math.min(text.length - text.trimStart().length, start);
  return [element("pre", "quote", part(indentation, start), element("mark", "", part(start, end) || " "), part(end))];
}

/** A sentence whose names between backticks are set as code. */
function sentence(text: string): (string | Node)[] {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? element("code", "", part) : part));
}

/** Where a finding or a problem stands, if it stands at a place. */
export function placeOf(item: Finding | Problem): Place | undefined {
  const { path, line, column, end_line, end_column } = item;
  if (!path || !line || !column) {
    return undefined;
  }
  return { path, line, column, endLine: end_line ?? line, endColumn: end_column ?? column };
}
