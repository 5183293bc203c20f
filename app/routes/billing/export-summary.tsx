import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { AMOUNTS_TEXT, DATES_TEXT } from "#app/domain/exports.ts";
import {
  type Amounts,
  asksForAmounts,
  asksForDates,
  type Choices,
  type Comparison,
  type Dates,
  lastInvoice,
  MAX_BILLS,
  type Preview,
} from "#app/domain/invoices.ts";
import { formatDollars } from "#app/domain/money.ts";
import { Warnings } from "./export-warnings.tsx";

type ExportSummaryProps = {
  preview: Preview;
  comparison: Comparison | null;
  selected: Partial<Choices>;
  /** The message if no choice of amounts was made. */
  problem: string | undefined;
};

/** The contents of an export, the choices that matter for it, and the warnings. */
export function ExportSummary({ preview, comparison, selected, problem }: ExportSummaryProps) {
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

type AmountsChoiceProps = {
  preview: Preview;
  comparison: Comparison;
  selected: Amounts | undefined;
  problem: string | undefined;
};

/** The choice between the two ways to compute amounts: a line of this export and the total of each (docs/product.md, 'Export'). */
function AmountsChoice({ preview: { multiples, totals }, comparison, selected, problem }: AmountsChoiceProps) {
  const { bill, lines, difference } = comparison;
  const notes: [amounts: Amounts, note: string][] = [
    ["bill-value", "The quantity is already in it"],
    ["quantity-x-value", "The value is the price of one"],
  ];
  return (
    <fieldset className="choices" aria-describedby={problem && "amounts-problem"}>
      <legend>{`${multiples === 1 ? "1 bill has" : `${multiples.toLocaleString("en-US")} bills have`} a quantity above 1. Which amount is right for ${bill}?`}</legend>
      <div className="sm:grid sm:grid-cols-2">
        {notes.map(([amounts, note]) => (
          <Choice key={amounts} name="amounts" value={amounts} isSelected={amounts === selected}>
            <b>{AMOUNTS_TEXT[amounts]}</b>
            <b>{lines[amounts]}</b>
            <small>{note}</small>
            <small>{`Total ${formatDollars(totals[amounts])}`}</small>
          </Choice>
        ))}
      </div>
      <p>{difference}</p>
      {problem && (
        <p id="amounts-problem" role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** The choice between a date for each line and one for each invoice. */
function DatesChoice({ selected }: { selected: Dates | undefined }) {
  return (
    <fieldset className="choices">
      <legend>Invoice dates</legend>
      <Choice name="dates" value="line" isSelected={selected === "line"}>
        <b>{DATES_TEXT.line}</b>
        <small>The date of its bill, due 15 days later</small>
      </Choice>
      <Choice name="dates" value="invoice" isSelected={selected === "invoice"}>
        <b>{DATES_TEXT.invoice}</b>
        <small>The date of its latest bill, due 15 days later; each line keeps its service date</small>
      </Choice>
    </fieldset>
  );
}

type ChoiceProps = { name: keyof Choices; value: string; isSelected: boolean; children: ReactNode };

function Choice({ name, value, isSelected, children }: ChoiceProps) {
  return (
    <label>
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={isSelected}
        autoComplete="off"
        className="tick mt-0.5"
      />
      <span>{children}</span>
    </label>
  );
}

function exportedBefore(count: number): string {
  if (count === 1) return "the 1 other bill shown was exported before";
  const displayed = count > 10_000 ? "more than 10,000" : count.toLocaleString("en-US");
  return `${displayed} of the bills shown were exported before`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
