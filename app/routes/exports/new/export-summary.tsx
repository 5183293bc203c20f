import { Link } from "@remix-run/react";
import type { ExportChoice } from "#app/domain/exports/export-choices.ts";
import type { Amounts, Dates, ExportChoices } from "#app/domain/exports/invoices.ts";
import { ExportChoiceFields } from "./export-choice.tsx";
import type { Asked } from "./export-form.ts";
import type { ExportTexts, ExportWarning } from "./export-texts.ts";
import { Warnings } from "./export-warnings.tsx";
import { LastInvoice } from "./last-invoice.tsx";

/** Whether the barn has made each choice before. */
type Remembered = { amounts: boolean; dates: boolean };

type ExportSummaryProps = {
  remembered: Remembered;
  questions: { amounts: ExportChoice<Amounts> | null; dates: ExportChoice<Dates> | null };
  texts: ExportTexts;
  warnings: ExportWarning[];
  /** The note of the question for QuickBooks' last invoice number; null if it is not asked. */
  lastInvoice: string | null;
  typed: string | undefined;
  selected: Partial<ExportChoices>;
  /** The messages beside missing choices. */
  missing: Partial<Record<Asked, string>>;
};

/** The contents of an export, the choices that change it, and the warnings. */
export function ExportSummary({ questions, texts, warnings, lastInvoice, ...answers }: ExportSummaryProps) {
  const { remembered, selected, typed, missing } = answers;
  const asked = (name: keyof Remembered) => ({
    name,
    isRemembered: remembered[name],
    selected: selected[name],
    missing: missing[name],
  });
  if (texts.obstacle) return <p>{texts.obstacle}</p>;
  return (
    <>
      {texts.part && <p className="notice">{texts.part}</p>}
      <Counts {...texts} />
      {lastInvoice !== null && <LastInvoice note={lastInvoice} typed={typed} missing={missing.lastInvoice} />}
      {questions.amounts && <ExportChoiceFields {...questions.amounts} {...asked("amounts")} />}
      {questions.dates && <ExportChoiceFields {...questions.dates} {...asked("dates")} />}
      <Warnings warnings={warnings} />
      <p className="text-sm text-muted">
        <span>{texts.leftOut}</span> The bills will no longer be pending. The file can be downloaded again at any time
        from{" "}
        <Link to="/billing/exports" className="link">
          Exports
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

/** The total, and the numbers of bills and invoices. The stylesheet shows the total of the chosen amounts. */
function Counts({ contents, total }: ExportTexts) {
  const totals = typeof total === "string" ? [] : Object.entries(total);
  return (
    <div>
      <p className="export-total">
        <span className="sr-only">Total</span>{" "}
        <span className="undecided">
          {typeof total === "string" ? total : totals.map(([, text]) => text).join(" or ")}
        </span>
        {totals.map(([choice, text]) => (
          <span key={choice} data-amounts={choice}>
            {text}
          </span>
        ))}
      </p>
      <p className="text-muted tabular-nums">{contents}</p>
    </div>
  );
}
