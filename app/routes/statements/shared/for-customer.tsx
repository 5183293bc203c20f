import { formatDollars } from "#app/domain/basics/money.ts";
import type { SharedStatement } from "#app/domain/statements/shared-statement.ts";

/** Whom the statement is for, and what it comes to. */
export function ForCustomer({ customer, sums }: Pick<SharedStatement, "customer" | "sums">) {
  const strong = sums.find(([, , isStrong]) => isStrong);
  return (
    <div className="shared-for">
      <div>
        <p className="text-muted">For</p>
        <p className="font-semibold" translate="no">
          {customer}
        </p>
      </div>
      {strong && (
        <div>
          <p className="text-muted">{strong[0]}</p>
          <p>
            <span className="shared-total">{formatDollars(strong[1])}</span>{" "}
            <span className="whitespace-nowrap text-muted">before payments</span>
          </p>
        </div>
      )}
    </div>
  );
}
