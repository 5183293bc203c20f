import { Link } from "@remix-run/react";
import { MAX_FINDINGS } from "#app/domain/exports/checks.ts";
import { VoidSelected } from "#app/ui/bills/voiding.tsx";
import { SelectionBar } from "#app/ui/list/table/selection.tsx";
import type { CheckOfBills, CustomerFindings } from "../bill-findings.ts";
import { SHOWN_ROWS } from "../findings.ts";
import { CustomerSection } from "./customer-section.tsx";

export type FoundBillsProps = {
  /** '42 bills, $5,430.00' */
  title: string;
  /** The number of bills that the title counts. */
  count: number;
  /** The checks that found bills. `only` is the check whose bills are shown; null shows the bills of all checks. */
  checks: readonly CheckOfBills[];
  only: CheckOfBills | null;
  customers: readonly CustomerFindings[];
};

/** The found bills by customer, and Void for the ticked ones. */
export function FoundBills({ title, count, checks, only, customers, pageKey }: FoundBillsProps & { pageKey: string }) {
  const shown = customers.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <section aria-labelledby="bills" className="mt-6">
      <h2 id="bills" className="text-lg font-semibold">
        {title}
      </h2>
      <nav aria-label="Checks of bills" className="check-chips">
        <Link to="/billing/check" aria-current={only ? undefined : "true"} className="chip" preventScrollReset>
          All
        </Link>
        {checks.map((check) => (
          <Link
            key={check.id}
            to={`/billing/check?all=${check.id}`}
            aria-current={check.id === only?.id ? "true" : undefined}
            className="chip"
            preventScrollReset
          >
            {`${check.title}: ${check.count.toLocaleString("en-US")}`}
          </Link>
        ))}
      </nav>
      {only && (
        <p id={only.id} className="text-sm/normal text-muted">
          {only.why}
        </p>
      )}
      {customers.map((customer) => (
        <CustomerSection key={customer.id} {...customer} pageKey={pageKey} />
      ))}
      {shown < count && (
        <p className="mt-4 text-sm/normal text-muted">
          {only
            ? `These are the first ${MAX_FINDINGS}. The others follow once these are dealt with.`
            : `These are the first ${SHOWN_ROWS} of each check. Press a check for its first ${MAX_FINDINGS}.`}
        </p>
      )}
      {/* Room for the selection bar, which covers the end of the page. */}
      <div className="h-16" />
      <SelectionBar noun="bill" count={undefined} onClear={() => {}}>
        <VoidSelected pageKey={pageKey} />
      </SelectionBar>
    </section>
  );
}
