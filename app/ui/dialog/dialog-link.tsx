import { Link, useNavigation } from "@remix-run/react";
import { type ListState, listHref } from "#app/domain/list-state.ts";

/** Whether what is confirmed in the dialog at this address was sent, and has not been answered. */
export function useIsRunning(path: string): boolean {
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && formAction?.split("?")[0] === path;
}

type DialogLinkProps = {
  /** The dialog's address: '/horses/bill'. */
  to: string;
  /** The list that it is about. */
  state: ListState;
  defaultSort: string;
  label: string;
  /** While what was confirmed runs: 'Billing...'. */
  running: string;
  /** There is nothing that it could be about. */
  isOff: boolean;
  className: string;
};

/** Opens the dialog for all that a list shows, over all its pages; off where there is nothing, and while it runs. */
export function DialogLink({ to, state, defaultSort, label, running, isOff, className }: DialogLinkProps) {
  const isRunning = useIsRunning(to);
  if (isOff && !isRunning) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: without an address it is a link that leads nowhere yet.
      <a role="link" aria-disabled="true" className={className}>
        {label}
      </a>
    );
  }
  return (
    // One and the same link while it runs: the focus comes back to it.
    <Link
      to={listHref(to, state, defaultSort, { place: state.place })}
      aria-disabled={isRunning || undefined}
      onClick={(event) => isRunning && event.preventDefault()}
      className={className}
      preventScrollReset
    >
      {isRunning ? running : label}
    </Link>
  );
}
