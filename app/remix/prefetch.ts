import { matchRoutes } from "@remix-run/react";
import { loadAhead } from "#app/live/browser/load-ahead.ts";

/*
 * Data and code of the page that a link leads to, loaded before the link is pressed (docs/architecture.md, 'The exact cache'). The
 * module loads when the pointer or the focus first reaches a link.
 */

/** How long the pointer, or the focus, stays on a link that the user means to press, in milliseconds. */
const DWELL_MS = { pointerover: 60, focusin: 250, pointerdown: 0 };

let dwelling: ReturnType<typeof setTimeout> | undefined;

/** Loads what the link leads to, if the user presses it or stays on it. */
export function prefetch(link: HTMLAnchorElement, by: keyof typeof DWELL_MS): void {
  clearTimeout(dwelling);
  if (by === "pointerdown") load(link);
  else dwelling = setTimeout(() => link.matches(":hover, :focus") && load(link), DWELL_MS[by]);
}

function load({ href, pathname, search }: HTMLAnchorElement): void {
  // Files have no page: `/billing/exports/….csv`, `/billing/csv`. Filters open in place.
  const isPage = !/[./]csv$|\/filter$/.test(pathname);
  if (!isPage || pathname + search === location.pathname + location.search) return;
  for (const { route } of matchRoutes(window.__remixRouter.routes, pathname) ?? []) {
    preloadCode(window.__remixManifest.routes[route.id ?? ""]?.module);
  }
  void loadAhead(new URL(href), (id) => staysStill(id, href));
}

/**
 * Whether the route is on screen, and its loader does not run for the new address, as in a short list that is sorted.
 */
function staysStill(routeId: string, href: string): boolean {
  if (!matchRoutes(window.__remixRouter.routes, location.pathname)?.some(({ route }) => route.id === routeId))
    return false;
  const step = { currentUrl: new URL(location.href), nextUrl: new URL(href), defaultShouldRevalidate: true };
  const { shouldRevalidate } = window.__remixRouteModules[routeId] ?? {};
  return shouldRevalidate?.({ ...step, currentParams: {}, nextParams: {} }) === false;
}

function preloadCode(href: string | undefined): void {
  if (!href || document.querySelector(`link[href="${href}"]`)) return;
  document.head.appendChild(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
