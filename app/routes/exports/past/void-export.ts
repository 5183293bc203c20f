import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import type { Written } from "#app/domain/basics/answers.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { byOf } from "#app/records/by.ts";
import { fingerprintOf, isFingerprint } from "#app/records/fingerprint.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { leadTo, type ScreenRead, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError } from "#db/errors.ts";
import { acceptedPayload } from "#db/queries/activity/recorded-changes.ts";
import { findExportToVoid, voidExport } from "#db/queries/exports/export-voids.ts";
import { findChange } from "#db/write/undo.ts";

/** The answer to a voiding that wrote nothing or whose outcome is unknown. */
export type VoidAnswer = {
  problem: string;
  /** The export changed since the dialog loaded it, so the dialog reloads. */
  isChanged: boolean;
  /** The submitted payload, which the dialog resubmits after an outage. */
  sent: { idempotencyKey: string; fingerprint: string } | null;
  /** The database does not answer, so the page must not revalidate. */
  unreachable: boolean;
};

export const NONE = "There is none with this address.";
const CHANGED =
  "Nothing was voided: since you opened this, somebody else voided the export or corrected a bill of it. Load the page again.";

/**
 * Voids the export that the dialog showed, once per idempotency key, and redirects to the list. Refuses with 409 if the
 * export changed. `load` is the loader of the list.
 */
export async function voidChosen({ request, params, context }: ActionFunctionArgs, load: ScreenRead["load"]) {
  const { fields, problem } = pickFields(await request.formData(), ["idempotencyKey", "fingerprint"]);
  const id = params.id ?? "";
  const idempotencyKey = String(fields.get("idempotencyKey") ?? "");
  const fingerprint = String(fields.get("fingerprint") ?? "");
  const isValid = isUuid(idempotencyKey) && isFingerprint(fingerprint);
  const sent = isValid ? { idempotencyKey, fingerprint } : null;
  const refuse = (status: number, reason: string, isChanged = false) =>
    data<VoidAnswer>({ problem: reason, isChanged, sent, unreachable: status === 503 }, status);
  const to = `/billing/exports?done=${idempotencyKey}`;
  let written: Written | undefined;
  try {
    const [[found], [made], [accepted]] = await readAsAdmin(
      request,
      context,
      findExportToVoid(id),
      findChange(id),
      acceptedPayload(idempotencyKey),
    );
    if (problem || !isValid) return refuse(400, problem ?? OUT_OF_DATE);
    if (!found) return refuse(404, NONE);
    const { versions } = found.past;
    const voided = { idempotencyKey, id, fingerprint, versions };
    const change = made ? voidExport(voided, made, byOf(context)) : { problem: TOO_OLD };
    if ("problem" in change) return refuse(409, found.past.obstacle ? CHANGED : change.problem, true);
    if (accepted) {
      if (accepted.payload !== JSON.stringify(change.payload)) return refuse(409, OUT_OF_DATE, true);
    } else {
      if (found.past.obstacle || (await fingerprintOf(versions)) !== fingerprint) return refuse(409, CHANGED, true);
      ({ written } = await writeAndLead({ request, context }, change, to, { path: "/billing/exports", load }));
    }
    return leadTo({ context }, to, written);
  } catch (error) {
    if (error instanceof ConflictError) return refuse(409, CHANGED, true);
    const { problem: reason, status } = refusalOf(error);
    return refuse(status, reason);
  }
}

const TOO_OLD = "This export is too old to be voided.";
