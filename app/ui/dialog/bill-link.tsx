import { Link } from "@remix-run/react";
import { describeCounts, pluralize } from "#app/domain/basics/pluralize.ts";
import type { ListState } from "#app/domain/fields/list-state.ts";
import { button } from "#app/ui/controls/button.tsx";
import type { BatchItem } from "./batch-dialog.tsx";
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

/** What a run skips, and why. Items that can be ticked have the `key` as their `skip`. */
export type Skipped = { key: string; count: number; one: string; many: string };

/** `of`: the number N of the button 'Bill N Horses'; `among` are skipped among these, `others` beside them. */
type BillingQuestion = { noun: string; of: number; among: readonly Skipped[]; others: readonly Skipped[] };

/**
 * The text of a billing dialog: its question, where a wrong run is undone, how many of the button's number are billed,
 * and why the others are not (docs/product.md, 'Billing horses' and 'Billing shows').
 */
export const billingQuestion = (question: BillingQuestion) => (chosen: readonly BatchItem[]) => {
  const { noun, of, ...skipped } = question;
  const left = (reasons: readonly Skipped[]) =>
    reasons.map(({ key, count, ...texts }) => ({
      ...texts,
      count: count - chosen.filter(({ skip }) => skip === key).length,
    }));
  const [among, others] = [left(skipped.among), left(skipped.others)];
  const billed = among.reduce((rest, { count }) => rest - count, of);
  const whyNot = describeCounts(among.map(({ count, one, many }) => [count, one, many])).join(", ");
  const beside = describeCounts(others.map(({ count, one, many }) => [count, one, many])).join(", ");
  return (
    <div className="grid gap-1">
      <p>
        {chosen.length === 0
          ? `There are no ${noun}s to bill.`
          : `Are you sure you want to bill ${pluralize(chosen.length, noun)}? This action cannot be undone.`}
      </p>
      {whyNot && <p className="text-sm text-muted">{`${numbered(billed)} of ${numbered(of)}: ${whyNot}.`}</p>}
      {beside && <p className="text-sm text-muted">{`Others: ${beside}.`}</p>}
      {chosen.length > 0 && (
        <p className="text-sm text-muted">
          A wrong run can be undone as a whole: see{" "}
          <Link to="/billing/runs" className="link">
            Runs
          </Link>
          .
        </p>
      )}
    </div>
  );
};

const numbered = (count: number) => count.toLocaleString("en-US");
