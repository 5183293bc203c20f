import { formatUsDate } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { SharedStatement } from "#app/domain/shared-statement.ts";

type SharedHeadProps = Pick<SharedStatement, "barn" | "customer" | "period" | "asOf" | "sums">;

/** The letterhead: who sends the statement, to whom, for which period, and its total. */
export function SharedHead({ barn, customer, period, asOf, sums }: SharedHeadProps) {
  return (
    <header className="statement-head">
      <div>
        <p className="text-lg font-semibold">{barn.name}</p>
        <p>{barn.address}</p>
      </div>
      <div>
        <h1 className="page-title">Statement</h1>
        <p className="font-medium">{period}</p>
        <p className="text-sm text-muted">As of {formatUsDate(asOf)}</p>
      </div>
      <div className="shared-for">
        <div>
          <p className="text-sm text-muted">For</p>
          <p className="font-semibold">{customer}</p>
        </div>
        <div>
          <p className="text-sm text-muted">Total</p>
          <p className="shared-total">{formatDollars(sums.find(([, , isStrong]) => isStrong)?.[1] ?? 0)}</p>
        </div>
      </div>
    </header>
  );
}
