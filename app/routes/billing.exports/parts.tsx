import type { ExportRow } from "#app/domain/exports.ts";
import { excessOf, fileName } from "#app/domain/invoices.ts";
import { fileHref } from "./files.ts";

type PartsProps = { exported: Omit<ExportRow, "seq">; look: string };

/** Whether an export exceeds the limits of one file, so that QuickBooks refuses the whole file. */
export const isInParts = ({ parts }: Pick<ExportRow, "parts">) => parts.length > 1;

/** The parts of an export, each a link, and the whole file with the reason why QuickBooks refuses it. */
export function Parts({ exported, look }: PartsProps) {
  const { id, parts, billCount, invoiceCount } = exported;
  return (
    <>
      <ol>
        {parts.map(({ first, last, firstInvoice, lastInvoice }, i) => (
          <li key={first}>
            <a href={fileHref(id, i + 1)} className={look}>
              {`Download part ${i + 1}`}
            </a>
            <span>
              {`Invoices ${firstInvoice === lastInvoice ? firstInvoice : `${firstInvoice}–${lastInvoice}`}, ${(last - first + 1).toLocaleString("en-US")} rows`}
            </span>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap items-center gap-x-3">
        <a href={fileHref(id)} className="link wrap-anywhere">
          {fileName(exported)}
        </a>
        <span>{`The whole file: ${excessOf({ bills: billCount, invoices: invoiceCount })}.`}</span>
      </p>
    </>
  );
}
