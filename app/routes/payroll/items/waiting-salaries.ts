import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import type { Written } from "#app/domain/basics/answers.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { withNotice } from "#app/domain/fields/list-state.ts";
import { describeWaiting, type Salary, waitingIn } from "#app/domain/payroll/payroll.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import type { RowAnswer } from "#app/records/lists/list-commands.ts";
import { searchOf } from "#app/records/lists/list-route.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { leadTo, type ScreenRead, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError } from "#db/errors.ts";
import { acceptedPayload } from "#db/queries/activity/recorded-changes.ts";
import { type GroomToPay, insertSalaries, waitingGrooms } from "#db/queries/payroll/payroll-runs.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";

/** The most grooms that the list names. */
const MAX_NAMED = 20;

/** The weeks and amounts in the form of 'Add', so that the action adds exactly the items that the page showed. */
const shownAs = (salaries: Salary[]) => salaries.map(({ week, value }) => `${week} ${value}`).join(" ");

/** The texts about grooms with waiting weeks, which no run pays (docs/product.md, 'Payroll generation'). */
export function describeWaitingGrooms(grooms: GroomToPay[], today: LocalDate) {
  const waiting = waitingIn(grooms);
  return {
    named: waiting.slice(0, MAX_NAMED).map((groom) => ({
      id: groom.id,
      name: groom.name,
      text: describeWaiting(groom, today),
      weeks: groom.salaries.map(({ week }) => week),
      shown: shownAs(groom.salaries),
      keys: { add: crypto.randomUUID(), dismiss: crypto.randomUUID() },
    })),
    more: Math.max(0, waiting.length - MAX_NAMED),
  };
}

/**
 * Adds the waiting salaries of one groom, exactly as the page showed them, once per idempotency key. The day of the
 * last run does not change. `load` is the loader of the screen.
 */
export async function addWaitingSalaries({ request, context }: ActionFunctionArgs, load: ScreenRead["load"]) {
  const { fields, problem } = pickFields(await request.formData(), ["idempotencyKey", "groom", "shown"]);
  const [idempotencyKey = "", groom = "", shown = ""] = ["idempotencyKey", "groom", "shown"].map((name) =>
    String(fields.get(name) ?? ""),
  );
  const refuse = (status: number, reason: string) => {
    context.log.fail("Error generating payroll");
    return data<RowAnswer>({ problem: reason, unreachable: status === 503 }, status);
  };
  const query = waitingGrooms(todayInNewYork(context.now), groom);
  const payload = { groom, shown };
  const to = `/payroll${withNotice(searchOf(request, payrollItem), { done: idempotencyKey })}`;
  let written: Written | undefined;
  try {
    const [[batch], [accepted]] = await readAsAdmin(
      request,
      context,
      readBatch(query),
      acceptedPayload(idempotencyKey),
    );
    if (problem || !isUuid(idempotencyKey) || !batch) return refuse(400, problem ?? OUT_OF_DATE);
    if (accepted && accepted.payload !== JSON.stringify(payload)) return refuse(409, OUT_OF_DATE);
    if (!accepted) {
      const { rowsJson } = batch;
      const salaries = waitingIn(parseRows(query, rowsJson)).flatMap((each) => each.salaries);
      if (salaries.length === 0 || shownAs(salaries) !== shown) return refuse(409, CHANGED);
      const change = insertSalaries({ idempotencyKey, payload, query, rowsJson }, salaries, byOf(context));
      ({ written } = await writeAndLead({ request, context }, change, to, { path: "/payroll", load }));
    }
    return leadTo({ context }, to, written);
  } catch (error) {
    const { problem: reason, status } = refusalOf(error);
    return refuse(status, error instanceof ConflictError ? CHANGED : reason);
  }
}

const CHANGED = "Nothing was added: the pay of this groom has changed since. Check it again.";
