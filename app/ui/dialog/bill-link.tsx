import { Link } from "@remix-run/react";
import type { ListState } from "#app/domain/list-state.ts";
import { type Cents, formatDollars } from "#app/domain/money.ts";
import { pluralize } from "#app/domain/pluralize.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Toast } from "#app/ui/shell/toast.tsx";
import { DialogLink } from "./dialog-link.tsx";

type BillLinkProps = {
  path: string;
  state: ListState;
  defaultSort: string;
  /** 'Horse' */
  noun: string;
  /** The number of billable horses, or of unbilled shows, that the list shows, over all pages; undefined if it is not exact. */
  due: number | undefined;
};

/** 'Bill N Horses' below the list: opens the dialog for all rows of the list, over all pages. */
export function BillLink({ path, state, defaultSort, noun, due }: BillLinkProps) {
  return (
    <DialogLink
      to={`${path}/bill`}
      state={state}
      defaultSort={defaultSort}
      label={`Bill ${due === undefined ? `${noun}s` : pluralize(due, noun)}`}
      runningLabel="Billing..."
      isDisabled={due === 0}
      className={button.secondary}
    />
  );
}

/** The question of a billing dialog, and what the run skips and why (docs/product.md, 'Billing horses' and 'Billing shows'). */
export const billingQuestion = (noun: string, skipped: readonly string[]) => (count: number) => (
  <div className="grid gap-1">
    <p>
      {count === 0
        ? `There are no ${noun}s to bill.`
        : `Are you sure you want to bill ${pluralize(count, noun)}? This action cannot be undone.`}
    </p>
    {count > 0 && (
      <p className="text-sm text-muted">
        The run can be undone as a whole under{" "}
        <Link to="/billing/runs" className="link">
          Runs
        </Link>
        .
      </p>
    )}
    {skipped.length > 0 && <p className="text-sm text-muted">{`${skipped.join(", ")}.`}</p>}
  </div>
);

/** `total` in cents; `count` is the number of horses or shows. */
type BilledNoticeProps = {
  run: { id: string; billCount: number; total: Cents; isTakenBack: boolean } | null;
  count: number;
  noun: string;
};

/** The result of a billing run, with links to its bills and to the dialog that takes it back. */
export function BilledNotice({ run, count, noun }: BilledNoticeProps) {
  if (!run) return null;
  return (
    <Toast key={run.id}>
      <span className="flex flex-wrap items-center gap-x-4">
        <span>{`Billed ${pluralize(count, noun)}: ${pluralize(run.billCount, "bill")}, ${formatDollars(run.total)}.`}</span>
        {run.isTakenBack ? (
          <span>Undone since.</span>
        ) : (
          <>
            <Link to="/billing" className="link">
              See the bills
            </Link>
            <Link to={`/billing/runs/${run.id}/take-back`} className="link">
              Undo run
            </Link>
          </>
        )}
      </span>
    </Toast>
  );
}
