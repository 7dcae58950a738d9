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
import { closedBehind } from "../closing.ts";
import { sentences } from "../sentence.ts";
import { SCRIPTS } from "./lines.ts";
import { type Like, templateFor } from "./template.ts";
import { collectionsIn, functionsIn, type Kind, type KnownWord } from "./vocabulary.ts";
import type { Placing, WordPlace } from "./word-place.ts";

/** The place in a template where the user types next. */
const FIELD = "$" + "{}";

/** A word that is offered. */
export interface Offer extends Completion {
  /** The text that accepting the offer inserts, without the fields of its template. */
  becomes?: string;
}

/** The words that may stand at the cursor. Nothing is offered for nothing that was typed, unless it is asked for. */
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
  // A whole word is looked at again: it may be all that there is to offer.
  const validFor = (typed: string) =>
    /^[\w. {<>=!-]*$/.test(typed) && !options.some(({ becomes }) => becomes === typed);
  return isAllOffered(options, text.slice(where.from, context.pos)) ? null : { from: where.from, options, validFor };
}

/** Whether what was typed is a word that is offered, and no other one begins so. */
function isAllOffered(options: readonly Offer[], typed: string): boolean {
  const begins = options.filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()));
  return begins.length === 1 && begins[0]?.becomes === typed;
}

/** Leaves the list where the word that it would take stands there already. */
function leaveWhole(view: EditorView): false {
  const { state } = view;
  const { becomes }: Offer = selectedCompletion(state) ?? { label: "" };
  const { head } = state.selection.main;
  if (becomes !== undefined && state.sliceDoc(Math.max(0, head - becomes.length), head) === becomes) {
    closeCompletion(view);
  }
  return false;
}

/** Enter and Tab on a word that stands there already take nothing: they do what they would without help. Else Tab takes it, too. */
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
  // A text and a list have a length each, and the first that is meant says what it is.
  const known = all.filter(({ name }, at) => all.findIndex((word) => word.name === name) === at);
  const names = own === "collections" ? collectionsIn(text) : own === "functions" ? functionsIn(text) : [];
  // A function or a collection is marked as one where names of another kind could stand.
  const marked = (name: string, kind: Kind) => (kind === "condition" ? name : prefix + name);
  return [
    ...(where.rule === undefined ? [] : [ruleOption(where.rule, like)]),
    ...fields.map((name) => ({ label: name, detail: "a list", boost: 1, becomes: name })),
    ...known.map((word, at) => ({
      ...optionOf(word, marked(word.name, word.kind), where),
      sortText: String(at).padStart(4, "0"),
    })),
    ...names.map((name) => ownOption(prefix + name, own === "functions" && prefix === "", where)),
  ];
}

function ruleOption(rule: NonNullable<WordPlace["rule"]>, like: Like | undefined): Completion {
  return {
    label: "new rule",
    detail: "all that a rule needs",
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
  return word.takes === undefined ? option : { ...option, detail: detailOf(word) };
}

function detailOf({ kind, takes = "" }: KnownWord): string {
  return (kind === "condition" ? `, ${takes}` : takes).replaceAll("`", "");
}

function ownOption(label: string, isCalled: boolean, { form }: WordPlace): Offer {
  const template = isCalled ? `${label}(${FIELD})` : form === "list" ? `[${label}]` : label;
  const becomes = template.replace(FIELD, "");
  return { label, detail: "of this file", boost: 1, apply: putting(template), becomes };
}

type Apply = (view: EditorView, option: Completion, from: number, to: number) => void;

/** Options of {@link putting}. */
interface Putting {
  /** The number of characters before the typed word that are replaced as well. */
  from?: number | undefined;
  /** True to offer completions again at the new cursor position. */
  more?: boolean | undefined;
}

/**
 * Puts a template in place of the typed word and of what the editor closed for it. Of a template that goes on as the text
 * does behind the word, as in `exi¦("a")`, only the word is put there.
 */
export function putting(template: string, { from: before = 0, more = false }: Putting = {}): Apply {
  return (view, option, from, to) => {
    const { state } = view;
    const [start, behind] = [from - before, state.sliceDoc(to, state.doc.lineAt(to).to)];
    const end = to + closedBehind(state.sliceDoc(start, to), behind).length;
    const rest = template.startsWith(option.label) ? template.charAt(option.label.length) : "";
    const isThere = /[(:]/.test(rest) && behind.startsWith(rest);
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

/**
 * Returns the template that replaces the typed word, with the cursor position, and whether completions are offered
 * there.
 */
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
      return { template: word.kind.startsWith("of-") ? label + askedWith(word.takes) : label };
  }
}

/**
 * Returns the template for the arguments of a member: `takes` with a field for `…`, or parentheses around a field if
 * `takes` is a description.
 */
function askedWith(takes = ""): string {
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
 * A method as an element of its condition, with room for what it takes; in quotes where it was begun in some, or where YAML
 * would take it for its own.
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
