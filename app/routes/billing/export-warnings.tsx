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

/** What a check found about the bills of the export. */
export type FoundBefore = { check: string; text: string };

type Warning = { text: string; to?: string; label?: string };

type WarningsProps = { preview: Preview; checks: readonly FoundBefore[] };

/** Warnings about contents that QuickBooks refuses or changes, or that may be wrong, with a link to the bills concerned. */
export function Warnings({ preview, checks }: WarningsProps) {
  const { unknown, zero } = preview;
  const warnings: (Warning | false)[] = [
    unknown > 0 && {
      text: `${countOf(unknown, "bill has", "bills have")} no customer; the file says “${UNKNOWN}”.`,
      to: searchOf(UNKNOWN),
      label: UNKNOWN,
    },
    zero > 0 && {
      text: `${countOf(zero, "bill has", "bills have")} an amount of $0.00.`,
      to: searchOf("$0.00"),
      label: "$0.00",
    },
    ...checks.map(({ check, text }) => ({ text, to: `/billing/check?all=${check}#${check}`, label: text })),
    isNumberTooLong(preview) && {
      text: `The invoice numbers are longer than ${MAX_NUMBER_LENGTH} characters: QuickBooks cuts them off.`,
    },
    exceedsFileLimits(preview) && {
      text: `QuickBooks takes ${MAX_FILE_INVOICES} invoices and ${MAX_FILE_ROWS.toLocaleString("en-US")} rows in one file. You will get the whole, and parts of whole invoices as files of their own.`,
    },
  ];
  const given = warnings.filter((warning) => warning !== false);
  if (given.length === 0) return null;
  return (
    <section aria-label="Before you export" className="notice">
      <h3 className="font-medium">Before you export</h3>
      <ul className="mt-1 grid gap-1.5">
        {given.map(({ text, to, label }) => (
          <li key={text}>
            {text}{" "}
            {to && (
              <Link to={to} className="link" aria-label={`Show them: ${label}`}>
                Show them
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const searchOf = (q: string) => `/billing?${new URLSearchParams({ q })}`;

const countOf = (count: number, singular: string, plural: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
