import { useLocation } from "@remix-run/react";
import { useLiveState } from "#app/live/browser/live-updates.tsx";

const WORDS = { live: "Live", reconnecting: "Reconnecting…", offline: "Offline", outdated: "New version" };

/** Whether what others change comes in by itself: quiet while it does, in words where it does not. */
export function LiveDot({ className = "" }: { className?: string }) {
  const state = useLiveState();
  const { pathname, search } = useLocation();
  return (
    <span role="status" className={`live ${className}`} data-state={state ?? undefined}>
      {state === "outdated" ? (
        // Loaded anew by the browser itself, with the script of the new version.
        <a href={pathname + search} className="link inline-flex min-h-11 items-center">
          {WORDS[state]}: load it
        </a>
      ) : (
        state && <span className={state === "live" ? "sr-only" : undefined}>{WORDS[state]}</span>
      )}
    </span>
  );
}
