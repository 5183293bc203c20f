import { Link } from "@remix-run/react";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { nameOfPeriod, type Period, statementOf } from "#app/domain/statements/statement.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BackLink, To } from "#app/ui/record/record-page.tsx";
import { allStatements, countStatements } from "#db/queries/statements/customer-statement.ts";
import { periodOfAll } from "../period.ts";
import { PeriodForm } from "../period-form.tsx";
import { HeadOfCustomer, LinesAndSums } from "../statement-parts.tsx";

/** Reads the statements of all customers with lines in a period, by default a month, in one database request. */
export const loader = liveLoader(async ({ request, context }) => {
  const today = todayInNewYork(context.now);
  const period = periodOfAll(request, today);
  const asked = new URL(request.url).searchParams.get("part") ?? "";
  const part = /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1;
  const [found, [counts]] = await readAsAdmin(request, context, allStatements(period, part), countStatements(period));
  return {
    title: `Statements of ${nameOfPeriod(period)}`,
    today,
    period: { ...period, name: nameOfPeriod(period) },
    part,
    parts: counts?.parts ?? 1,
    summary: `${pluralize(counts?.customers ?? 0, "customer")} with lines in this period.`,
    statements: found.map(({ statement }) => ({
      customer: statement.customer,
      barn: statement.barn,
      statement: statement.isTooLong ? null : statementOf(statement, statement.customer.id),
    })),
  };
});

export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** The statements of all customers of a period, to print one customer after another (docs/product.md, 'Statements'). */
export default function AllStatements() {
  const { today, period, part, parts, summary, statements } = useLiveData<typeof loader>();
  return (
    <div className="statement">
      <BackLink to={`/customers/statements?from=${period.first}&to=${period.last}`}>Statements</BackLink>
      <div className="mb-8 print:hidden">
        <h1 className="page-title">Print statements</h1>
        <p className="mt-2 mb-4 text-sm text-muted">{summary}</p>
        <div className="flex flex-wrap items-end gap-3">
          <PeriodForm path="/customers/statements/print" today={today} first={period.first} last={period.last} />
          <button type="button" onClick={() => window.print()} className={`${button.primary} print-button`}>
            Print
          </button>
        </div>
        {parts > 1 && <Parts {...period} part={part} parts={parts} />}
      </div>
      {statements.map(({ customer, barn, statement }) => (
        <article key={customer.id} aria-label={customer.name} className="statement-of-many">
          <HeadOfCustomer barn={barn} customer={customer} period={period.name} asOf={today} heading="h2" />
          {statement ? (
            <LinesAndSums {...{ statement, period }} label={`Lines of ${customer.name}`} />
          ) : (
            <p>
              This period has too many bills for one statement.{" "}
              <To to={`/customers/${customer.id}/statement?from=${period.first}&to=${period.last}`}>Choose a part</To>
            </p>
          )}
        </article>
      ))}
    </div>
  );
}

/** Links to the parts of a long print. */
function Parts({ first, last, part, parts }: Period & { part: number; parts: number }) {
  return (
    <nav aria-label="Parts" className="mt-4 flex flex-wrap items-center gap-3 text-sm">
      <span className="text-muted">Printed in parts:</span>
      {Array.from({ length: parts }, (_, n) => n + 1).map((each) => (
        <Link
          key={each}
          to={`/customers/statements/print?from=${first}&to=${last}&part=${each}`}
          aria-current={each === part || undefined}
          className="link inline-flex min-h-11 min-w-6 items-center justify-center aria-current:font-semibold"
        >
          {each}
        </Link>
      ))}
    </nav>
  );
}
