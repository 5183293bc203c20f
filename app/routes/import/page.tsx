import { useActionData } from "@remix-run/react";
import { failure } from "#app/auth/require-admin.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { namesOfFiles } from "#app/domain/import/import-texts.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BackLink } from "#app/ui/record/record-page.tsx";
import { actOnDraft } from "./act.ts";
import { describeDone } from "./describe-done.ts";
import { describeDraft } from "./describe-draft.ts";
import { Done } from "./done.tsx";
import { planDraft, readImport, shownOf } from "./draft.ts";
import { ImportPreview } from "./preview.tsx";

/** Reads an import: the plan of a draft, or the records of a finished import. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const read = await readImport(request, context, params.id ?? "");
  if (!read) throw failure(context, 404);
  const { found } = read;
  const planned = found.doneAt ? null : await planDraft(read, found.choices, context.now);
  return {
    title: namesOfFiles(found.files),
    by: `${found.doneAt ? "Imported" : "Sent"} ${formatInNewYork(new Date(found.doneAt ?? found.at))} by ${found.actor}`,
    isChanged: new URL(request.url).searchParams.has("changed"),
    draft: planned && {
      ...describeDraft(planned, found, context.now),
      shown: shownOf(planned.plan, context.now),
    },
    done: found.doneAt ? describeDone(found, read) : null,
  };
});

export const action = actOnDraft;

export {
  revalidateAfterCommand as shouldRevalidate,
  submitImport as clientAction,
} from "#app/records/client-actions.ts";
export { loadFresh as clientLoader } from "#app/records/client-loaders.ts";

/** One import (docs/product.md, 'Import'). */
export default function ImportPage() {
  const { title, by, isChanged, draft, done } = useLiveData<typeof loader>();
  const answer = useActionData<typeof action>();
  const said = (
    <>
      {answer && (
        <p role="alert" className="alert">
          {answer.problem}
        </p>
      )}
      {isChanged && !answer && (
        <p role="status" className="notice">
          The preview has changed since. Look at it again.
        </p>
      )}
    </>
  );
  return (
    <div className="record-page">
      <BackLink to="/import">Import</BackLink>
      <h1 className="page-title wrap-anywhere">{title}</h1>
      <p className="mt-1 text-sm text-muted">{by}</p>
      {!draft && <div className="mt-4 empty:hidden">{said}</div>}
      {draft && <ImportPreview draft={draft} said={said} />}
      {done && <Done done={done} />}
    </div>
  );
}
