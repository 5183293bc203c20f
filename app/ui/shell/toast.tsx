import type { ReactNode } from "react";

/**
 * A message about the user's last action, with an optional Undo. Render it as the last element of the page: it sticks to the
 * bottom of the window, and at the end of the page it covers nothing. Each message needs its own `key`.
 */
export function Toast({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="toast">
      <div className="min-w-0 grow">{children}</div>
      {/* A checkbox that the style sheet hides the toast with works without JavaScript. */}
      <input type="checkbox" className="dismiss" aria-label="Dismiss" autoComplete="off" />
    </div>
  );
}
