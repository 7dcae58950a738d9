/** The words of rule files: a page or a line for each, from the vocabulary of the engine. */

import type { Engine, Word } from "assay";
import { type Example, renderExample } from "./example.ts";
import { anchored, block, code, prose, sentence, table } from "./markdown.ts";
import { hrefOf, type Page, type Section, slugOf } from "./page.ts";

/** An entry in the reference of the playground, with its example. */
interface Entry {
  names: string[];
  doc: string;
  more: [string, string][];
  example: Example | null;
}

/** A section of that reference. */
export interface Referred {
  title: string;
  note: string;
  entries: Entry[];
}

type Kind = Word["kind"];

/** The words that have pages, each kind with the document that explains it. */
const SECTIONS: readonly {
  title: string;
  path: string;
  kinds: readonly Kind[];
  examples: string;
  more: string;
  lead: string;
}[] = [
  {
    title: "Rule files",
    path: "rule-files",
    kinds: ["key", "needed-field", "field"],
    examples: "Rule files",
    more: "/rules#rule-files",
    lead: "The keys of a rule file, and the fields of a rule in it.",
  },
  {
    title: "Conditions",
    path: "conditions",
    kinds: ["condition"],
    examples: "Conditions",
    more: "/rules#conditions",
    lead: "Tests for the values of a file. A rule reports the values that do not meet its `condition`.",
  },
  {
    title: "Functions",
    path: "functions",
    kinds: ["function"],
    examples: "Functions",
    more: "/rules#what-a-function-can-use",
    lead: "Functions that Rhai functions and expressions can call.",
  },
  {
    title: "Filters",
    path: "filters",
    kinds: ["filter"],
    examples: "Filters",
    more: "/rules#filters",
    lead: "Filters besides regular expressions. Write `artfunc_` in front of the name.",
  },
  {
    title: "Collections",
    path: "collections",
    kinds: ["collection"],
    examples: "Collections",
    more: "/rules#collections",
    lead: "Collections that Assay builds from the checked files when a rule uses them.",
  },
  {
    title: "Facts",
    path: "facts",
    kinds: ["fact"],
    examples: "Facts",
    more: "/rules#extraction-xpath",
    lead: "Properties of files that an `xpath` can extract, in place of a path.",
  },
];

/** The line at the beginning of a page, by the kind of its word. */
const CALLED: Partial<Record<Kind, string>> = {
  key: "A key of a rule file.",
  field: "A field of a rule.",
  "needed-field": "A field that every rule needs.",
};

/** Returns the sections of the words that have pages. */
export function wordSections(engine: Engine, reference: readonly Referred[]): Promise<Section[]> {
  return Promise.all(
    SECTIONS.map(async ({ title, path, kinds, examples, more, lead }) => {
      const words = kinds.flatMap((kind) => engine.vocabulary.filter((word) => word.kind === kind));
      const entries = reference.find((section) => section.title === examples)?.entries ?? [];
      const pages = await Promise.all(words.map((word) => pageOf(word, `reference/${path}`, entries, more, engine)));
      const rows = words.map((word, at) => [linkTo(pages[at], writtenAs(word)), sentence(word.doc)]);
      const further = `More: [the rule language](${more}).`;
      const text = [`# ${title}`, lead, table(["name", "meaning"], rows), further].join("\n\n");
      return { title, page: { path: `reference/${path}/index`, title, text }, pages };
    }),
  );
}

/** Returns the path of the page of a word. A key and a field may have the same name. */
export function wordPath(section: string, { kind, name }: Word): string {
  return `${section}/${kind === "key" && name === "name" ? "key-" : ""}${slugOf(name)}`;
}

async function pageOf(
  word: Word,
  section: string,
  entries: readonly Entry[],
  more: string,
  engine: Engine,
): Promise<Page> {
  const entry = entryOf(word, entries);
  const written = writtenAs(word);
  const parts = [`# ${code(word.name)}`, CALLED[word.kind] ?? "", sentence(word.doc)];
  if (written !== word.name) {
    parts.push(block(written));
  } else if (word.takes !== undefined) {
    parts.push(`Value: ${prose(word.takes)}.`);
  }
  if (entry && entry.more.length > 0) {
    parts.push(
      table(
        ["", ""],
        entry.more.map(([name, text]) => [name, prose(text)]),
      ),
    );
  }
  parts.push(`More: [the rule language](${more}).`);
  if (entry?.example) {
    parts.push("## Example", await renderExample(entry.example, engine));
  }
  return { path: wordPath(section, word), title: word.name, text: parts.filter((part) => part !== "").join("\n\n") };
}

/** Returns a word as it is written, with its parameters. */
function writtenAs({ kind, name, takes }: Word): string {
  if (kind === "condition") {
    // Operators must be quoted in YAML.
    const quoted = /^\w/.test(name) ? name : `'${name}'`;
    return `[${[quoted, takes].filter((part) => part !== undefined).join(", ")}]`;
  }
  if (kind === "filter") {
    return `artfunc_${name}`;
  }
  return kind === "function" ? `${name}${takes ?? ""}` : name;
}

/**
 * Returns the entry of the reference for a word. The entry may be written with parameters or brackets, or with a
 * shorter name.
 */
function entryOf({ name }: Word, entries: readonly Entry[]): Entry | undefined {
  const isIt = (written: string) => written === name || name.endsWith(`.${written}`);
  return entries.find(({ names }) => names.flatMap(bare).some(isIt));
}

/** Returns the words that an entry describes: `Exist in` for `[Exist in, C]`. */
function bare(written: string): string[] {
  const inside = written.replace(/^\[|\]$/g, "").replace(/^artfunc_/, "");
  const [first = ""] = inside.split(/[,(](?!$)/);
  return /^[<>=! ]+$/.test(inside) ? inside.split(" ") : [first.replace(/^'|'$/g, "").trim()];
}

/** Returns the page of the words that need only one line: severities, placeholders, Python functions. */
export function smallWordsPage({ vocabulary }: Engine): Page {
  const parts = SMALL.map(({ title, kinds, lead }) => {
    const words = vocabulary.filter(({ kind }) => kinds.includes(kind));
    const rows = words.map((word) => [anchored(anchorOf(word), writtenAs(word)), sentence(word.doc)]);
    return `## ${title}\n\n${lead}\n\n${table(["word", "meaning"], rows)}`;
  });
  return { path: "reference/words", title: "Other words", text: ["# Other words", ...parts].join("\n\n") };
}

/** Returns the anchor of a word on {@link smallWordsPage}. */
export function anchorOf({ kind, name }: Word): string {
  return `${kind}-${slugOf(name)}`;
}

const SMALL: readonly { title: string; kinds: readonly Kind[]; lead: string }[] = [
  { title: "Severities", kinds: ["severity"], lead: "The values of a rule's `severity`, most severe first." },
  {
    title: "In messages",
    kinds: ["placeholder"],
    lead: "Placeholders in a `message`, in addition to the names of a record.",
  },
  { title: "In extractions", kinds: ["node-word"], lead: "Properties of a node that an `xpath` can extract." },
  {
    title: "Functions of Python",
    kinds: ["python-function"],
    lead: "Functions that [expressions](/expressions) can call. They have the same meaning as in Python.",
  },
  {
    title: "Methods of Python",
    kinds: ["python-method"],
    lead: "Methods of strings, lists, records and sets in expressions, as in Python.",
  },
];

/**
 * Returns a page for a section of the reference without pages for its entries. Each entry has an anchor and an example.
 */
export async function entriesPage(referred: Referred, path: string, more: string, engine: Engine): Promise<Page> {
  const parts = await Promise.all(
    referred.entries.map(async ({ names, doc, more: rows, example }) => {
      const below =
        rows.length > 0
          ? table(
              ["", ""],
              rows.map(([name, text]) => [name, prose(text)]),
            )
          : "";
      const details = example ? `::: details Example\n\n${await renderExample(example, engine)}\n\n:::` : "";
      const heading = names.map((name) => (/^[a-z ']+$/i.test(name) ? name : code(name))).join(", ");
      return [`## ${heading}`, prose(doc), below, details].filter((part) => part !== "").join("\n\n");
    }),
  );
  const lead = `${prose(referred.note)} [Full description](${more}).`;
  return { path, title: referred.title, text: [`# ${referred.title}`, lead, ...parts].join("\n\n") };
}

function linkTo(page: Page | undefined, text: string): string {
  return page ? `[${code(text)}](${hrefOf(page)})` : code(text);
}
