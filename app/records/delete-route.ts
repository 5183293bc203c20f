import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { failure, readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatDollars } from "#app/domain/money.ts";
import { pluralize } from "#app/domain/pluralize.ts";
import type { Query } from "#db/connection.ts";
import type { Dependents } from "#db/queries/dependents.ts";

/**
 * Reads what hangs on the record that the dialog offers to delete, among it records called `noun` (docs/product.md,
 * 'Deleting'); null after a post while the database does not answer.
 * @throws a 404 response if the record does not exist
 */
export async function openDelete(
  { request, params, context }: LoaderFunctionArgs,
  find: (id: string) => Query<Dependents[]>,
  noun: string,
) {
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, find(params.id ?? "")));
  const found = read?.[0][0];
  if (read && !found && !context.isPost) throw failure(context, 404);
  if (!found) return null;
  const { name, fingerprint } = found;
  return { id: params.id ?? "", name, fingerprint, lines: linesOf(found, noun) };
}

function linesOf({ bills, billSum, records, recordCount, riders }: Dependents, noun: string): string[] {
  const named = (names: string[], count: number) => names.join(", ") + (count > names.length ? ", …" : "");
  return [
    ...(recordCount > 0 ? [`${pluralize(recordCount, noun)}: ${named(records, recordCount)}`] : []),
    ...(bills > 0 ? [`${pluralize(bills, "pending bill")}: ${formatDollars(billSum)} in all`] : []),
    ...(riders.length > 0 ? [`${pluralize(riders.length, "rider")}: ${named(riders, riders.length)}`] : []),
  ];
}
