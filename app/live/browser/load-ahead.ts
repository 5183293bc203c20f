import { matchRoutes } from "@remix-run/react";
import { placeAt } from "#app/registry/places.ts";
import { ForbiddenError, fetchLoaderData, OutdatedError } from "#app/remix/loader-data.ts";
import { enter, forgetAll, isHearing, isLoaded } from "./exact-cache.ts";
import { watchPresses } from "./waiting.ts";

/*
 * Data and code of the page that a link leads to, loaded before the link is pressed (docs/architecture.md, 'The exact cache'). The
 * module loads when the pointer or the focus first reaches a link.
 */

/** How long the pointer, or the focus, stays on a link that the user means to press, in milliseconds. */
const DWELL_MS = { pointerover: 60, focusin: 250, pointerdown: 0 };

/** The time limit of a request, in milliseconds. */
const TIMEOUT_MS = 5_000;

watchPresses();

let dwelling: ReturnType<typeof setTimeout> | undefined;

/** Loads what the link leads to, if the user presses it or stays on it. */
export function loadAhead(link: HTMLAnchorElement, by: keyof typeof DWELL_MS): void {
  clearTimeout(dwelling);
  if (by === "pointerdown") load(link);
  else dwelling = setTimeout(() => link.matches(":hover, :focus") && load(link), DWELL_MS[by]);
}

function load({ href, pathname, search }: HTMLAnchorElement): void {
  // Files have no page: `/billing/exports/….csv`, `/billing/csv`. Filters open in place.
  const isPage = !/[./]csv$|\/filter$/.test(pathname);
  if (!isPage || pathname + search === location.pathname + location.search) return;
  const ids = (matchRoutes(window.__remixRouter.routes, pathname) ?? []).map(({ route }) => route.id);
  for (const id of ids) preloadCode(window.__remixManifest.routes[id]?.module);
  void loadData(new URL(href), ids);
}

/** Requests what the page at an address lacks, in one request: the data of its screen and those of its dialog. */
async function loadData(url: URL, [, screen, dialog]: string[]): Promise<void> {
  const place = placeAt(url.pathname);
  if (!screen || screen !== place?.routeId || !isHearing() || isSpared()) return;
  const wanted: { kind: "screen" | "dialog"; id: string }[] = [];
  if (!isLoaded("screen", url)) wanted.push({ kind: "screen", id: screen });
  if (dialog && place.dialog?.form !== "whole" && !isLoaded("dialog", url)) wanted.push({ kind: "dialog", id: dialog });
  if (wanted.length === 0) return;
  const loaded = fetchLoaderData(url.pathname + url.search, wanted, AbortSignal.timeout(TIMEOUT_MS));
  const dataOf = (id: string) => loaded.then((found) => found(id));
  for (const { kind, id } of wanted) enter(kind, url, dataOf(id));
  await loaded.catch((error: unknown) => {
    if (error instanceof ForbiddenError || error instanceof OutdatedError) forgetAll();
  });
}

/** Whether nothing is loaded ahead: the page is hidden, the browser saves data, or the connection is slow. */
function isSpared(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return document.hidden || connection?.saveData === true || /2g/.test(connection?.effectiveType ?? "");
}

function preloadCode(href: string | undefined): void {
  if (!href || document.querySelector(`link[href="${href}"]`)) return;
  document.head.appendChild(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
