import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type ListState, listHref } from "#app/domain/fields/list-state.ts";

/** The id of the form that a row's button belongs to: without JavaScript it loads the list with the row's menu open. */
export const MENU_FORM = "row-menu-form";

type MenuFormProps = { path: string; state: ListState; defaultSort: string };

export function MenuForm({ path, state, defaultSort }: MenuFormProps) {
  const kept = new URLSearchParams(listHref("", state, defaultSort, { place: state.place }));
  return (
    <form id={MENU_FORM} action={path} className="hidden">
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}

type MenuSheetProps = { label: string; closedHref: string; children: ReactNode };

/** The menu of one row without JavaScript: a sheet at the foot of the window. `closedHref` is the list without it. */
export function MenuSheet({ label, closedHref, children }: MenuSheetProps) {
  return (
    <section aria-label={label} className="menu row-menu-sheet">
      {children}
      <Link to={closedHref} className="menu-item">
        Close
      </Link>
    </section>
  );
}
