import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { nothingElse, requireAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { readText } from "#app/domain/basics/text.ts";
import { readColumnChoice } from "#app/domain/fields/column-choice.ts";
import { listSearch } from "#app/domain/fields/list-state.ts";
import { byOf } from "#app/records/by.ts";
import { filtersOf } from "#app/records/lists/described-filters.ts";
import { refusalOf } from "#app/records/refusals.ts";
import { SCREENS } from "#app/registry/screens.ts";
import { chooseColumns } from "#db/write/records.ts";
import { LISTS } from "../lists.ts";

const MAX_COLUMNS = 30;
const COLUMN = /^[a-zA-Z_]{1,40}$/;

/**
 * Saves which columns of a screen the admin sees, and their order: see `readColumnChoice` (docs/product.md, 'Lists').
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const choice = readChoice(await request.formData(), request.url);
  // This route has no component, so a document request needs a Response: for `data()` Remix would answer 200.
  const refuse = (problem: string, status: number) =>
    context.isDataRequest ? data({ problem, unreachable: status === 503 }, status) : new Response(problem, { status });
  try {
    if (!choice) {
      await requireAdmin(request, context);
      return refuse("This screen has no such columns.", 400);
    }
    const { actor, at } = byOf(context);
    await writeAsAdmin(request, context, chooseColumns(actor, choice.screen, choice.columns, at), nothingElse);
  } catch (error) {
    const { problem, status } = refusalOf(error);
    context.log.fail("Error choosing columns", error);
    return refuse(problem, status);
  }
  return context.isDataRequest ? data({}) : redirect(choice.address, 303);
}

/** The screen, the choice of its columns and the address of the list to return to; null if a field is invalid. */
function readChoice(form: FormData, url: string) {
  const screen = SCREENS.find(({ path, access }) => access === "admin" && path === form.get("screen"))?.path;
  const columns = form.getAll("column").map(String);
  const to = String(form.get("to") ?? "");
  const hasValidColumns = columns.length <= MAX_COLUMNS && columns.every((id) => COLUMN.test(id));
  if (!screen || !hasValidColumns || ![...form].flat().every((text) => isSaved(String(text)))) return null;
  const { origin, pathname, searchParams } = URL.canParse(to, url) ? new URL(to, url) : new URL(url);
  if (origin !== new URL(url).origin || pathname !== screen) return null;
  const filters = LISTS.get(screen)?.(({ path, description }) => filtersOf(path, description));
  const address = screen + listSearch(searchParams, columns, filters);
  return { screen, columns: readColumnChoice(form), address };
}

/** Whether a one-line text is valid and already in the form in which it is stored: see `readText`. */
function isSaved(text: string): boolean {
  const read = readText(text, false);
  return "value" in read && read.value === text;
}

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";

export const loader = () => redirect("/");
