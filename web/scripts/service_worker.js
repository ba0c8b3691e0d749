// The client's files in the browser's cache: the page opens without a network. The build fills in both names below.
/* global THE_FILES, THE_VERSION */
const CACHE = `parlour-client-${THE_VERSION}`;
const scope = self.registration.scope;
const address = (file) => new URL(file, scope).href;
const SHELL = address("index.html");
const FILES = THE_FILES.map(address);

self.addEventListener("install", (event) => {
  // The page is asked for by its address, which some hosts answer with the file.
  const pages = FILES.filter((file) => file !== SHELL);
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await cache.addAll(pages);
      await cache.put(SHELL, await fetch(scope));
      await self.skipWaiting();
    }),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("parlour-client-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const path = request.url.split(/[?#]/)[0];
  if (!path.startsWith(scope) || path.startsWith(address("api/"))) return;
  if (request.mode === "navigate") {
    // The server's page first: it may be newer.
    event.respondWith(fetch(request).catch(() => caches.match(SHELL)));
  } else {
    event.respondWith(caches.match(path).then((kept) => kept ?? fetch(request)));
  }
});
