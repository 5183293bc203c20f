import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { answerEntry } from "./answer-entry.ts";

/**
 * Takes an entry from the outbox of a phone, and answers in JSON: `{ saved: id }`, or an `Answer` with the status of the form.
 * A page of any version sends entries here, so the fields and the answers keep their names (docs/decisions/offline-entries.md).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const logged = await answerEntry(await request.formData(), context);
  return "saved" in logged ? Response.json(logged) : Response.json(logged.answer, { status: logged.status });
}

export const loader = () => redirect("/");
