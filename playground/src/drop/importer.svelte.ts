/** Imports files that are dropped or picked, one drop after the other, and reports the progress. */

import { unpacked, type Waiting } from "../archive/archive.ts";
import type { Skipped } from "../archive/path.ts";
import { counted, formatCount } from "../format.ts";
import { type JobControl, Jobs } from "../job.svelte.ts";
import { type Action, type Notice, undoAction } from "../notice.ts";
import { EMPTY, type Folder, INSIDE, type Side } from "../project.ts";
import { type Arranged, arrange, calledOf } from "./arrange.ts";
import type { IncomingFiles } from "./incoming.ts";
import { describeIneffective } from "./ineffective.ts";
import { type Listing, listEntries, listPicked, type Watching } from "./listing.ts";
import { nextTask } from "./next-task.ts";
import { asTexts, ruleFilesIn } from "./texts.ts";

/** The actions of the page that {@link Importer} calls. */
interface ImportTarget {
  /**
   * Adds files. If they are `whole`, which is then their name, they replace all files of their groups. Files under
   * check at `instead` are removed. Returns the number of replaced files, and a function that undoes everything.
   */
  take(
    files: IncomingFiles,
    whole: string | undefined,
    instead?: readonly string[],
  ): { replaced: number; undo: () => void };
  /** Adds the name of their folder to the paths of files. */
  nameFolder(folder: string, files: IncomingFiles): void;
  /** Returns an action that suggests rules for files with these paths. */
  suggestRules(paths: readonly string[]): Action | undefined;
  showSkipped(): void;
  notify(notice: Notice): void;
}

export class Importer {
  readonly jobs: Jobs = new Jobs((reason) => this.#page.notify({ text: `Nothing was imported${reason}.` }));
  /** Files that were skipped, or imported with a note, since a folder, zip or package was last opened. */
  skipped: readonly Skipped[] = $state.raw([]);
  /** The folder of these files that their paths do not contain, while its name can still be added. */
  inside: { folder: string; files: IncomingFiles } | undefined = $state.raw();
  /** An action that moves files which look like rules to the rules, as long as that is possible. */
  misplaced: (Action & { files: Folder }) | undefined = $state.raw();

  readonly #page: ImportTarget;

  constructor(page: ImportTarget) {
    this.#page = page;
  }

  /** Imports files that were dropped on a group. */
  drop(entries: readonly FileSystemEntry[], side: Side): Promise<void> {
    return this.#take((watching) => listEntries(entries, watching), side);
  }

  /** Imports files that were picked for a group. */
  pick(files: Iterable<File>, side: Side): Promise<void> {
    return this.#take(() => listPicked(files), side);
  }

  /** Lists, arranges and imports files. An import that is still running is cancelled. */
  #take(list: (watching: Watching) => Promise<Listing> | Listing, side: Side): Promise<void> {
    return this.jobs.run(async ({ signal, report }) => {
      const reportFound = (done: number) => report({ doing: "Reading folders", done });
      reportFound(0);
      const listing = await list({ signal, report: reportFound });
      const arranged = await arrange(listing, side, (file) =>
        unpacked(file, "kept", unpacking(file.name, signal, report)),
      );
      await nextTask();
      await this.#finish(arranged, signal);
    });
  }

  /** Adds the name of the imported folder to the paths of its files. */
  nameFolder(): void {
    const { inside } = this;
    this.inside = undefined;
    if (inside !== undefined) {
      this.#page.nameFolder(inside.folder, inside.files);
    }
  }

  /** Replaces the package at `path` with its files, so that they can be edited. */
  openPackage(path: string, file: Blob): Promise<void> {
    return this.jobs.run(async ({ signal, report }) => {
      const unpackedFiles = await unpacked(file, "opened", unpacking(path, signal, report));
      const { files, skipped } = unpackedFiles ?? { files: [], skipped: [] };
      signal.throwIfAborted();
      const before = this.skipped;
      this.skipped = skipped;
      if (files.length === 0) {
        this.#page.notify({ text: `No file in \`${path}\` can be unpacked.`, ...this.#ways([], skipped) });
        return;
      }
      const inside = new Map(files.map(([name, content]) => [path + INSIDE + name, content]));
      const { undo } = this.#page.take({ files: inside }, undefined, [path]);
      const text = `\`${path}\` was replaced by its ${counted(files.length, "file")}. For rules, their paths are the same.${left(skipped)}`;
      this.#page.notify({ text, ...this.#ways([this.#back(undo, before)], skipped) });
    });
  }

  async #finish(
    { files, skipped, label, whole, packages, elsewhere, ineffective, inside }: Arranged,
    signal: AbortSignal,
  ): Promise<void> {
    const rules = files.rules && (await asTexts(files.rules, skipped, signal));
    signal.throwIfAborted();
    const imported = { ...(rules && { rules }), ...(files.files && { files: files.files }) };
    const misplaced = await ruleFilesIn(files.rules ? EMPTY.files : (files.files ?? EMPTY.files));
    signal.throwIfAborted();
    const before = this.skipped;
    // Earlier skipped files still apply if their project is still there.
    const earlier = whole ? [] : before.filter(({ path }) => !skipped.some((one) => one.path === path));
    const all = [...skipped, ...earlier];
    this.skipped = all.sort((one, two) => Number(one.imported ?? false) - Number(two.imported ?? false));
    const others = new Map([...(files.rules ?? [])].filter(([path]) => !rules?.has(path)));
    const unfit = this.#offerToMove("files", others, "Check");
    const paths = [imported.rules, imported.files].flatMap((some) => [...(some?.keys() ?? [])]);
    const count = paths.length;
    if (count === 0) {
      this.#page.notify({ text: `No file from ${label} could be imported.`, ...this.#ways([], skipped, unfit) });
      this.#page.showSkipped();
      return;
    }
    const { replaced, undo } = this.#page.take(imported, whole ? label.replaceAll("`", "") : undefined);
    const [first, ...more] = packages.map((path) => [path, imported.files?.get(path)] as const);
    const [path = "", file] = first ?? [];
    const open: Action[] =
      file instanceof Blob && more.length === 0
        ? [{ label: "Unpack it", run: () => void this.openPackage(path, file), until: "change" }]
        : [];
    const stays =
      file === undefined
        ? ""
        : more.length > 0
          ? " Packages are not unpacked; rules check the files in them."
          : " The package is not unpacked; rules check the files in it.";
    const moves = [...this.#offerToMove("rules", misplaced, "Use as rules:"), ...unfit];
    this.misplaced = misplaced.size === 0 ? undefined : moves[0];
    const text =
      summary(count, whole ? label : calledOf(paths), replaced, whole) +
      underFiles(elsewhere, count) +
      stays +
      (misplaced.size === 0 ? "" : ` These files look like rules: ${calledOf(misplaced.keys())}.`) +
      left(skipped) +
      describeIneffective(ineffective);
    if (whole) {
      this.inside = inside === undefined ? undefined : { folder: inside, files: imported };
    }
    const name =
      inside === undefined
        ? []
        : [{ label: `Add ${inside}/ to the paths`, run: () => this.nameFolder(), until: "change" as const }];
    const offer = rules === undefined && misplaced.size === 0 ? this.#page.suggestRules(paths) : undefined;
    this.#page.notify({
      text,
      ...(offer && { offer }),
      ...(packages.length > 0 && { packages }),
      ...this.#ways([...(replaced > 0 ? [this.#back(undo, before)] : []), ...open, ...name], skipped, moves),
    });
  }

  /** Returns an action that moves files to the other group than that for which they were imported. */
  #offerToMove(to: Side, files: Folder, doing: string): (Action & { files: Folder })[] {
    const run = () =>
      this.jobs.run(async ({ signal }) => {
        const before = this.skipped;
        const all = to === "rules" ? await asTexts(files, [], signal) : files;
        const { undo } = this.#page.take({ [to]: all }, undefined, to === "rules" ? [...all.keys()] : []);
        this.skipped = before.filter(({ path }) => !all.has(path));
        const where = to === "rules" ? "Rules" : "Files";
        this.#page.notify({ text: `Moved to ${where}: ${calledOf(all.keys())}.`, action: this.#back(undo, before) });
      });
    const label = `${doing} ${calledOf(files.keys())}`.replaceAll("`", "");
    return files.size === 0 ? [] : [{ label, run: () => void run(), until: "change", files }];
  }

  #back(restore: () => void, before: readonly Skipped[]): Action {
    return undoAction(() => {
      restore();
      this.skipped = before;
    });
  }

  /** Returns the first two actions for a notice. Moves come first; without moves, “Show skipped” comes first. */
  #ways(ways: readonly Action[], skipped: readonly Skipped[], moves: readonly Action[] = []) {
    const show = skipped.length > 0 ? [{ label: "Show skipped", run: () => this.#page.showSkipped() }] : [];
    const [action, other] = moves.length > 0 ? [...moves, ...ways, ...show] : [...show, ...ways];
    return { ...(action && { action }), ...(other && { other }) };
  }
}

/** Returns the control of unpacking a zip, whose progress is that of the job. */
function unpacking(name: string, signal: AbortSignal, report: JobControl["report"]): Waiting {
  return { signal, report: (done, total) => report({ doing: `Unpacking ${name}`, done, total }) };
}

function summary(count: number, label: string, replaced: number, whole: boolean): string {
  const replace = (number: number) => (number === 1 ? "replaces" : "replace");
  const previous = counted(replaced, "previous file", "previous files");
  const which = replaced === count ? "which" : `${formatCount(replaced)} of them`;
  const instead = whole ? `, which ${replace(count)} ${previous}` : `, ${which} ${replace(replaced)} ${previous}`;
  // For single files, only one is named, because more names would be counted twice.
  return `${counted(count, "file")}${whole ? " from" : ":"} ${label}${replaced > 0 ? instead : ""}.`;
}

function underFiles([first, ...more]: readonly string[], count: number): string {
  if (first === undefined) {
    return "";
  }
  // If they are all imported files, the message has just named them.
  const [it, they] =
    more.length + 1 === count ? ["It", "They"] : [`\`${first}\``, `\`${first}\` and ${more.length} more`];
  return more.length === 0
    ? ` ${it} was added to Files, because it cannot be a rule file.`
    : ` ${they} were added to Files, because they cannot be rule files.`;
}

function left(skipped: readonly Skipped[]): string {
  const count = skipped.filter(({ imported }) => !imported).length;
  return count === 0 ? "" : ` ${counted(count, "was", "were")} skipped.`;
}
