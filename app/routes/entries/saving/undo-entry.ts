import { type AppLoadContext, data, redirect } from "@remix-run/cloudflare";
import { findUser, isAdmin } from "#app/auth/require-admin.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { whyNotUndone } from "#app/domain/entries/logged-entry.ts";
import { languageOf } from "#app/domain/entries/texts/language.ts";
import { textsIn } from "#app/domain/entries/texts/texts.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { OUT_OF_DATE } from "#app/records/refusals.ts";
import { ConflictError, DatabaseUnavailableError } from "#db/errors.ts";
import { entryToUndo, undoEntry } from "#db/queries/entries/service-entries.ts";
import { findChange } from "#db/write/undo.ts";
import { UNDO } from "../form/entry-fields.ts";
import type { EntryAnswer } from "./answer-entry.ts";

/** Undoes an entry of this device, once (docs/product.md, 'Undo on the device'). Counts against the rate limit of entries. */
export async function undoLogged(form: FormData, request: Request, context: AppLoadContext) {
  const { undoLimited, notFromHere, undoConflict, undoUnreachable } = textsIn(languageOf(request)).answers;
  const refuse = (status: number, undoProblem: string, unreachable = false) => {
    context.log.fail("Undo of an entry refused");
    return data<EntryAnswer>({ undoProblem, unreachable }, status);
  };
  const { fields, problem } = pickFields(form, [UNDO]);
  const id = String(fields.get(UNDO) ?? "");
  const { db, device, session, now } = context;
  if (!(await context.isWithinRateLimit(session ? "admin entry" : "entry"))) return refuse(429, undoLimited);
  if (problem || !isUuid(id)) return refuse(400, problem ?? OUT_OF_DATE);
  if (!device) return refuse(404, notFromHere);
  try {
    const [user, admin, [entry], [logged]] = await Promise.all([
      findUser(context),
      isAdmin(context),
      db.read(entryToUndo(id, device)),
      db.read(findChange(id)),
    ]);
    if (session && !admin && !(await context.isWithinRateLimit("entry"))) return refuse(429, undoLimited);
    if (!entry) return refuse(404, notFromHere);
    const isRepeated = entry.isUndone && entry.state.status === "voided";
    const why = isRepeated ? undefined : whyNotUndone(entry.state, now);
    if (why) return refuse(409, why);
    if (!isRepeated) {
      const change = logged && undoEntry(logged, device, { actor: user?.email ?? "visitor", at: now });
      if (!change || "problem" in change) return refuse(409, undoConflict);
      await db.write(change);
    }
    return redirect(`/?undone=${id}`, 303);
  } catch (error) {
    if (error instanceof ConflictError) return refuse(409, undoConflict);
    if (error instanceof DatabaseUnavailableError) return refuse(503, undoUnreachable, true);
    throw error;
  }
}
