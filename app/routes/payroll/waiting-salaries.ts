import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { readAsAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { totalOf } from "#app/domain/charges.ts";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { withNotice } from "#app/domain/list-state.ts";
import { formatDollars } from "#app/domain/money.ts";
import { byName } from "#app/domain/names.ts";
import { missedSalaries, type Salary } from "#app/domain/payroll.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/form-fields.ts";
import type { RowAnswer } from "#app/records/list-commands.ts";
import { searchOf } from "#app/records/list-route.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { parseRows, readBatch } from "#db/batch.ts";
import { ConflictError } from "#db/errors.ts";
import { acceptedPayload } from "#db/queries/activity.ts";
import { type GroomToPay, groomToPayNow, insertSalaries } from "#db/queries/payroll-runs.ts";
import { weeksOf } from "./generation.ts";
import { weekOf } from "./notices.ts";

/** How many grooms the list names. */
const MAX_NAMED = 20;

/** The weeks and amounts as the form of 'Add' repeats them, so that nothing else is made than what the page said. */
const shownAs = (salaries: Salary[]) => salaries.map(({ week, value }) => `${week} ${value}`).join(" ");

/** What Payroll says of the grooms whose weeks a run has covered without them (docs/product.md, 'Payroll generation'). */
export function describeMissed(grooms: GroomToPay[]) {
  const weeks = weeksOf(grooms);
  const missed = grooms
    .sort(byName)
    .map((groom) => ({ ...groom, salaries: missedSalaries(groom, weeks) }))
    .filter(({ salaries }) => salaries.length > 0);
  return {
    named: missed.slice(0, MAX_NAMED).map(({ id, name, salaries }) => ({
      id,
      name,
      text: `${name} has no salary for the ${weekOf(salaries.map(({ week }) => week))}: ${formatDollars(totalOf(salaries))}.`,
      shown: shownAs(salaries),
      idempotencyKey: crypto.randomUUID(),
    })),
    more: Math.max(0, missed.length - MAX_NAMED),
  };
}

/** Makes the missed salaries of one groom, as the page showed them, once per idempotency key; the last run stays. */
export async function addMissedSalaries({ request, context }: ActionFunctionArgs) {
  const { fields, problem } = pickFields(await request.formData(), ["idempotencyKey", "groom", "shown"]);
  const [idempotencyKey = "", groom = "", shown = ""] = ["idempotencyKey", "groom", "shown"].map((name) =>
    String(fields.get(name) ?? ""),
  );
  const refuse = (status: number, reason: string) => {
    context.log.fail("Error generating payroll");
    return data<RowAnswer>({ problem: reason, unreachable: status === 503 }, status);
  };
  const query = groomToPayNow(groom, todayInNewYork(context.now));
  const payload = { groom, shown };
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
      const rows = parseRows(query, rowsJson);
      const salaries = rows.flatMap((each) => missedSalaries(each, weeksOf(rows)));
      if (salaries.length === 0 || shownAs(salaries) !== shown) return refuse(409, CHANGED);
      await writeAsAdmin(
        request,
        context,
        insertSalaries({ idempotencyKey, payload, query, rowsJson }, salaries, byOf(context)),
      );
    }
  } catch (error) {
    const { problem: reason, status } = refusalOf(error);
    return refuse(status, error instanceof ConflictError ? CHANGED : reason);
  }
  const search = withNotice(searchOf(request, payrollItem), { generated: idempotencyKey });
  return redirect(`/payroll${search}`, 303);
}

const CHANGED = "Nothing was added: what this groom is to be paid has changed since. Look at it as it is now.";
