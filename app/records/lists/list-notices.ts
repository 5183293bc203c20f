import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { describeDependents } from "#app/domain/barn/dependents.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { Notice } from "#app/domain/fields/notices.ts";
import type { Changed } from "#db/write/records.ts";
import type { EditableListRoute, ListRoute } from "./list-route.ts";

/* The notices of a list: which record was just deleted, changed, added or saved, in words. */

/** A list with the reads for its notices. */
export type ReadListRoute<Row, Settable> = ListRoute<Row, Settable> &
  Partial<Pick<EditableListRoute<Row, Settable>, "nameOf" | "noun" | "findChanged" | "dependents" | "nextOfAdded">>;

/**
 * The notice of a change, with Undo. `id` is the idempotency key of the change, `recordId` the id of its first record.
 */
export type ChangedNotice = { id: string; recordId: string; text: string };

const NOTICES_OF_LISTS = ["deleted", "changed", "added", "saved"] as const satisfies Notice[];

/** Reads the records that the address names as just deleted, changed, added or saved. */
export async function readNotices<Row, Settable>(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  route: ReadListRoute<Row, Settable>,
) {
  const params = new URL(request.url).searchParams;
  const [deletedId = "", changedKey = "", addedId = "", editedId = ""] = NOTICES_OF_LISTS.map(
    (name) => params.get(name) ?? "",
  );
  const savedId = addedId || editedId;
  const [named, changes, staying, savedNames] = await Promise.all([
    route.nameOf && deletedId ? readAsAdmin(request, context, route.nameOf(deletedId)) : null,
    route.findChanged && changedKey ? readAsAdmin(request, context, route.findChanged(changedKey)) : null,
    readStaying({ request, context }, route, { id: deletedId, changeKey: changedKey }),
    route.nameOf && savedId ? readAsAdmin(request, context, route.nameOf(savedId)) : null,
  ]);
  const deleted = named?.[0][0];
  const changed = changes?.[0][0];
  return {
    deleted: deleted ? { id: deletedId, name: deleted.name, ...staying } : null,
    changed: changed && !changed.isUndone ? describeChanged(route, changedKey, changed, staying.staying) : null,
    saved: describeSaved(route, { id: savedId, name: savedNames?.[0][0]?.name, verb: addedId ? "added" : "saved" }),
  };
}

/** Describes the dependents that stay after a deletion, and returns the address that lists those of a single record. */
async function readStaying(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { path, dependents }: Pick<EditableListRoute<unknown, unknown>, "path" | "dependents">,
  deleted: { id: string; changeKey: string },
): Promise<{ staying: string; stayingAt: string }> {
  if (!dependents || !(deleted.id || deleted.changeKey)) return { staying: "", stayingAt: "" };
  const [[found]] = await readAsAdmin(request, context, dependents.find(deleted));
  return {
    staying: found ? describeDependents(found, dependents.noun) : "",
    stayingAt: found?.bills ? dependents.billsOf(deleted.id) : `${path}/${deleted.id}`,
  };
}

/** The notice of an added or saved record. `shownAt` is the address of the list that finds the record by its name. */
function describeSaved<Row, Settable>(
  { path, description, nextOfAdded }: Pick<ReadListRoute<Row, Settable>, "path" | "description" | "nextOfAdded">,
  { id, name, verb }: { id: string; name: string | undefined; verb: "added" | "saved" },
) {
  if (name === undefined) return null;
  const isNamed = description.fields[0]?.input?.kind === "name";
  return {
    id,
    text: `${name} ${verb}`,
    next: nextOfAdded && verb === "added" ? { label: nextOfAdded.label, to: nextOfAdded.to(id) } : null,
    shownAt: isNamed ? `${path}?${new URLSearchParams({ view: "all", q: name })}` : "",
  };
}

export function describeChanged<Row, Settable>(
  { description, noun = "row" }: Pick<EditableListRoute<Row, Settable>, "description" | "noun">,
  id: string,
  { ids, name, fields }: Pick<Changed, "ids" | "name" | "fields">,
  staying = "",
): ChangedNotice {
  const labels = description.fields.filter((field) => fields.includes(field.name)).map(({ label }) => label);
  const of = ids.length === 1 ? name : pluralize(ids.length, noun);
  const text =
    labels.length === 0
      ? `${of} ${ids.length === 1 ? "was" : "were"} deleted. ${staying}`
      : `Saved: ${labels.join(", ")} of ${of}`;
  return { id, recordId: ids[0] ?? "", text: text.trim() };
}
