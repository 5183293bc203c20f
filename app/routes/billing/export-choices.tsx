import type { ReactNode } from "react";
import { AMOUNTS_TEXT, DATES_TEXT } from "#app/domain/exports.ts";
import type { Amounts, Comparison, Dates, ExportChoices, Preview } from "#app/domain/invoices.ts";
import { formatDollars } from "#app/domain/money.ts";
import { withVerb } from "#app/domain/pluralize.ts";

type AmountsChoiceProps = {
  preview: Preview;
  comparison: Comparison;
  selected: Amounts | undefined;
  problem: string | undefined;
};

/** The choice between the two ways to compute amounts: a line of this export and the total of each (docs/product.md, 'Export'). */
export function AmountsChoice({ preview: { multiples, totals }, comparison, selected, problem }: AmountsChoiceProps) {
  const { bill, lines, difference } = comparison;
  const notes: [amounts: Amounts, note: string][] = [
    ["bill-value", "The quantity is already in it"],
    ["quantity-x-value", "The value is the price of one"],
  ];
  return (
    <fieldset className="choices" aria-describedby={problem && "amounts-problem"}>
      <legend>{`${withVerb(multiples, "bill has", "bills have")} a quantity above 1. Which amount is right for ${bill}?`}</legend>
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
        <p id="amounts-problem" ref={showInDialog} role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** The button that was pressed is below, and the dialog may be scrolled. */
const showInDialog = (message: HTMLElement | null) => message?.scrollIntoView({ block: "center" });

/** The choice between a date for each line and one for each invoice. */
export function DatesChoice({ selected }: { selected: Dates | undefined }) {
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

type ChoiceProps = { name: keyof ExportChoices; value: string; isSelected: boolean; children: ReactNode };

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
