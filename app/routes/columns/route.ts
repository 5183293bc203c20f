import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { requireAdmin } from "#app/auth/require-admin.ts";
import { isAdminPath } from "#app/domain/screens.ts";
import { byOf } from "#app/records/list-route.ts";
import { refusalOf } from "#app/records/refusals.ts";
import { chooseColumns } from "#db/records.ts";

const MAX_COLUMNS = 30;
const COLUMN = /^[a-zA-Z]{1,40}$/;

/** Remembers which columns of a screen somebody wants to see: those in `shown`, of those in `column`. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const screen = String(form.get("screen") ?? "");
  const to = String(form.get("to") ?? "");
  const columns = form.getAll("column").map(String);
  // There is no page here to show a refusal, and without one Remix would answer 200.
  const refuse = (problem: string, status: number) =>
    context.isDataRequest ? data({ problem, unreachable: status === 503 }, status) : new Response(problem, { status });
  const isOdd = columns.length > MAX_COLUMNS || columns.some((id) => !COLUMN.test(id));
  const hidden = columns.filter((id) => !form.getAll("shown").includes(id));
  try {
    await requireAdmin(request, context);
    if (isOdd || !isAdminPath(screen) || (to !== screen && !to.startsWith(`${screen}?`))) {
      return refuse("This screen has no such columns.", 400);
    }
    const { actor, at } = byOf(context);
    await context.db.write(chooseColumns(actor, screen, hidden, at));
  } catch (error) {
    const { problem, status } = refusalOf(error);
    return refuse(problem, status);
  }
  return context.isDataRequest ? data({}) : redirect(to, 303);
}

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";

export const loader = () => redirect("/");
