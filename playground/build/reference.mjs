// Reads the reference: the tables in `docs/` that describe each condition, function and name, with a working example
// for each row.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

/**
 * A file of an example: a string, or bytes as hexadecimal digits.
 *
 * @typedef {string | { hex: string }} Content
 *
 * @typedef {object} Entry
 * @property {string[]} names The names, as rules write them.
 * @property {string} doc The description, with code between backticks.
 * @property {[string, string][]} more Further descriptions, each with its heading.
 * @property {{ rules: Record<string, string>, files: Record<string, Content>, open?: string } | null} example
 *
 * @typedef {object} Section
 * @property {string} title
 * @property {string} note A note that applies to all entries.
 * @property {Entry[]} entries
 */

/**
 * The sections, each with its tables: those below a heading whose first column has the given title. The description of
 * a row is in the column "meaning", or else in the second column; `verb` begins its sentence.
 */
const SECTIONS = [
  {
    title: "Rule files",
    note: "The keys of a rule file, and the fields of a rule.",
    tables: { doc: "rules.md", heading: "Rule files", column: ["key", "field of a rule"] },
    examples: "fields.toml",
  },
  {
    title: "Functions",
    note: "Functions that Rhai functions and expressions can call.",
    tables: { doc: "rules.md", heading: "What a function can use", column: "name" },
    examples: "functions.toml",
  },
  {
    title: "Values",
    note: "Methods of lists, strings, numbers and maps in Rhai functions.",
    tables: { doc: "rules.md", heading: "Methods of values", column: "method" },
    examples: "values.toml",
  },
  {
    title: "Conditions",
    note: "Tests for the values of a file.",
    tables: { doc: "rules.md", heading: "Conditions", column: "condition" },
    verb: "finds",
    examples: "conditions.toml",
  },
  {
    title: "Expressions",
    note: "The language of `Satisfy the expression`. It has the same meaning as in Python.",
    tables: { doc: "expressions.md", heading: "The language", column: "" },
    examples: "expressions.toml",
  },
  {
    title: "Library",
    note: "Built-in conditions, which check a resource and its dependencies.",
    tables: { doc: "library.md", heading: "The library of conditions", column: "method" },
    verb: "finds",
    examples: "library.toml",
  },
  {
    title: "Extraction",
    note: "Values that an `xpath` extracts from an XML, JSON or YAML file.",
    tables: { doc: "rules.md", heading: "Extraction: `xpath`", column: "written" },
    examples: "extraction.toml",
  },
  {
    title: "Facts",
    note: "Properties of files that an `xpath` can extract.",
    tables: { doc: "rules.md", heading: "Extraction: `xpath`", column: "fact" },
    examples: "facts.toml",
  },
  {
    title: "Filters",
    note: "Filters besides regular expressions.",
    tables: { doc: "rules.md", heading: "Filters", column: "`filter:`" },
    verb: "converts",
    examples: "filters.toml",
  },
  {
    title: "Collections",
    note: "Collections that Assay builds from the checked files when a rule uses them.",
    tables: { doc: "rules.md", heading: "Collections", column: "name" },
    examples: "collections.toml",
  },
  {
    title: "Elements",
    note: "The elements that `{dom}` extracts, with the names of Python's ElementTree.",
    tables: { doc: "elements.md", heading: "Elements", column: "expression" },
    examples: "elements.toml",
  },
];

/**
 * Reads the reference from the tables in the folder `docs` and the examples in the folder `examples`. A test checks
 * that each row has an example and each example a row; the page is built without that check.
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

/** Returns the examples in a file, by the row that they belong to. */
function readExamples(file) {
  const { example } = parse(readFileSync(file, "utf8"));
  return new Map(
    example.map(({ of, rules, files, finds }) => [
      of,
      // The file of the first finding is open.
      {
        rules: typeof rules === "string" ? { "rules.yaml": rules } : rules,
        files,
        open: /^(.*?):\d+ /.exec(finds[0])?.[1],
      },
    ]),
  );
}

/**
 * Returns the rows of the tables below a heading, up to the next heading, whose first column is called `column`: name
 * and meaning.
 */
function rowsBelow(markdown, { heading, column }) {
  const lines = markdown.split("\n");
  const from = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  const length = lines.slice(from + 1).findIndex((line) => /^#+ /.test(line));
  const below = lines.slice(from + 1, length < 0 ? undefined : from + 1 + length);
  const rows = below.map((line, at) => ({ cells: cellsOf(line), head: /^\| -/.test(below[at + 1] ?? "") }));
  let meaning = 0;
  return rows.flatMap(({ cells, head }) => {
    if (cells.length === 0 || head) {
      const isTable = head && [column].flat().includes(cells[0]);
      meaning = isTable ? Math.max(cells.indexOf("meaning"), 1) : 0;
      return [];
    }
    return meaning > 0 && !/^-+$/.test(cells[0]) ? [[cells[0], cells[meaning]]] : [];
  });
}

/** Returns the cells of a row of a table; an empty list for any other line. */
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

/** Returns the rows of the table in the section with that name. */
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

/** Returns the description in a cell as a sentence, with the verb of its column. */
function sentence(verb, cell) {
  const text = plain(`${verb} ${cell}`.trim());
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns a string without links. Links that only refer to other parts of the document are removed with their text. */
function plain(text) {
  return text.replace(/, see \[below\]\([^)]*\)/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}
