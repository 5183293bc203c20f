import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { failure, readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import type { Query } from "#db/connection.ts";

/**
 * Reads what hangs on the record that the dialog offers to delete (docs/product.md, 'Deleting'); null after a post while the
 * database does not answer.
 * @throws a 404 response if the record does not exist
 */
export async function openDelete<Found extends { name: string; fingerprint: string }>(
  { request, params, context }: LoaderFunctionArgs,
  find: (id: string) => Query<Found[]>,
  linesOf: (found: Found) => string[],
) {
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, find(params.id ?? "")));
  const found = read?.[0][0];
  if (read && !found && !context.isPost) throw failure(context, 404);
  if (!found) return null;
  const { name, fingerprint } = found;
  return { id: params.id ?? "", name, fingerprint, lines: linesOf(found) };
}
