import type { ReactNode } from "react";

/**
 * What was just done, and perhaps a way to undo it. It stands after the last thing on the page, so it never covers that,
 * and sticks to the bottom of the window until one gets there. Give it a `key` that tells one message from the next.
 */
export function Toast({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="toast">
      <div className="min-w-0 grow">{children}</div>
      {/* A box to tick, and a style sheet that takes a message so ticked away, need no script. */}
      <input type="checkbox" className="dismiss" aria-label="Dismiss" autoComplete="off" />
    </div>
  );
}
