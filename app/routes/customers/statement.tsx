import { Form, Link } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { formatUsDate, isLocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import { firstDayOf, formatMonth, lastDayOf } from "#app/domain/months.ts";
import { monthOfPeriod, type Period, shorterPeriods, statementOf } from "#app/domain/statement.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/field.tsx";
import { BackLink, To } from "#app/ui/record/record-page.tsx";
import { customerStatement } from "#db/queries/customer-statement.ts";
import { StatementHead, StatementLines, StatementSums } from "./statement-parts.tsx";

/** The period that an address names, with `month` or with `from` and `to`; null if it names none that exists. */
function periodIn({ url }: Request): Period | null {
  const { searchParams } = new URL(url);
  const month = searchParams.get("month") ?? "";
  if (isLocalDate(`${month}-01`)) return { first: firstDayOf(month), last: lastDayOf(month) };
  const [first, last] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""];
  return isLocalDate(first) && isLocalDate(last) && first <= last ? { first, last } : null;
}

/** Called by the loader only: the browser does not load the code of calendars. */
const nameOf = (period: Period) => {
  const month = monthOfPeriod(period);
  return month ? formatMonth(month) : `${formatUsDate(period.first)} to ${formatUsDate(period.last)}`;
};

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

/** Chooses the period, without JavaScript too. */
function PeriodForm({ first, last }: Period) {
  return (
    <Form method="get" className="flex flex-wrap items-end gap-3" key={`${first} ${last}`}>
      <label className="text-sm font-medium">
        <span className="mb-2 block">From</span>
        <input type="date" name="from" required defaultValue={first} className={controlClass} />
      </label>
      <label className="text-sm font-medium">
        <span className="mb-2 block">To</span>
        <input type="date" name="to" required defaultValue={last} className={controlClass} />
      </label>
      <button type="submit" className={button.secondary}>
        Show
      </button>
    </Form>
  );
}
