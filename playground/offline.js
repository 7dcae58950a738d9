// The script that keeps the page for when there is no network. The build puts a line before it: `KEPT`, what it keeps.

/* global KEPT: { build: string, files: string[] } */

// Builds in several folders of one server share their caches: each has its own, and forgets only those before it.
const OURS = `assay ${self.registration.scope} `;
const CACHE = OURS + KEPT.build;

/**
 * Keeps all files. The page has just been loaded, so that most of them come from the browser's own memory: they are called
 * by what is in them. The page itself is not, and one of an earlier build would name files that are not kept.
 */
async function keep() {
  const cache = await caches.open(CACHE);
  const request = (file) => new Request(file, { cache: /(?:\/|\.html)$/.test(file) ? "no-cache" : "force-cache" });
  await cache.addAll(KEPT.files.map(request));
  await self.skipWaiting();
}

/** Forgets what earlier builds kept, and answers the pages that are open. */
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
