import { Link } from "@remix-run/react";
import { type Amounts, lastInvoice, MAX_BILLS, type Preview } from "#app/domain/invoices.ts";
import { formatDollars } from "#app/domain/money.ts";
import { Warnings } from "./export-warnings.tsx";

type ExportSummaryProps = { preview: Preview; selected: Amounts };

/** The contents of an export, the choice of amounts if a bill has a quantity above 1, and the warnings. */
export function ExportSummary({ preview, selected }: ExportSummaryProps) {
  const { bills, multiples, leftOut } = preview;
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
      <Counts preview={preview} selected={selected} />
      {multiples > 0 && <AmountsChoice preview={preview} selected={selected} />}
      <Warnings preview={preview} />
      <p className="text-sm text-muted">
        {leftOut > 0 && `${capitalized(exportedBefore(leftOut))}: left out. `}
        The bills will no longer be pending. The file can be downloaded again at any time from{" "}
        <Link to="/billing/exports" className="link">
          Past exports
        </Link>
        .
      </p>
    </>
  );
}

/** The numbers of bills and invoices, and the total unless it depends on the choice of amounts. */
function Counts({ preview, selected }: ExportSummaryProps) {
  const { bills, invoices, multiples, totals, firstInvoice } = preview;
  const last = lastInvoice(preview);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 tabular-nums">
      <dt className="text-muted">Bills</dt>
      <dd className="text-right font-medium">{bills.toLocaleString("en-US")}</dd>
      <dt className="text-muted">Invoices</dt>
      <dd className="text-right font-medium">{`${invoices.toLocaleString("en-US")}, ${last === firstInvoice ? `number ${firstInvoice}` : `numbers ${firstInvoice} to ${last}`}`}</dd>
      {multiples === 0 && (
        <>
          <dt className="text-muted">Total</dt>
          <dd className="text-right font-medium">{formatDollars(totals[selected])}</dd>
        </>
      )}
    </dl>
  );
}

/** The choice between the two ways to compute amounts, with the total of each (docs/product.md, 'Export'). */
function AmountsChoice({ preview: { multiples, totals }, selected }: ExportSummaryProps) {
  const choices: [amounts: Amounts, label: string, note: string][] = [
    ["quantity-x-value", "Quantity × value", "The bill’s value for each one"],
    ["bill-value", "The bill’s value", "The quantity is already in it"],
  ];
  return (
    <fieldset className="overflow-hidden rounded-xl border border-line text-[0.9375rem]/5.5 tabular-nums">
      <legend className="float-left w-full px-3.5 py-3 text-sm">{`${multiples === 1 ? "1 bill has" : `${multiples.toLocaleString("en-US")} bills have`} a quantity above 1. Export as amount:`}</legend>
      {choices.map(([amounts, label, note]) => (
        <label
          key={amounts}
          className="clear-both grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] gap-3 border-t border-line px-3.5 py-3 hover:bg-hover has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="amounts"
            value={amounts}
            defaultChecked={amounts === selected}
            autoComplete="off"
            className="tick mt-0.5"
          />
          <span>
            <b className="font-medium">{label}</b>
            <small className="block text-[0.8125rem]/5 text-muted">{note}</small>
          </span>
          <b className="font-medium">{formatDollars(totals[amounts])}</b>
        </label>
      ))}
    </fieldset>
  );
}

function exportedBefore(count: number): string {
  if (count === 1) return "the 1 other bill shown was exported before";
  const displayed = count > 10_000 ? "more than 10,000" : count.toLocaleString("en-US");
  return `${displayed} of the bills shown were exported before`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
