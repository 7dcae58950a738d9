// The reference: what the tables in `docs/` say of each method, function and name, and for each a small example that works.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

/**
 * A file of an example: a text, or bytes as hexadecimal digits.
 *
 * @typedef {string | { hex: string }} Content
 *
 * @typedef {object} Entry
 * @property {string[]} names How it is written.
 * @property {string} doc What it does, with code between backticks.
 * @property {[string, string][]} more What else there is to say, each under its word.
 * @property {{ rules: Record<string, string>, files: Record<string, Content>, open?: string } | null} example
 *
 * @typedef {object} Section
 * @property {string} title
 * @property {string} note What holds for all that it lists.
 * @property {Entry[]} entries
 */

/**
 * The sections, each with the tables that it lists: those below a heading whose first column is called so. What a row says
 * stands in the column "meaning", or in the second one; `verb` is how its sentences begin.
 */
const SECTIONS = [
  {
    title: "Rule files",
    note: "What a rule file may have, and what a rule in it.",
    tables: { doc: "rules.md", heading: "Rule files", column: ["key", "field of a rule"] },
    examples: "fields.toml",
  },
  {
    title: "Functions",
    note: "What functions in Rhai can use, and expressions, too.",
    tables: { doc: "rules.md", heading: "What a function can use", column: "name" },
    examples: "functions.toml",
  },
  {
    title: "Values",
    note: "What functions in Rhai can ask of lists, texts, numbers and maps.",
    tables: { doc: "rules.md", heading: "What can be asked of values", column: "of a value" },
    examples: "values.toml",
  },
  {
    title: "Conditions",
    note: "What a `condition` demands of the values of a file.",
    tables: { doc: "rules.md", heading: "Conditions", column: "condition" },
    verb: "finds",
    examples: "conditions.toml",
  },
  {
    title: "Expressions",
    note: "What `Satisfy the expression` understands: it means what it means in Python.",
    tables: { doc: "expressions.md", heading: "The language", column: "" },
    examples: "expressions.toml",
  },
  {
    title: "Library",
    note: "Conditions that Assay brings: they look at a resource and at what it depends on.",
    tables: { doc: "library.md", heading: "The library of conditions", column: "method" },
    verb: "finds",
    examples: "library.toml",
  },
  {
    title: "Extraction",
    note: "What an `xpath` takes from a file of XML, JSON or YAML.",
    tables: { doc: "rules.md", heading: "Extraction: `xpath`", column: "written" },
    examples: "extraction.toml",
  },
  {
    title: "Facts",
    note: "What an `xpath` can ask of any file.",
    tables: { doc: "rules.md", heading: "Extraction: `xpath`", column: "fact" },
    examples: "facts.toml",
  },
  {
    title: "Filters",
    note: "What `filter` can call besides regular expressions.",
    tables: { doc: "rules.md", heading: "Filters", column: "`filter:`" },
    verb: "turns",
    examples: "filters.toml",
  },
  {
    title: "Collections",
    note: "What is built from the files under check when a rule names it.",
    tables: { doc: "rules.md", heading: "Collections", column: "name" },
    examples: "collections.toml",
  },
  {
    title: "Elements",
    note: "What `{dom}` yields, by the names of Python's ElementTree.",
    tables: { doc: "elements.md", heading: "Elements", column: "written" },
    examples: "elements.toml",
  },
];

/**
 * The reference, of the tables in the folder `docs` and the examples in the folder `examples`. A test holds that each row
 * has its example and each example its row; the page is built without.
 *
 * @param {string} docs
 * @param {string} examples
 * @returns {Section[]}
 */
export function readReference(docs, examples) {
  return SECTIONS.map(({ title, note, tables, verb = "", examples: file }) => {
    const markdown = readFileSync(join(docs, tables.doc), "utf8");
    const known = readExamples(join(examples, file));
    return { title, note, entries: rowsBelow(markdown, tables).map((row) => entryOf(row, verb, markdown, known)) };
  });
}

/** The examples of a file, by what they are of. */
function readExamples(file) {
  const { example } = parse(readFileSync(file, "utf8"));
  return new Map(
    example.map(({ of, rules, files, finds }) => [
      of,
      // It is open at what it finds first.
      {
        rules: typeof rules === "string" ? { "rules.yaml": rules } : rules,
        files,
        open: /^(.*?):\d+ /.exec(finds[0])?.[1],
      },
    ]),
  );
}

/** The rows of the tables below a heading, up to the next heading, whose first column is called `column`: name and meaning. */
function rowsBelow(markdown, { heading, column }) {
  const lines = markdown.split("\n");
  const from = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  const length = lines.slice(from + 1).findIndex((line) => /^#+ /.test(line));
  const below = lines.slice(from + 1, length < 0 ? undefined : from + 1 + length);
  const rows = below.map((line, at) => ({ cells: cellsOf(line), head: /^\| -/.test(below[at + 1] ?? "") }));
  let meaning = 0;
  return rows.flatMap(({ cells, head }) => {
    if (cells.length === 0 || head) {
      const wanted = head && [column].flat().includes(cells[0]);
      meaning = wanted ? Math.max(cells.indexOf("meaning"), 1) : 0;
      return [];
    }
    return meaning > 0 && !/^-+$/.test(cells[0]) ? [[cells[0], cells[meaning]]] : [];
  });
}

/** The cells of a row of a table; none of what is none. */
function cellsOf(line) {
  return line.startsWith("|")
    ? line
        .slice(1, line.lastIndexOf("|"))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|"))
    : [];
}

function entryOf([written, doc], verb, markdown, known) {
  const codes = [...written.matchAll(/``\s?(.+?)\s?``|`([^`]+)`/g)].map(([, one, other]) => one ?? other);
  const names = codes.length > 0 ? codes : [written];
  const example = known.get(names[0]) ?? null;
  return { names, doc: sentence(verb, doc), more: more(markdown, names[0]), example };
}

/** What the section of that name says in its own table. */
function more(markdown, name) {
  const lines = markdown.split("\n");
  const from = lines.indexOf(`## \`${name}\``);
  if (from < 0) {
    return [];
  }
  const table = lines.slice(from).findIndex((line) => line.startsWith("| --- |"));
  const rows = lines.slice(from + table + 1);
  return rows
    .slice(0, rows.indexOf(""))
    .map(cellsOf)
    .map(([word, text]) => [word, plain(text)]);
}

/** What a cell says as a sentence, with the verb that heads its column. */
function sentence(verb, cell) {
  const text = plain(`${verb} ${cell}`.trim());
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A text without its links, and without those that only lead on in its document. */
function plain(text) {
  return text.replace(/, see \[below\]\([^)]*\)/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}
