import { useSyncExternalStore } from "react";

/** Who is signed in after the session with which this page was loaded has ended: nobody, a user who is no admin, or another admin. */
export type SessionEnd = { email: string | null; isAdmin: boolean };

/** The events on `window` upon which the page asks who is signed in: after any news, and after a press that was refused. */
export const CHECK_SESSION = "check session";
export const SESSION_REFUSED = "session refused";

let end: SessionEnd | null = null;
let isShown = false;
const subscribers = new Set<() => void>();

/** How the session has ended; null as long as nothing says that it has. */
export const sessionEnd = (): SessionEnd | null => end;

/** Takes note of the end of the session, or that its admin has signed in again. The message stays closed unless `shows` opens it. */
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

/** The user has closed the message. */
export function hideSessionEnd(): void {
  isShown = false;
  for (const notify of subscribers) notify();
}
