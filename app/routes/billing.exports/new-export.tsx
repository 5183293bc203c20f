import { useEffect, useRef } from "react";
import { fileName, lastInvoice, type Part } from "#app/domain/invoices.ts";
import { formatDollars } from "#app/domain/money.ts";
import { button } from "#app/ui/controls/button.tsx";
import { fileHref } from "./files.ts";
import { Parts } from "./parts.tsx";

/** `total` in cents. */
type NewExportProps = {
  latest: {
    id: string;
    date: string;
    firstInvoice: number;
    invoiceCount: number;
    billCount: number;
    total: number;
    parts: Part[];
  };
};

/** The export that was just made. Its download starts by itself, once per tab. */
export function NewExport({ latest }: NewExportProps) {
  const { id, date, firstInvoice, invoiceCount, billCount, total } = latest;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const key = `downloaded ${id}`;
    if (sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, "yes");
    link.current?.click();
  }, [id]);
  const last = lastInvoice({ firstInvoice, invoices: invoiceCount });
  const numbers = last === firstInvoice ? `invoice ${firstInvoice}` : `invoices ${firstInvoice} to ${last}`;
  return (
    <section
      aria-label="Just exported"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-xl bg-accent-soft p-5 tabular-nums [&>details]:w-full"
    >
      <div>
        <h2 className="font-semibold">{`Exported ${billCount.toLocaleString("en-US")} ${billCount === 1 ? "bill" : "bills"}`}</h2>
        <p className="text-sm/normal text-muted">{`${numbers.charAt(0).toUpperCase()}${numbers.slice(1)}, ${formatDollars(total)} in all.`}</p>
      </div>
      <a ref={link} href={fileHref(id)} className={`${button.primary} normal-nums`}>
        {`Download ${fileName(date)}`}
      </a>
      <Parts exported={latest} isOpen />
    </section>
  );
}
