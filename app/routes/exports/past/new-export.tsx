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

/** The export that was just made. The download of one file starts by itself, once per tab; that of parts does not. */
export function NewExport({ latest }: { latest: Omit<ExportRow, "seq"> }) {
  const { id, billCount, total } = latest;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const key = `downloaded ${id}`;
    if (ifAllowed(() => sessionStorage.getItem(key))) return;
    ifAllowed(() => sessionStorage.setItem(key, "yes"));
    link.current?.click();
  }, [id]);
  return (
    <section
      aria-label="Just exported"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-xl bg-accent-soft p-5 [&>details]:w-full"
    >
      <div>
        <h2 className="font-semibold">{`Exported ${pluralize(billCount, "bill")}`}</h2>
        <p className="export-total">{formatDollars(total)}</p>
        <p className="text-sm/normal text-muted">{`${pluralize(latest.invoiceCount, "invoice")} (${invoiceNumbers(latest)})`}</p>
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
          className={`${button.primary} h-auto max-w-full whitespace-normal wrap-anywhere`}
        >
          {`Download ${fileName(latest)}`}
        </a>
      )}
      <ImportSteps isOpen />
    </section>
  );
}
