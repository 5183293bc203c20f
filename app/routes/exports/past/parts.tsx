import { useEffect, useState } from "react";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { excessOf, fileName, numberRange } from "#app/domain/exports/invoices.ts";
import { ifAllowed } from "#app/live/browser/if-allowed.ts";
import { Icon } from "#app/ui/controls/icons.tsx";
import { fileHref } from "./files.ts";

type PartsProps = { exported: Omit<ExportRow, "seq">; look: string };

type Counts = Pick<ExportRow, "billCount" | "invoiceCount">;

/** Whether an export is split, because QuickBooks refuses its whole file. */
export const isInParts = (exported: Counts) => excessOfFile(exported) !== "";

const excessOfFile = ({ billCount, invoiceCount }: Counts) => excessOf({ bills: billCount, invoices: invoiceCount });

/** The parts of an export, each a link, and the whole file with the reason why QuickBooks refuses it. */
export function Parts({ exported, look }: PartsProps) {
  const { id, parts } = exported;
  const { downloaded, remember } = useDownloaded(id);
  return (
    <>
      <ol>
        {parts.map(({ first, last, firstInvoice, lastInvoice }, i) => {
          const rows = last - first + 1;
          // A part exceeds the limits only if a single invoice is too long.
          const excess = excessOf({ bills: rows, invoices: 1 });
          return (
            <li key={first}>
              <a href={fileHref(id, i + 1)} className={excess ? "link" : look} onClick={() => remember(i + 1)}>
                <span>{`Download part ${i + 1}`}</span>
                {downloaded.includes(i + 1) && <Icon name="check" className="text-accent-ink" />}
              </a>
              {downloaded.includes(i + 1) && <span className="sr-only">Downloaded</span>}
              <span>{`Invoices ${numberRange(firstInvoice, lastInvoice)}, ${excess || pluralize(rows, "row")}`}</span>
            </li>
          );
        })}
      </ol>
      <p className="flex flex-wrap items-center gap-x-3">
        <a href={fileHref(id)} className="link wrap-anywhere">
          {fileName(exported)}
        </a>
        <span>{`The whole file: ${excessOfFile(exported)}.`}</span>
      </p>
    </>
  );
}

/** The parts of an export that this browser has downloaded. */
function useDownloaded(id: string) {
  const key = `parts ${id}`;
  const [downloaded, setDownloaded] = useState<number[]>([]);
  useEffect(() => setDownloaded(storedParts(key)), [key]);
  const remember = (part: number) => {
    const parts = [...new Set([...downloaded, part])];
    ifAllowed(() => localStorage.setItem(key, parts.join(" ")));
    setDownloaded(parts);
  };
  return { downloaded, remember };
}

/** The numbers of the parts that the browser's storage has under a key. */
const storedParts = (key: string) => (ifAllowed(() => localStorage.getItem(key))?.match(/\d+/g) ?? []).map(Number);
