/** What is kept for the next visit: the files in the browser's database, small choices beside it. */

import { type Project, sizeOf } from "./project.ts";
import type { Shared } from "./share.ts";

const DATABASE = "assay-playground";
const STORE = "drafts";
const KEY = "last";
/** The choice that says that there is a draft: on a first visit, opening the database would only cost time. */
const IS_KEPT = "draft";

/** Of larger projects, in bytes, only the rules are kept: the files lie on the disk anyway. */
const MAX_DRAFT = 8 * 1024 * 1024;
/** The same for many files, as each costs time. */
const MAX_FILES = 1_000;

/** A project as it was kept. */
export interface Draft extends Shared {
  /** How many files under check were not. */
  left: number;
}

/** Keeps a project, where the browser allows it. */
export async function keepDraft(shared: Shared): Promise<void> {
  try {
    await within("readwrite", (store) => store.put(draftOf(shared), KEY));
    keepChoice(IS_KEPT, "yes");
  } catch {
    // Storage that is switched off, or full: the page works without.
  }
}

/** What is kept of a project: of a large one the rules, and none of its files is open. */
export function draftOf(shared: Shared): Draft {
  const { project, tabs, active } = shared;
  if (fits(project)) {
    return { ...shared, left: 0 };
  }
  return {
    project: { ...project, files: new Map() },
    tabs: { ...tabs, files: [] },
    active: { ...active, files: undefined },
    left: project.files.size,
  };
}

function fits({ rules, files }: Project): boolean {
  const contents = [...rules.values(), ...files.values()];
  return contents.length <= MAX_FILES && contents.reduce((sum, content) => sum + sizeOf(content), 0) <= MAX_DRAFT;
}

/** The project of the last visit, or nothing. */
export async function loadDraft(): Promise<Draft | undefined> {
  if (choice(IS_KEPT) === undefined) {
    return undefined;
  }
  try {
    const draft = await within<unknown>("readonly", (store) => store.get(KEY));
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** A small choice of the last visit, such as a theme, or nothing. */
export function choice(name: string): string | undefined {
  try {
    return localStorage.getItem(`assay-${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a small choice, where the browser allows it. */
export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`assay-${name}`, value);
  } catch {
    // The page works without, too.
  }
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await done(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Whether it is what this version keeps. */
function isDraft(value: unknown): value is Draft {
  const { project, tabs, active } = (value ?? {}) as Partial<Draft>;
  return project?.rules instanceof Map && project.files instanceof Map && tabs !== undefined && active !== undefined;
}
