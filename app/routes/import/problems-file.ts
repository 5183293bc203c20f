import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemsOf } from "./describe-draft.ts";
import { planDraft, readImport } from "./draft.ts";

/** All problems of a draft, as a text to download. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const read = await readImport(request, context, params.id ?? "");
  const { plan } = await planDraft(read, read.found.choices, context.now);
  return new Response(problemsOf(plan), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="import-problems.txt"',
    },
  });
}
