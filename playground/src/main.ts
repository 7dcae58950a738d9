/** The page: two texts, and what the engine says of them. */

import { byId, element } from "./element.js";
import { Checking, type Result, RULE_FILE } from "./engine.js";
import { EXAMPLES } from "./examples.js";
import { Editor, type Mark } from "./panels/editor.js";
import { type Place, placeOf, show } from "./panels/findings.js";
import { keep, load, type State } from "./state.js";

let state: State = load();
const checking = new Checking(told);
const rules = new Editor(byId("rule"), "Rules", (text) => change({ rules: text }));
const text = new Editor(byId("document"), "Document", (changed) => change({ text: changed }));
const path = byId("path") as HTMLInputElement;
path.addEventListener("input", () => change({ path: path.value }));
offerExamples(byId("examples") as HTMLSelectElement);
restore(state);

/** Puts texts into the page and checks them. */
function restore(texts: State): void {
  state = { ...texts };
  rules.text = state.rules;
  text.text = state.text;
  path.value = state.path;
  change({});
}

/** Takes in a change, keeps it and checks again. */
function change(changed: Partial<State>): void {
  state = { ...state, ...changed };
  keep(state);
  void checking.request(state);
}

function told(result: Result): void {
  show(result, byId("verdict"), byId("report"), (place) => editorOf(place).select({ ...place, kind: "" }));
  const marks = "report" in result ? marksOf(result.report) : [];
  rules.marks = marks.filter(({ path: file }) => file === RULE_FILE);
  text.marks = marks.filter(({ path: file }) => file !== RULE_FILE);
}

/** So many places are marked: each costs the page time, and nobody looks at more. */
const MOST_MARKS = 200;

function marksOf({ findings, problems, warnings }: Extract<Result, { report: unknown }>["report"]): (Mark & Place)[] {
  const kinds = [
    ...problems.map((item) => ({ kind: "error", item })),
    ...findings.map((item) => ({ kind: item.severity as string, item })),
    ...warnings.map((item) => ({ kind: "warning", item })),
  ];
  return kinds.slice(0, MOST_MARKS).flatMap(({ kind, item }) => {
    const place = placeOf(item);
    return place === undefined ? [] : [{ ...place, kind }];
  });
}

function editorOf(place: Place): Editor {
  return place.path === RULE_FILE ? rules : text;
}

function offerExamples(select: HTMLSelectElement): void {
  const hint = element("option", "", "choose\u2026");
  hint.value = "";
  select.append(hint, ...EXAMPLES.map(({ name }) => element("option", "", name)));
  select.addEventListener("change", () => {
    const chosen = EXAMPLES.find(({ name }) => name === select.value);
    if (chosen !== undefined) {
      restore(chosen.state);
    }
    select.value = "";
  });
}
