import { Link, useNavigation } from "@remix-run/react";
import { button } from "#app/ui/button.tsx";
import { type ListState, listHref } from "#app/ui/list/list-state.ts";

/** Whether Export was pressed in the dialog, and has not been answered. */
export function useIsExporting(): boolean {
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && formAction?.split("?")[0] === "/billing/export";
}

type ExportLinkProps = { state: ListState; defaultSort: string; isNone: boolean };

/** 'Export to QB' (spec section 2 'Billing'): opens the dialog for what the list shows, over all its pages. */
export function ExportLink({ state, defaultSort, isNone }: ExportLinkProps) {
  const isExporting = useIsExporting();
  const label = isExporting ? "Exporting..." : "Export to QB";
  if (isNone || isExporting) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: without an address it is a link that leads nowhere yet.
      <a role="link" aria-disabled="true" className={button.primary}>
        {label}
      </a>
    );
  }
  return (
    <Link
      to={listHref("/billing/export", state, defaultSort, { place: state.place })}
      className={button.primary}
      preventScrollReset
    >
      {label}
    </Link>
  );
}
