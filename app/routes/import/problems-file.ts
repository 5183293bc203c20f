import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { failure } from "#app/auth/require-admin.ts";
import { COLLECTIONS } from "#app/domain/import/import-reader.ts";
import { planDraft, readImport } from "./draft.ts";

/** The records of a collection that an import skips, as a CSV file to mend and send again. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const read = await readImport(request, context, params.id ?? "");
  if (!read) throw failure(context, 404);
  const { found } = read;
  const skipped = found.content?.skipped ?? (await planDraft(read, found.choices, context.now)).plan.skipped;
  const of = new URL(request.url).searchParams.get("of");
  const collection = COLLECTIONS.find((each) => each === of);
  const file = collection && skipped[collection];
  if (!file) throw failure(context, 404);
  return new Response(file.csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="skipped-${collection}.csv"`,
    },
  });
}
