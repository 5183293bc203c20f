import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatCorrection, formatInvoice } from "#app/domain/bills/corrections.ts";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { EmailText } from "#app/ui/record/email-text.tsx";
import { Section, To } from "#app/ui/record/record-page.tsx";
import type { CustomerPage } from "#db/queries/barn/customer-page.ts";

/** The customer's latest invoices, and the total invoiced before the move to Hayloft. */
export function Invoices({ id, invoices, imported }: Pick<CustomerPage, "invoices" | "imported"> & { id: string }) {
  const before = {
    key: IMPORTED_EXPORT,
    cells: [
      <To key={id} to={`/billing?export=${IMPORTED_EXPORT}&customer=${id}`}>
        Before Hayloft
      </To>,
      "",
      "",
      formatDollars(imported.sum),
    ],
  };
  const rows = invoices.map(({ number, exportId, date, horse, horseId, total, isVoided }) => ({
    key: `${exportId} ${number}`,
    cells: [
      <span key={number}>
        <To to={`/billing/invoices/${number}`}>{number}</To> {isVoided && <StateBadge state="Voided" />}
      </span>,
      formatUsDate(date),
      <To key={horseId} to={`/horses/${horseId}`}>
        {horse}
      </To>,
      formatDollars(total),
    ],
  }));
  return (
    <Section
      id="invoices"
      title="Invoices"
      all={`/billing?view=all&customer=${id}&state=exported`}
      none="No invoices yet: bills get their invoice numbers when they are exported."
      head={["Invoice", ["Date", "date"], "Horse", ["Amount", "end"]]}
      rows={imported.count > 0 ? [...rows, before] : rows}
    />
  );
}

/** The correction entries for the customer that the accountant has entered, or has still to enter. */
export function Corrections({ corrections, name }: Pick<CustomerPage, "corrections"> & { name: string }) {
  if (corrections.length === 0) return null;
  return (
    <Section
      id="corrections"
      title="Corrections"
      all={`/billing/corrections?view=all&q=${encodeURIComponent(`"${name}"`)}`}
      none=""
      head={[["Date", "date"], "Horse", "Item", "Invoice", ["Amount", "end"], "Entered in QuickBooks"]}
      rows={corrections.map(({ id, date, horse, service, amount, invoiceNumber, isEntered }) => ({
        key: id,
        cells: [
          formatUsDate(date),
          horse,
          service,
          invoiceNumber !== null && invoiceNumber > 0 ? (
            <To key={id} to={`/billing/invoices/${invoiceNumber}`}>
              {invoiceNumber}
            </To>
          ) : (
            formatInvoice(invoiceNumber)
          ),
          formatCorrection(amount),
          isEntered ? "Yes" : "-",
        ],
      }))}
    />
  );
}

/** The latest shows that the customer pays for. */
export function CustomerShows({ shows, horses, isDeleted }: Pick<CustomerPage, "shows" | "horses" | "isDeleted">) {
  const [horse, ...others] = horses;
  const only = horse && others.length === 0 ? `?horse=${horse.id}` : "";
  return (
    <Section
      id="shows"
      title="Shows"
      add={!isDeleted && `/shows/new${only}`}
      none="No shows yet."
      head={["Show", ["Date", "date"], "Horse", "Service", "Billed"]}
      rows={shows.map(({ id, name, date, horse, horseId, service, isBilled }) => ({
        key: id,
        cells: [
          name,
          formatUsDate(date),
          <To key={id} to={`/horses/${horseId}`}>
            {horse}
          </To>,
          service,
          isBilled ? "Yes" : "-",
        ],
      }))}
    />
  );
}

/** A mailto link. */
export const Email = ({ children: address }: { children: string }) => (
  <p>
    <a href={`mailto:${encodeURIComponent(address).replace("%40", "@")}`} className="link">
      <EmailText>{address}</EmailText>
    </a>
  </p>
);
