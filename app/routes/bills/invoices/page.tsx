import { Link } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { formatInNewYork, formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { formatCorrection, formatInvoice } from "#app/domain/bills/corrections.ts";
import { formerName, parseInvoiceNumber } from "#app/domain/exports/invoices.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { button } from "#app/ui/controls/button.tsx";
import { FactList } from "#app/ui/record/fact-list.tsx";
import { RecordPage, Section, To } from "#app/ui/record/record-page.tsx";
import { type InvoicePage, invoicePage } from "#db/queries/exports/stored-invoices.ts";

/** Reads all data of the page in one database request. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const number = parseInvoiceNumber(params.id ?? "");
  const [[found]] = await readAsAdmin(request, context, invoicePage(number ?? 0));
  if (!found) throw failure(context, 404);
  const { page } = found;
  const exported = { ...page.export, at: formatInNewYork(new Date(page.export.at)) };
  const nameInFile = formerName(page.nameInFile, page.customer?.nameToday ?? null);
  return { title: `Invoice ${page.number}`, page: { ...page, nameInFile, export: exported } };
});

export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** '11/02/2026', or '11/02/2026 to 11/20/2026' if the lines have dates of their own. */
function span(dates: LocalDate[]): string {
  const sorted = dates.toSorted();
  const [first = "", last = first] = [sorted[0], sorted.at(-1)];
  return first === last ? formatUsDate(first) : `${formatUsDate(first)} to ${formatUsDate(last)}`;
}

/** The page of an invoice: its lines as exported, and the corrections since (docs/product.md, 'Invoices'). */
export default function Invoice() {
  const { title, page } = useLiveData<typeof loader>();
  const { number, horse, customer, nameInFile, lines, lineCount, total } = page;
  return (
    <RecordPage
      id={page.export.id}
      back={{ to: "/billing/invoices", label: "Invoices" }}
      name={title}
      isDeleted={false}
      action={
        <Link to={`/billing?invoice=${number}`} className={button.primary}>
          Bills
        </Link>
      }
      figures={[{ label: "Total", value: formatDollars(total), note: pluralize(lineCount, "line") }]}
      facts={
        <FactList
          facts={[
            ["Customer", customer ? <Name key="customer" path="/customers" {...customer} /> : "Unknown"],
            ["Customer in the file", nameInFile && <span translate="no">{nameInFile}</span>],
            ["Date", span(lines.map(({ invoiceDate }) => invoiceDate))],
            ["Due Date", span(lines.map(({ dueDate }) => dueDate))],
            ["Horse", <Name key="horse" path="/horses" {...horse} />],
            ["Exported", <Exported key="exported" {...page.export} />],
          ]}
        />
      }
    >
      {page.export.isVoided && (
        <p className="notice mt-6">
          The export was voided: this invoice is not in QuickBooks, and its number is never used again.
        </p>
      )}
      <Section
        id="lines"
        title="Lines as exported"
        more={
          lines.length < lineCount &&
          `The first ${lines.length.toLocaleString("en-US")} of ${lineCount.toLocaleString("en-US")}`
        }
        none=""
        head={[
          ["Service Date", "date"],
          "Item",
          "Description",
          ["Quantity", "end"],
          ["Rate", "end"],
          "Class",
          ["Amount", "end"],
        ]}
        rows={lines.map(({ position, serviceDate, item, description, quantity, rate, class: name, amount }) => ({
          key: String(position),
          cells: [formatUsDate(serviceDate), item, description, quantity, `$${rate}`, name, formatDollars(amount)],
        }))}
      />
      <Corrections {...page} />
    </RecordPage>
  );
}

const Name = ({ path, id, name }: { path: string; id: string; name: string }) => <To to={`${path}/${id}`}>{name}</To>;

function Exported({ id, at, isVoided }: InvoicePage["export"]) {
  return (
    <>
      <To to="/billing/exports">{at}</To> {isVoided && <StateBadge state="Voided" />}{" "}
      <To to={`/billing?export=${id}`}>Its bills</To>
    </>
  );
}

/** The correction entries for the invoice's bills that the accountant has entered, or has still to enter. */
function Corrections({ corrections }: Pick<InvoicePage, "corrections">) {
  if (corrections.length === 0) return null;
  return (
    <Section
      id="corrections"
      title="Corrections"
      all="/billing/corrections?view=all"
      none=""
      head={[["Date", "date"], "Customer", "Item", "Invoice", ["Amount", "end"], "Entered in QuickBooks"]}
      rows={corrections.map(({ id, date, customer, service, invoiceNumber, amount, isEntered }) => ({
        key: id,
        cells: [
          formatUsDate(date),
          customer,
          service,
          formatInvoice(invoiceNumber),
          formatCorrection(amount),
          isEntered ? "Yes" : "-",
        ],
      }))}
    />
  );
}
