import { matchRoutes } from "@remix-run/react";
import { DATA_CHANGED } from "#app/live/protocol.ts";

/*
 * Data and code of the page that a link leads to, loaded before the link is pressed (docs/architecture.md, 'One press'). The
 * module loads when the pointer or the focus first reaches a link.
 */

/** How long the pointer, or the focus, stays on a link that the user means to press, in milliseconds. */
const DWELL_MS = { pointerover: 60, focusin: 250, pointerdown: 0 };
/** How long prefetched data may be shown, in milliseconds. */
const MAX_AGE_MS = 5_000;

type Prefetched = { response: Promise<Response>; until: number };

/** The prefetched data of each address. Each is used once. */
const prefetched = new Map<string, Prefetched>();

/** The address of the data that Remix asked for last: the press on a link may overtake what its `pointerdown` starts. */
let latest = "";

/** Forgets all data: they may be behind, or the user may have signed out. */
const forget = () => prefetched.clear();

addEventListener(DATA_CHANGED, forget);

// Under single fetch Remix 2.17 calls `fetch` for the data of a navigation (`fetchAndDecode` in its `single-fetch.js`) and offers
// no hook before it. A `<link rel=prefetch>` needs a response that the browser may store, and all of these are `no-store`.
const send = window.fetch;
window.fetch = async (input, init) => {
  if (init?.method && init.method !== "GET") {
    forget();
    return send(input, init).finally(forget);
  }
  const address = String(input);
  if (address.includes(".data")) latest = address;
  const { response, until = 0 } = prefetched.get(address) ?? {};
  prefetched.delete(address);
  const kept = performance.now() < until ? await response?.catch(() => undefined) : undefined;
  return kept?.ok && !init?.signal?.aborted ? kept : send(input, init);
};

let dwelling: ReturnType<typeof setTimeout> | undefined;

/** Loads what the link leads to, if the user presses it or stays on it. */
export function prefetch(link: HTMLAnchorElement, by: keyof typeof DWELL_MS): void {
  clearTimeout(dwelling);
  if (by === "pointerdown") load(link);
  else dwelling = setTimeout(() => link.matches(":hover, :focus") && load(link), DWELL_MS[by]);
}

function load(link: HTMLAnchorElement): void {
  const { origin, pathname, search } = link;
  const matches = matchRoutes(window.__remixRouter.routes, pathname);
  const address = `${origin}${pathname}.data${search}`;
  // Files have no page: `/billing/exports/….csv`, `/billing/csv`.
  const isPage = matches && matches.length > 1 && !/[./]csv$/.test(pathname);
  if (!isPage || address === latest || pathname + search === location.pathname + location.search) return;
  if (pathname === location.pathname && matches.every(({ route }) => staysStill(route.id, link.href))) return;
  for (const { route } of matches) preloadCode(window.__remixManifest.routes[route.id ?? ""]?.module);
  const now = performance.now();
  if (now < (prefetched.get(address)?.until ?? 0)) return;
  for (const [each, { until }] of prefetched) if (until < now) prefetched.delete(each);
  const response = receive(address);
  // The press on the link asks again, and says what is wrong.
  response.catch(() => prefetched.delete(address));
  prefetched.set(address, { response, until: now + MAX_AGE_MS });
}

/** Whether the route's loader does not run for the address, as in a short list that is sorted. */
function staysStill(routeId: string | undefined, href: string): boolean {
  const step = { currentUrl: new URL(location.href), nextUrl: new URL(href), defaultShouldRevalidate: true };
  const { shouldRevalidate } = window.__remixRouteModules[routeId ?? ""] ?? {};
  return shouldRevalidate?.({ ...step, currentParams: {}, nextParams: {} }) === false;
}

/** Receives the whole response: an unread body would keep its connection. */
async function receive(address: string): Promise<Response> {
  const response = await send(address);
  return new Response(await response.arrayBuffer(), response);
}

function preloadCode(href: string | undefined): void {
  if (!href || document.querySelector(`link[href="${href}"]`)) return;
  document.head.appendChild(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
