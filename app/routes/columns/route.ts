import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { requireAdmin } from "#app/auth/require-admin.ts";
import { isAdminPath } from "#app/domain/screens.ts";
import { byOf } from "#app/records/list-route.ts";
import { refusalOf } from "#app/records/refusals.ts";
import { chooseColumns } from "#db/records.ts";

const MAX_COLUMNS = 30;
const COLUMN = /^[a-zA-Z]{1,40}$/;

/**
 * Saves which columns of a screen the admin sees: `column` names all columns of the screen, `shown` the visible ones
 * (docs/product.md, 'Lists').
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const screen = String(form.get("screen") ?? "");
  const target = String(form.get("to") ?? "");
  const columns = form.getAll("column").map(String);
  // This route has no component, so a document request needs a Response: for `data()` Remix would answer 200.
  const refuse = (problem: string, status: number) =>
    context.isDataRequest ? data({ problem, unreachable: status === 503 }, status) : new Response(problem, { status });
  const hasInvalidColumns = columns.length > MAX_COLUMNS || columns.some((id) => !COLUMN.test(id));
  const hidden = columns.filter((id) => !form.getAll("shown").includes(id));
  try {
    await requireAdmin(request, context);
    const isListAddress = target === screen || target.startsWith(`${screen}?`);
    if (hasInvalidColumns || !isAdminPath(screen) || !isListAddress) {
      return refuse("This screen has no such columns.", 400);
    }
    const { actor, at } = byOf(context);
    await context.db.write(chooseColumns(actor, screen, hidden, at));
  } catch (error) {
    const { problem, status } = refusalOf(error);
    return refuse(problem, status);
  }
  return context.isDataRequest ? data({}) : redirect(target, 303);
}

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";

export const loader = () => redirect("/");
