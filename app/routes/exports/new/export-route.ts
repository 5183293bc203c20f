import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isOutage, readAsAdmin, readOrNullAfterPost, requireAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { amountsChoice, datesChoice } from "#app/domain/exports/export-choices.ts";
import { noteOnLast } from "#app/domain/exports/invoice-numbers.ts";
import { type ExportChoices, MAX_BILLS } from "#app/domain/exports/invoices.ts";
import { billFindings } from "#app/domain/exports/sum-findings.ts";
import { byOf } from "#app/records/by.ts";
import { fingerprintOf } from "#app/records/fingerprint.ts";
import { listFilterOf } from "#app/records/lists/list-route.ts";
import { leadTo, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { billsToCheck } from "#db/queries/exports/checked-bills.ts";
import { makeExport, previewExport } from "#db/queries/exports/stored-exports.ts";
import { billsList } from "../../shell/lists.ts";
import { loadExports } from "../past/load.ts";
import { describeBeforeExport } from "./before-export.ts";
import { type Asked, type ExportFields, problemOfLast, readExportForm } from "./export-form.ts";
import { exportTexts, exportWarnings } from "./export-texts.ts";

const FAILURE = "Error exporting bills";

/** The answer to an Export that wrote nothing, or whose outcome is unknown. */
export type ExportAnswer = {
  problem: string;
  /** The bills changed since the dialog loaded them, so the dialog reloads. */
  isChanged: boolean;
  /** The payload that Export resubmits after an outage; null if the bills changed or the payload is invalid. */
  sent: ExportFields | null;
  /** The admin's valid choices. */
  chosen: Partial<ExportChoices>;
  /** QuickBooks' last invoice number, as it was typed. */
  typed: string;
  /** The messages beside missing or refused answers. If there are none, `problem` is shown at the foot of the dialog. */
  missing: Partial<Record<Asked, string>>;
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
    lastInvoice: preview.isInvoiceNumberChosen ? null : noteOnLast(preview),
    texts: exportTexts(preview),
    warnings: exportWarnings(preview, describeBeforeExport(billFindings(checked.read, today, () => 0))),
  };
}

/**
 * Exports the bills that the dialog showed, once per idempotency key, and redirects to the past exports. Refuses with 409 if
 * the bills changed since the dialog loaded them (docs/product.md, 'Export').
 */
export async function confirmExport({ request, context }: ActionFunctionArgs) {
  const { sent, problem, ...choice } = readExportForm(await request.formData());
  const refuse = (status: number, reason: string, { isChanged = false, missing = choice.missing } = {}) => {
    context.log.fail(FAILURE);
    const isSentAgain = !isChanged && missing === choice.missing;
    const answer = { problem: reason, isChanged, sent: isSentAgain ? sent : null, unreachable: status === 503 };
    return data<ExportAnswer>({ ...answer, ...choice, missing }, status);
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
    const lastInvoice = isConfirmed ? problemOfLast(preview, sent) : undefined;
    if (lastInvoice) return refuse(400, lastInvoice, { missing: { lastInvoice } });
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
    if (error instanceof ConflictError) return refuse(409, CHANGED, { isChanged: true });
    if (error instanceof IdempotencyMismatchError) return refuse(409, KEY_REUSED, { isChanged: true });
    if (isOutage(error)) return refuse(503, UNREACHABLE);
    if (error instanceof Response) throw error;
    return refuse(500, FAILED);
  }
}

const CHANGED =
  "Nothing was exported: since you opened this, bills were added, changed or exported. Look at what there is now, then press Export.";
const KEY_REUSED =
  "This was exported before, and that stands: see Exports. Look at what is left to export, then press Export.";
const UNREACHABLE = "The database does not answer. Press Export again in a moment: nothing is exported twice.";
const FAILED = "That did not work, and nothing was exported. Press Export again.";
