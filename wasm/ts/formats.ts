// Generated from the engine's table of formats (see tests/types in the crate): do not edit.

import type { ReportFormat } from "./api.js";

/** All formats of reports, the default first. */
export const FORMATS: readonly ReportFormat[] = [
  {
    name: "text",
    doc: "for people: findings by file with their source lines, what was not checked, and a summary",
    title: "text",
    extension: "txt",
    mediaType: "text/plain;charset=utf-8",
  },
  {
    name: "json",
    doc: "for programs: the whole report, one finding per line",
    title: "JSON",
    extension: "json",
    mediaType: "application/json",
  },
  {
    name: "jsonl",
    doc: "for programs that read line by line: like `json`, with one object per line",
    title: "JSON lines",
    extension: "jsonl",
    mediaType: "text/plain;charset=utf-8",
  },
  {
    name: "sarif",
    doc: "for services that keep findings over time: SARIF 2.1.0",
    title: "SARIF",
    extension: "sarif",
    mediaType: "application/sarif+json",
  },
  {
    name: "junit",
    doc: "for services that show tests: JUnit XML with one suite per rule",
    title: "JUnit XML",
    extension: "junit.xml",
    mediaType: "application/xml",
  },
  {
    name: "github",
    doc: "for GitHub Actions: workflow commands, which mark the lines of a change",
    title: "GitHub commands",
    extension: "github.txt",
    mediaType: "text/plain;charset=utf-8",
  },
  {
    name: "html",
    doc: "for people: a page to search, sort and keep, in one file",
    title: "HTML",
    extension: "html",
    mediaType: "text/html;charset=utf-8",
  },
  {
    name: "markdown",
    doc: "for a comment on a change: the findings, most severe first",
    title: "Markdown",
    extension: "md",
    mediaType: "text/markdown;charset=utf-8",
  },
];

/** Patterns for the beginning and the end of a report in each of these formats. */
export const REPORT_MARKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [
    /^/,
    /(?:^|\n) {2}rules {4}\S[^\n]*\n(?: {4,}[^\n]*\n)* {2}files {4}\S[^\n]*\n(?: {2}(?:gaps|time) {5}[^\n]*\n(?: {4,}[^\n]*\n)*)* {2}result {3}\S[^\n]*\n$/,
  ],
  [/^\{\n {2}"version": \d+,\n {2}"(?:findings": \[|shard": \{"number":)/, /\n {2}\}\n\}\n$/],
  [/^\{"(?:finding|problem|warning|hint|rule|stats)":\{/, /(?:^|\n)\{"summary":\{"errors":\d+,"warnings":[^\n]*\}\n$/],
  [/^\{\s*"\$schema": "[^"]*sarif[\s\S]*"driver": \{ "name": "Assay",/, /\}\n$/],
  [/^<\?xml [^>]*>\s*<testsuites name="Assay: /, /<\/testsuites>\n$/],
  [/^/, /(?:^|\n)rules: [^\n]+\nfiles: [^\n]+\n(?:gaps: [^\n]+\n)?result: [^\n]+\n$/],
  [/^<!doctype html>[\s\S]*<title>Assay/, /<\/html>\n$/],
  [/^## Assay: [^\n]*\n\n\| \| \|\n/, /\n$/],
];
