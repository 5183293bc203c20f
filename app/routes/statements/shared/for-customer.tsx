import { formatDollars } from "#app/domain/basics/money.ts";
import { headlineOf, type SharedStatement } from "#app/domain/statements/shared-statement.ts";

/** Whom the statement is for, what was billed and, if something earlier is added to it, the total. */
export function ForCustomer({ customer, sums }: Pick<SharedStatement, "customer" | "sums">) {
  const { billed, total } = headlineOf(sums);
  return (
    <div className="shared-for">
      <div>
        <p className="text-muted">For</p>
        <p className="font-semibold" translate="no">
          {customer}
        </p>
      </div>
      {billed && (
        <div>
          <p className="text-muted">{billed[0]}</p>
          <p>
            <span className="shared-total">{formatDollars(billed[1])}</span>{" "}
            <span className="inline-block text-muted">before payments</span>
          </p>
          {total && (
            <p>
              <span className="text-muted">With earlier amounts</span>{" "}
              <span className="whitespace-nowrap">{formatDollars(total[1])}</span>
            </p>
          )}
        </div>
      )}
    </div>
  );
}
