import { Link } from "@remix-run/react";
import type { ExportTexts, ExportWarning } from "#app/domain/export-texts.ts";
import { asksForDates, type Comparison, type ExportChoices, type Preview } from "#app/domain/invoices.ts";
import { AmountsChoice, DatesChoice } from "./export-choices.tsx";
import { Warnings } from "./export-warnings.tsx";

type ExportSummaryProps = {
  preview: Preview;
  comparison: Comparison | null;
  texts: ExportTexts;
  warnings: ExportWarning[];
  selected: Partial<ExportChoices>;
  /** The message if no choice of amounts was made. */
  problem: string | undefined;
};

/** The contents of an export, the choices that matter for it, and the warnings. */
export function ExportSummary({ preview, comparison, texts, warnings, selected, problem }: ExportSummaryProps) {
  if (texts.obstacle) return <p>{texts.obstacle}</p>;
  return (
    <>
      {texts.part && <p className="notice">{texts.part}</p>}
      <Counts {...texts} />
      {comparison && (
        <AmountsChoice preview={preview} comparison={comparison} selected={selected.amounts} problem={problem} />
      )}
      {asksForDates(preview) && <DatesChoice selected={selected.dates} />}
      <Warnings warnings={warnings} />
      <p className="text-sm text-muted">
        {texts.leftOut} The bills will no longer be pending. The file can be downloaded again at any time from{" "}
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
function Counts({ bills, invoices, total }: ExportTexts) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 tabular-nums">
      <dt className="text-muted">Bills</dt>
      <dd className="text-right font-medium">{bills}</dd>
      <dt className="text-muted">Invoices</dt>
      <dd className="text-right font-medium">{invoices}</dd>
      {total && (
        <>
          <dt className="text-muted">Total</dt>
          <dd className="text-right font-medium">{total}</dd>
        </>
      )}
    </dl>
  );
}
