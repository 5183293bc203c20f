import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import type { Unreachable, Written } from "#app/domain/basics/answers.ts";
import { formatUsDate, isLocalDate, isPaymentDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { withNotice } from "#app/domain/fields/list-state.ts";
import { AFTER_TODAY } from "#app/domain/payroll/paid-on.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { byOf } from "#app/records/by.ts";
import { fingerprintOf, isFingerprint } from "#app/records/fingerprint.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { searchOf } from "#app/records/lists/list-route.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { leadTo, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError } from "#db/errors.ts";
import { acceptedPayload } from "#db/queries/activity/recorded-changes.ts";
import { type ItemsDue, MAX_MARKED, markDue, payloadOfDue, paymentsDue } from "#db/queries/payroll/payroll-items.ts";
import { PAYROLL } from "./load.ts";

/** `shown` is the payment date up to which the dialog lists items; `until` may have been changed since. */
type Sent = { idempotencyKey: string; until: string; shown: string; fingerprint: string; paidOn: string };

/** The answer to a post that marked nothing. */
export type PayAnswer = Unreachable | { problem: string; isChanged: boolean; sent: Sent | null; unreachable: boolean };

/**
 * Reads the unpaid items up to the payment date in the address, by default the latest due one; without `due` after a
 * post during an outage.
 */
export async function openPayments({ request, context }: LoaderFunctionArgs) {
  const chosen = new URL(request.url).searchParams.get("until") ?? "";
  const query = paymentsDue(isPaymentDate(chosen) ? chosen : null, todayInNewYork(context.now));
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, query));
  const found = read?.[0][0];
  return {
    idempotencyKey: crypto.randomUUID(),
    today: todayInNewYork(context.now),
    due: found ? await describe(found) : null,
  };
}

async function describe({ until, count, total, versions }: ItemsDue) {
  const fingerprint = await fingerprintOf(versions);
  const items = pluralize(count, "item");
  const day = formatUsDate(until);
  if (count === 0) return { until, fingerprint, label: null, text: `No unpaid items are due by ${day}.` };
  if (count > MAX_MARKED) {
    return {
      until,
      fingerprint,
      label: null,
      text: `${pluralize(count, "unpaid item")} are due by ${day}: too many to mark at once. Choose an earlier date.`,
    };
  }
  return {
    until,
    fingerprint,
    label: `Mark ${items} paid`,
    text: `${pluralize(count, "unpaid item")} due by ${day}, ${formatDollars(total)} total.`,
  };
}

const FIELDS = ["intent", "idempotencyKey", "until", "shown", "fingerprint", "paidOn"];

/** The dialog with the items due by a day, over the same list. */
function dialogUntil(request: Request, until: string): string {
  const params = new URLSearchParams(searchOf(request, payrollItem));
  if (until) params.set("until", until);
  return `/payroll/pay?${params}`;
}

/**
 * Marks the items of the dialog as paid, once per idempotency key. Refuses with 409 if the items changed since. 'Apply' leads to the
 * items due by the chosen day.
 */
export async function payItems({ request, context }: ActionFunctionArgs) {
  const { fields, problem } = pickFields(await request.formData(), FIELDS);
  const text = (name: string) => String(fields.get(name) ?? "");
  if (text("intent") === "apply") return redirect(dialogUntil(request, text("until")), 303);
  const sent = {
    ...{ idempotencyKey: text("idempotencyKey"), until: text("until"), shown: text("shown") },
    ...{ fingerprint: text("fingerprint"), paidOn: text("paidOn") },
  };
  const { idempotencyKey, until, shown, fingerprint, paidOn } = sent;
  const isValid = isUuid(idempotencyKey) && isPaymentDate(shown) && isFingerprint(fingerprint);
  const refuse = (status: number, reason: string, isChanged = false) => {
    context.log.fail("Error marking payments");
    const answer = { problem: reason, isChanged, sent: isValid ? sent : null, unreachable: status === 503 };
    return data<PayAnswer>(answer, status);
  };
  const to = `/payroll${withNotice(searchOf(request, payrollItem), { done: idempotencyKey })}`;
  let written: Written | undefined;
  try {
    const day = isValid ? shown : null;
    const [[due], [accepted]] = await readAsAdmin(
      request,
      context,
      paymentsDue(day, todayInNewYork(context.now)),
      acceptedPayload(idempotencyKey),
    );
    if (problem || !isValid || !due) return refuse(400, problem ?? OUT_OF_DATE);
    if (until !== shown) return refuse(400, NOT_APPLIED);
    if (!isLocalDate(paidOn)) return refuse(400, "Enter the day on which they were paid, such as 11/21/2026.");
    if (accepted && accepted.payload !== JSON.stringify(payloadOfDue({ until, fingerprint, paidOn }))) {
      return refuse(409, OUT_OF_DATE, true);
    }
    if (!accepted) {
      if (paidOn > todayInNewYork(context.now)) return refuse(400, AFTER_TODAY);
      if ((await fingerprintOf(due.versions)) !== fingerprint) return refuse(409, CHANGED, true);
      if (due.count === 0 || due.count > MAX_MARKED) return refuse(400, OUT_OF_DATE);
      ({ written } = await writeAndLead(
        { request, context },
        markDue(idempotencyKey, due, { fingerprint, paidOn }, byOf(context)),
        to,
        PAYROLL,
      ));
    }
    return leadTo({ context }, to, written);
  } catch (error) {
    if (error instanceof ConflictError) return refuse(409, CHANGED, true);
    const { problem: reason, status } = refusalOf(error);
    return refuse(status, reason);
  }
}

const NOT_APPLIED = "Nothing was marked: you changed Due by. Press Apply to see what is due by that day.";
const CHANGED = "Nothing was marked: some of these items changed since you opened this. Check them again.";
