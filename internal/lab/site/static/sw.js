// Keeps the page for when there is no network. The network is tried first, so that nothing is out of date.

const version = "{{.Version}}";
const files = {{.Files}};

self.addEventListener("install", (e) => {
  self.skipWaiting();
  e.waitUntil(caches.open(version).then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (e) => {
  const old = (names) => Promise.all(names.filter((n) => n !== version).map((n) => caches.delete(n)));
  e.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || new URL(e.request.url).origin !== location.origin) return;
  e.respondWith(fetch(e.request).catch(async () => (await caches.match(e.request, { ignoreSearch: true })) || Response.error()));
});
