/** The state of the page: the project, and the objects that open, check, change, swap and store it. */

import { untrack } from "svelte";
import { type CheckSummary, summarize } from "./check-summary.ts";
import { Importer } from "./drop/importer.svelte.ts";
import { offsetAt } from "./editor/positions.ts";
import type { Example } from "./examples/table.ts";
import { Exporter } from "./export/exporter.svelte.ts";
import { afterChange, type Notice, undoAction } from "./notice.ts";
import { knownOf, type Part, type Remark } from "./place.ts";
import { BINARY, BY_NAME, EMPTY, originOf, type Project, type Side, type Spot, sharesPaths } from "./project.ts";
import { ruleNamed } from "./rule-text/outline.ts";
import { definedOf, type ViewState } from "./share.ts";
import { BrowserHistory } from "./state/browser-history.ts";
import { Changes } from "./state/changes.svelte.ts";
import { Checking } from "./state/checking.svelte.ts";
import { Deletions } from "./state/deletions.svelte.ts";
import { Drafting } from "./state/drafting.ts";
import { MatchedFiles } from "./state/matched-files.svelte.ts";
import { OpenFiles, type Pane } from "./state/open-files.svelte.ts";
import { ProjectSwitcher } from "./state/project-switcher.ts";
import { RulePacks } from "./state/rule-packs.svelte.ts";
import { Stepping } from "./state/stepping.svelte.ts";
import { ProjectStore } from "./storage/project-store.svelte.ts";
import { placeOfFault } from "./systems/fault-place.ts";
import { type SystemFaults, withoutReported } from "./systems/faults.ts";
import { summarizePackages } from "./systems/packages/package-faults.ts";
import { Systems } from "./systems/systems.svelte.ts";

/** A file under check, with the line and the column, as far as they are known. */
export interface LineInFile {
  path?: string | null | undefined;
  line?: number | null | undefined;
  column?: number | null | undefined;
}

/** The state of the page. Everything that is shown is derived from it. */
export class Page {
  project: Project = $state.raw(EMPTY);
  /** A number that grows when files are added, removed or moved, but not when they are edited. */
  structure = $state(0);
  /** The paths of the files of each group. Typing changes the project, but not these. */
  readonly paths: Record<Side, readonly string[]> = $derived.by(() => {
    void this.structure;
    return untrack(() => ({ rules: [...this.project.rules.keys()], files: [...this.project.files.keys()] }));
  });
  /** A number that grows with every change of the project. */
  revision = $state(0);
  /** The revision that the page's address holds, if it holds one. */
  linked: number | undefined = $state();
  /** The example that the project was opened from, while the project has files of it and the note about it is open. */
  example: (Pick<Example, "title" | "note"> & { project: Project }) | undefined = $state.raw();
  /** The part that a narrow page shows. */
  pane: Pane = $state("rules");
  /** The id of the view of the results that is shown. */
  view: string = $state("findings");
  notice: Notice | undefined = $state.raw();

  readonly open: OpenFiles = new OpenFiles(this);
  /** The checks and tests of the project, with their results. */
  readonly checking: Checking = new Checking(this, () => this.systems.begin());
  readonly matchedFiles: MatchedFiles = new MatchedFiles(this);
  /** The surveys of systems, such as packages and asset lists, with the faults in the project's files. */
  readonly systems: Systems = new Systems(this, (data) => {
    // The import of packages showed a notice before their state was known.
    if (this.notice?.packages !== undefined) {
      const { packages, text, ...actions } = this.notice;
      this.notice = { text: `${text} ${summarizePackages(data, packages)}.`, ...actions };
    }
  });
  /** The faults that systems report, without those that the check reports, too. */
  readonly systemFaults: readonly SystemFaults[] = $derived(
    withoutReported(this.systems.systemFaults, this.checking.remarks),
  );
  /** The number of all remarks and of all faults that systems report. */
  readonly count: number = $derived(
    this.systemFaults.reduce((sum, { faults }) => sum + faults.length, this.checking.count),
  );
  /** The verdict of the check and the systems; undefined until the first result. */
  readonly summary: CheckSummary | undefined = $derived(
    this.checking.answer &&
      summarize(this.checking.answer, {
        remarks: this.checking.remarks,
        systemFaults: this.systemFaults,
        looked: this.matchedFiles.count,
        off: this.matchedFiles.off,
      }),
  );
  readonly changes: Changes = new Changes(this);
  readonly deletions: Deletions = new Deletions(this);
  /** The operations that put another project in place of this one. */
  readonly switcher: ProjectSwitcher = new ProjectSwitcher(this);
  /** The steps back from another project in the history of the browser. */
  readonly browserHistory: BrowserHistory = new BrowserHistory(this);
  /** The rule and the file whose steps are shown. */
  readonly stepping: Stepping = new Stepping(this);
  /** The project in the form in which it is stored. */
  readonly drafting: Drafting = new Drafting(this);
  /** The rule packs, to be added to the project. */
  readonly rulePacks: RulePacks = new RulePacks(this);
  /** The store of the draft for the next visit, and of earlier projects. */
  readonly store: ProjectStore = new ProjectStore({
    notify: (text) => {
      this.notice = { ...this.notice, text: [this.notice?.text, text].filter(Boolean).join(" ") };
    },
    alarm: () => {
      const text = "The browser does not store this project: it is lost when the page is closed.";
      this.notice = { text, action: { label: "Download a zip", run: () => this.exporter.downloadZip() } };
    },
  });
  /** The import of files that are dropped or picked. */
  readonly importer: Importer = new Importer({
    take: (files, whole, instead = []) => {
      const before = this.drafting.current();
      for (const path of instead) {
        this.changes.discard({ side: "files", path });
      }
      return { replaced: this.changes.take(files, whole), undo: () => this.switcher.open(before) };
    },
    nameFolder: (folder, files) => {
      const before = this.drafting.current();
      this.changes.nameFolder(folder, files);
      const text = `All paths of these files now begin with \`${folder}/\`.`;
      this.notice = { text, action: undoAction(() => this.switcher.open(before)) };
    },
    suggestRules: (paths) => this.rulePacks.offer(paths),
    showSkipped: () => {
      this.view = "skipped";
      this.pane = "results";
    },
    notify: (notice) => {
      this.notice = notice;
    },
  });
  readonly exporter = new Exporter(this);

  /** The state of the view that a link or the draft contains; undefined if it is as on a page that was just opened. */
  get viewState(): ViewState | undefined {
    const { rule, path } = this.stepping;
    const { selection } = this.checking;
    // The skipped files are not stored.
    const view = this.view === "findings" || this.view === "skipped" ? undefined : this.view;
    return definedOf<ViewState>({ view, steps: definedOf({ rule, path }), selected: selection && knownOf(selection) });
  }

  /** Puts a project in place of the current one: with another text in one of its files, or with other files. */
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
   * Shows a place that was reported for the project `of`, by default that of the remarks. If the place no longer
   * exists, the file is shown. With `focus`, the editor is focused.
   */
  follow(place: Part, of?: Project, focus = true): void {
    const now = this.checking.placeNow(place, of);
    if (now === undefined && originOf(this.project[place.side], place.path) !== undefined) {
      this.open.show(place);
    } else {
      this.open.goTo(now ?? place, focus);
    }
  }

  /** Goes to a line and a column of a file under check; without a line, to the beginning of the file. */
  async goToLine({ path, line, column }: LineInFile): Promise<void> {
    const fault = { path: path ?? "", line: line ?? 1, column: column ?? 1 };
    const place = await placeOfFault(fault, this.project.files);
    if (place !== undefined) {
      this.open.goTo(place);
    }
  }

  /** Goes to a remark in the next or previous file of a group. Returns false if no other file has remarks. */
  turn({ side, path }: Spot, step: number): boolean {
    const reported = this.checking.remarks.flatMap(({ place }) => (place?.side === side ? place.path : []));
    const texts = reported.filter((one) => !BINARY.test(one) && originOf(this.project[side], one) !== undefined);
    const paths = [...new Set([path, ...texts])].sort(BY_NAME.compare);
    const next = paths[(paths.indexOf(path) + step + paths.length) % paths.length] ?? path;
    if (next !== path) {
      // From its end, the previous remark of a file is its last one.
      const end = step < 0 ? Number.MAX_SAFE_INTEGER : 0;
      this.open.goTo({ side, path: next, start: end, end }, true, step);
    }
    return next !== path;
  }

  /** Shows the beginning of a rule. */
  followRule(name: string | undefined): void {
    const rule = ruleNamed(this.project.rules, name);
    if (rule !== undefined) {
      const start = offsetAt(rule.text, rule.from);
      this.open.goTo({ side: "rules", path: rule.path, start, end: start });
    }
  }

  /** Records the new position of the cursor in an editor, and selects the remark at that position. */
  moved(spot: Spot, offset: number, remark: Remark | undefined): void {
    this.open.cursor = { ...spot, offset };
    if (spot.side === "rules") {
      this.open.writing = this.open.cursor;
    }
    const { selected } = this.checking;
    const at = selected?.place && this.checking.placeNow(selected.place);
    // If several remarks are at one place, the selected one stays.
    const isThere = at?.side === spot.side && at.path === spot.path && at.start <= offset && offset <= at.end;
    if (remark !== undefined && !isThere) {
      this.checking.selected = remark;
    }
  }
}
