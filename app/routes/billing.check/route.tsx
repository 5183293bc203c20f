import { Link } from "@remix-run/react";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { type Check, MAX_FOUND } from "#app/domain/checks.ts";
import { describeFindings, type Finding, SHOWN_ROWS } from "#app/domain/findings.ts";
import { MAX_BILLS } from "#app/domain/invoices.ts";
import { pluralize } from "#app/domain/pluralize.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { checkBills, checkRecords } from "#db/queries/checks.ts";

/** Reads what the checks find, in one database request. `?all=zero` shows the first hundred rows of a check. */
export const loader = liveLoader(async ({ request, context }) => {
  const today = todayInNewYork(context.now);
  const all = new URL(request.url).searchParams.get("all") ?? "";
  const shown = (check: Check) => (check === all ? MAX_FOUND : SHOWN_ROWS);
  const [[ofBills], [ofRecords]] = await readAsAdmin(
    request,
    context,
    checkBills({ q: "" }, today, shown),
    checkRecords(today, shown),
  );
  if (!ofBills || !ofRecords) throw new Error("The checks returned no row");
  const { checked, names, ...bills } = ofBills.findings;
  const findings = describeFindings({ bills, records: ofRecords.findings, names }, today, all);
  return {
    summary:
      checked > MAX_BILLS
        ? `Checked ${MAX_BILLS.toLocaleString("en-US")} of the pending bills.`
        : `Checked ${pluralize(checked, "pending bill")} and all current records.`,
    findings: findings.filter(({ count }) => count > 0),
    passed: findings.filter(({ count }) => count === 0).map(({ title }) => title),
  };
});

/** What to look at before an export, each with the way to mend it (docs/product.md, 'Check'). */
export default function CheckBeforeExport() {
  const { summary, findings, passed } = useLiveData<typeof loader>();
  return (
    <div>
      <p className="mb-3">
        <Link
          to="/billing"
          className="inline-flex min-h-11 items-center gap-1.5 text-sm/normal text-muted before:content-['←'_/_''] hover:text-ink"
        >
          Billing
        </Link>
      </p>
      <h1 className="page-title">Check</h1>
      <p className="mt-2 text-sm/normal text-muted">{summary}</p>
      {findings.map((finding) => (
        <FindingSection key={finding.id} {...finding} />
      ))}
      {passed.length > 0 && (
        <section aria-labelledby="passed" className="mt-8">
          <h2 id="passed" className="font-semibold">
            {findings.length > 0 ? "Nothing else found" : "Nothing found"}
          </h2>
          <p className="mt-1 text-sm/normal text-muted">{passed.join(" · ")}</p>
        </section>
      )}
    </div>
  );
}

function FindingSection({ id, title, count, why, rows, hasMore, action }: Finding) {
  return (
    <section aria-labelledby={id} className="mt-6 rounded-xl border border-line p-5">
      <h2 id={id} className="font-semibold">{`${title}: ${count.toLocaleString("en-US")}`}</h2>
      <p className="mt-1 text-sm/normal text-muted">
        {why}{" "}
        {action && (
          <Link to={action.to} className="link">
            {action.text}
          </Link>
        )}
      </p>
      <ul className="mt-2">
        {rows.map(({ key, links, note }) => (
          <li
            key={key}
            className="flex flex-wrap items-center gap-x-4 border-t border-line py-1 text-[0.9375rem] first:border-t-0"
          >
            {links.map(({ to, text }) => (
              <Link key={to} to={to} className="link inline-flex min-h-11 items-center py-1.5 wrap-anywhere">
                {text}
              </Link>
            ))}
            <span className="text-sm text-muted wrap-anywhere">{note}</span>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Link to={`/billing/check?all=${id}#${id}`} className="link inline-flex min-h-11 items-center text-sm">
          {count > MAX_FOUND ? `Show the first ${MAX_FOUND}` : `Show all ${count}`}
        </Link>
      )}
    </section>
  );
}
