import { useLiveState } from "../live/live.tsx";

const WORDS = { live: "Live", reconnecting: "Reconnecting…", offline: "Offline" };

/** Whether what others change comes in by itself: quiet while it does, in words where it does not. */
export function LiveDot({ className = "" }: { className?: string }) {
  const state = useLiveState();
  return (
    <span role="status" className={`live ${className}`} data-state={state ?? undefined}>
      {state && <span className={state === "live" ? "sr-only" : undefined}>{WORDS[state]}</span>}
    </span>
  );
}
