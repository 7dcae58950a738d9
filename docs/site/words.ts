/** The words of rule files: a page for each, or a line, as the engine's own table has them. */

import type { Engine, Word } from "assay";
import { type Example, shown } from "./example.ts";
import { anchored, block, code, prose, sentence, table } from "./markdown.ts";
import { hrefOf, type Page, type Section, slugOf } from "./page.ts";

/** What the reference of the playground says of something, with its example. */
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

/** Which words have pages of their own, and where the documents say more of them. */
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
    lead: "What a `condition` demands of the values of a file. A rule finds those of which it is not so.",
  },
  {
    title: "Functions",
    path: "functions",
    kinds: ["function"],
    examples: "Functions",
    more: "/rules#what-a-function-can-use",
    lead: "What functions in Rhai can call, and expressions, too.",
  },
  {
    title: "Filters",
    path: "filters",
    kinds: ["filter"],
    examples: "Filters",
    more: "/rules#filters",
    lead: "What a `filter` can call besides regular expressions, each with `artfunc_` before its name.",
  },
  {
    title: "Collections",
    path: "collections",
    kinds: ["collection"],
    examples: "Collections",
    more: "/rules#collections",
    lead: "What is built from the files under check when a rule names it.",
  },
  {
    title: "Facts",
    path: "facts",
    kinds: ["fact"],
    examples: "Facts",
    more: "/rules#extraction-xpath",
    lead: "What an `xpath` can ask of any file, in place of a path.",
  },
];

/** What a kind is called at the head of a page. */
const CALLED: Partial<Record<Kind, string>> = {
  key: "A key of a rule file.",
  field: "A field of a rule.",
  "needed-field": "A field that every rule needs.",
};

/** The sections whose words have pages of their own. */
export function wordSections(engine: Engine, reference: readonly Referred[]): Promise<Section[]> {
  return Promise.all(
    SECTIONS.map(async ({ title, path, kinds, examples, more, lead }) => {
      const words = kinds.flatMap((kind) => engine.vocabulary.filter((word) => word.kind === kind));
      const entries = reference.find((section) => section.title === examples)?.entries ?? [];
      const pages = await Promise.all(words.map((word) => pageOf(word, `reference/${path}`, entries, more, engine)));
      const rows = words.map((word, at) => [linkTo(pages[at], writtenAs(word)), sentence(word.doc)]);
      const further = `More: [in the language of rules](${more}).`;
      const text = [`# ${title}`, lead, table(["name", "what it is"], rows), further].join("\n\n");
      return { title, page: { path: `reference/${path}/index`, title, text }, pages };
    }),
  );
}

/** The page of a word. A key and a field may have one name. */
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
    parts.push(`It holds ${prose(word.takes)}.`);
  }
  if (entry && entry.more.length > 0) {
    parts.push(
      table(
        ["", ""],
        entry.more.map(([name, text]) => [name, prose(text)]),
      ),
    );
  }
  parts.push(`More: [in the language of rules](${more}).`);
  if (entry?.example) {
    parts.push("## Example", await shown(entry.example, engine));
  }
  return { path: wordPath(section, word), title: word.name, text: parts.filter((part) => part !== "").join("\n\n") };
}

/** How a word is written with what stands behind it. */
function writtenAs({ kind, name, takes }: Word): string {
  if (kind === "condition") {
    // Signs mean something to YAML.
    const quoted = /^\w/.test(name) ? name : `'${name}'`;
    return `[${[quoted, takes].filter((part) => part !== undefined).join(", ")}]`;
  }
  if (kind === "filter") {
    return `artfunc_${name}`;
  }
  return kind === "function" ? `${name}${takes ?? ""}` : name;
}

/** The entry of the reference that a word belongs to, which writes it with parameters, brackets or less of its name. */
function entryOf({ name }: Word, entries: readonly Entry[]): Entry | undefined {
  const isIt = (written: string) => written === name || name.endsWith(`.${written}`);
  return entries.find(({ names }) => names.flatMap(bare).some(isIt));
}

/** The words that a way to write something is about: `[Exist in, C]` is about `Exist in`. */
function bare(written: string): string[] {
  const inside = written.replace(/^\[|\]$/g, "").replace(/^artfunc_/, "");
  const [first = ""] = inside.split(/[,(](?!$)/);
  return /^[<>=! ]+$/.test(inside) ? inside.split(" ") : [first.replace(/^'|'$/g, "").trim()];
}

/** The page of the words that a line is enough for: severities, messages, Python's functions. */
export function smallWordsPage({ vocabulary }: Engine): Page {
  const parts = SMALL.map(({ title, kinds, lead }) => {
    const words = vocabulary.filter(({ kind }) => kinds.includes(kind));
    const rows = words.map((word) => [anchored(anchorOf(word), writtenAs(word)), sentence(word.doc)]);
    return `## ${title}\n\n${lead}\n\n${table(["word", "what it means"], rows)}`;
  });
  return { path: "reference/words", title: "Other words", text: ["# Other words", ...parts].join("\n\n") };
}

/** What a link to a word of {@link smallWordsPage} ends with. */
export function anchorOf({ kind, name }: Word): string {
  return `${kind}-${slugOf(name)}`;
}

const SMALL: readonly { title: string; kinds: readonly Kind[]; lead: string }[] = [
  { title: "Severities", kinds: ["severity"], lead: "What a rule's `severity` may be, the gravest first." },
  { title: "In messages", kinds: ["placeholder"], lead: "What a `message` can name, besides the names of a record." },
  { title: "In extractions", kinds: ["node-word"], lead: "What an `xpath` can take of a node besides names." },
  {
    title: "Functions of Python",
    kinds: ["python-function"],
    lead: "What [expressions](/expressions) can call; they mean what they mean in Python.",
  },
  { title: "Methods of Python", kinds: ["python-method"], lead: "The same, of texts, lists, records and sets." },
];

/** A page for sections of the reference whose entries are no words: an anchor and an example for each. */
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
      const seen = example ? `::: details Example\n\n${await shown(example, engine)}\n\n:::` : "";
      const heading = names.map((name) => (/^[a-z ']+$/i.test(name) ? name : code(name))).join(", ");
      return [`## ${heading}`, prose(doc), below, seen].filter((part) => part !== "").join("\n\n");
    }),
  );
  const lead = `${prose(referred.note)} [All of it at length](${more}).`;
  return { path, title: referred.title, text: [`# ${referred.title}`, lead, ...parts].join("\n\n") };
}

function linkTo(page: Page | undefined, text: string): string {
  return page ? `[${code(text)}](${hrefOf(page)})` : code(text);
}
