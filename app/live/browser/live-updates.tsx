import { useFetchers, useLocation, useMatches, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Topic } from "#app/domain/topics.ts";
import { Follower, type LiveState, type Shown } from "./revalidator.ts";

/** The `handle` of a route: the topics that its loader's data show. */
export type LiveRouteHandle = { topics: readonly Topic[] };

let state: LiveState | null = null;
const watchers = new Set<() => void>();

function setState(next: LiveState | null): void {
  if (next === state) return;
  state = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether the page is live; null where nobody follows it. */
export const useLiveState = () =>
  useSyncExternalStore(
    watch,
    () => state,
    () => null,
  );

/** Keeps what the page shows as the database has it; `listener` is the admin who is signed in, if one is. */
export function Live({ listener }: { listener: string | null }) {
  const follower = useRef<Follower>();
  const [connected, connect] = useState(0);
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const isNavigating = useNavigation().state !== "idle";
  const { revalidate } = useRevalidator();
  const revalidateNow = useRef(revalidate);
  revalidateNow.current = revalidate;
  const isSaving = useFetchers().some((fetcher) => fetcher.state !== "idle");

  useEffect(() => {
    const current = new Follower({ tell: setState, revalidate: () => revalidateNow.current() }, listener === null);
    follower.current = current;
    const turnTo = () => current.turnTo();
    const signals: [EventTarget, string][] = [
      [document, "visibilitychange"],
      [window, "focus"],
      [window, "online"],
      [window, "offline"],
    ];
    for (const [target, name] of signals) target.addEventListener(name, turnTo);
    if (listener !== null) openPort(listener, (port) => current.connect(port));
    connect((n) => n + 1);
    return () => {
      for (const [target, name] of signals) target.removeEventListener(name, turnTo);
      current.close();
      setState(null);
    };
  }, [listener]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new follower is shown it, too.
  useEffect(() => {
    const routes = matches.flatMap(({ id, data, handle }): Shown[] => {
      const { topics } = (handle ?? {}) as Partial<LiveRouteHandle>;
      return topics && data ? [{ id, data, topics }] : [];
    });
    follower.current?.show({ address: pathname + search, routes, isBusy: isNavigating || isSaving });
  }, [connected, matches, pathname, search, isNavigating, isSaving]);
  return null;
}

/** The way to the browser's one stream, or to one of the page's own where pages cannot share. */
function openPort(listener: string, connect: (port: MessagePort) => void): void {
  const openOwn = async () => {
    const { createTabBroker } = await import("./tab-broker.ts");
    const { port1, port2 } = new MessageChannel();
    createTabBroker()(port1);
    connect(port2);
  };
  try {
    const worker = new SharedWorker(new URL("./shared-worker.ts", import.meta.url), { name: listener });
    worker.onerror = () => openOwn().catch(() => {});
    connect(worker.port);
  } catch {
    openOwn().catch(() => {});
  }
}
