import { useLocation } from "@remix-run/react";
import { useLiveStatus } from "#app/live/browser/live-updates.tsx";

const LABELS = { live: "Live", reconnecting: "Reconnecting…", offline: "Offline", outdated: "New version" };

/** The live status of the page: a dot alone while updates arrive, with a label in any other case. */
export function LiveDot({ className = "" }: { className?: string }) {
  const status = useLiveStatus();
  const { pathname, search } = useLocation();
  return (
    <span
      role="status"
      className={`live flex min-h-4 items-center gap-1.5 px-2 text-xs/normal whitespace-nowrap text-muted ${className}`}
      data-state={status ?? undefined}
    >
      {status === "outdated" ? (
        // A plain link loads the document, and with it the scripts of the new version.
        <a href={pathname + search} className="link inline-flex min-h-11 items-center">
          {`${LABELS[status]}: load it`}
        </a>
      ) : (
        status && <span className={status === "live" ? "sr-only" : undefined}>{LABELS[status]}</span>
      )}
    </span>
  );
}
