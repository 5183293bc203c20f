import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { isOutage, readAsAdmin, readOrNullAfterPost, requireAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { AMOUNTS, type Amounts } from "#app/domain/invoices.ts";
import { pickFields } from "#app/records/form-fields.ts";
import { byOf, listFilterOf } from "#app/records/list-route.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { makeExport, previewExport } from "#db/queries/exports.ts";
import { billsList } from "./list.ts";

/** What Export sends. */
export type ExportFields = {
  /** The id that the export will have. */
  idempotencyKey: string;
  /** Of the bills that the person was shown. */
  fingerprint: string;
  amounts: Amounts;
};

/** How Export was answered when nothing was exported, or nobody can say whether it was. */
export type ExportAnswer = {
  problem: string;
  /** What is to be exported has to be read, and looked at, again. */
  isChanged: boolean;
  /** What Export sends again; null where that would be of no use. */
  sent: ExportFields | null;
  /** The database is away: what is on screen is not to be read again. */
  unreachable: boolean;
};

/** What an export of the list behind the dialog would be; nothing behind the answer to a form where the database is away. */
export async function openExport({ request, context }: LoaderFunctionArgs) {
  const { filter } = listFilterOf(request, billsList, todayInNewYork(context.now));
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, previewExport(filter)));
  const preview = read?.[0][0]?.preview;
  return preview ? { idempotencyKey: crypto.randomUUID(), fingerprint: preview.fingerprint, preview } : null;
}

/** Exports what the person was shown, once for each idempotencyKey; what has changed since comes back to be looked at again. */
export async function confirmExport({ request, context }: ActionFunctionArgs) {
  const { sent, problem } = readFields(await request.formData());
  const refuse = (status: number, why: string, isChanged = false) =>
    data<ExportAnswer>({ problem: why, isChanged, sent: isChanged ? null : sent, unreachable: status === 503 }, status);
  const today = todayInNewYork(context.now);
  const { filter } = listFilterOf(request, billsList, today);
  try {
    await requireAdmin(request, context);
    if (!sent) return refuse(400, problem);
    const { idempotencyKey: id, ...rest } = sent;
    await context.db.write(makeExport({ id, date: today, q: filter.q, ...rest }, byOf(context)));
    return redirect(`/billing/exports?made=${id}`, 303);
  } catch (error) {
    if (error instanceof ConflictError) return refuse(409, CHANGED, true);
    if (error instanceof IdempotencyMismatchError) return refuse(409, SENT_BEFORE, true);
    if (isOutage(error)) return refuse(503, AWAY);
    if (error instanceof Response) throw error;
    console.error("export bills:", error);
    return refuse(500, FAILED);
  }
}

function readFields(form: FormData): { sent: ExportFields | null; problem: string } {
  const { fields, problem } = pickFields(form, ["idempotencyKey", "fingerprint", "amounts"]);
  const text = (name: string) => String(fields.get(name) ?? "");
  const idempotencyKey = text("idempotencyKey");
  const fingerprint = text("fingerprint");
  const amounts = AMOUNTS.find((each) => each === text("amounts"));
  const isOurs = isUuid(idempotencyKey) && /^[\d.]{1,240}$/.test(fingerprint) && !problem;
  return { sent: isOurs && amounts ? { idempotencyKey, fingerprint, amounts } : null, problem: problem ?? OUT_OF_DATE };
}

const OUT_OF_DATE = "This page is out of date, so nothing was exported. Close this and open it again.";
const CHANGED =
  "Nothing was exported: since you opened this, bills were added, changed or exported. Look at what there is now, then press Export.";
const SENT_BEFORE =
  "This was exported before, and that stands: see Past exports. Look at what is left to export, then press Export.";
const AWAY = "The database does not answer. Press Export again in a moment: nothing is exported twice.";
const FAILED = "That did not work, and nothing was exported. Press Export again.";
