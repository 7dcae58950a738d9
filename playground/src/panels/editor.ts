/** A text to edit, with line numbers, and with what is wrong underlined in it. */

import { element } from "../element.js";

/** A part of the text that something is said about. Lines and columns count from 1, columns in UTF-16 units. */
export interface Mark {
  /** The kind of mark, for its colour. */
  kind: string;
  /** First line. */
  line: number;
  /** Column of the first character. */
  column: number;
  /** Last line. */
  endLine: number;
  /** Column behind the last character. */
  endColumn: number;
}

/** A text area with a gutter, over a copy of its text that carries the marks. */
export class Editor {
  readonly #area: HTMLTextAreaElement;
  readonly #gutter = element("div", "gutter");
  readonly #backdrop = element("pre", "backdrop");
  #marks: readonly Mark[] = [];

  /** An editor at the end of `pane`; `changed` hears of every change by hand. */
  constructor(pane: HTMLElement, label: string, changed: (text: string) => void) {
    const area = element("textarea");
    area.spellcheck = false;
    area.autocomplete = "off";
    area.wrap = "off";
    area.setAttribute("aria-label", label);
    area.addEventListener("input", () => {
      // Marks of the text as it was would stand in wrong places until the next result is there.
      this.#marks = [];
      this.#draw();
      changed(area.value);
    });
    area.addEventListener("scroll", () => this.#follow());
    this.#area = area;
    this.#gutter.setAttribute("aria-hidden", "true");
    this.#backdrop.setAttribute("aria-hidden", "true");
    const text = element("div", "text", this.#backdrop, area);
    pane.append(element("div", "editor", this.#gutter, text));
  }

  /** Puts in another text. */
  set text(text: string) {
    this.#area.value = text;
    this.#area.scrollTop = 0;
    this.#marks = [];
    this.#draw();
  }

  /** Underlines parts of the text, in place of those underlined before. */
  set marks(marks: readonly Mark[]) {
    this.#marks = marks;
    this.#draw();
  }

  /** Selects a part of the text and brings it into view. */
  select(mark: Mark): void {
    const [start, end] = range(this.#area.value, mark);
    this.#area.focus();
    this.#area.setSelectionRange(start, end);
    const lines = this.#area.value.split("\n").length;
    const height = this.#area.scrollHeight / Math.max(lines, 1);
    this.#area.scrollTop = Math.max(0, height * mark.line - this.#area.clientHeight / 2);
  }

  #draw(): void {
    const { value } = this.#area;
    const marked = new Map(this.#marks.map((mark) => [mark.line, mark.kind]));
    const lines = Array.from({ length: value.split("\n").length }, (_, index) => {
      const kind = marked.get(index + 1);
      return element("div", kind === undefined ? "" : `marked ${kind}`, String(index + 1));
    });
    this.#gutter.replaceChildren(...lines);
    this.#backdrop.replaceChildren(...underlined(value, this.#marks), "\n");
    this.#follow();
  }

  #follow(): void {
    this.#gutter.scrollTop = this.#area.scrollTop;
    this.#backdrop.scrollTop = this.#area.scrollTop;
    this.#backdrop.scrollLeft = this.#area.scrollLeft;
  }
}

/** The text in pieces, those under a mark as elements. Of marks that overlap the first one is drawn. */
function underlined(text: string, marks: readonly Mark[]): (string | Node)[] {
  const ranges = marks.map((mark) => ({ range: range(text, mark), kind: mark.kind }));
  ranges.sort((a, b) => a.range[0] - b.range[0]);
  const pieces: (string | Node)[] = [];
  let done = 0;
  for (const {
    range: [start, end],
    kind,
  } of ranges) {
    if (start >= done) {
      pieces.push(text.slice(done, start), element("mark", kind, text.slice(start, Math.max(end, start + 1))));
      done = Math.max(end, start + 1);
    }
  }
  return [...pieces, text.slice(done)];
}

/** Where a mark starts and ends, in UTF-16 units of the whole text. */
function range(text: string, { line, column, endLine, endColumn }: Mark): [number, number] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  const offset = (row: number, col: number) => Math.min((starts[row - 1] ?? text.length) + col - 1, text.length);
  return [offset(line, column), offset(endLine, endColumn)];
}
