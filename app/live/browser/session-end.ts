import { useSyncExternalStore } from "react";

/**
 * The signed-in user after this page's session has ended: none (`email` is null), a user who is no admin, or another
 * admin.
 */
export type SessionEnd = { email: string | null; isAdmin: boolean };

/**
 * The events on `window` upon which the page asks who is signed in: after news of another session, and after a press
 * that was refused.
 */
export const CHECK_SESSION = "check session";
export const SESSION_REFUSED = "session refused";

let end: SessionEnd | null = null;
let isShown = false;
const subscribers = new Set<() => void>();

/** How the session has ended; null as long as nothing says that it has. */
export const sessionEnd = (): SessionEnd | null => end;

/**
 * Notes the end of the session or, with null, that its admin has signed in again. A closed message stays closed unless
 * `shows`.
 */
export function setSessionEnd(next: SessionEnd | null, shows: boolean): void {
  isShown = next !== null && (shows || isShown || end === null);
  end = next;
  for (const notify of subscribers) notify();
}

function subscribe(notify: () => void): () => void {
  subscribers.add(notify);
  return () => subscribers.delete(notify);
}

/** The end of the session, while the page shows the message about it. */
export const useSessionEnd = () =>
  useSyncExternalStore(
    subscribe,
    () => (isShown ? end : null),
    () => null,
  );

/** Closes the message. */
export function hideSessionEnd(): void {
  isShown = false;
  for (const notify of subscribers) notify();
}
