import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { type BillQuestion, openQuestionsOfBill } from "#db/queries/statements/statement-questions.ts";

/** Reads the open questions of customers about a bill. The read leaves in the database request of the bill's form. */
export async function readOpenQuestions({ request, params, context }: LoaderFunctionArgs): Promise<BillQuestion[]> {
  const read = readAsAdmin(request, context, openQuestionsOfBill(params.id ?? ""));
  const [[found] = []] = (await readOrNullAfterPost(context, read)) ?? [];
  return found?.questions ?? [];
}
