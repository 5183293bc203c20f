import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { answerEntry } from "./answer-entry.ts";

/**
 * Saves an entry from the outbox of a phone, and answers in JSON: `{ saved: id }`, or an `Answer` with its HTTP status.
 * Phones may send entries from pages of old versions, so fields and answers must keep their names
 * (docs/decisions/offline-entries.md).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const logged = await answerEntry(await request.formData(), request, context);
  return "saved" in logged ? Response.json(logged) : Response.json(logged.answer, { status: logged.status });
}

export const loader = () => redirect("/");
