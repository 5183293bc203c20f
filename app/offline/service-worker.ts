/*
 * The service worker: opens the service form without a connection (docs/decisions/offline-entries.md). It knows one page, `/`, as
 * a visitor sees it, and the files which that page names. Every other request goes to the network as if there were no worker.
 */

import { filesIn } from "./files-in.ts";
import { FORM_COPY, KEEP_COPY } from "./protocol.ts";

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type InstallEvent = ExtendableEvent & { addRoutes?(rule: object): Promise<void> };
type FetchEvent = Event & { request: Request; respondWith(response: Promise<Response>): void };

const CACHE = "form";

/** How long the network may take for the form before the copy is shown, in milliseconds. */
const PATIENCE_MS = 3_000;

/** Whether a response is Hayloft's: every page and file has the header, and the login page of a guest network has not. */
const isOurs = ({ ok, redirected, headers }: Response) => ok && !redirected && headers.has("X-Robots-Tag");

/**
 * Replaces the copy of the form by one of now. It is fetched without cookies, so it is the same whoever is signed in. Its files
 * come first: the copy in the cache is always one that opens. The files of the copy before stay, since a page may be loading them.
 */
async function keepCopy(): Promise<void> {
  const fetched = await fetch(FORM_COPY, { credentials: "omit", cache: "no-store" });
  if (!isOurs(fetched)) throw new Error(`The form answered ${fetched.status}`);
  const cache = await caches.open(CACHE);
  const files = filesIn(await fetched.clone().text());
  const before = await cache.match("/");
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await Promise.all(files.filter((path) => !kept.includes(path)).map((path) => keepFile(cache, path)));
  await cache.put("/", fetched);
  const needed = ["/", ...files, ...filesIn((await before?.text()) ?? "")];
  await Promise.all(kept.filter((path) => !needed.includes(path)).map((path) => cache.delete(path)));
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  const file = await fetch(path);
  if (!isOurs(file)) throw new Error(`${path} answered ${file.status}`);
  await cache.put(path, file);
}

/** The page of the network or, if that is late, fails or answers with a fault of the server, the copy. */
async function openForm(request: Request): Promise<Response> {
  const answer = fetch(request);
  const inTime = await Promise.race([
    answer.catch(() => undefined),
    new Promise<undefined>((late) => setTimeout(late, PATIENCE_MS)),
  ]);
  if (inTime && inTime.status < 500) return inTime;
  return (await caches.match("/", { cacheName: CACHE })) ?? answer;
}

const openFile = async (request: Request) => (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);

addEventListener("install", (event: Event) => {
  const { addRoutes, waitUntil } = event as InstallEvent;
  const others = { not: { or: [{ urlPattern: "/" }, { urlPattern: "/assets/*" }, { urlPattern: "/*.svg" }] } };
  // Where the browser knows routes, the office does not wait for this worker to start.
  const routed = addRoutes?.call(event, { condition: others, source: "network" }).catch(() => {});
  waitUntil.call(event, Promise.all([keepCopy(), routed]));
});

addEventListener("message", (event: MessageEvent) => {
  if (event.data === KEEP_COPY) (event as unknown as ExtendableEvent).waitUntil(keepCopy().catch(() => {}));
});

addEventListener("fetch", (event: Event) => {
  const { request, respondWith } = event as FetchEvent;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  // In WebKitGTK 2.50 a shared worker whose script a service worker fetches never starts: the page would get no live updates.
  if (request.destination.endsWith("worker")) return;
  if (request.mode === "navigate") {
    if (pathname === "/") respondWith.call(event, openForm(request));
  } else if (pathname.startsWith("/assets/") || /^\/[\w-]+\.svg$/.test(pathname)) {
    respondWith.call(event, openFile(request));
  }
});
