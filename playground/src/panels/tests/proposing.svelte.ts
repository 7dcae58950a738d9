/** Turns findings into tests, which are tried first, and then written by an edit that can be undone. */

import { type Finding, Latest } from "../../engine.ts";
import { counted } from "../../format.ts";
import type { Content } from "../../project.ts";
import { CUT_DOWN, type Proposal, propose } from "../../rule-text/propose.ts";
import type { Page } from "../../state.svelte.ts";

/** The number of lines up to which a test is added without a question. */
const MOST_LINES = 150;

export class Proposing {
  /** True while a test is being tried. */
  adding: boolean = $state(false);

  readonly #page: Page;
  #isOne = false;
  readonly #proposals = new Latest<Proposal>(({ result, failure, revision }) => {
    const page = this.#page;
    this.adding = false;
    const stale =
      revision !== page.revision ? "No test was added, because the project changed in the meantime." : undefined;
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
        const less = this.#isOne ? CUT_DOWN : "“Add as test” below a finding adds a test of that finding only";
        const question = `This test has ${counted(lines, "line")}. ${less}. Or add it unchanged.`;
        page.notice = { text: question, action: { label: "Add it", run, until: "change" } };
      }
    }
  });

  constructor(page: Page) {
    this.#page = page;
  }

  /** Adds a test of the current findings, or of a single one, to the rule file at `path`. */
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
