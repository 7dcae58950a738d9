/** Stores values that are too long for the browser's settings in its database, one after the other. */

const DATABASE = "assay-playground";
const STORE = "drafts";

/** The connection to the database, kept because each step counts for a page that is closing. */
let connection: Promise<IDBDatabase> | undefined;
/** The open database. Undefined until {@link connection} is ready, and again after it was closed. */
let opened: IDBDatabase | undefined;
/** The end of all operations that were requested earlier. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` on the stored values in a transaction, after all earlier operations.
 *
 * @throws If the browser stores nothing, or has no space.
 */
export function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const result = before.then(() => perform(mode, work));
  before = result.catch(() => {});
  return result;
}

/**
 * Writes values at their keys in one transaction, which is started before this call returns: a page that is about to
 * close receives no answer. Nothing is written before the database has been opened once.
 */
export function writeAtOnce(values: readonly { value: unknown; key: IDBValidKey }[]): void {
  try {
    const transaction = opened?.transaction(STORE, "readwrite");
    for (const { value, key } of values) {
      transaction?.objectStore(STORE).put(value, key);
    }
    // Without this, the browser would first answer each request of a page that is closed by then.
    transaction?.commit();
  } catch {
    // The page is closing, so the error cannot be shown.
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
  // The error that there is no space may arrive last.
  await ended;
  return result;
}

function end(transaction: IDBTransaction): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  // Errors of `work` have been reported by then.
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
