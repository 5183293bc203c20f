import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { readAsAdmin, requireAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { addressOfLinks, LINKS_OF_PAGE } from "#app/domain/statements/shared-statement.ts";
import { byOf } from "#app/records/by.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { leadTo, type ScreenRead, writeAndLead } from "#app/records/write-and-lead.ts";
import { idsOfLinks, turnOffAll, turnOffLinks } from "#db/queries/statements/working-links.ts";
import { linksAt } from "./which-links.ts";

const ALL = { customerId: null, actor: null };

type Answer = { problem: string; unreachable: boolean };
const refuse = (status: number, problem: string) => data<Answer>({ problem, unreachable: status === 503 }, status);

/** Turns off one link, the ticked links, or all links of the page's filter (docs/product.md, 'Active links'). */
export async function turnOff(args: ActionFunctionArgs, load: ScreenRead["load"]) {
  const { request, context } = args;
  const form = await request.formData();
  const idempotencyKey = String(form.get("idempotencyKey") ?? "");
  const { which } = linksAt(request);
  const by = { ...byOf(context), idempotencyKey };
  const intent = form.get("intent");
  const isAll = intent === "all";
  const one = form.get("one");
  const chosen = one === null ? form.getAll("selected").map(String) : [String(one)];
  try {
    await requireAdmin(request, context);
    if (!isUuid(idempotencyKey) || chosen.length > LINKS_OF_PAGE) return refuse(400, OUT_OF_DATE);
    if (!isAll && chosen.length === 0) return refuse(400, "Select at least one link.");
    const today = todayInNewYork(context.now);
    const [[found]] = isAll ? await readAsAdmin(request, context, idsOfLinks(which, today)) : [[]];
    const ids = found ? found.links.map(({ id }) => id) : [...new Set(chosen)].sort();
    const count = Number(form.get("count"));
    const change = isAll ? turnOffAll(ids, { ...by, which, count, today }) : turnOffLinks(ids, by);
    const to = addressOfLinks(which, { off: ids.length });
    const { written } = await writeAndLead(args, change, to, { path: addressOfLinks(ALL), load });
    return leadTo(args, to, written);
  } catch (error) {
    if (error instanceof Response && error.status !== 503) throw error;
    const { problem, status } = refusalOf(error);
    return refuse(status, problem);
  }
}
