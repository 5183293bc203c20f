import { useEffect, useSyncExternalStore } from "react";
import { RELOAD } from "#app/live/protocol.ts";
import { subscribeToRouter } from "#app/remix/router.ts";
import { ifAllowed } from "./if-allowed.ts";
import { type LiveStatus, Revalidator } from "./revalidator.ts";
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
  useEffect(() => {
    const reconnect = () => {
      if (adminEmail !== null) connectToBroker(adminEmail, (port) => revalidator.connect(port));
    };
    const revalidator = new Revalidator({ setStatus, reconnect }, adminEmail);
    const end = new AbortController();
    const refresh = () => revalidator.refresh();
    document.addEventListener("visibilitychange", refresh, end);
    for (const name of ["focus", "online", "offline"]) addEventListener(name, refresh, end);
    addEventListener(RELOAD, () => revalidator.reload(), end);
    addEventListener(CHECK_SESSION, () => void revalidator.checkAdmin(), end);
    addEventListener(SESSION_REFUSED, () => void revalidator.checkAdmin(true), end);
    const unsubscribe = subscribeToRouter(() => revalidator.reloadIfStale());
    reconnect();
    return () => {
      end.abort();
      unsubscribe();
      revalidator.close();
      setStatus(null);
    };
  }, [adminEmail]);
  return null;
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
