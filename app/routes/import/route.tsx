import { Form, useActionData } from "@remix-run/react";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import type { Unreachable } from "#app/domain/basics/answers.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { NOUNS, namesOfFiles } from "#app/domain/import/import-texts.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { type State, StateBadge } from "#app/ui/controls/badge.tsx";
import { button } from "#app/ui/controls/button.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { ScreenTitle } from "#app/ui/list/screen-title.tsx";
import { BackLink, Section, To } from "#app/ui/record/record-page.tsx";
import { listImports } from "#db/queries/import/imports.ts";
import { type UploadAnswer, upload } from "./upload.ts";

/** Reads the drafts and the past imports. */
export const loader = liveLoader(async ({ request, context }) => {
  const [found] = await readAsAdmin(request, context, listImports());
  return {
    id: crypto.randomUUID(),
    isDiscarded: new URL(request.url).searchParams.has("discarded"),
    imports: found.map(({ id, at, actor, files, doneAt, undoneAt }) => ({
      id,
      actor,
      when: formatInNewYork(new Date(doneAt ?? at)),
      files: namesOfFiles(files),
      state: (undoneAt ? "Undone" : doneAt ? "Imported" : "Draft") satisfies State as State,
    })),
  };
});

export const action = upload;

export { revalidateAfterCommand as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadFresh as clientLoader } from "#app/records/client-loaders.ts";

/** The upload of another system's files, and the past imports (docs/product.md, 'Import'). */
export default function Imports() {
  const { id, isDiscarded, imports } = useLiveData<typeof loader>();
  const answer = useActionData<UploadAnswer | Unreachable>();
  const problems = answer ? ("problems" in answer ? answer.problems : [answer.problem]) : [];
  return (
    <div className="record-page">
      <BackLink to="/accounts">Accounts</BackLink>
      <ScreenTitle />
      <p className="mt-2 max-w-prose text-sm/relaxed text-muted">
        {`Bring in ${NOUNS.horses}, ${NOUNS.customers}, ${NOUNS.services}, ${NOUNS.grooms} and ${NOUNS.standing_charges} from your spreadsheet, or files from your old system. A preview comes first, with everything that is wrong.`}
      </p>
      {problems.length > 0 && (
        <div role="alert" className="alert mt-4">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      {isDiscarded && problems.length === 0 && (
        <p role="status" className="notice mt-4">
          This draft was discarded. Choose its files again to import them.
        </p>
      )}
      <UploadForm id={id} />
      <Section
        id="imports"
        title="Imports"
        none="Nothing was imported yet."
        head={["Files", "Status", "When"]}
        rows={imports.map((each) => ({
          key: each.id,
          cells: [
            <To key="files" to={`/import/${each.id}`}>
              {each.files}
            </To>,
            <StateBadge key="state" state={each.state} />,
            `${each.when} by ${each.actor}`,
          ],
        }))}
      />
    </div>
  );
}

/** Sends the files as soon as they are chosen; without JavaScript, or after a failure, by the button. */
function UploadForm({ id }: { id: string }) {
  const isSending = useIsPosting();
  return (
    <Form method="post" encType="multipart/form-data" className="mt-6 max-w-2xl">
      <input type="hidden" name="id" value={id} />
      <label className="drop-area">
        <b>Choose files, or drop them here</b>
        <small>An Excel workbook (.xlsx) with all its sheets, CSV or JSON files. At most 10 MB together.</small>
        <input
          type="file"
          name="files"
          multiple
          required
          accept=".xlsx,.csv,.tsv,.txt,.json"
          onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        />
      </label>
      <button type="submit" className={`mt-4 ${button.primary}`} disabled={isSending}>
        {isSending ? "Reading the files..." : "Preview"}
      </button>
    </Form>
  );
}
