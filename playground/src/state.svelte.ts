/** What the page holds: the project, and the rooms in which it is opened, checked, changed, swapped, kept. */

import { Intake } from "./drop/intake.svelte.ts";
import { offsetAt } from "./editor/positions.ts";
import type { Example } from "./examples/example.ts";
import { Keeper } from "./kept/keeper.svelte.ts";
import { afterChange, type Notice } from "./notice.ts";
import { knownOf, type Part, type Remark } from "./place.ts";
import { BINARY, BY_NAME, EMPTY, originOf, type Project, type Spot, sharesPaths } from "./project.ts";
import { ruleNamed } from "./rule-text/outline.ts";
import type { Seen } from "./share.ts";
import { Changes } from "./state/changes.svelte.ts";
import { Checking } from "./state/checking.svelte.ts";
import { Deletions } from "./state/deletions.svelte.ts";
import { Drafting } from "./state/drafting.ts";
import { Looking } from "./state/looking.svelte.ts";
import { OpenFiles, type Pane } from "./state/open-files.svelte.ts";
import { Stepping } from "./state/stepping.svelte.ts";
import { Swapping } from "./state/swapping.ts";
import { Visits } from "./state/visits.ts";
import { beside, type Said, saidOfPackages } from "./systems/faults.ts";
import { Systems } from "./systems/systems.svelte.ts";
import { TakeAway } from "./takeaway/takeaway.svelte.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** The state of the page. Everything that is shown is derived from it. */
export class Page {
  /** All files. */
  project: Project = $state.raw(EMPTY);
  /** Grows when files come, go or move; not when they are edited. */
  structure = $state(0);
  /** Grows with every change of the project. */
  revision = $state(0);
  /** The revision that the page's address holds, if it holds one. */
  linked: number | undefined = $state();
  /** What the project is an example of, as long as it is one. */
  example: (Pick<Example, "title" | "note"> & { project: Project }) | undefined = $state.raw();
  /** The part of a narrow page to see. */
  pane: Pane = $state("rules");
  /** The view of the results to see. */
  view: string = $state("findings");
  /** What there is to tell in passing. */
  notice: Notice | undefined = $state.raw();

  /** Which files are open, and where one is in them. */
  readonly open: OpenFiles = new OpenFiles(this);
  /** What comes of the project. */
  readonly checking: Checking = new Checking(this, () => this.systems.begin());
  /** Which files its rules look at. */
  readonly looking: Looking = new Looking(this);
  /** What systems say of its files. */
  readonly systems: Systems = new Systems(this, (data) => {
    // The way in told of packages before anyone knew how they are.
    if (this.notice?.packages !== undefined) {
      const { packages, text, ...actions } = this.notice;
      this.notice = { text: `${text} ${saidOfPackages(data, packages)}.`, ...actions };
    }
  });
  /** Of that, what the check does not say, too. */
  readonly said: readonly Said[] = $derived(beside(this.systems.said, this.checking.remarks));
  /** How much is said in all. */
  readonly count: number = $derived(this.said.reduce((sum, { faults }) => sum + faults.length, this.checking.count));
  /** What came of all that, once there is something. */
  readonly verdict: Verdict | undefined = $derived(
    this.checking.answer &&
      verdictOf(this.checking.answer, {
        remarks: this.checking.remarks,
        said: this.said,
        looked: this.looking.count,
        off: this.looking.off,
      }),
  );
  /** The ways in which it is changed. */
  readonly changes = new Changes(this);
  /** What was deleted from it, and can be had back. */
  readonly deletions = new Deletions(this);
  /** The ways in which another one takes its place. */
  readonly swapping: Swapping = new Swapping(this);
  /** The browser's way back from another one. */
  readonly visits = new Visits(this);
  /** What the steps are of. */
  readonly stepping: Stepping = new Stepping(this);
  /** The project as it is kept. */
  readonly drafting: Drafting = new Drafting(this);
  /** What is kept for the next visit, and what gave way to the project at hand. */
  readonly keeper = new Keeper({
    tell: (text) => {
      this.notice = { ...this.notice, text: [this.notice?.text, text].filter(Boolean).join(" ") };
    },
    alarm: () => {
      const text = "The browser keeps nothing of this: it is gone when the page is closed.";
      this.notice = { text, action: { label: "Take a zip", run: () => this.takeAway.keepZip() } };
    },
  });
  /** The way in for what is dropped or picked. */
  readonly intake = new Intake({
    take: (files, whole, instead = []) => {
      const before = this.drafting.work();
      for (const path of instead) {
        this.changes.discard({ side: "files", path });
      }
      return { gaveWay: this.changes.take(files, whole), undo: () => this.swapping.open(before) };
    },
    nameFolder: (folder, files) => {
      const before = this.drafting.work();
      this.changes.nameFolder(folder, files);
      const run = () => this.swapping.open(before);
      this.notice = { text: `Paths begin with \`${folder}/\` now.`, action: { label: "Undo", run, until: "change" } };
    },
    showSkipped: () => {
      this.view = "skipped";
      this.pane = "results";
    },
    tell: (notice) => {
      this.notice = notice;
    },
  });
  /** The way out: copies, files to keep. */
  readonly takeAway = new TakeAway(this);

  /** What one is looking at, as far as another visit or visitor can. */
  get seen(): Seen | undefined {
    const { rule, path } = this.stepping;
    const { wanted } = this.checking;
    const seen = {
      // What was skipped is not kept.
      ...(this.view !== "findings" && this.view !== "skipped" && { view: this.view }),
      ...((rule ?? path) !== undefined && {
        steps: { ...(rule !== undefined && { rule }), ...(path !== undefined && { path }) },
      }),
      ...(wanted && { selected: knownOf(wanted) }),
    };
    return Object.keys(seen).length > 0 ? seen : undefined;
  }

  /** Puts a project in place of the one at hand: with another text in one of its files, or with other files. */
  put(project: Project, other: "text" | "files"): void {
    if (other === "files") {
      this.structure += 1;
      this.notice &&= afterChange(this.notice);
      if (this.example !== undefined && !sharesPaths(this.example.project, project)) {
        this.example = undefined;
      }
    }
    this.project = project;
    this.revision += 1;
    this.systems.look();
    this.checking.start(other === "text");
    this.drafting.keep();
  }

  /**
   * Shows a place that was said of a project, that of the remarks if no other, or its file where it is there no more. The editor
   * takes the focus unless that is to stay where it is.
   */
  follow(place: Part, of?: Project, focus = true): void {
    const now = this.checking.placeNow(place, of);
    if (now === undefined && originOf(this.project[place.side], place.path) !== undefined) {
      this.open.show(place);
    } else {
      this.open.goTo(now ?? place, focus);
    }
  }

  /** Goes to what is said in the next file of a group, or the one before; false where nothing is said of another one. */
  turn({ side, path }: Spot, step: number): boolean {
    const said = this.checking.remarks.flatMap(({ place }) => (place?.side === side ? place.path : []));
    const texts = said.filter((one) => !BINARY.test(one) && originOf(this.project[side], one) !== undefined);
    const paths = [...new Set([path, ...texts])].sort(BY_NAME.compare);
    const next = paths[(paths.indexOf(path) + step + paths.length) % paths.length] ?? path;
    if (next !== path) {
      const end = step < 0 ? Number.MAX_SAFE_INTEGER : 0;
      this.open.goTo({ side, path: next, start: end, end }, true, step);
    }
    return next !== path;
  }

  /** Shows where a rule begins. */
  followRule(name: string | undefined): void {
    const rule = ruleNamed(this.project.rules, name);
    if (rule !== undefined) {
      const start = offsetAt(rule.text, rule.from);
      this.open.goTo({ side: "rules", path: rule.path, start, end: start });
    }
  }

  /** Takes in where the cursor of an editor went, and onto the place of which remark. */
  moved(spot: Spot, offset: number, remark: Remark | undefined): void {
    this.open.cursor = { ...spot, offset };
    if (spot.side === "rules") {
      this.open.writing = this.open.cursor;
    }
    const { selected } = this.checking;
    const at = selected?.place && this.checking.placeNow(selected.place);
    // Of several at one place, the one that led there stays.
    const isThere = at?.side === spot.side && at.path === spot.path && at.start <= offset && offset <= at.end;
    if (remark !== undefined && !isThere) {
      this.checking.selected = remark;
    }
  }
}
