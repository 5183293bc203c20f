import { Link } from "@remix-run/react";
import {
  exceedsFileLimits,
  isNumberTooLong,
  MAX_FILE_INVOICES,
  MAX_FILE_ROWS,
  MAX_NUMBER_LENGTH,
  type Preview,
  UNKNOWN,
} from "#app/domain/invoices.ts";

/** Warnings about contents that QuickBooks refuses or changes, with a link to the bills concerned. */
export function Warnings({ preview }: { preview: Preview }) {
  const { unknown, zero } = preview;
  const warnings = [
    unknown > 0 && {
      text: `${countOf(unknown, "bill has", "bills have")} no customer; the file says “${UNKNOWN}”.`,
      q: UNKNOWN,
    },
    zero > 0 && { text: `${countOf(zero, "bill has", "bills have")} an amount of $0.00.`, q: "$0.00" },
    isNumberTooLong(preview) && {
      text: `The invoice numbers are longer than ${MAX_NUMBER_LENGTH} characters: QuickBooks cuts them off.`,
    },
    exceedsFileLimits(preview) && {
      text: `QuickBooks takes ${MAX_FILE_INVOICES} invoices and ${MAX_FILE_ROWS.toLocaleString("en-US")} rows in one file. You will get the whole, and parts of whole invoices as files of their own.`,
    },
  ].filter((warning) => warning !== false);
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Before you export" className="notice">
      <h3 className="font-medium">Before you export</h3>
      <ul className="mt-1 grid gap-1.5">
        {warnings.map(({ text, q }) => (
          <li key={text}>
            {text}{" "}
            {q && (
              <Link to={`/billing?${new URLSearchParams({ q })}`} className="link" aria-label={`Show them: ${q}`}>
                Show them
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const countOf = (count: number, singular: string, plural: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
