import type { Part } from "#app/domain/invoices.ts";
import { fileHref } from "./files.ts";

type PartsProps = { exported: { id: string; parts: Part[] }; isOpen?: boolean };

/** Links to the parts of an export that exceeds the limits of one file; nothing for a smaller export. */
export function Parts({ exported: { id, parts }, isOpen = false }: PartsProps) {
  if (parts.length < 2) return null;
  return (
    <details open={isOpen} className="parts">
      <summary>{`In ${parts.length.toLocaleString("en-US")} parts`}</summary>
      <ol>
        {parts.map(({ first, last, firstInvoice, lastInvoice }, i) => (
          <li key={first}>
            <a href={fileHref(id, i + 1)} className="link">
              {`Part ${i + 1}`}
            </a>
            <span>
              {`Invoices ${firstInvoice === lastInvoice ? firstInvoice : `${firstInvoice}–${lastInvoice}`}, ${(last - first + 1).toLocaleString("en-US")} rows`}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
