import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { describeDependents, describeUnbilled } from "#app/domain/barn/dependents.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { ChangeNotice } from "#app/domain/fields/notices.ts";
import { changeNotice, readDone } from "#app/records/undo.ts";
import type { EditableListRoute, ListRoute } from "./list-route.ts";

/** A list with what its notices need. */
export type ReadListRoute<Row, Settable> = ListRoute<Row, Settable> &
  Partial<Pick<EditableListRoute<Row, Settable>, "dependents" | "nextOfAdded" | "insteadOfDelete">>;

/** Reads the notice of the change that the address names as just done, with what stays of deleted records, and links. */
export async function readListNotice<Row, Settable>(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
  route: ReadListRoute<Row, Settable>,
): Promise<ChangeNotice | null> {
  const { request, context } = args;
  const key = new URL(request.url).searchParams.get("done");
  const { dependents } = route;
  const [done, staying] = await Promise.all([
    readDone(args),
    key && dependents ? readAsAdmin(request, context, dependents.find(key, todayInNewYork(context.now))) : null,
  ]);
  const notice = changeNotice(done, context.now);
  if (!done || !notice) return null;
  const { action, recordId, records, count } = done;
  if (action.startsWith("delete ")) {
    const stays = staying?.[0][0];
    const text = stays && dependents ? describeDependents(stays, dependents.noun, dependents.words) : "";
    const unbilled = stays && !done.isUndone ? describeUnbilled(stays) : "";
    const to = stays && dependents?.shownAt(recordId, stays);
    return {
      ...notice,
      text: [notice.text, text, unbilled].filter(Boolean).join(" "),
      links: [
        ...(text && to && count === 1 ? [{ label: "Show them", to }] : []),
        ...(unbilled ? [{ label: "Check", to: "/billing/check#unbilledBoard" }] : []),
      ],
      ...(count === 1 && route.insteadOfDelete && { instead: route.insteadOfDelete }),
    };
  }
  if (/^(add|edit) /.test(action) && !action.endsWith(" again")) {
    const next = action.startsWith("add ") && route.nextOfAdded;
    const isNamed = route.description.fields[0]?.input?.kind === "name";
    const shown = `${route.path}?${new URLSearchParams({ view: "all", q: records })}`;
    return {
      ...notice,
      links: [
        ...(next ? [{ label: next.label, to: next.to(recordId) }] : []),
        ...(isNamed && count === 1 ? [{ label: "Show", to: shown }] : []),
      ],
    };
  }
  const isBilled = /^bill /.test(action) && !notice.isUndo;
  return isBilled ? { ...notice, links: [{ label: "See the bills", to: "/billing" }] } : notice;
}
