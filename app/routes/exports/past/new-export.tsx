import { useEffect, useRef } from "react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { fileName, invoiceNumbers } from "#app/domain/exports/invoices.ts";
import { ifAllowed } from "#app/live/browser/if-allowed.ts";
import { button } from "#app/ui/controls/button.tsx";
import { fileHref } from "./files.ts";
import { ImportSteps } from "./import-steps.tsx";
import { isInParts, Parts } from "./parts.tsx";

/** `isNew`: the export was just made; `choices`: its amounts and dates in words. */
type ShownExport = Omit<ExportRow, "seq"> & { isNew: boolean; choices: string };

/** One export with its file. If it was just made, the download of one file starts by itself, once per tab; that of parts does not. */
export function NewExport({ latest }: { latest: ShownExport }) {
  const { id, isNew, billCount, invoiceCount, total, choices, at, actor, voidedAt, voidedBy } = latest;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const key = `downloaded ${id}`;
    if (!isNew || ifAllowed(() => sessionStorage.getItem(key))) return;
    ifAllowed(() => sessionStorage.setItem(key, "yes"));
    link.current?.click();
  }, [id, isNew]);
  return (
    <section
      aria-label={isNew ? "Just exported" : `Export of ${at}`}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-xl bg-accent-soft p-5 [&>details]:w-full"
    >
      <div>
        <h2 className="font-semibold">{`Exported ${pluralize(billCount, "bill")}`}</h2>
        <p className="export-total">{formatDollars(total)}</p>
        <p className="text-sm/normal text-muted">{`${pluralize(invoiceCount, "invoice")} (${invoiceNumbers(latest)}) · ${choices}`}</p>
        {!isNew && <p className="text-sm/normal text-muted">{`${at} by ${actor}`}</p>}
        {voidedAt && <p className="mt-1 text-sm/normal font-medium">{`Voided ${voidedAt} by ${voidedBy}`}</p>}
      </div>
      {isInParts(latest) ? (
        <div className="parts w-full">
          {latest.parts.length > 1 && (
            <p className="mb-2">QuickBooks takes it in parts. Download and import each of them, one after another.</p>
          )}
          <Parts exported={latest} look={button.secondary} />
        </div>
      ) : (
        <a
          ref={link}
          href={fileHref(id)}
          className={`${voidedAt ? button.secondary : button.primary} h-auto max-w-full whitespace-normal wrap-anywhere`}
        >
          {`Download ${fileName(latest)}`}
        </a>
      )}
      {!voidedAt && <ImportSteps isOpen />}
    </section>
  );
}
