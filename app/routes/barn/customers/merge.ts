import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { EMAIL_CHOICES, type MergeChoices, PHONE_CHOICES } from "#app/domain/barn/merge-customers.ts";
import type { Written } from "#app/domain/basics/answers.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { leadTo, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError } from "#db/errors.ts";
import { acceptedPayload } from "#db/queries/activity/recorded-changes.ts";
import { mergeCustomers, mergePayload, mergeToConfirm } from "#db/queries/barn/merge-customers.ts";
import { loadCustomer } from "./load-customer.ts";
import { GONE } from "./merge-words.ts";

/** The answer to a merge that wrote nothing or whose outcome is unknown. */
export type MergeAnswer = {
  problem: string;
  /** One of the customers changed since the dialog loaded them, so the dialog reloads. */
  isChanged: boolean;
  /** The submitted form, which the dialog resubmits after an outage. */
  sent: { [field: string]: string } | null;
  /** The database does not answer, so the page must not revalidate. */
  unreachable: boolean;
};

const CHANGED = "Nothing was merged: one of the two customers was changed since you opened this. Check them again.";

const FIELDS = ["idempotencyKey", "version", "emails", "phone"] as const;

/** The two customers at an address: the one who leaves, and the one who remains. */
export const customersAt = ({ request, params }: Pick<ActionFunctionArgs, "request" | "params">) => ({
  leaving: params.id ?? "",
  remaining: new URL(request.url).searchParams.get("into") ?? "",
});

/** Merges the customers as the dialog showed them, once per idempotency key. Refuses with 409 if one of them changed. */
export async function mergeShown(args: ActionFunctionArgs) {
  const { request, context } = args;
  const ids = customersAt(args);
  const { fields, problem } = pickFields(await request.formData(), FIELDS);
  const sent = Object.fromEntries(FIELDS.map((name) => [name, String(fields.get(name) ?? "")]));
  const { idempotencyKey = "", version: versions = "" } = sent;
  const choices = choicesOf(sent);
  const isValid = !problem && isUuid(idempotencyKey) && choices !== null;
  const refuse = (status: number, reason: string, isChanged = false) =>
    data<MergeAnswer>({ problem: reason, isChanged, sent: isValid ? sent : null, unreachable: status === 503 }, status);
  const to = `/customers/${ids.remaining}?done=${idempotencyKey}`;
  let written: Written | undefined;
  try {
    const today = todayInNewYork(context.now);
    const [[found], [accepted]] = await readAsAdmin(
      request,
      context,
      mergeToConfirm(ids.leaving, ids.remaining, today),
      acceptedPayload(idempotencyKey),
    );
    if (!isValid) return refuse(400, problem ?? OUT_OF_DATE);
    if (accepted) {
      if (accepted.payload !== JSON.stringify(mergePayload({ ...ids, versions, choices })))
        return refuse(409, OUT_OF_DATE, true);
    } else {
      if (!found) return refuse(409, GONE, true);
      const { leaving, remaining } = found.merge;
      if (versions !== shownVersions(found.merge)) return refuse(409, CHANGED, true);
      const change = mergeCustomers({ ...byOf(context), idempotencyKey, leaving, remaining, choices });
      const page = { path: `/customers/${ids.remaining}`, load: loadCustomer };
      ({ written } = await writeAndLead({ request, context, params: { id: ids.remaining } }, change, to, page));
    }
    return leadTo({ context }, to, written);
  } catch (error) {
    if (error instanceof ConflictError) return refuse(409, CHANGED, true);
    const { problem: reason, status } = refusalOf(error);
    return refuse(status, reason);
  }
}

/** The versions of both customers, as the form of the dialog has them. */
export const shownVersions = ({ leaving, remaining }: { [side in "leaving" | "remaining"]: { version: number } }) =>
  `${leaving.version} ${remaining.version}`;

/** A field whose values do not differ is not in the form. */
function choicesOf({ emails = "", phone = "" }: { [field: string]: string }): MergeChoices | null {
  const chosen = {
    emails: EMAIL_CHOICES.find((each) => each === (emails || "both")),
    phone: PHONE_CHOICES.find((each) => each === (phone || "remaining")),
  };
  return chosen.emails && chosen.phone ? { emails: chosen.emails, phone: chosen.phone } : null;
}
