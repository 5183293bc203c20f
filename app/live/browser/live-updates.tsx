import { useFetchers, useLocation, useMatches, useNavigation, useRevalidator } from "@remix-run/react";
import { type MutableRefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { RELOAD } from "#app/live/protocol.ts";
import { placeAt } from "#app/registry/places.ts";
import { SHELL_TOPICS } from "#app/registry/screens.ts";
import { enterShown } from "./exact-cache.ts";
import { ifAllowed } from "./if-allowed.ts";
import { type LiveRoute, type LiveStatus, Revalidator } from "./revalidator.ts";
import { CHECK_SESSION, SESSION_REFUSED } from "./session-end.ts";

let status: LiveStatus | null = null;
const subscribers = new Set<() => void>();

function setStatus(next: LiveStatus | null): void {
  if (next === status) return;
  status = next;
  for (const notify of subscribers) notify();
}

function subscribe(notify: () => void): () => void {
  subscribers.add(notify);
  return () => subscribers.delete(notify);
}

/** Whether the page receives live updates; null on pages that do not, such as a visitor's. */
export const useLiveStatus = () =>
  useSyncExternalStore(
    subscribe,
    () => status,
    () => null,
  );

/**
 * Reloads the data of the page's routes when they change (docs/architecture.md, 'One live update'). Renders nothing.
 * `adminEmail` is the signed-in admin, or null: without an admin there is no stream, and the page reloads on focus.
 */
export function LiveUpdates({ adminEmail }: { adminEmail: string | null }) {
  const revalidator = useRef<Revalidator>();
  const generation = useConnectedRevalidator(revalidator, adminEmail);
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const isNavigating = useNavigation().state !== "idle";
  const isSaving = useFetchers().some((fetcher) => fetcher.state !== "idle");

  // biome-ignore lint/correctness/useExhaustiveDependencies: `generation` changes with each new Revalidator, which does not know the page yet.
  useEffect(() => {
    const routes = matches.flatMap(({ id, data, pathname: path }): LiveRoute[] => {
      // The root route has the same address as the form. It is live for an admin.
      const topics = id !== "root" ? (placeAt(path)?.topics ?? []) : adminEmail === null ? [] : SHELL_TOPICS;
      if (topics.length === 0 || !data) return [];
      const isScreen = id === placeAt(pathname)?.routeId;
      enterShown(data, topics, isScreen ? new URL(pathname + search, location.origin) : undefined);
      return [{ id, data }];
    });
    revalidator.current?.setPage({ address: pathname + search, routes, isBusy: isNavigating || isSaving });
  }, [generation, adminEmail, matches, pathname, search, isNavigating, isSaving]);
  return null;
}

/** Puts a Revalidator of the admin into the ref; returns a number that grows with each new one. */
function useConnectedRevalidator(ref: MutableRefObject<Revalidator | undefined>, adminEmail: string | null): number {
  const [generation, setGeneration] = useState(0);
  const { revalidate } = useRevalidator();
  const latestRevalidate = useRef(revalidate);
  latestRevalidate.current = revalidate;

  useEffect(() => {
    const reconnect = () => {
      if (adminEmail !== null) connectToBroker(adminEmail, (port) => revalidator.connect(port));
    };
    const host = { setStatus, reconnect, revalidatePage: () => latestRevalidate.current() };
    const revalidator = new Revalidator(host, adminEmail);
    ref.current = revalidator;
    const refresh = () => revalidator.refresh();
    const events: [EventTarget, string][] = [
      [document, "visibilitychange"],
      [window, "focus"],
      [window, "online"],
      [window, "offline"],
    ];
    const end = new AbortController();
    for (const [target, name] of events) target.addEventListener(name, refresh, end);
    const checkAdmin = ({ type }: Event) => void revalidator.checkAdmin(type === SESSION_REFUSED);
    addEventListener(RELOAD, () => revalidator.reload(), end);
    for (const name of [CHECK_SESSION, SESSION_REFUSED]) addEventListener(name, checkAdmin, end);
    reconnect();
    setGeneration((n) => n + 1);
    return () => {
      end.abort();
      revalidator.close();
      setStatus(null);
    };
  }, [ref, adminEmail]);
  return generation;
}

/**
 * Connects to the tab broker in the shared worker; to one in a worker of this tab if the browser has no shared workers. A page whose
 * browser refuses both gets no live updates.
 */
function connectToBroker(adminEmail: string, connect: (port: MessagePort) => void): void {
  const connectInTab = () => {
    const { port1, port2 } = new MessageChannel();
    ifAllowed(() => new Worker(new URL("./broker-worker.ts", import.meta.url)).postMessage(null, [port1]));
    connect(port2);
  };
  const worker = ifAllowed(
    () => new SharedWorker(new URL("./broker-worker.ts", import.meta.url), { name: adminEmail }),
  );
  if (worker) {
    worker.onerror = connectInTab;
    connect(worker.port);
  } else connectInTab();
}
