/** An editor for the files of one group: one document at a time, each with its own history. */

import { defaultKeymap, history, historyField, historyKeymap, indentWithTab, undo } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import {
  type Diagnostic,
  forEachDiagnostic,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from "@codemirror/view";
import type { Part, Place, Remark } from "../place.ts";
import { isAtOrIn, moved, type Spot } from "../project.ts";
import { closing } from "./closing.ts";
import { extracted, setExtracted } from "./extracted.ts";
import { hanging } from "./hanging.ts";
import { languageOf, PLAIN } from "./language.ts";
import { difference, later } from "./later.ts";
import { leaving } from "./leaving.ts";
import { lineEnds, lineEndsOf, textOf, withoutMark } from "./line-ends.ts";
import { marksOf, visible } from "./marks.ts";
import { opening } from "./opening.ts";
import { offsetAt, positionFinder, positionsOf } from "./positions.ts";
import { applyQuickFix, quickFixes } from "./quick-fix.ts";
import { searching } from "./search-panel.svelte.ts";
import { severityGutter } from "./severity-gutter.ts";
import { theme } from "./theme.ts";
import { passingTooltips } from "./tooltips.ts";
import { typingHere, typingOver } from "./typing.ts";
import { type CompletionFiles, helpFor } from "./words/help.ts";

/** Receives the events of an editor. */
export interface Listener {
  /** The user has changed the text. */
  edited(spot: Spot, text: string): void;
  /** The cursor moved to a byte offset of the text, which is the place of a remark or of none. */
  moved(spot: Spot, offset: number, remark: Remark | undefined): void;
  /** The user goes to a place that belongs to a remark. */
  follow(place: Place): void;
  /** Goes to the next file with remarks, or with -1 to the previous one. Returns false if there is no other. */
  turn(spot: Spot, step: number): boolean;
  /** Returns the files under check, for completions. */
  completionFiles(): CompletionFiles;
  /** Tab leaves the editor from now on, or does not any more. */
  leaving(on: boolean): void;
}

/** The number of marks that are shown, and the number of all marks. */
export type MarkCounts = readonly [marked: number, all: number];

/** The number of files whose editor state is kept: those that were shown last. */
const MOST_KEPT = 30;

/** The horizontal margin, in pixels, around a position that the editor scrolls to. */
const SCROLL_MARGIN = 80;

const COMMON: Extension = [
  lineNumbers(),
  severityGutter,
  foldGutter({ openText: "▾", closedText: "▸" }),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of("  "),
  bracketMatching(),
  highlightSelectionMatches({ minSelectionLength: 2 }),
  searching,
  typingHere,
  typingOver,
  passingTooltips,
  extracted,
  EditorState.allowMultipleSelections.of(true),
  keymap.of([
    { key: "Mod-.", run: applyQuickFix },
    indentWithTab,
    ...defaultKeymap,
    ...historyKeymap,
    ...searchKeymap,
    ...foldKeymap,
  ]),
  theme,
];

/** An editor in an element. Its styles are in a shadow root, because the page's policy allows no others. */
export class FileEditor {
  readonly #view: EditorView;
  readonly #listener: Listener;
  /** The states of files that are not shown: the text with the undo history, and the scroll position. */
  readonly #kept = new Map<string, { state: EditorState; scrolled: ReturnType<EditorView["scrollSnapshot"]> }>();
  readonly #leaving: Extension;
  /** The setting for wrapping long lines. */
  readonly #wrapping = new Compartment();
  /** The syntax highlighting. For a new file, it depends on the first characters. */
  readonly #language = new Compartment();
  #wraps = false;
  #spot: Spot | undefined;
  #text = "";
  #remarks = new Map<Diagnostic, Remark>();

  /** Creates an empty editor in `host`. */
  constructor(host: HTMLElement, listener: Listener) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.#listener = listener;
    this.#leaving = leaving((on) => listener.leaving(on));
    this.#view = new EditorView({ parent: root, root });
  }

  /** Shows a file, read-only if `readOnly` is true. Text that the editor itself reported changes nothing. */
  open(spot: Spot, text: string, readOnly = false): void {
    if (this.#spot?.path === spot.path && this.#text === text) {
      return;
    }
    this.#keep();
    const kept = this.#kept.get(spot.path);
    this.#spot = spot;
    this.#text = text;
    // An import or an undone deletion may have changed the file meanwhile.
    const known = kept !== undefined && textOf(kept.state.doc, kept.state.field(lineEnds)) === text;
    this.#view.setState(known ? kept.state : this.#fresh(spot, text, readOnly));
    // A kept state has the setting of the time at which the file was left.
    this.wrap(this.#wraps);
    // Otherwise it would keep the scroll position of the previous file.
    if (known) {
      this.#view.dispatch({ effects: kept.scrolled });
    } else {
      this.#view.scrollDOM.scrollTo(0, 0);
    }
  }

  /** Moves the kept state of a file, or of the files in a folder, from `path` to `to`. */
  move({ side, path }: Spot, to: string): void {
    this.#keep();
    for (const [from, { state, scrolled }] of [...this.#kept].filter(([file]) => isAtOrIn(file, path))) {
      this.#kept.delete(from);
      this.#kept.set(moved(from, path, to), {
        state: this.#again({ side, path: moved(from, path, to) }, state),
        scrolled,
      });
    }
    const here = this.#spot && { side, path: moved(this.#spot.path, path, to) };
    const kept = here && this.#kept.get(here.path);
    if (here !== undefined && here.path !== this.#spot?.path && kept !== undefined) {
      this.#spot = here;
      this.#view.setState(kept.state);
      this.wrap(this.#wraps);
    }
  }

  /** Switches wrapping of long lines on or off. */
  wrap(on: boolean): void {
    this.#wraps = on;
    const extension = wrapping(on);
    const before = this.#wrapping.get(this.#view.state);
    if (before !== undefined && before !== extension) {
      this.#view.dispatch({ effects: this.#wrapping.reconfigure(extension) });
    }
  }

  /** Replaces the text of the file as one change that can be undone, and selects `chosen` in it. */
  rewrite(text: string, chosen: string): void {
    const { doc } = this.#view.state;
    const [before, after] = [doc.toString(), withoutMark(text).replace(/\r\n?/g, "\n")];
    // Replacing only the difference keeps the marks and folds of other lines.
    const { from, to, end } = difference(before, after);
    // The part to select may begin like the previous text.
    const at = after.indexOf(chosen, after.lastIndexOf("\n", from - 1) + 1);
    this.#view.dispatch({
      changes: { from, to, insert: after.slice(from, end) },
      selection: at === -1 ? EditorSelection.cursor(end) : EditorSelection.range(at, at + chosen.length),
      scrollIntoView: true,
      userEvent: "input",
    });
    this.#view.focus();
  }

  /** Undoes the last change of the shown file. */
  undo(): void {
    undo(this.#view);
    this.#view.focus();
  }

  /** Underlines remarks about the file, whose text was `source`. Returns the numbers of underlined and of all. */
  mark(remarks: readonly Remark[], source: string): MarkCounts {
    if (this.#spot === undefined) {
      return [0, 0];
    }
    const { doc } = this.#view.state;
    const { marks, all } = marksOf(remarks, this.#spot, { source, now: this.#text }, doc);
    this.#remarks = new Map(marks.map(({ mark, remark }) => [mark, remark]));
    for (const { mark, remark, suggestion } of marks) {
      mark.actions = [...quickFixes(suggestion), ...this.#actions(remark)];
    }
    this.#view.dispatch(setDiagnostics(this.#view.state, [...this.#remarks.keys()]));
    return [marks.length, all];
  }

  /** Highlights values that were extracted from the file, whose text was `source`. */
  colour(values: readonly { start: number; end: number; failed: boolean }[], source: string): void {
    const placeNow = later(source, this.#text);
    const now = values.flatMap((value) => placeNow(value) ?? []);
    const positionOf = positionFinder(this.#text, now);
    const parts = now.map(({ start, end, failed }) => ({ from: positionOf(start), to: positionOf(end), failed }));
    this.#view.dispatch({ effects: setExtracted.of(parts) });
  }

  /** Selects a place and scrolls it to the middle of the editor. With `focus`, the editor takes the focus. */
  go({ start, end }: Part, focus: boolean): void {
    const [first = 0, last = 0] = positionsOf(this.#text, [start, end]);
    const { from, to } = visible(first, last, this.#view.state.doc);
    // Lines are shown from their beginning, unless the place is too far to the right.
    this.#view.scrollDOM.scrollLeft = 0;
    this.#view.dispatch({
      selection: EditorSelection.single(from, to),
    });
    this.center();
    if (focus) {
      this.#view.focus();
    }
  }

  /** Goes to the first remark in the file, or with -1 to the last one. */
  seek(step: number): void {
    const end = step < 0 ? this.#view.state.doc.length : 0;
    this.#view.dispatch({ selection: EditorSelection.cursor(end) });
    this.#view.focus();
    STEPS(step)(this.#view);
  }

  /** Goes to the next remark in the file, else in the next file, and after the last one to the first. */
  #step(step: number): boolean {
    const { to: here } = this.#view.state.selection.main;
    let isThere = false;
    forEachDiagnostic(this.#view.state, (_, __, to) => {
      isThere ||= step < 0 ? to < here : to > here;
    });
    return (!isThere && this.#spot && this.#listener.turn(this.#spot, step)) || STEPS(step)(this.#view);
  }

  center(): void {
    const { from } = this.#view.state.selection.main;
    this.#view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "center", xMargin: SCROLL_MARGIN }) });
  }

  destroy(): void {
    this.#view.destroy();
  }

  #fresh(spot: Spot, text: string, readOnly: boolean): EditorState {
    return EditorState.create({ doc: withoutMark(text), extensions: this.#extensions(spot, text, readOnly) });
  }

  /** Returns the state of a file that has moved, with its undo history. */
  #again(spot: Spot, state: EditorState): EditorState {
    const fields = { history: historyField };
    const text = textOf(state.doc, state.field(lineEnds));
    // The extensions contain the path, so the file needs a new state with the same history.
    const extensions = this.#extensions(spot, text, state.readOnly);
    return EditorState.fromJSON(state.toJSON(fields), { extensions }, fields);
  }

  #extensions(spot: Spot, text: string, readOnly: boolean): Extension {
    return [
      COMMON,
      this.#leaving,
      keymap.of([{ key: "F8", run: () => this.#step(1), shift: () => this.#step(-1) }]),
      this.#wrapping.of(wrapping(this.#wraps)),
      lineEnds.init(() => lineEndsOf(text)),
      this.#language.of(languageOf(spot.path, text)),
      spot.side === "rules" ? [closing, opening] : [],
      readOnly ? [] : helpFor(spot, () => this.#listener.completionFiles()),
      EditorState.readOnly.of(readOnly),
      EditorView.contentAttributes.of({
        "aria-label": `${spot.side === "rules" ? "Rules" : "File"}: ${spot.path}`,
        tabindex: "0",
      }),
      EditorView.updateListener.of((update) => this.#updated(update)),
    ];
  }

  #keep(): void {
    if (this.#spot !== undefined) {
      // It moves to the end: the oldest states are dropped first.
      this.#kept.delete(this.#spot.path);
      this.#kept.set(this.#spot.path, { state: this.#view.state, scrolled: this.#view.scrollSnapshot() });
    }
    for (const path of [...this.#kept.keys()].slice(0, -MOST_KEPT)) {
      this.#kept.delete(path);
    }
  }

  #updated({ docChanged, selectionSet, state }: ViewUpdate): void {
    const spot = this.#spot;
    if (spot === undefined) {
      return;
    }
    if (docChanged) {
      this.#text = textOf(state.doc, state.field(lineEnds));
      this.#listener.edited(spot, this.#text);
      this.#recolour(spot, state);
    }
    if (docChanged || selectionSet) {
      const { head } = state.selection.main;
      // Typing selects no remark.
      this.#listener.moved(spot, offsetAt(this.#text, head), docChanged ? undefined : this.#remarkAt(head));
    }
  }

  /** Adds syntax highlighting to a file once its text shows its language. */
  #recolour({ path }: Spot, state: EditorState): void {
    const found = this.#language.get(state) === PLAIN ? languageOf(path, this.#text) : PLAIN;
    if (found !== PLAIN) {
      // An editor accepts no change while it reports one.
      queueMicrotask(() => {
        if (this.#spot?.path === path) {
          this.#view.dispatch({ effects: this.#language.reconfigure(found) });
        }
      });
    }
  }

  #remarkAt(position: number): Remark | undefined {
    let found: Remark | undefined;
    forEachDiagnostic(this.#view.state, (mark, from, to) => {
      if (found === undefined && from <= position && position <= to) {
        found = this.#remarks.get(mark);
      }
    });
    return found;
  }

  #actions({ related }: Remark): NonNullable<Diagnostic["actions"]> {
    return related.slice(0, 3).map(({ message, place }) => ({
      name: `${message} (line ${place.line})`,
      apply: () => this.#listener.follow(place),
    }));
  }
}

/** Returns the editor's command that goes to the next remark, or with a negative `step` to the previous one. */
const STEPS = (step: number) => (step < 0 ? previousDiagnostic : nextDiagnostic);

const WRAPPED: Extension = [EditorView.lineWrapping, hanging];
const UNWRAPPED: Extension = [];

function wrapping(on: boolean): Extension {
  return on ? WRAPPED : UNWRAPPED;
}
