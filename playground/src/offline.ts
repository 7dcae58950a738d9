/** Has the browser keep the page, so that it opens without a network. */

/** It is not waited longer for, in milliseconds: the page works without. */
const PATIENCE = 10_000;

/** Keeps the page, where the browser allows it; resolves when that is done, or will not be. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) {
    return;
  }
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  try {
    await navigator.serviceWorker.register(new URL("offline.js", document.baseURI));
    await Promise.race([navigator.serviceWorker.ready, late]);
  } catch {
    // Switched off, or no safe place: the page is then loaded anew each time.
  }
}
