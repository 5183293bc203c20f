import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { NO_LAST_INVOICE, parseLastInvoice, whyNotLast } from "#app/domain/exports/invoice-numbers.ts";
import { AMOUNTS, DATES, type ExportChoices, type Preview } from "#app/domain/exports/invoices.ts";
import { isFingerprint } from "#app/records/fingerprint.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";

/** The fields of the export form. */
export type ExportFields = ExportChoices & {
  /** The id that the export will have. */
  idempotencyKey: string;
  /** The fingerprint of the bills that the dialog showed. */
  fingerprint: string;
  /** QuickBooks' last invoice number, if the dialog asked for it. */
  lastInvoice?: number;
};

/** The answers that the dialog asks for. */
export type Asked = keyof ExportChoices | "lastInvoice";

/** Why the export cannot follow QuickBooks' last invoice number; undefined if it can, or if the dialog does not ask for it. */
export function problemOfLast({ isInvoiceNumberChosen, usedInvoice }: Preview, { lastInvoice }: ExportFields) {
  if (isInvoiceNumberChosen) return undefined;
  return lastInvoice === undefined ? NO_LAST_INVOICE : whyNotLast(lastInvoice, usedInvoice);
}

type ReadForm = {
  /** The answers, if all are there and valid; otherwise `problem`, or the messages beside `missing` ones. */
  sent: ExportFields | null;
  problem: string;
  chosen: Partial<ExportChoices>;
  /** QuickBooks' last invoice number, as it was typed. */
  typed: string;
  missing: Partial<Record<Asked, string>>;
};

/** Reads the posted form of an export. */
export function readExportForm(form: FormData): ReadForm {
  const { fields, problem } = pickFields(form, ["idempotencyKey", "fingerprint", "amounts", "dates", "lastInvoice"]);
  const text = (name: string) => String(fields.get(name) ?? "");
  const idempotencyKey = text("idempotencyKey");
  const fingerprint = text("fingerprint");
  const amounts = AMOUNTS.find((each) => each === text("amounts"));
  const dates = DATES.find((each) => each === text("dates"));
  const typed = text("lastInvoice");
  const last = fields.has("lastInvoice") ? parseLastInvoice(typed) : null;
  const isValid = isUuid(idempotencyKey) && isFingerprint(fingerprint) && !problem;
  // Radio buttons without a choice send no field.
  const lacks = (name: keyof ExportChoices) => isValid && !fields.has(name);
  return {
    sent:
      isValid && amounts && dates && !(last && "problem" in last)
        ? { idempotencyKey, fingerprint, amounts, dates, ...(last && { lastInvoice: last.value }) }
        : null,
    problem: problem ?? OUT_OF_DATE,
    chosen: { ...(amounts && { amounts }), ...(dates && { dates }) },
    typed,
    missing: {
      ...(isValid && last && "problem" in last && { lastInvoice: last.problem }),
      ...(lacks("amounts") && { amounts: NO_AMOUNTS }),
      ...(lacks("dates") && { dates: NO_DATES }),
    },
  };
}

const NO_AMOUNTS = "Choose what the amount is for, then press Export.";
const NO_DATES = "Choose how to date the invoices, then press Export.";

const OUT_OF_DATE = "This page is out of date, so nothing was exported. Close this and open it again.";
