import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { type BillQuestion, openQuestionsOfBill } from "#db/queries/statement-questions.ts";

/** Reads what customers ask about a bill and nobody has answered, in the request of the form. */
export async function readOpenQuestions({ request, params, context }: LoaderFunctionArgs): Promise<BillQuestion[]> {
  const read = readAsAdmin(request, context, openQuestionsOfBill(params.id ?? ""));
  const [[found] = []] = (await readOrNullAfterPost(context, read)) ?? [];
  return found?.questions ?? [];
}
