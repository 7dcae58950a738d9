/** What the page holds: the project, what is open, where one is, and what came of the last check. */

import type { Work } from "./drafts.ts";
import { Intake } from "./drop/intake.svelte.ts";
import { type Taken, taken } from "./drop/taken.ts";
import { type Answer, check, Latest, type Progress, type Report, type TestReport, test } from "./engine.ts";
import { counted } from "./format.ts";
import { Keeper } from "./keeper.svelte.ts";
import { likeIt, type Part, type Remark, remarksOf } from "./place.ts";
import {
  type Content,
  EMPTY,
  isAtOrIn,
  moved,
  type Project,
  put,
  remove,
  rename,
  restored,
  type Side,
  type Spot,
} from "./project.ts";
import type { Shared } from "./share.ts";
import { TakeAway } from "./takeaway/takeaway.svelte.ts";

/** The parts of the page, of which a narrow one shows one at a time. */
export type Pane = "tree" | Side | "results";

/** Something to tell in passing, and what can be done about it. */
export interface Notice {
  /** What there is to say. */
  text: string;
  /** A way to take it back or to go on. */
  action?: Action;
  /** Something else that can be done. */
  other?: Action;
}

/** Something that can be done. */
export interface Action {
  /** What it says. */
  label: string;
  /** What it does. */
  run: () => void;
}

/** A project that shows something. */
export interface Example {
  /** What it is called. */
  title: string;
  /** What to look at. */
  note: string;
  /** The view of the results that shows it; the findings, when it is left out. */
  view?: string;
  /** The project. */
  open: () => Shared;
}

/** Where an editor is to go, and whether the focus goes there. Each is a new object, so that the same place can be gone to twice. */
export type Jump = Readonly<{ place: Part; focus: boolean }>;

/** What is known of a project beside its files. */
type Label = Omit<Work, keyof Shared>;

/** A run that was quicker, in milliseconds, can follow every key press. */
const QUICK = 100;
/** The pause after a key press before a slow run, in milliseconds. */
const PAUSE = 250;
/** The pause before a draft is kept, in milliseconds. */
const DRAFT_PAUSE = 300;

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
  /** The paths of the open files. */
  tabs: Record<Side, readonly string[]> = $state.raw({ rules: [], files: [] });
  /** Of these, the ones to see. */
  active: Record<Side, string | undefined> = $state.raw({ rules: undefined, files: undefined });
  /** The part of a narrow page to see. */
  pane: Pane = $state("rules");
  /** The view of the results to see. */
  view: string = $state("findings");
  /** What came of the last check. */
  answer: Answer<Report> | undefined = $state.raw();
  /** Everything that it says. */
  remarks: readonly Remark[] = $state.raw([]);
  /** Of these, the one to see in full. */
  selected: Remark | undefined = $state.raw();
  /** How far a run is that takes its time. */
  progress: Progress | undefined = $state.raw();
  /** Whether a run is at work. */
  busy = $state(false);
  /** Where the cursor of the editor is that had it last, in bytes of the file's text. */
  cursor: (Spot & { offset: number }) | undefined = $state.raw();
  /** Where an editor is to go. */
  jump: Jump | undefined = $state.raw();
  /** What the project is an example of, as long as it is one. */
  example: Pick<Example, "title" | "note"> | undefined = $state.raw();
  /**
   * A text that an editor is to put in place of a file's, so that it can be undone there, and what is to be selected in it;
   * without a text it is to undo its last change.
   */
  rewriting: { spot: Spot; text: string | undefined; chosen: string } | undefined = $state.raw();
  /** What came of the tests that the rule files carry; nothing when they carry none. */
  tested: Answer<TestReport> | undefined = $state.raw();
  /** What there is to tell in passing. */
  notice: Notice | undefined = $state.raw();

  /** The way in for what is dropped or picked. */
  readonly intake = new Intake(this);
  /** The way out: copies, files to keep. */
  readonly takeAway = new TakeAway(this);
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
  readonly #checks = new Latest<Report>(
    (answer) => this.#told(answer),
    (progress) => {
      this.progress = progress;
    },
  );
  readonly #tests = new Latest<TestReport>((answer) => {
    if (answer.revision === this.revision) {
      this.tested = answer;
    }
  });
  #label: Label = { id: "", name: "", changed: false, beside: false };
  #pause = 0;
  /** Whether the draft has not been told yet that this project takes its place. */
  #claims = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;

  /** Whether the results are those of the project as it is. */
  get current(): boolean {
    return this.answer?.revision === this.revision;
  }

  /** Takes in another project, and nothing becomes of the one before. */
  open(work: Work, view = "findings"): void {
    const { project, tabs, active, ...label } = work;
    this.#claims ||= this.#label.beside && !label.beside;
    this.#label = label;
    this.tabs = tabs;
    this.active = active;
    this.view = view;
    this.example = undefined;
    this.selected = undefined;
    this.answer = undefined;
    this.remarks = [];
    this.#restructure(project);
  }

  /** Takes in another project, which is called `what`; the one before is put aside, and can be brought back. */
  replace(work: Work, what: string, view?: string): void {
    const before = this.work();
    const kept = this.putAside() ? " What was here is under “Open”." : "";
    this.open(work, view);
    this.#offer(before, `This is ${what}.${kept}`);
  }

  #offer(before: Work, text: string): void {
    this.notice = { text, action: { label: "Back to what was here", run: () => this.swap(before) } };
  }

  /** Takes in another project in place of the one at hand, without a word. */
  swap(work: Work): void {
    this.putAside();
    this.open(work);
  }

  /** Puts the project at hand among the earlier ones, if it was changed: what was not can be had again. */
  putAside(): boolean {
    this.keepNow();
    const { rules, files } = this.project;
    const isWork = this.#label.changed && rules.size + files.size > 0;
    if (isWork) {
      this.keeper.putAside(this.work());
    }
    return isWork;
  }

  /** Brings an earlier project back. */
  async bringBack(id: string): Promise<void> {
    const found = await this.keeper.find(id);
    if (found === undefined) {
      this.notice = { text: "This project is kept no more." };
      return;
    }
    this.swap(found.work);
    this.tellLeft(found.left);
  }

  /** Tells how many files of a project were too much to be kept. */
  tellLeft(left: number): void {
    if (left > 0) {
      const were = counted(left, "file was", "files were");
      this.notice = { text: `Of this project, ${were} too much to be kept: drop them again.` };
    }
  }

  /** Takes in an example, and tells of it for as long as one likes. */
  begin(example: Example): void {
    const { title, note } = example;
    this.open(workOf(title, example.open()), example.view);
    this.example = { title, note };
  }

  /** Takes in an example in place of what is here, and offers to take that back. */
  openExample(example: Example): void {
    const { title, note } = example;
    this.replace(workOf(title, example.open()), `the example “${title}”`, example.view);
    this.example = { title, note };
  }

  /** Takes in what a link holds, beside `before`, which stays the draft until something is changed here. */
  openLink(shared: Shared, before: Work | undefined): void {
    this.keepNow();
    this.open({ ...workOf("From a link", shared), beside: true });
    if (before?.changed) {
      this.keeper.putAside(before);
    }
    if (before !== undefined) {
      this.#offer(before, `This is what the link holds.${before.changed ? " What was here is under “Open”." : ""}`);
    }
  }

  /** The project at hand, as it is kept. */
  work(): Work {
    return { ...this.shared(), ...this.#label };
  }

  /** What a link is to hold. */
  shared(): Shared {
    return { project: this.project, tabs: this.tabs, active: this.active };
  }

  /** Takes in what was typed. */
  edit(spot: Spot, content: Content): void {
    this.#touch();
    this.#change(put(this.project, spot, content), this.#pause);
  }

  /** Puts another text in place of a file's by its editor, where it can be undone, and tells of it. `chosen` is to be selected. */
  rewrite(spot: Spot, text: string, chosen: string, told: string): void {
    this.show(spot);
    this.rewriting = { spot, text, chosen };
    const run = () => {
      this.show(spot);
      this.rewriting = { spot, text: undefined, chosen: "" };
    };
    this.notice = { text: told, action: { label: "Undo", run } };
  }

  /** The same for a file that may not be there yet; it is gone again when that is undone. */
  write(spot: Spot, text: string, chosen: string, told: string): void {
    const isNew = !this.project[spot.side].has(spot.path);
    if (isNew) {
      this.add(spot.side, [[spot.path, ""]]);
    }
    this.rewrite(spot, text, chosen, told);
    if (isNew) {
      this.notice = { text: told, action: { label: "Undo", run: () => this.remove(spot) } };
    }
  }

  /** Adds files, in place of those at the same paths. */
  add(side: Side, files: Iterable<readonly [string, Content]>): void {
    const folder = new Map([...this.project[side], ...files]);
    this.#touch();
    this.#restructure({ ...this.project, [side]: folder });
  }

  /**
   * Takes files in, by their groups; a whole takes the place of all that a group has, and becomes a project of that name.
   * Shows the first of each group, and returns how many files gave way.
   */
  take(files: Taken, whole: string | undefined): number {
    if (whole !== undefined) {
      this.putAside();
      this.#label = { ...labelOf(whole), beside: this.#label.beside };
    }
    const { shared, gaveWay } = taken(this.shared(), files, whole !== undefined);
    this.tabs = shared.tabs;
    this.active = shared.active;
    if (whole !== undefined) {
      this.example = undefined;
      // They are of files that are not here any more.
      this.answer = undefined;
      this.remarks = [];
    }
    this.selected = undefined;
    this.pane = "results";
    this.#touch();
    this.#restructure(shared.project);
    return gaveWay;
  }

  /** Takes away a file or a folder, and offers to take that back. */
  remove(spot: Spot): void {
    const { side } = spot;
    const before = this.project[side];
    const closed = this.tabs[side].filter((tab) => isAtOrIn(tab, spot.path));
    const active = this.active[side];
    this.#touch();
    this.#restructure(remove(this.project, spot));
    for (const path of closed) {
      this.close({ side, path });
    }
    const undo = () => {
      this.tabs = { ...this.tabs, [side]: [...new Set([...this.tabs[side], ...closed])] };
      if (active !== undefined && closed.includes(active)) {
        this.active = { ...this.active, [side]: active };
      }
      // Nothing but this is taken back: something else may have changed since.
      this.#restructure({ ...this.project, [side]: restored(this.project[side], before, spot.path) });
    };
    this.notice = { text: `\`${spot.path}\` is deleted`, action: { label: "Undo", run: undo } };
  }

  /** Moves a file or a folder. */
  rename(spot: Spot, to: string): void {
    const { side, path } = spot;
    const renamed = (tab: string) => moved(tab, path, to);
    const active = this.active[side];
    this.tabs = { ...this.tabs, [side]: this.tabs[side].map(renamed) };
    this.active = { ...this.active, [side]: active === undefined ? undefined : renamed(active) };
    this.#touch();
    this.#restructure(rename(this.project, spot, to));
  }

  /** Shows a file in its editor. */
  show({ side, path }: Spot): void {
    if (!this.tabs[side].includes(path)) {
      this.tabs = { ...this.tabs, [side]: [...this.tabs[side], path] };
    }
    this.active = { ...this.active, [side]: path };
    this.pane = side;
    this.#keep();
  }

  /** Closes the tab of a file, and shows the one beside it. */
  close({ side, path }: Spot): void {
    const tabs = this.tabs[side];
    const at = tabs.indexOf(path);
    const left = tabs.filter((tab) => tab !== path);
    this.tabs = { ...this.tabs, [side]: left };
    if (this.active[side] === path) {
      this.active = { ...this.active, [side]: left[Math.min(at, left.length - 1)] };
    }
    this.#keep();
  }

  /** Shows a place in its editor, which takes the focus unless that is to stay where it is. */
  goTo(place: Part, focus = true): void {
    if (this.project[place.side].has(place.path)) {
      this.show(place);
      this.jump = { place, focus };
    }
  }

  /** Takes in where the cursor of an editor went, and onto the place of which remark. */
  moved(spot: Spot, offset: number, remark: Remark | undefined): void {
    this.cursor = { ...spot, offset };
    if (remark !== undefined) {
      this.selected = remark;
    }
  }

  /** Ends the run at work. */
  cancel(): void {
    this.#checks.cancel();
  }

  /** Checks again what has not changed. */
  checkAgain(): void {
    this.#change(this.project, 0);
  }

  #restructure(project: Project): void {
    this.structure += 1;
    this.#change(project, 0);
  }

  #change(project: Project, pause: number): void {
    this.project = project;
    this.revision += 1;
    this.busy = true;
    clearTimeout(this.#timer);
    if (pause === 0) {
      this.#check();
    } else {
      this.#timer = setTimeout(() => this.#check(), pause);
    }
    this.#keep();
  }

  #check(): void {
    const { project, revision } = this;
    this.#checks.ask(revision, (running) => check(project, running));
  }

  /** Runs the tests, if there may be some. */
  #test(): void {
    const { project, revision } = this;
    if ([...project.rules.values()].some((text) => typeof text === "string" && /tests/i.test(text))) {
      this.#tests.ask(revision, (running) => test(project, running));
    } else {
      this.tested = undefined;
    }
  }

  #told(answer: Answer<Report>): void {
    this.#pause = answer.milliseconds < QUICK ? 0 : PAUSE;
    if (answer.revision !== this.revision) {
      return;
    }
    if (this.answer === undefined) {
      performance.mark("first-result");
    }
    this.busy = false;
    this.answer = answer;
    this.#test();
    if (answer.result === undefined) {
      // What was said of an earlier text may not be so of this one.
      this.remarks = [];
      return;
    }
    const remarks = remarksOf(answer.result, this.project);
    this.selected = this.selected && likeIt(this.selected, remarks);
    this.remarks = remarks;
  }

  /** Keeps the draft without a pause; at once, when the page may be gone in a moment. */
  keepNow(leaving = false): void {
    const work = this.#draftTimer === undefined ? undefined : this.work();
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    if (leaving) {
      this.keeper.keepLate(work, !this.#claims);
    } else if (work !== undefined) {
      void this.keeper.keep(work, !this.#claims);
    }
    this.#claims &&= work === undefined;
  }

  #keep(): void {
    clearTimeout(this.#draftTimer);
    this.#draftTimer = this.#label.beside ? undefined : setTimeout(() => this.keepNow(), DRAFT_PAUSE);
  }

  /** Notes that the project is changed by hand: from now on it is the draft. */
  #touch(): void {
    this.#claims ||= this.#label.beside;
    this.#label = { ...this.#label, changed: true, beside: false };
  }
}

/** A project that was not here before. */
export function workOf(name: string, shared: Shared): Work {
  return { ...shared, ...labelOf(name) };
}

function labelOf(name: string): Label {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  return { id, name, changed: false, beside: false };
}
