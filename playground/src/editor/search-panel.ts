/** The panel that searches in an editor: what to look for, how often it is there, and what to put in its place. */

import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  setSearchQuery,
} from "@codemirror/search";
import type { EditorState, Extension } from "@codemirror/state";
import { type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from "@codemirror/view";
import type { IconName } from "../icons/icons.ts";
import { picture } from "../icons/picture.ts";

/** The maximum number of matches that are counted: nobody goes through more one by one. */
const MOST = 1_000;

/** The options of a search, and their buttons. */
const WAYS = [
  { key: "caseSensitive", sign: "Aa", title: "Match case" },
  { key: "wholeWord", sign: "W", title: "Whole words" },
  { key: "regexp", sign: ".*", title: "Regular expression" },
] as const;

type Way = (typeof WAYS)[number]["key"];

class SearchPanel implements Panel {
  readonly top = true;
  readonly dom = document.createElement("div");
  readonly #view: EditorView;
  readonly #wanted = field("Find", "main-field");
  readonly #other = field("Replace with");
  readonly #told = document.createElement("span");
  readonly #ways: Readonly<Record<Way, HTMLButtonElement>>;

  constructor(view: EditorView) {
    this.#view = view;
    const ways = WAYS.map(({ key, sign, title }) => [key, toggle(sign, title, () => this.#commit())] as const);
    this.#ways = Object.fromEntries(ways) as Record<Way, HTMLButtonElement>;
    this.#told.className = "told";
    this.#told.setAttribute("role", "status");
    this.dom.className = "cm-find";
    this.dom.addEventListener("keydown", (event) => this.#press(event));
    for (const input of [this.#wanted, this.#other]) {
      input.addEventListener("input", () => this.#commit());
    }
    const find = row("search", this.#wanted, ...ways.map(([, button]) => button), this.#told, ...this.#steps());
    this.dom.append(find, ...(view.state.readOnly ? [] : [row("replace", this.#other, ...this.#changes())]));
    this.#show();
  }

  mount(): void {
    this.#wanted.select();
  }

  update({ docChanged, selectionSet, transactions, state }: ViewUpdate): void {
    const asked = transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)));
    if (asked) {
      this.#show();
    } else if (docChanged || selectionSet) {
      this.#told.textContent = countOf(state);
    }
  }

  #steps(): HTMLElement[] {
    return [
      action("up", "Previous (Shift+Enter)", () => findPrevious(this.#view)),
      action("down", "Next (Enter)", () => findNext(this.#view)),
      action("close", "Close (Esc)", () => closeSearchPanel(this.#view)),
    ];
  }

  #changes(): HTMLElement[] {
    return [
      word("Replace", "Replace this one", () => replaceNext(this.#view)),
      word("All", "Replace all", () => replaceAll(this.#view)),
    ];
  }

  /** Shows what is looked for, which may have been set by a key of the editor. */
  #show(): void {
    const query = getSearchQuery(this.#view.state);
    set(this.#wanted, query.search);
    set(this.#other, query.replace);
    for (const { key } of WAYS) {
      this.#ways[key].setAttribute("aria-pressed", String(query[key]));
    }
    this.#wanted.setAttribute("aria-invalid", String(query.search !== "" && !query.valid));
    this.#told.textContent = countOf(this.#view.state);
  }

  #commit(): void {
    const isOn = (key: Way) => this.#ways[key].getAttribute("aria-pressed") === "true";
    const query = new SearchQuery({
      search: this.#wanted.value,
      replace: this.#other.value,
      caseSensitive: isOn("caseSensitive"),
      wholeWord: isOn("wholeWord"),
      regexp: isOn("regexp"),
    });
    if (!query.eq(getSearchQuery(this.#view.state))) {
      this.#view.dispatch({ effects: setSearchQuery.of(query) });
    }
  }

  #press(event: KeyboardEvent): void {
    const isEnter = event.key === "Enter" && event.target instanceof HTMLInputElement;
    if (runScopeHandlers(this.#view, event, "search-panel")) {
      event.preventDefault();
    } else if (isEnter) {
      event.preventDefault();
      const isReplace = event.target === this.#other;
      (isReplace ? replaceNext : event.shiftKey ? findPrevious : findNext)(this.#view);
    }
  }
}

/** Returns the number of matches and which of them is selected: `2 of 7`. */
function countOf(state: EditorState): string {
  const query = getSearchQuery(state);
  if (query.search === "") {
    return "";
  }
  if (!query.valid) {
    return "no expression";
  }
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state);
  let count = 0;
  let here = 0;
  for (let next = cursor.next(); next.done !== true && count < MOST; next = cursor.next()) {
    count += 1;
    here = next.value.from === from && next.value.to === to ? count : here;
  }
  const many = count === MOST ? `${MOST}+` : String(count);
  return count === 0 ? "not found" : here === 0 ? `${many} found` : `${here} of ${many}`;
}

function set(input: HTMLInputElement, value: string): void {
  if (input.value !== value) {
    input.value = value;
  }
}

function field(title: string, mark?: string): HTMLInputElement {
  const input = document.createElement("input");
  input.placeholder = title;
  input.setAttribute("aria-label", title);
  input.autocomplete = "off";
  input.spellcheck = false;
  if (mark !== undefined) {
    input.setAttribute(mark, "true");
  }
  return input;
}

function button(title: string, press: () => void, ...inside: Node[]): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.title = title;
  made.append(...inside);
  made.addEventListener("click", press);
  return made;
}

function toggle(sign: string, title: string, changed: () => void): HTMLButtonElement {
  const flip = () => {
    made.setAttribute("aria-pressed", String(made.getAttribute("aria-pressed") !== "true"));
    changed();
  };
  const made = button(title, flip, document.createTextNode(sign));
  made.className = "way";
  made.setAttribute("aria-label", title);
  return made;
}

function action(icon: IconName, title: string, press: () => void): HTMLButtonElement {
  const made = button(title, press, picture(icon, 14));
  made.setAttribute("aria-label", title);
  return made;
}

function word(says: string, title: string, press: () => void): HTMLButtonElement {
  const made = button(title, press, document.createTextNode(says));
  made.setAttribute("aria-label", title);
  return made;
}

function row(name: string, ...parts: HTMLElement[]): HTMLElement {
  const made = document.createElement("div");
  made.className = `row ${name}`;
  made.append(...parts);
  return made;
}

/** Searching, above the text. */
export const searching: Extension = search({ top: true, createPanel: (view) => new SearchPanel(view) });
