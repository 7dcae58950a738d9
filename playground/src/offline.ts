/** Makes the browser cache the page, so that it opens offline. */

/** The maximum time to wait for it, in milliseconds. The page works without it. */
const PATIENCE = 10_000;

/** Caches the page, if the browser allows it. Resolves when that is done or has failed. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) {
    return;
  }
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  try {
    await navigator.serviceWorker.register(new URL("offline.js", document.baseURI));
    await Promise.race([navigator.serviceWorker.ready, late]);
  } catch {
    // Service workers are switched off or not allowed here: the page is then loaded again each time.
  }
}
