import { Link } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { shorterPeriods, statementOf } from "#app/domain/statement.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BackLink, To } from "#app/ui/record/record-page.tsx";
import { customerStatement } from "#db/queries/customer-statement.ts";
import { nameOf, periodIn } from "./period.ts";
import { PeriodForm } from "./period-form.tsx";
import { StatementHead, StatementLines, StatementSums } from "./statement-parts.tsx";

/** Reads a customer's statement of a period in one database request; by default of the last month with bills. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const { id = "" } = params;
  const today = todayInNewYork(context.now);
  const [[found]] = await readAsAdmin(request, context, customerStatement(id, periodIn(request), today));
  if (!found) throw failure(context, 404);
  const { customer, barn, amounts, period, opening, bills, isTooLong } = found.statement;
  return {
    id,
    title: `Statement of ${customer.name}`,
    today,
    customer,
    barn,
    period: { ...period, name: nameOf(period) },
    statement: isTooLong ? null : statementOf(bills, opening, id, amounts),
    shorter: isTooLong ? shorterPeriods(period).map((each) => ({ ...each, name: nameOf(each) })) : [],
  };
});

export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** A statement of what a customer was billed in a period, to print (docs/product.md, 'Statements'). */
export default function CustomerStatement() {
  const { id, today, customer, barn, period, statement, shorter } = useLiveData<typeof loader>();
  const path = `/customers/${id}/statement`;
  return (
    <div className="statement">
      <BackLink to={`/customers/${id}`}>{customer.name}</BackLink>
      <div className="mb-8 flex flex-wrap items-end gap-3 print:hidden">
        <PeriodForm first={period.first} last={period.last} />
        <Link
          to={`/accounts/settings?back=${encodeURIComponent(`${path}?from=${period.first}&to=${period.last}`)}`}
          className={button.secondary}
        >
          Settings
        </Link>
        <button type="button" onClick={() => window.print()} className={`${button.primary} print-button`}>
          Print
        </button>
      </div>
      <StatementHead barn={barn} customer={customer} period={period.name} today={today} />
      {statement ? (
        <>
          <StatementLines horses={statement.horses} />
          <StatementSums statement={statement} first={period.first} last={period.last} />
        </>
      ) : (
        <>
          <p>This period has too many bills for one statement. Choose a part of it:</p>
          <ul className="mt-3 grid gap-x-6 sm:grid-cols-3">
            {shorter.map((each) => (
              <li key={each.first} className="py-2">
                <To to={`${path}?from=${each.first}&to=${each.last}`}>{each.name}</To>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
