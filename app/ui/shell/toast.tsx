import type { ReactNode } from "react";

/**
 * A message about the user's last action, with an optional Undo. Render it as the last element of the page: it sticks to the
 * bottom of the window, and at the end of the page it covers nothing. Each message needs its own `key`.
 */
export function Toast({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="toast sticky bottom-4 z-20 mx-auto mt-6 flex w-fit max-w-full animate-appear items-center gap-2 rounded-xl bg-raised py-1.5 pr-1.5 pl-4 text-[0.9375rem] [box-shadow:var(--shadow-raised)] has-checked:hidden print:hidden forced-colors:outline-1"
    >
      <div className="min-w-0 grow">{children}</div>
      {/* A checkbox, so that `has-checked:hidden` dismisses the toast without JavaScript. */}
      <input
        type="checkbox"
        aria-label="Dismiss"
        autoComplete="off"
        className="grid size-11 shrink-0 cursor-pointer appearance-none place-items-center rounded-lg text-muted before:text-2xl/none before:content-['×'_/_''] hover:bg-hover hover:text-ink"
      />
    </div>
  );
}
