/*
 * The service worker: opens the service form without a connection (docs/decisions/offline-entries.md). It knows one page, `/`, as
 * a visitor sees it, and the files which that page names. Every other request goes to the network as if there were no worker.
 */

import { filesInPage } from "./files-in.ts";
import { FORM_COPY, KEEP_COPY, SIGNED_IN_COOKIE } from "./protocol.ts";

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type InstallEvent = ExtendableEvent & { addRoutes?(rule: object): Promise<void> };
type FetchEvent = ExtendableEvent & { request: Request; respondWith(response: Promise<Response>): void };

const CACHE = "form";

/** How long the network may take for the form before the copy is shown, in milliseconds. */
const PATIENCE_MS = 3_000;

/** How long the cache may take before the network is asked, in milliseconds. */
const CACHE_MS = 2_000;

/** How old a copy may be that is shown without waiting for the network, in milliseconds. */
const MAX_AGE_MS = 7 * 86_400_000;

/** The header with the instant at which the copy was fetched, in milliseconds. */
const KEPT_AT = "X-Kept-At";

/** The cache modes of a navigation that reloads. */
const RELOADS: RequestCache[] = ["no-cache", "reload"];

/** After this many milliseconds a copy that was shown is replaced, unless its page has asked for that. */
const REPLACE_AFTER_MS = 5_000;

/** Whether a page has asked to replace the copy since it was shown. */
let isAsked = false;

/** Whether the user is a visitor. False, too, in a browser whose service workers cannot read cookies. */
async function isVisitor(): Promise<boolean> {
  try {
    return !(await cookieStore.get(SIGNED_IN_COOKIE));
  } catch {
    return false;
  }
}

/** Whether a response is Hayloft's: every page and file has the header, the login page of a guest network does not. */
const isOurs = ({ ok, redirected, headers }: Response) => ok && !redirected && headers.has("X-Robots-Tag");

/**
 * Replaces the service worker's copy of the form by a new one. The copy is the page of a visitor, also on a phone whose
 * user is signed in. If the user is a visitor, the copy also names what this device logged last. Its language is `asked`,
 * or that of the previous copy. The files of a copy are cached before the copy itself, so that the cached copy always opens.
 * The files of the previous copy stay, because a page may be loading them.
 */
async function keepCopy(asked?: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = (await (await cache.match("/"))?.text()) ?? "";
  const credentials = (await isVisitor()) ? "same-origin" : "omit";
  const language = asked ?? /<html lang="(\w+)/.exec(before)?.[1];
  // Without cookies the server knows the language by this header alone.
  const headers = language ? { "Accept-Language": language } : {};
  const fetched = await fetch(FORM_COPY, { credentials, headers, cache: "no-store" });
  if (!isOurs(fetched)) throw new Error(`The form answered ${fetched.status}`);
  const files = filesInPage(await fetched.clone().text());
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await Promise.all(files.filter((path) => !kept.includes(path)).map((path) => keepFile(cache, path)));
  const dated = new Headers(fetched.headers);
  dated.set(KEPT_AT, String(Date.now()));
  await cache.put("/", new Response(fetched.body, { headers: dated }));
  const needed = ["/", ...files, ...filesInPage(before)];
  await Promise.all(kept.filter((path) => !needed.includes(path)).map((path) => cache.delete(path)));
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  const file = await fetch(path);
  if (!isOurs(file)) throw new Error(`${path} answered ${file.status}`);
  await cache.put(path, file);
}

/**
 * Whether the copy may be shown until the page has current data: for a visitor, at the address of the form alone, and
 * not for a reload. Back gets the copy, too: the cache of the browser may have the page of an earlier visit, with a key
 * that is used up.
 */
async function isCopyEnough({ url, cache }: Request, copy: Response): Promise<boolean> {
  const age = Math.abs(Date.now() - Number(copy.headers.get(KEPT_AT) ?? Number.NaN));
  return url === `${location.origin}/` && !RELOADS.includes(cache) && age < MAX_AGE_MS && isVisitor();
}

/**
 * Replaces the copy that was shown, unless its page has asked for that: a page of an older version, or a broken one,
 * does not ask.
 */
async function replaceShownCopy(): Promise<void> {
  isAsked = false;
  await new Promise((late) => setTimeout(late, REPLACE_AFTER_MS));
  if (!isAsked) await keepCopy().catch(() => {});
}

/** The result of `coming`; undefined if it fails, or takes longer than `ms`. */
const within = <T>(ms: number, coming: Promise<T>) =>
  Promise.race([coming.catch(() => undefined), new Promise<undefined>((late) => setTimeout(late, ms))]);

const cached = (request: RequestInfo) => within(CACHE_MS, caches.match(request, { cacheName: CACHE }));

/**
 * Answers with the copy if that is enough, otherwise with the page of the network. If the network is late or fails, or
 * the server answers with a fault, the answer is the copy.
 */
async function openForm(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const copy = await cached("/");
  if (copy && (await isCopyEnough(request, copy))) {
    event.waitUntil(replaceShownCopy());
    return copy;
  }
  const answer = fetch(request);
  const inTime = await within(PATIENCE_MS, answer);
  if (inTime && inTime.status < 500) return inTime;
  return copy ?? answer;
}

const openFile = async (request: Request) => (await cached(request)) ?? fetch(request);

addEventListener("install", (event: Event) => {
  const { addRoutes, waitUntil } = event as InstallEvent;
  const others = { not: { or: [{ urlPattern: "/" }, { urlPattern: "/assets/*" }, { urlPattern: "/*.svg" }] } };
  // In browsers with static routing, requests for other pages do not wait for this worker to start.
  const routed = addRoutes?.call(event, { condition: others, source: "network" }).catch(() => {});
  waitUntil.call(event, Promise.all([keepCopy(), routed]));
});

addEventListener("message", (event: MessageEvent) => {
  const [message, language] = [event.data].flat();
  if (message !== KEEP_COPY) return;
  isAsked = true;
  (event as unknown as ExtendableEvent).waitUntil(keepCopy(language).catch(() => {}));
});

addEventListener("fetch", (event: Event) => {
  const { request, respondWith } = event as FetchEvent;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  // In WebKitGTK 2.50 a shared worker whose script a service worker fetches never starts: the page would get no live updates.
  if (request.destination.endsWith("worker")) return;
  if (request.mode === "navigate") {
    if (pathname === "/") respondWith.call(event, openForm(event as FetchEvent));
  } else if (pathname.startsWith("/assets/") || /^\/[\w-]+\.svg$/.test(pathname)) {
    respondWith.call(event, openFile(request));
  }
});
