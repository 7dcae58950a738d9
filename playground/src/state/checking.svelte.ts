/** The results for the current project: those of its check, and those of its tests. */

import { later } from "../editor/later.ts";
import { type Answer, check, Latest, type ListedReport, type Progress, type TestReport, test } from "../engine.ts";
import { countsWith, likeIt, type Part, type Remark, type RemarkKey, remarksOf } from "../place.ts";
import { EMPTY, originOf, type Project, textsIn } from "../project.ts";
import { type Read, readOn } from "../reading.ts";
import { withSuggestions } from "../rule-text/suggestions.ts";
import type { PageParts } from "./page-parts.ts";

/** The maximum time, in milliseconds, of a run that is repeated at every key press. */
const QUICK = 100;
/** The pause after a key press before a slow run, in milliseconds. */
const PAUSE = 250;

/** The checks of a project. Only the result of the latest one is used. */
export class Checking {
  answer: Answer<ListedReport> | undefined = $state.raw();
  remarks: readonly Remark[] = $state.raw([]);
  /** The project that the remarks are about. */
  of: Project = EMPTY;
  /** The remark that is shown in full. */
  selected: Remark | undefined = $state.raw();
  /** The search string that filters the remarks. */
  sought = $state("");
  /** The progress of a check that takes long. */
  progress: Progress | undefined = $state.raw();
  /** The progress in the long file that was read last. */
  read: Read | undefined = $state.raw();
  busy = $state(false);
  /** The results of the tests in the rule files; undefined if there are no tests. */
  tested: Answer<TestReport> | undefined = $state.raw();
  /** The project that these tests are part of. */
  testedOf: Project = EMPTY;
  testing: Progress | undefined = $state.raw();

  readonly #page: Pick<PageParts, "project" | "revision">;
  readonly #checks = new Latest<ListedReport>(
    (answer) => this.#take(answer),
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
  /** The remark to select once it is reported again, unless another one is selected before. */
  #unreported: RemarkKey | undefined;
  #pause = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #checked: () => void;

  /** `checked` is called when a check is over, so that what may wait can begin. */
  constructor(page: Pick<PageParts, "project" | "revision">, checked: () => void) {
    this.#page = page;
    this.#checked = checked;
  }

  /** The number of remarks of each weight, including unlisted ones. */
  readonly counts = $derived(countsWith(this.remarks, this.answer?.result));
  /** The number of remarks, including unlisted ones. */
  readonly count = $derived(Object.values(this.counts).reduce((sum, one) => sum + one, 0));

  /** Returns true if the results are about the current project. */
  get current(): boolean {
    return this.answer?.revision === this.#page.revision;
  }

  /** Checks the current project. While the user types, a slow run waits for a pause. */
  start(typing = false): void {
    this.busy = true;
    clearTimeout(this.#timer);
    if (typing && this.#pause > 0) {
      this.#timer = setTimeout(() => this.#check(), this.#pause);
    } else {
      this.#check();
    }
  }

  cancel(): void {
    this.#checks.cancel();
  }

  cancelTests(): void {
    this.#tests.cancel();
  }

  /** Discards the results. `selected` is the remark to select in the next ones. */
  forget(selected?: RemarkKey): void {
    this.unselect();
    this.#unreported = selected;
    this.answer = undefined;
    this.remarks = [];
    // The search would hide remarks of the next project.
    this.sought = "";
  }

  /** The selected remark, or else the one that is selected as soon as it is reported again. */
  get selection(): RemarkKey | undefined {
    return this.selected ?? this.#unreported;
  }

  /** Selects nothing, also not in the next results. */
  unselect(): void {
    this.selected = undefined;
    this.#unreported = undefined;
  }

  /**
   * Returns the current position of a place that was reported for a project, by default that of the remarks. Returns
   * undefined if its text may have changed.
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

  /** Runs the tests, if there may be any. */
  test(): void {
    const { project, revision } = this.#page;
    if (textsIn(project.rules).some(([, text]) => /tests/i.test(text))) {
      this.#tests.ask(revision, (running) => test(project, running));
    } else {
      this.tested = undefined;
    }
  }

  #take(answer: Answer<ListedReport>): void {
    this.#pause = answer.milliseconds < QUICK ? 0 : PAUSE;
    if (answer.revision !== this.#page.revision) {
      return;
    }
    if (this.answer === undefined) {
      // Tests measure the time until then.
      performance.mark("first-result");
    }
    this.busy = false;
    this.answer = answer;
    this.of = this.#page.project;
    this.test();
    this.#checked();
    if (answer.result === undefined) {
      // Results for an earlier text may not apply to this one.
      this.remarks = [];
      return;
    }
    const remarks = withSuggestions(remarksOf(answer.result, this.of), this.of);
    const { selection } = this;
    this.selected = selection && likeIt(selection, remarks);
    this.#unreported = this.selected === undefined ? selection : undefined;
    this.remarks = remarks;
  }
}
