/** The completions that are offered while a rule file is edited. */

import {
  acceptCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  insertCompletionText,
  pickedCompletion,
  selectedCompletion,
  snippet,
  startCompletion,
} from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { matchingClosers } from "../closing.ts";
import { sentences } from "../sentence.ts";
import { SCRIPTS } from "./lines.ts";
import { type Like, templateFor } from "./template.ts";
import { collectionsIn, functionsIn, type Kind, type KnownWord } from "./vocabulary.ts";
import type { Placing, WordPlace } from "./word-place.ts";

/** The place in a template where the user types next. */
const FIELD = "$" + "{}";

export interface Offer extends Completion {
  /** The text that accepting the offer inserts, without the fields of its template. */
  becomes?: string;
}

/** Returns the completions at the cursor. Where nothing has been typed, they are returned only on request. */
export function optionsAt(
  context: CompletionContext,
  words: readonly KnownWord[],
  place: Placing,
  like?: Like,
): CompletionResult | null {
  const text = context.state.doc.toString();
  const where = place(text, context.pos);
  const hasBegun =
    where !== undefined &&
    (where.from < context.pos ||
      where.fields !== undefined ||
      (where.form === "element" && where.prefix !== undefined));
  if (where === undefined || !(context.explicit || hasBegun)) {
    return null;
  }
  const options = optionsFor(where, text, words, like);
  // A complete word is looked up again, because it may be the only completion.
  const validFor = (typed: string) =>
    /^[\w. {<>=!-]*$/.test(typed) && !options.some(({ becomes }) => becomes === typed);
  return isAllOffered(options, text.slice(where.from, context.pos)) ? null : { from: where.from, options, validFor };
}

/** Returns true if the typed word is a completion, and no other completion begins with it. */
function isAllOffered(options: readonly Offer[], typed: string): boolean {
  const begins = options.filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()));
  return begins.length === 1 && begins[0]?.becomes === typed;
}

/** Closes the list if the word that it would insert is already there. */
function leaveWhole(view: EditorView): false {
  const { state } = view;
  const { becomes }: Offer = selectedCompletion(state) ?? { label: "" };
  const { head } = state.selection.main;
  if (becomes !== undefined && state.sliceDoc(Math.max(0, head - becomes.length), head) === becomes) {
    closeCompletion(view);
  }
  return false;
}

/** Enter and Tab have their usual effect on a complete word. Otherwise Tab inserts the word, too. */
export const takingKeys: Extension = Prec.highest(
  keymap.of([
    { key: "Enter", run: leaveWhole },
    { key: "Tab", run: (view) => leaveWhole(view) || acceptCompletion(view) },
  ]),
);

/** Returns the offers at a place in `text`. An offered new rule is about files with the same ending as `like`. */
export function optionsFor(where: WordPlace, text: string, words: readonly KnownWord[], like?: Like): Offer[] {
  const { kinds, prefix = "", used, own, fields = [] } = where;
  const ofKinds = kinds.flatMap((kind) => words.filter((word) => word.kind === kind));
  const all = ofKinds.filter(({ name }) => !used?.has(name.toLowerCase()));
  // Strings and lists both have `length`; the first member of a name describes it.
  const known = all.filter(({ name }, at) => all.findIndex((word) => word.name === name) === at);
  const names = own === "collections" ? collectionsIn(text) : own === "functions" ? functionsIn(text) : [];
  // Functions and collections have their prefix where names of other kinds are valid, too.
  const marked = (name: string, kind: Kind) => (kind === "condition" ? name : prefix + name);
  return [
    ...(where.rule === undefined ? [] : [ruleOption(where.rule, like)]),
    ...fields.map((name) => ({ label: name, detail: "a list", boost: 1, becomes: name })),
    ...known.map((word, at) => ({
      ...optionOf(word, marked(word.name, word.kind), where),
      // The editor would sort by label, and the words are in order of their kinds.
      sortText: String(at).padStart(4, "0"),
    })),
    ...names.map((name) => ownOption(prefix + name, own === "functions" && prefix === "", where)),
  ];
}

function ruleOption(rule: NonNullable<WordPlace["rule"]>, like: Like | undefined): Completion {
  return {
    label: "new rule",
    detail: "with all required fields",
    boost: 99,
    apply: snippet(templateFor(rule, like)),
  };
}

function optionOf(word: KnownWord, label: string, where: WordPlace): Offer {
  const { template, more } = applied(word, label, where);
  const option: Offer = {
    label,
    info: () => sentences(word.doc),
    boost: word.kind === "needed-field" ? 1 : 0,
    apply: putting(template, { more, from: word.kind === "condition" ? where.quote?.length : 0 }),
    becomes: template.replace(FIELD, "").replace(/\\(?=[{}])/g, ""),
  };
  if (word.takes === undefined) {
    return option;
  }
  const detail = `${word.kind === "condition" ? ", " : ""}${word.takes}`.replaceAll("`", "");
  return { ...option, detail };
}

function ownOption(label: string, isCalled: boolean, { form }: WordPlace): Offer {
  const template = isCalled ? `${label}(${FIELD})` : form === "list" ? `[${label}]` : label;
  const becomes = template.replace(FIELD, "");
  return { label, detail: "defined in this file", boost: 1, apply: putting(template), becomes };
}

type Apply = (view: EditorView, option: Completion, from: number, to: number) => void;

interface Putting {
  /** The number of characters before the typed word that are replaced as well. */
  from?: number | undefined;
  /** True to offer completions again at the new cursor position. */
  more?: boolean | undefined;
}

/**
 * Replaces the typed word, and the characters that the editor inserted to close it, with a template. If the text after
 * the word already continues like the template, as in `exi¦("a")`, only the word is inserted.
 */
export function putting(template: string, { from: before = 0, more = false }: Putting = {}): Apply {
  return (view, option, from, to) => {
    const { state } = view;
    const [start, after] = [from - before, state.sliceDoc(to, state.doc.lineAt(to).to)];
    const end = to + matchingClosers(state.sliceDoc(start, to), after).length;
    const rest = template.startsWith(option.label) ? template.charAt(option.label.length) : "";
    const isThere = /[(:]/.test(rest) && after.startsWith(rest);
    if (template.includes(FIELD) && !isThere) {
      snippet(template)(view, option, start, end);
    } else {
      const change = insertCompletionText(state, isThere ? option.label : template, start, end);
      view.dispatch({ ...change, annotations: pickedCompletion.of(option) });
    }
    if (more && !isThere) {
      startCompletion(view);
    }
  };
}

/** Returns the template that replaces the typed word, and whether completions are offered at its cursor. */
function applied(word: KnownWord, label: string, where: WordPlace): { template: string; more?: boolean } {
  switch (word.kind) {
    case "key":
    case "field":
    case "needed-field":
      return { template: keyFor(word, label), more: true };
    case "condition":
      return { template: methodFor(word, label, where), more: true };
    case "function":
    case "python-function":
    case "python-method":
      return { template: word.takes?.startsWith("()") ? `${label}()` : `${label}(${FIELD})` };
    case "fact":
    case "placeholder":
      return { template: where.bare ? `'${label.replace(/[{}]/g, "\\$&")}${FIELD}'` : label };
    default:
      return { template: word.kind.startsWith("of-") ? label + argumentTemplate(word.takes) : label };
  }
}

/** Returns the arguments of a member as a template: `takes` with a field for `…`, or a field in parentheses. */
function argumentTemplate(takes = ""): string {
  return /…|^(?:\(\))?$/.test(takes) ? takes.replace("…", FIELD) : `(${FIELD})`;
}

function keyFor({ kind, takes }: KnownWord, label: string): string {
  if (SCRIPTS.test(label)) {
    return `${label}: |\n  \${}`;
  }
  if (kind === "key") {
    return `${label}:\n  \${}`;
  }
  return takes === "a list" ? `${label}: [\${}]` : `${label}: \${}`;
}

/**
 * Returns the template for a method as an element of a condition, with fields for its parameters. It is quoted if the
 * user has typed a quote, or if YAML would read it differently.
 */
function methodFor({ takes }: KnownWord, label: string, { form, quote = "" }: WordPlace): string {
  const own = quote || (/^\w/.test(label) ? "" : "'");
  const name = own + label + own;
  if (takes === undefined) {
    return form === "list" ? `[${name}${FIELD}]` : `${name}${FIELD}`;
  }
  const operand = takes === "expression" ? `'${FIELD}'` : FIELD;
  const method = form === "item" ? `${name}\n- ${operand}` : `${name}, ${operand}`;
  return form === "list" ? `[${method}]` : method;
}
