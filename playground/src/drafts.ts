/** What is kept for the next visit: the files in the browser's database, small choices beside it. */

import { sizeOf } from "./project.ts";
import type { Shared } from "./share.ts";

const DATABASE = "assay-playground";
const STORE = "drafts";
const KEY = "last";

/** Larger projects, in bytes, are not kept: what was dropped lies on the disk anyway. */
export const MAX_DRAFT = 8 * 1024 * 1024;

/** Keeps a project, and says whether it did: not one that is too large, nor where the browser forbids it. */
export async function keepDraft(draft: Shared): Promise<boolean> {
  const { rules, files } = draft.project;
  const size = [...rules.values(), ...files.values()].reduce((sum, content) => sum + sizeOf(content), 0);
  if (size > MAX_DRAFT) {
    return false;
  }
  try {
    await within("readwrite", (store) => store.put(draft, KEY));
    return true;
  } catch {
    return false;
  }
}

/** The project of the last visit, or nothing. */
export async function loadDraft(): Promise<Shared | undefined> {
  try {
    const draft = await within<unknown>("readonly", (store) => store.get(KEY));
    return isShared(draft) ? draft : undefined;
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
function isShared(value: unknown): value is Shared {
  const { project, tabs, active } = (value ?? {}) as Partial<Shared>;
  return project?.rules instanceof Map && project.files instanceof Map && tabs !== undefined && active !== undefined;
}
