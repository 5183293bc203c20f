import { matchRoutes } from "@remix-run/react";
import { placeAt } from "#app/registry/places.ts";
import { ForbiddenError, fetchLoaderData, OutdatedError } from "#app/remix/loader-data.ts";
import { expectAhead, isAhead, nameOfLoad } from "./ahead.ts";
import { type Began, beginLoad, cache, findCached, forgetCached, isHearing, noteLoad } from "./cached-data.ts";

/** The time limit of a request, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** The routes of the page at an address: its screen, and the dialog over it; none for a file, such as a download. */
function routesOf({ pathname }: URL): { kind: "screen" | "dialog"; id: string }[] {
  const [, screen, dialog] = (matchRoutes(window.__remixRouter.routes, pathname) ?? []).map(({ route }) => route.id);
  if (!screen || screen !== placeAt(pathname)?.routeId) return [];
  return [{ kind: "screen" as const, id: screen }, ...(dialog ? [{ kind: "dialog" as const, id: dialog }] : [])];
}

/** Whether nothing is loaded ahead: the page is hidden, the browser saves data, or the connection is slow. */
function isSpared(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return document.hidden || connection?.saveData === true || /2g/.test(connection?.effectiveType ?? "");
}

function keepLoaded(url: URL, data: object, began: Began): void {
  noteLoad(url, data, began);
  cache(url, data);
}

/**
 * Requests what the page at an address lacks, in one request: the data of its screen, if they are not cached, and those
 * of its dialog. `isStill` tells whether a route that is on screen needs no data.
 */
export async function loadAhead(url: URL, isStill: (id: string) => boolean = () => false): Promise<void> {
  const wanted = routesOf(url).filter(({ kind, id }) => {
    const isThere =
      kind === "screen" ? isStill(id) || findCached(url) : placeAt(url.pathname)?.dialog?.form === "whole";
    return !isThere && !isAhead(nameOfLoad(kind, url));
  });
  if (wanted.length === 0 || !isHearing() || isSpared()) return;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const began = beginLoad();
  const loaded = fetchLoaderData(url.pathname + url.search, wanted, signal);
  for (const { kind, id } of wanted) {
    const data = loaded.then((dataOf) => dataOf(id));
    if (kind === "screen") data.then((found) => keepLoaded(url, found, began)).catch(() => {});
    expectAhead(nameOfLoad(kind, url), data);
  }
  await loaded.catch((error: unknown) => {
    if (error instanceof ForbiddenError || error instanceof OutdatedError) forgetCached();
  });
}
