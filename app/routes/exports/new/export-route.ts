import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isOutage, readAsAdmin, readOrNullAfterPost, requireAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { amountsChoice, datesChoice } from "#app/domain/exports/export-choices.ts";
import { AMOUNTS, DATES, type ExportChoices, MAX_BILLS } from "#app/domain/exports/invoices.ts";
import { billFindings } from "#app/domain/exports/sum-findings.ts";
import { byOf } from "#app/records/by.ts";
import { fingerprintOf, isFingerprint } from "#app/records/fingerprint.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { listFilterOf } from "#app/records/lists/list-route.ts";
import { leadTo, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { billsToCheck } from "#db/queries/exports/checked-bills.ts";
import { makeExport, previewExport } from "#db/queries/exports/stored-exports.ts";
import { billsList } from "../../shell/lists.ts";
import { loadExports } from "../past/load.ts";
import { describeBeforeExport } from "./before-export.ts";
import { exportTexts, exportWarnings } from "./export-texts.ts";

const FAILURE = "Error exporting bills";

/** The fields of the export form. */
export type ExportFields = ExportChoices & {
  /** The id that the export will have. */
  idempotencyKey: string;
  /** The fingerprint of the bills that the dialog showed. */
  fingerprint: string;
};

/** The answer to an Export that wrote nothing, or whose outcome is unknown. */
export type ExportAnswer = {
  problem: string;
  /** The bills changed since the dialog loaded them, so the dialog reloads. */
  isChanged: boolean;
  /** The payload that Export resubmits after an outage; null if the bills changed or the payload is invalid. */
  sent: ExportFields | null;
  /** The admin's valid choices. */
  chosen: Partial<ExportChoices>;
  /** The messages beside missing choices. If there are none, `problem` is shown at the foot of the dialog. */
  missing: Partial<Record<keyof ExportChoices, string>>;
  /** The database does not answer, so the page must not revalidate. */
  unreachable: boolean;
};

/** Reads the preview of an export of the listed bills; null after a post while the database does not answer. */
export async function openExport({ request, context }: LoaderFunctionArgs) {
  const today = todayInNewYork(context.now);
  const { filter } = listFilterOf(request, billsList, today);
  const queries = [previewExport(filter), billsToCheck(filter)] as const;
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, ...queries));
  const [[found] = [], [checked] = []] = read ?? [];
  if (!found || !checked) return null;
  const { preview, versions } = found;
  return {
    idempotencyKey: crypto.randomUUID(),
    fingerprint: await fingerprintOf(versions),
    preview,
    questions: { amounts: amountsChoice(preview), dates: datesChoice(preview) },
    texts: exportTexts(preview),
    warnings: exportWarnings(preview, describeBeforeExport(billFindings(checked.read, today, () => 0))),
  };
}

/**
 * Exports the bills that the dialog showed, once per idempotency key, and redirects to the past exports. Refuses with 409 if
 * the bills changed since the dialog loaded them (docs/product.md, 'Export').
 */
export async function confirmExport({ request, context }: ActionFunctionArgs) {
  const { sent, problem, ...choice } = readFields(await request.formData());
  const refuse = (status: number, reason: string, isChanged = false) => {
    context.log.fail(FAILURE);
    const answer = { problem: reason, isChanged, sent: isChanged ? null : sent, unreachable: status === 503 };
    return data<ExportAnswer>({ ...answer, ...choice }, status);
  };
  const today = todayInNewYork(context.now);
  const { filter } = listFilterOf(request, billsList, today);
  try {
    if (!sent) {
      await requireAdmin(request, context);
      return refuse(400, problem);
    }
    const { idempotencyKey: id, ...choices } = sent;
    const to = `/billing/exports?made=${id}`;
    const [[found]] = await readAsAdmin(request, context, previewExport(filter));
    if (!found) throw new Error("The preview returned no row");
    const { preview, versions } = found;
    const isPossible = preview.bills > 0 && preview.bills <= MAX_BILLS;
    const isConfirmed = isPossible && sent.fingerprint === (await fingerprintOf(versions));
    // Sent in any case: an earlier request with this key may have exported the bills.
    const confirmed = { ...choices, versions: isConfirmed ? versions : null };
    const change = makeExport({ id, date: today, ...filter, ...confirmed }, byOf(context));
    const { written } = await writeAndLead({ request, context }, change, to, {
      path: "/billing/exports",
      load: loadExports,
    });
    return leadTo({ context }, to, written);
  } catch (error) {
    context.log.fail(FAILURE, error);
    if (error instanceof ConflictError) return refuse(409, CHANGED, true);
    if (error instanceof IdempotencyMismatchError) return refuse(409, KEY_REUSED, true);
    if (isOutage(error)) return refuse(503, UNREACHABLE);
    if (error instanceof Response) throw error;
    return refuse(500, FAILED);
  }
}

type ReadFields = Pick<ExportAnswer, "sent" | "problem" | "chosen" | "missing">;

function readFields(form: FormData): ReadFields {
  const { fields, problem } = pickFields(form, ["idempotencyKey", "fingerprint", "amounts", "dates"]);
  const text = (name: string) => String(fields.get(name) ?? "");
  const idempotencyKey = text("idempotencyKey");
  const fingerprint = text("fingerprint");
  const amounts = AMOUNTS.find((each) => each === text("amounts"));
  const dates = DATES.find((each) => each === text("dates"));
  const isValid = isUuid(idempotencyKey) && isFingerprint(fingerprint) && !problem;
  // Radio buttons without a choice send no field.
  const lacks = (name: keyof ExportChoices) => isValid && !fields.has(name);
  return {
    sent: isValid && amounts && dates ? { idempotencyKey, fingerprint, amounts, dates } : null,
    problem: problem ?? OUT_OF_DATE,
    chosen: { ...(amounts && { amounts }), ...(dates && { dates }) },
    missing: { ...(lacks("amounts") && { amounts: NO_AMOUNTS }), ...(lacks("dates") && { dates: NO_DATES }) },
  };
}

const NO_AMOUNTS = "Choose what the amount is for, then press Export.";
const NO_DATES = "Choose how to date the invoices, then press Export.";

const OUT_OF_DATE = "This page is out of date, so nothing was exported. Close this and open it again.";
const CHANGED =
  "Nothing was exported: since you opened this, bills were added, changed or exported. Look at what there is now, then press Export.";
const KEY_REUSED =
  "This was exported before, and that stands: see Exports. Look at what is left to export, then press Export.";
const UNREACHABLE = "The database does not answer. Press Export again in a moment: nothing is exported twice.";
const FAILED = "That did not work, and nothing was exported. Press Export again.";
