/** What is offered to go on with, while one writes a rule file. */

import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
  startCompletion,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import type { Word, WordKind } from "../../engine.ts";
import { sentences } from "../sentence.ts";
import { templateFor } from "./template.ts";
import { collectionsIn, functionsIn, type Vocabulary } from "./vocabulary.ts";
import { SCRIPTS, type Where } from "./where.ts";

/** Says what may stand at a position of a text. */
export type Placing = (text: string, position: number) => Where | undefined;

/** The words that may stand at the cursor. Nothing is offered for nothing that was typed, unless it is asked for. */
export function optionsAt(context: CompletionContext, words: Vocabulary, place: Placing): CompletionResult | null {
  const text = context.state.doc.toString();
  const where = place(text, context.pos);
  const hasBegun =
    where !== undefined && (where.from < context.pos || (where.form === "element" && where.prefix !== undefined));
  if (where === undefined || !(context.explicit || hasBegun)) {
    return null;
  }
  return { from: where.from, options: optionsFor(where, text, words), validFor: /^[\w. {<>=!-]*$/ };
}

/** What is offered at such a place of such a text. */
export function optionsFor(where: Where, text: string, words: Vocabulary): Completion[] {
  const { kinds, prefix = "", used, own, form } = where;
  const known = words.of(kinds).filter(({ name }) => !used?.has(name.toLowerCase()));
  const names = own === "collections" ? collectionsIn(text) : own === "functions" ? functionsIn(text) : [];
  // A function or a collection is marked as one where names of another kind could stand.
  const marked = (name: string, kind: WordKind) => (kind === "condition" ? name : prefix + name);
  return [
    ...(where.rule === undefined ? [] : [ruleOption(where.rule)]),
    ...known.map((word, at) => ({
      ...optionOf(word, marked(word.name, word.kind), form),
      sortText: String(at).padStart(4, "0"),
    })),
    ...names.map((name) => ownOption(prefix + name, own === "functions" && prefix === "", form)),
  ];
}

function ruleOption(rule: NonNullable<Where["rule"]>): Completion {
  return {
    label: "new rule",
    detail: "all that a rule needs",
    boost: 99,
    apply: snippet(templateFor(rule)),
  };
}

function optionOf(word: Word, label: string, form: Where["form"]): Completion {
  const option: Completion = {
    label,
    info: () => sentences(word.doc),
    boost: word.kind === "needed-field" ? 1 : 0,
    apply: applied(word, label, form),
  };
  return word.takes === undefined ? option : { ...option, detail: detailOf(word) };
}

function detailOf({ kind, takes = "" }: Word): string {
  return (kind === "condition" ? `, ${takes}` : takes).replaceAll("`", "");
}

function ownOption(label: string, isCalled: boolean, form: Where["form"]): Completion {
  const apply = isCalled ? snippet(`${label}(\${})`) : form === "list" ? `[${label}]` : label;
  return { label, detail: "of this file", boost: 1, apply };
}

type Apply = (view: EditorView, option: Completion, from: number, to: number) => void;

/** What is put in place of what was typed, and where the cursor goes. */
function applied(word: Word, label: string, form: Where["form"]): string | Apply {
  switch (word.kind) {
    case "key":
    case "field":
    case "needed-field":
      return thenMore(keyFor(word, label));
    case "condition":
      return thenMore(methodFor(word, label, form === "list"));
    case "function":
    case "python-function":
    case "python-method":
      return snippet(word.takes?.startsWith("()") ? `${label}()` : `${label}(\${})`);
    default:
      return label;
  }
}

function keyFor({ kind, takes }: Word, label: string): string {
  if (SCRIPTS.test(label)) {
    return `${label}: |\n  \${}`;
  }
  if (kind === "key") {
    return `${label}:\n  \${}`;
  }
  return takes === "a list" ? `${label}: [\${}]` : `${label}: \${}`;
}

/** A method as an element of its condition, with room for what it takes; in quotes where YAML would take it for its own. */
function methodFor({ takes }: Word, label: string, whole: boolean): string {
  const name = /^\w/.test(label) ? label : `'${label}'`;
  const quote = takes === "expression" ? "'" : "";
  const method = takes === undefined ? `${name}\${}` : `${name}, ${quote}\${}${quote}`;
  return whole ? `[${method}]` : method;
}

/** Puts a snippet there, and offers what may stand in it. */
function thenMore(template: string): Apply {
  const apply = snippet(template);
  return (view, option, from, to) => {
    apply(view, option, from, to);
    startCompletion(view);
  };
}
