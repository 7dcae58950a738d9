/** Findings become tests: proposed by trial, and written into a rule file where it can be undone. */

import { type Finding, Latest } from "../../engine.ts";
import { counted } from "../../format.ts";
import type { Content } from "../../project.ts";
import { CUT_DOWN, type Proposal, propose } from "../../rule-text/propose.ts";
import type { Page } from "../../state.svelte.ts";

/** Of so many lines a test is put in without a word. */
const MOST_LINES = 150;

/** Writes tests of what is found. */
export class Proposing {
  /** True while a test is being tried. */
  adding: boolean = $state(false);

  readonly #page: Page;
  /** True if the test is for a single finding. */
  #isOne = false;
  readonly #proposals = new Latest<Proposal>(({ result, failure, revision }) => {
    const page = this.#page;
    this.adding = false;
    const stale = revision !== page.revision ? "The project has changed meanwhile: nothing was added." : undefined;
    const fault = failure?.message ?? stale ?? result?.fault;
    if (fault !== undefined || result?.fault !== undefined || result === undefined) {
      page.notice = { text: fault ?? "" };
    } else {
      const { path, text, name, left } = result;
      const run = () => {
        page.changes.write({ side: "rules", path }, text, name, `The test \`${name}\` is in \`${path}\`.${left}`);
      };
      const lines = linesOf(text) - linesOf(page.project.rules.get(path));
      if (lines <= MOST_LINES) {
        run();
      } else {
        const less = this.#isOne ? CUT_DOWN : "“Add as test” below a finding makes one of it alone";
        const told = `A test of this has ${counted(lines, "line")}. ${less}. Or add it as it is.`;
        page.notice = { text: told, action: { label: "Add it", run, until: "change" } };
      }
    }
  });

  constructor(page: Page) {
    this.#page = page;
  }

  /** Turns what is found now into a test of the rule file at `path`, or only one finding. */
  add(path: string, only?: Finding): void {
    const { project, revision, checking } = this.#page;
    const now = checking.answer?.result;
    if (now !== undefined) {
      this.adding = true;
      this.#isOne = only !== undefined;
      this.#proposals.ask(revision, (running) => propose(project, path, now, running, only));
    }
  }
}

function linesOf(text: Content = ""): number {
  return typeof text === "string" ? text.split("\n").length : 0;
}
