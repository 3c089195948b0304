// Keeps the files of this site, so that it works offline after the first visit.
//
// As long as a page is open, it only gets files of one version. So a new version waits until all pages of the old
// one are closed, or until the only open page has just loaded and requests the new version.

const VERSION = "VERSION";
const FILES = [];
const OURS = `clew ${self.registration.scope} files `;
const KEPT = OURS + VERSION;

/** Fetches a file from the host instead of the browser's cache, and stores it. */
async function store(cache, file) {
  const answer = await fetch(file, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  // A page can't be answered with a redirected response (from a host that leaves out ".html").
  await cache.put(file, answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer);
}

async function install() {
  const cache = await caches.open(KEPT);
  await Promise.all(FILES.map((file) => store(cache, file)));
}

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== KEPT) await caches.delete(name);
}

async function answer(request) {
  const cache = await caches.open(KEPT);
  const found = (address) => cache.match(address, { ignoreSearch: true });
  return (await found(request)) ?? (await found(`${request.url.split(/[?#]/)[0]}.html`)) ?? fetch(request);
}

async function takeOver() {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const ours = open.filter(({ url }) => url.startsWith(self.registration.scope));
  if (ours.length <= 1) await self.skipWaiting();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(forget()));
self.addEventListener("message", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const ours = event.request.method === "GET" && event.request.url.startsWith(self.registration.scope);
  if (ours) event.respondWith(answer(event.request));
});
