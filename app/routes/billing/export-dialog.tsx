import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, Form, useActionData, useLocation } from "@remix-run/react";
import type { Unreachable } from "#app/domain/answers.ts";
import { MAX_BILLS } from "#app/domain/invoices.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import { sendOrReportOffline } from "#app/records/client-actions.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BatchNotice, useJustChanged } from "#app/ui/dialog/batch-notice.tsx";
import { Dialog, DialogButtons } from "#app/ui/dialog/dialog.tsx";
import { useIsRunning } from "#app/ui/dialog/dialog-link.tsx";
import { confirmExport, type ExportAnswer, type ExportFields, openExport } from "./export-route.ts";
import { ExportSummary } from "./export-summary.tsx";

export const loader = liveLoader(async (args) => ({ opened: await openExport(args) }));
export const action = (args: ActionFunctionArgs) => confirmExport(args);

const NO_ANSWER = "Hayloft cannot be reached. Press Export again when you are back online: nothing is exported twice.";

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrReportOffline(() => serverAction(), NO_ANSWER);

export { revalidateIfChanged as shouldRevalidate } from "#app/records/client-actions.ts";

/** 'Export to QB': what would be exported, and what an accounting package might not take, before anything is written. */
export default function ExportDialog() {
  const { opened, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  const answer = useActionData<ExportAnswer | Unreachable>();
  const isExporting = useIsRunning("/billing/export");
  const isLocked = useJustChanged(opened?.fingerprint) || isExporting;
  const back = `/billing${useLocation().search}`;
  const sent = answer && "sent" in answer ? answer.sent : null;
  // What was sent and not answered for is sent again as it was, whatever can be read since.
  const isAgain = sent !== null && opened?.preview.fingerprint !== sent.fingerprint;
  const preview = isAgain ? null : (opened?.preview ?? null);
  const fields = sent ?? (opened && { ...opened.preview, idempotencyKey: opened.idempotencyKey });
  const mayExport = isAgain || (preview !== null && preview.bills > 0 && preview.bills <= MAX_BILLS);
  return (
    <Dialog title="Export to QB" onClosePath={back} isLocked={isExporting} className="w-lg">
      <Form
        key={fields?.idempotencyKey}
        method="post"
        className="mt-4 grid gap-4"
        onSubmit={(event) => isLocked && event.preventDefault()}
      >
        <BatchNotice problem={answer?.problem} hasChanged={hasChanged} />
        {preview && <ExportSummary preview={preview} chosen={sent?.amounts ?? preview.amounts} />}
        {fields && mayExport && <Hidden {...fields} isAsked={preview !== null && preview.multiples > 0} />}
        <DialogButtons onClosePath={back} isLocked={isExporting}>
          {mayExport && (
            <button type="submit" aria-disabled={isLocked} className={button.primary}>
              {isExporting ? "Exporting..." : "Export"}
            </button>
          )}
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

/** What Export sends unseen; the choice of amounts too, where nobody is asked. */
function Hidden({ idempotencyKey, fingerprint, amounts, isAsked }: ExportFields & { isAsked: boolean }) {
  return (
    <>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="fingerprint" value={fingerprint} />
      {!isAsked && <input type="hidden" name="amounts" value={amounts} />}
    </>
  );
}
