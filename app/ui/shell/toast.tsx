import type { ReactNode } from "react";

/**
 * A message about the user's last action, with an optional Undo. Render it as the last element of the page: it sticks to the
 * bottom of the window, and at the end of the page it covers nothing. Each message needs its own `key`.
 */
export function Toast({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="toast">
      <div>{children}</div>
      {/* A checkbox, so that the stylesheet dismisses the toast without JavaScript. */}
      <input type="checkbox" aria-label="Dismiss" autoComplete="off" className="icon-button" />
    </div>
  );
}
