import { OBSTACLES, type Obstacle } from "#app/domain/activity/obstacles.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { type Amounts, type Dates, invoiceNumbers, type Part } from "./invoices.ts";

/* Past exports, and their voiding (docs/product.md, 'Export' and 'Voiding an export'). */

/** A part, and the length of its lines in bytes. */
export type FilePart = Part & { bytes: number };

/** The description of an export. The database stores instants in UTC, ISO 8601; pages get them as texts in New York. */
type MadeExport = {
  id: string;
  at: string;
  actor: string;
  firstInvoice: number;
  invoiceCount: number;
  billCount: number;
  total: Cents;
  /** Null unless the export was voided. */
  voidedAt: string | null;
  voidedBy: string | null;
};

/** An export in the list of past exports. */
export type ExportRow = MadeExport & {
  seq: number;
  date: LocalDate;
  parts: FilePart[];
  amounts: Amounts;
  dates: Dates;
};

/** An export with the effects of its voiding. */
export type ExportToVoid = MadeExport & {
  /** The sum of the values of its bills, which become pending again. */
  pending: Cents;
  obstacle: Obstacle | null;
  /** The versions of its bills. */
  versions: string;
};

/** The time, author and content of an export: '11/22/2026, 9:14 AM by ana@example.com: 60 bills, $58,000.00'. */
export const describeExport = ({ at, actor, billCount, total }: ExportToVoid) =>
  `${at} by ${actor}: ${pluralize(billCount, "bill")}, ${formatDollars(total)}`;

/** Why the export cannot be voided; null if it can. */
export const obstacleToVoid = ({ obstacle, voidedAt, voidedBy }: ExportToVoid): string | null =>
  obstacle === "undone"
    ? `This export was voided on ${voidedAt} by ${voidedBy}.`
    : obstacle && OBSTACLES[obstacle].sentence;

/** The effects of voiding the export, in sentences. */
export function consequencesOfVoid({ billCount, pending, ...numbers }: ExportToVoid): string[] {
  const bills = `${pluralize(billCount, "bill")}, ${formatDollars(pending)} total, ${billCount === 1 ? "is" : "are"} pending again and can be exported again.`;
  const { invoiceCount } = numbers;
  return [
    "Void an export only if its file was not imported into QuickBooks: the next export would bill the customers twice.",
    bills,
    `Invoice ${invoiceCount === 1 ? "number" : "numbers"} ${invoiceNumbers(numbers)} ${invoiceCount === 1 ? "is" : "are"} never used again.`,
    "The export stays in this list as voided. Its files can still be downloaded; their names begin with “voided”.",
  ];
}
