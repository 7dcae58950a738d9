/** The results for the current project: those of its check, and those of its tests. */

import { later } from "../editor/later.ts";
import { type Answer, check, Latest, type ListedReport, type Progress, type TestReport, test } from "../engine.ts";
import { countsWith, likeIt, type Part, type Remark, type RemarkKey, remarksOf } from "../place.ts";
import { EMPTY, originOf, type Project, textsIn } from "../project.ts";
import { type Read, readOn } from "../reading.ts";
import { lacksSuggestion, withSuggestions } from "../rule-text/suggestions.ts";

/** A run that was quicker, in milliseconds, can follow every key press. */
const QUICK = 100;
/** The pause after a key press before a slow run, in milliseconds. */
const PAUSE = 250;

/** The project that is checked. */
interface Checked {
  /** All files. */
  readonly project: Project;
  /** Grows with every change of them. */
  readonly revision: number;
}

/** The checks of a project, of which the newest counts. */
export class Checking {
  /** The answer of the last check. */
  answer: Answer<ListedReport> | undefined = $state.raw();
  /** All remarks of that answer. */
  remarks: readonly Remark[] = $state.raw([]);
  /** The project that the remarks are about. */
  of: Project = EMPTY;
  /** The remark that is shown in full. */
  selected: Remark | undefined = $state.raw();
  /** The search string that filters the remarks. */
  sought = $state("");
  /** The progress of a check that takes long. */
  progress: Progress | undefined = $state.raw();
  /** How far the long file is that it was at last. */
  read: Read | undefined = $state.raw();
  /** Whether a run is at work. */
  busy = $state(false);
  /** The results of the tests in the rule files; undefined if there are no tests. */
  tested: Answer<TestReport> | undefined = $state.raw();
  /** The project that these tests are part of. */
  testedOf: Project = EMPTY;
  /** The progress of tests that take long. */
  testing: Progress | undefined = $state.raw();

  readonly #page: Checked;
  readonly #checks = new Latest<ListedReport>(
    (answer) => this.#told(answer),
    (progress) => {
      this.progress = progress;
      this.read = progress?.reading === undefined ? progress && this.read : readOn(this.read, progress.reading);
    },
  );
  readonly #tests = new Latest<TestReport>(
    (answer) => {
      if (answer.revision === this.#page.revision) {
        this.tested = answer;
        this.testedOf = this.#page.project;
      }
    },
    (progress) => {
      this.testing = progress;
    },
  );
  readonly #hints = new Latest<readonly Remark[]>(({ revision, result }) => {
    if (result !== undefined && revision === this.#page.revision) {
      this.selected &&= likeIt(this.selected, result);
      this.remarks = result;
    }
  });
  /**
   * The selected remark while it is not reported. It is selected again once it is reported, unless another one was
   * selected.
   */
  #gone: RemarkKey | undefined;
  #pause = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #checked: () => void;

  /** `checked` is called when a check is over, so that what may wait can begin. */
  constructor(page: Checked, checked: () => void) {
    this.#page = page;
    this.#checked = checked;
  }

  /** The number of remarks of each weight, including unlisted ones. */
  readonly counts = $derived(countsWith(this.remarks, this.answer?.result));
  /** The number of remarks, including unlisted ones. */
  readonly count = $derived(Object.values(this.counts).reduce((sum, one) => sum + one, 0));

  /** Whether the results are those of the project as it is. */
  get current(): boolean {
    return this.answer?.revision === this.#page.revision;
  }

  /** Checks the project as it is now; while one types, a slow run waits for a pause. */
  start(typing = false): void {
    this.busy = true;
    clearTimeout(this.#timer);
    if (typing && this.#pause > 0) {
      this.#timer = setTimeout(() => this.#check(), this.#pause);
    } else {
      this.#check();
    }
  }

  /** Ends the run at work. */
  cancel(): void {
    this.#checks.cancel();
  }

  /** Ends the tests at work. */
  cancelTests(): void {
    this.#tests.cancel();
  }

  /** Forgets what was said, which was of files that are not here any more. Of those that are, `selected` is to be. */
  forget(selected?: RemarkKey): void {
    this.unselect();
    this.#gone = selected;
    this.answer = undefined;
    this.remarks = [];
    this.sought = "";
  }

  /** The selected remark, or else the one that is selected as soon as it is reported again. */
  get wanted(): RemarkKey | undefined {
    return this.selected ?? this.#gone;
  }

  /** Selects nothing, whatever is said next. */
  unselect(): void {
    this.selected = undefined;
    this.#gone = undefined;
  }

  /**
   * Where a place that was said of a project, that of the remarks if no other, is in its file as that is now; nothing where
   * what stood there may have changed.
   */
  placeNow(place: Part, of: Project = this.of): Part | undefined {
    const [was, now] = [of, this.#page.project].map((project) => originOf(project[place.side], place.path));
    if (was === now) {
      return place;
    }
    return typeof was === "string" && typeof now === "string" ? later(was, now)(place) : undefined;
  }

  #check(): void {
    const { project, revision } = this.#page;
    this.#checks.ask(revision, (running) => check(project, running));
  }

  /** Runs the tests, if there may be some. */
  test(): void {
    const { project, revision } = this.#page;
    if (textsIn(project.rules).some(([, text]) => /tests/i.test(text))) {
      this.#tests.ask(revision, (running) => test(project, running));
    } else {
      this.tested = undefined;
    }
  }

  #told(answer: Answer<ListedReport>): void {
    this.#pause = answer.milliseconds < QUICK ? 0 : PAUSE;
    if (answer.revision !== this.#page.revision) {
      return;
    }
    if (this.answer === undefined) {
      performance.mark("first-result");
    }
    this.busy = false;
    this.answer = answer;
    this.of = this.#page.project;
    this.test();
    this.#checked();
    if (answer.result === undefined) {
      // What was said of an earlier text may not be so of this one.
      this.remarks = [];
      return;
    }
    const remarks = remarksOf(answer.result, this.of);
    const { wanted } = this;
    this.selected = wanted && likeIt(wanted, remarks);
    this.#gone = this.selected === undefined ? wanted : undefined;
    this.remarks = remarks;
    if (remarks.some(lacksSuggestion)) {
      const { of } = this;
      this.#hints.ask(answer.revision, (running) => withSuggestions(remarks, of, running));
    }
  }
}
