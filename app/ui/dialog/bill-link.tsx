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
  /** How many rows of the list the dialog bills unless the admin ticks others; null while the database does not answer. */
  due: number | null;
  isDisabled: boolean;
};

/** 'Bill N Horses' below the list: opens the dialog for all rows of the list, over all pages. Also at 0, where a row can be ticked. */
export function BillLink({ path, state, defaultSort, noun, due, isDisabled }: BillLinkProps) {
  if (due === null) return null;
  return (
    <DialogLink
      to={`${path}/bill`}
      state={state}
      defaultSort={defaultSort}
      label={`Bill ${pluralize(due, noun)}`}
      runningLabel="Billing..."
      isDisabled={isDisabled}
      className={button.primary}
    />
  );
}

/** The question of a billing dialog (docs/product.md, 'Billing horses' and 'Billing shows'). */
export const billingQuestion = (noun: string) => (count: number) => (
  <p>
    {count === 0
      ? `There are no ${noun}s to bill.`
      : `Are you sure you want to bill ${pluralize(count, noun)}? This action cannot be undone.`}
  </p>
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
          <span>Taken back since.</span>
        ) : (
          <>
            <Link to="/billing" className="link">
              See the bills
            </Link>
            <Link to={`/billing/runs/${run.id}/take-back`} className="link">
              Take back
            </Link>
          </>
        )}
      </span>
    </Toast>
  );
}
