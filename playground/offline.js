// The service worker that makes the page available offline. The build writes a line before it: `KEPT`, the files
// to cache.

/* global KEPT: { build: string, files: string[] } */

// Builds in several folders of a server share their caches. Each build has its own name, and removes only the caches of
// earlier builds in its folder.
const OURS = `assay ${self.registration.scope} `;
const CACHE = OURS + KEPT.build;

/**
 * Caches all files. The page has just been loaded, so most of them come from the HTTP cache of the browser: their names
 * contain hashes of their content. The HTML file has no hash, so an old copy could name files that are not cached.
 */
async function keep() {
  const cache = await caches.open(CACHE);
  const request = (file) => new Request(file, { cache: /(?:\/|\.html)$/.test(file) ? "no-cache" : "force-cache" });
  await cache.addAll(KEPT.files.map(request));
  await self.skipWaiting();
}

/** Removes the caches of earlier builds, and answers the requests of open pages. */
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Answers from the cache, or from the network if the file is not cached. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") {
    event.respondWith(answer(event.request));
  }
});
