import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { type BillQuestion, openQuestionsOfBill } from "#db/queries/statements/statement-questions.ts";

/** Reads customers' open questions about a bill, in the same database request as the bill's form. */
export async function readOpenQuestions({ request, params, context }: LoaderFunctionArgs): Promise<BillQuestion[]> {
  const read = readAsAdmin(request, context, openQuestionsOfBill(params.id ?? ""));
  const [[found] = []] = (await readOrNullAfterPost(context, read)) ?? [];
  return found?.questions ?? [];
}
