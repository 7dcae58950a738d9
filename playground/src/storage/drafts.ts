/** Stores projects for the next visit: the current one as the draft, and earlier ones. */

import { isRuleFile, nameOf, type Project, sizeOf } from "../project.ts";
import { rulesIn } from "../rule-text/outline.ts";
import type { Shared } from "../share.ts";
import { done, within, writeAtOnce } from "./database.ts";
import { type EarlierProject, withEarlier, withoutEarlier } from "./earlier.ts";
import { readSetting, writeSetting } from "./settings.ts";

/** The keys of the draft, of its summary, and of summaries of earlier projects, each at this key and its id. */
const [DRAFT, HEAD, EARLIER] = ["last", "last-head", "earlier"];
/** The first part of the key of a project that was written when its page was closed; the second part is its id. */
const LATE = "late";
/** The setting that records that a draft exists: on a first visit, opening the database would only cost time. */
const IS_KEPT = "draft";

/** The setting with the project of the tab, which has it after a reload, whatever other tabs have stored since. */
const AT = ["project", "sessionStorage"] as const;

/**
 * The maximum size, in bytes, of a project that is stored completely. Of larger projects only the rules are stored:
 * their files are on the disk anyway.
 */
const MAX_DRAFT = 8 * 1024 * 1024;
/** The maximum number of files in a project that is stored completely, as each file costs time. */
const MAX_FILES = 1_000;

/** A project on the page, with its id and its name. */
export interface OpenProject extends Shared {
  id: string;
  /** The name of the project; empty if it has none. */
  name: string;
  /**
   * True if the project was changed since it was first opened. An unchanged project can be opened again and is not
   * stored as an earlier one.
   */
  changed: boolean;
  /** True if the project does not replace the draft until it is changed, as the content of a link. */
  preview: boolean;
}

/** A project as it is stored. */
export interface Draft extends Omit<OpenProject, "preview"> {
  /** The number of files under check that were too much to be stored. */
  left: number;
}

/** The summary of the draft. It is stored separately, so that the draft itself need not be read. */
type DraftSummary = EarlierProject & Pick<Draft, "changed">;

interface SaveResult {
  earlier: readonly EarlierProject[];
  /** The earlier project that the draft replaced just now, if any. */
  replaced: EarlierProject | undefined;
  /** Earlier projects that were removed for lack of space. */
  dropped: readonly EarlierProject[];
}

/**
 * Stores a project as the draft. Another draft that was changed becomes an earlier project.
 *
 * @throws When the browser stores nothing, or has no space.
 */
export async function saveDraft(work: OpenProject): Promise<SaveResult> {
  rememberProject(work);
  const kept = await within("readwrite", (store) => place(store, draftOf(work)));
  writeSetting(IS_KEPT, "yes");
  return kept;
}

/**
 * Stores projects before this call returns, because their page may be closed then. The next visit completes that, and
 * makes the last of them the draft.
 */
export function saveOnExit(works: readonly OpenProject[]): void {
  const now = Date.now();
  works.forEach(rememberProject);
  // All of them are written within one millisecond, and are recovered in the order of the requests.
  writeAtOnce(works.map((work, order) => ({ value: { ...draftOf(work), at: now + order }, key: [LATE, work.id] })));
  if (works.length > 0) {
    writeSetting(IS_KEPT, "yes");
  }
}

/** Stores what closing pages wrote as drafts. Returns the projects that were removed for lack of space. */
export async function recoverLate(): Promise<readonly EarlierProject[]> {
  if (readSetting(IS_KEPT) === undefined) {
    return [];
  }
  return within("readwrite", async (store) => {
    const late = (await done(store.getAll(IDBKeyRange.bound([LATE], [LATE, []])))) as (Draft & { at: number })[];
    const dropped: EarlierProject[] = [];
    for (const { at: _, ...draft } of late.sort((one, other) => one.at - other.at)) {
      dropped.push(...(await place(store, draft)).dropped);
    }
    return dropped;
  }).catch(() => []);
}

/** Returns true if a project is the one that this tab showed before it was reloaded. */
export function isProjectOfTab(id: string): boolean {
  return readSetting(...AT) === id;
}

function rememberProject({ id }: OpenProject): void {
  writeSetting(AT[0], id, AT[1]);
}

/** Makes a project the draft. If the previous draft was changed, it becomes an earlier project. */
async function place(store: IDBObjectStore, draft: Draft): Promise<SaveResult> {
  // Requested together, because a page that is closing may not get a second answer.
  const [before, head] = await Promise.all([done<unknown>(store.get(EARLIER)), done<unknown>(store.get(HEAD))]);
  let list = withoutEarlier(isList(before) ? before : [], draft.id);
  const replaced = await moveDraftToEarlier(store, head as DraftSummary | undefined, draft.id);
  let dropped: readonly EarlierProject[] = [];
  if (replaced !== undefined) {
    ({ list, dropped } = withEarlier(list, replaced));
  }
  store.put(draft, DRAFT);
  store.put({ ...summaryOf(draft), changed: draft.changed }, HEAD);
  store.put(list, EARLIER);
  store.delete([LATE, draft.id]);
  for (const { id } of [...dropped, draft]) {
    store.delete([EARLIER, id]);
  }
  return { earlier: list, replaced, dropped };
}

/** Moves the draft to the earlier projects, if it is another project than `id` and was changed. */
async function moveDraftToEarlier(
  store: IDBObjectStore,
  head: DraftSummary | undefined,
  id: string,
): Promise<EarlierProject | undefined> {
  // A draft may be long, so it is read only if it moves.
  if (head !== undefined && (head.id === id || !head.changed || head.rules + head.files + head.left === 0)) {
    return undefined;
  }
  const draft = await draftIn(store);
  if (draft === undefined || !draft.changed || draft.id === id) {
    return undefined;
  }
  store.put(draft, [EARLIER, draft.id]);
  return head ?? summaryOf(draft);
}

/** Returns the summary of a project that becomes an earlier one now. */
export function summaryOf({ id, name, project, left }: Draft): EarlierProject {
  const { rules, files } = project;
  return {
    id,
    name: name || nameFor(project),
    at: Date.now(),
    rules: rules.size,
    files: files.size,
    left,
    size: lengthOf(project),
  };
}

/**
 * The number of characters that are searched for a name. Names are near the beginning, and projects are stored while
 * the user types.
 */
const BEGINNING = 4_000;

/** Returns a name for a project without one: the name of its first rule and of the first file under check. */
export function nameFor({ rules, files }: Project): string {
  const [[, text] = []] = [...rules].filter(([path, text]) => isRuleFile(path) && text !== "");
  const [rule] = typeof text === "string" ? rulesIn(text.slice(0, BEGINNING)) : [];
  const [file] = files.keys();
  return [rule?.name ?? [], file === undefined ? [] : nameOf(file)].flat().join(", ");
}

/** Returns the form in which a project is stored. A large one has only its rules. */
export function draftOf({ preview: _, ...work }: OpenProject): Draft {
  const { project, tabs, active } = work;
  if (project.rules.size + project.files.size <= MAX_FILES && lengthOf(project) <= MAX_DRAFT) {
    return { ...work, left: 0 };
  }
  return {
    ...work,
    project: { ...project, files: new Map() },
    tabs: { ...tabs, files: [] },
    active: { ...active, files: undefined },
    left: project.files.size,
  };
}

function lengthOf({ rules, files }: Project): number {
  return [...rules.values(), ...files.values()].reduce((sum, content) => sum + sizeOf(content), 0);
}

/** Loads the project that this tab showed, or else that of the last visit; undefined if none exists. */
export async function loadDraft(): Promise<Draft | undefined> {
  if (readSetting(IS_KEPT) === undefined) {
    return undefined;
  }
  const id = readSetting(...AT);
  return read(async (store) => (id === undefined ? undefined : await one(store, id)) ?? draftIn(store));
}

export async function loadEarlier(): Promise<readonly EarlierProject[]> {
  const list =
    readSetting(IS_KEPT) === undefined ? undefined : await read((store) => done<unknown>(store.get(EARLIER)));
  return isList(list) ? list : [];
}

export function loadOne(id: string): Promise<Draft | undefined> {
  return read((store) => one(store, id));
}

/** Loads a project wherever it is stored: another page may have made an earlier project its draft, or be about to. */
async function one(store: IDBObjectStore, id: string): Promise<Draft | undefined> {
  const places: IDBValidKey[] = [[LATE, id], DRAFT, [EARLIER, id]];
  const drafts = await Promise.all(places.map((at) => done<unknown>(store.get(at))));
  return drafts.map(upToDate).find((draft) => draft?.id === id);
}

async function draftIn(store: IDBObjectStore): Promise<Draft | undefined> {
  return upToDate(await done<unknown>(store.get(DRAFT)));
}

/** Returns the result of `from`, or undefined if the browser's storage is switched off: the page works without it. */
function read<T>(from: (store: IDBObjectStore) => Promise<T>): Promise<T | undefined> {
  return within("readonly", from).catch(() => undefined);
}

/** Converts a draft of any version to the current form; undefined for other values. */
function upToDate(value: unknown): Draft | undefined {
  const { project, tabs, active, left = 0, ...work } = (value ?? {}) as Partial<Draft>;
  if (!(project?.rules instanceof Map && project.files instanceof Map) || tabs === undefined || active === undefined) {
    return undefined;
  }
  // Old drafts have no names. They may have been changed, so they count as changed.
  return { id: "draft", name: "", changed: true, ...work, project, tabs, active, left };
}

function isList(value: unknown): value is readonly EarlierProject[] {
  return Array.isArray(value);
}
