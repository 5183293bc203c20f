import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { z } from "zod";
import { requireAdmin } from "#app/auth/require-admin.ts";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { parseDate } from "#app/domain/basics/parse.ts";
import { NO_DATE } from "#app/domain/fields/field-checks.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { parsed } from "#app/records/forms/record-schema.ts";
import { searchOf } from "#app/records/lists/list-route.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { leadTo, writeAndLead } from "#app/records/write-and-lead.ts";
import type { FormAnswer } from "#app/ui/controls/fields/checked-form.ts";
import { ConflictError } from "#db/errors.ts";
import { setLastPayroll } from "#db/queries/payroll/payroll-runs.ts";
import { PAYROLL } from "./load.ts";

const schema = z.object({ date: z.string({ error: NO_DATE }).pipe(parsed(parseDate)) });

/**
 * Saves the day of the last payroll run if none is stored, and redirects to the generation dialog. Accepts a day of the
 * last 366 days (docs/product.md, 'Payroll generation').
 */
export async function saveLastRun({ request, context }: ActionFunctionArgs) {
  const { fields, problem } = pickFields(await request.formData(), ["idempotencyKey", "date"]);
  const idempotencyKey = String(fields.get("idempotencyKey") ?? "");
  fields.delete("idempotencyKey");
  const submission = parseWithZod(fields, { schema });
  const to = `/payroll/generate${searchOf(request, payrollItem)}`;
  const refuse = (status: number, reason?: string) => {
    const result = submission.reply(reason ? { fieldErrors: { date: [reason] } } : {});
    return data<FormAnswer>({ result, unreachable: status === 503 }, status);
  };
  try {
    await requireAdmin(request, context);
    if (problem || !isUuid(idempotencyKey)) return refuse(400, problem ?? OUT_OF_DATE);
    if (submission.status !== "success") return refuse(400);
    const { date } = submission.value;
    const today = todayInNewYork(context.now);
    const first = plusDays(today, -366);
    if (date > today || date < first) {
      return refuse(400, `Enter a day from ${formatUsDate(first)} to today.`);
    }
    const { written } = await writeAndLead(
      { request, context },
      setLastPayroll(idempotencyKey, date, byOf(context)),
      to,
      PAYROLL,
    );
    return leadTo({ context }, to, written);
  } catch (error) {
    // A conflict means that another admin set the day or ran payroll. The generation dialog then shows the salaries
    // due.
    if (!(error instanceof ConflictError)) {
      const { problem, status } = refusalOf(error);
      return refuse(status, problem);
    }
  }
  return leadTo({ context }, to);
}
