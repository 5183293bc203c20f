import { Link, useNavigation } from "@remix-run/react";
import { type ListState, listHref } from "#app/domain/fields/list-state.ts";

/** Whether a submission of the dialog at this path is waiting for its answer. */
export function useIsRunning(path: string): boolean {
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && formAction?.split("?")[0] === path;
}

/** Whether the submission of a form of this page is waiting for its answer. */
export const useIsPosting = () => useNavigation().formMethod === "POST";

type DialogLinkProps = {
  /** The dialog's path: '/horses/bill'. */
  to: string;
  /** The state of the list, which the dialog keeps in its address. */
  state: ListState;
  defaultSort: string;
  label: string;
  /** The label while the batch runs: 'Billing...'. */
  runningLabel: string;
  isDisabled: boolean;
  className: string;
};

/** A link that opens a batch dialog for all rows of a list, over all pages. It is disabled while the batch runs. */
export function DialogLink({ to, state, defaultSort, label, runningLabel, isDisabled, className }: DialogLinkProps) {
  const isRunning = useIsRunning(to);
  if (isDisabled && !isRunning) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: HTML disables a link by leaving out its `href`; the role keeps it a link for screen readers.
      <a role="link" aria-disabled="true" className={className}>
        {label}
      </a>
    );
  }
  return (
    // The link stays in the DOM while the batch runs, so that the dialog returns the focus to it.
    <Link
      to={listHref(to, state, defaultSort, { place: state.place })}
      aria-disabled={isRunning || undefined}
      onClick={(event) => isRunning && event.preventDefault()}
      className={className}
      preventScrollReset
    >
      {isRunning ? runningLabel : label}
    </Link>
  );
}
