/** The browser's database, in which the page keeps what is too long for a choice: one thing after the other. */

const DATABASE = "assay-playground";
const STORE = "drafts";

/**
 * The connection to the database, from its first use on. It is kept because each step counts for a page that is
 * closing.
 */
let connection: Promise<IDBDatabase> | undefined;
/** The open database. Undefined until {@link connection} is ready, and again after it was closed. */
let opened: IDBDatabase | undefined;
/** The end of all operations that were requested earlier. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Does `work` with what is kept, all of it or nothing, once what was asked for before is done.
 *
 * @throws When the browser keeps nothing, or has no room.
 */
export function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const result = before.then(() => perform(mode, work));
  before = result.catch(() => {});
  return result;
}

/**
 * Writes values, each at its key, all or none of them and before this call returns: to a page that is about to go, no answer
 * comes any more. Nothing is written before the database was wanted once.
 */
export function writeAtOnce(values: readonly { value: unknown; key: IDBValidKey }[]): void {
  try {
    const transaction = opened?.transaction(STORE, "readwrite");
    for (const { value, key } of values) {
      transaction?.objectStore(STORE).put(value, key);
    }
    // Without this, the browser would first answer each request, to a page that is gone by then.
    transaction?.commit();
  } catch {
    // There is nobody left to be told.
  }
}

/** Resolves with the result of a request. Rejects with the error of the request. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function perform<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  connection ??= open();
  const transaction = (await connection).transaction(STORE, mode);
  const ended = end(transaction);
  const result = await work(transaction.objectStore(STORE));
  // That there is no room may be told last.
  await ended;
  return result;
}

function end(transaction: IDBTransaction): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  // Work that fails has told so by then.
  ended.catch(() => {});
  return ended;
}

async function open(): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const database = await done(request);
    opened = database;
    database.onclose = forget;
    database.onversionchange = () => {
      forget();
      database.close();
    };
    return database;
  } catch (error) {
    forget();
    throw error;
  }
}

function forget(): void {
  [connection, opened] = [undefined, undefined];
}
