import { Link } from "@remix-run/react";
import {
  asksForAmounts,
  asksForDates,
  type Choices,
  type Comparison,
  lastInvoice,
  MAX_BILLS,
  type Preview,
} from "#app/domain/invoices.ts";
import { formatDollars } from "#app/domain/money.ts";
import { AmountsChoice, DatesChoice } from "./export-choices.tsx";
import { type FoundBefore, Warnings } from "./export-warnings.tsx";

type ExportSummaryProps = {
  preview: Preview;
  comparison: Comparison | null;
  checks: FoundBefore[];
  selected: Partial<Choices>;
  /** The message if no choice of amounts was made. */
  problem: string | undefined;
};

/** The contents of an export, the choices that matter for it, and the warnings. */
export function ExportSummary({ preview, comparison, checks, selected, problem }: ExportSummaryProps) {
  const { bills, leftOut } = preview;
  if (bills > MAX_BILLS) {
    return (
      <p>
        {`More than ${MAX_BILLS.toLocaleString("en-US")} bills are shown, too many for one export. Search for some of them, such as one month, and export those.`}
      </p>
    );
  }
  if (bills === 0) {
    return (
      <p>
        {leftOut > 0
          ? `There is nothing to export: ${exportedBefore(leftOut)}.`
          : "There is nothing to export: no pending bill is shown."}
      </p>
    );
  }
  return (
    <>
      <Counts preview={preview} />
      {comparison && (
        <AmountsChoice preview={preview} comparison={comparison} selected={selected.amounts} problem={problem} />
      )}
      {asksForDates(preview) && <DatesChoice selected={selected.dates} />}
      <Warnings preview={preview} checks={checks} />
      <p className="text-sm text-muted">
        {leftOut > 0 && `${capitalized(exportedBefore(leftOut))}: left out. `}
        The bills will no longer be pending. The file can be downloaded again at any time from{" "}
        <Link to="/billing/exports" className="link">
          Past exports
        </Link>
        .{" "}
        <Link to="/billing/check" className="link">
          Check
        </Link>{" "}
        also looks at horses, shows and grooms.
      </p>
    </>
  );
}

/** The numbers of bills and invoices, and the total unless it depends on the choice of amounts. */
function Counts({ preview }: { preview: Preview }) {
  const { bills, invoices, totals, firstInvoice } = preview;
  const last = lastInvoice(preview);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 tabular-nums">
      <dt className="text-muted">Bills</dt>
      <dd className="text-right font-medium">{bills.toLocaleString("en-US")}</dd>
      <dt className="text-muted">Invoices</dt>
      <dd className="text-right font-medium">{`${invoices.toLocaleString("en-US")}, ${last === firstInvoice ? `number ${firstInvoice}` : `numbers ${firstInvoice} to ${last}`}`}</dd>
      {!asksForAmounts(preview) && (
        <>
          <dt className="text-muted">Total</dt>
          <dd className="text-right font-medium">{formatDollars(totals["bill-value"])}</dd>
        </>
      )}
    </dl>
  );
}

function exportedBefore(count: number): string {
  if (count === 1) return "the 1 other bill shown was exported before";
  const displayed = count > 10_000 ? "more than 10,000" : count.toLocaleString("en-US");
  return `${displayed} of the bills shown were exported before`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
