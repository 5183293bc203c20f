import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, Form, useActionData } from "@remix-run/react";
import type { Unreachable } from "#app/domain/answers.ts";
import { MAX_BILLS } from "#app/domain/invoices.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import { sendOrReportOffline } from "#app/records/client-actions.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BatchNotice, useJustChanged } from "#app/ui/dialog/batch-notice.tsx";
import { Dialog, DialogButtons } from "#app/ui/dialog/dialog.tsx";
import { useIsRunning } from "#app/ui/dialog/dialog-link.tsx";
import { useFormAddress, useListSearch } from "#app/ui/list/list-search.ts";
import { confirmExport, type ExportAnswer, type ExportFields, openExport } from "./export-route.ts";
import { ExportSummary } from "./export-summary.tsx";

export const loader = liveLoader(async (args) => ({ opened: await openExport(args) }));
export const action = (args: ActionFunctionArgs) => confirmExport(args);

const NO_ANSWER = "Hayloft cannot be reached. Press Export again when you are back online: nothing is exported twice.";

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrReportOffline(() => serverAction(), NO_ANSWER);

export { revalidateIfChanged as shouldRevalidate } from "#app/records/client-actions.ts";

/** 'Export to QB': the contents of the export and the warnings, before anything is written (docs/product.md, 'Export'). */
export default function ExportDialog() {
  const { opened, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  const answer = useActionData<ExportAnswer | Unreachable>();
  const isExporting = useIsRunning("/billing/export");
  const isLocked = useJustChanged(opened?.fingerprint) || isExporting;
  const search = useListSearch();
  const address = useFormAddress();
  const listAddress = `/billing${search}`;
  const sent = answer && "sent" in answer ? answer.sent : null;
  // After a submission without an answer, Export resubmits the same payload, even if the bills have changed since.
  const isRetry = sent !== null && opened?.preview.fingerprint !== sent.fingerprint;
  const preview = isRetry ? null : (opened?.preview ?? null);
  const fields = sent ?? (opened && { ...opened.preview, idempotencyKey: opened.idempotencyKey });
  const mayExport = isRetry || (preview !== null && preview.bills > 0 && preview.bills <= MAX_BILLS);
  return (
    <Dialog title="Export to QB" onClosePath={listAddress} isLocked={isExporting} className="w-lg">
      <Form
        key={fields?.idempotencyKey}
        method="post"
        action={address}
        className="mt-4 grid gap-4"
        onSubmit={(event) => isLocked && event.preventDefault()}
      >
        <BatchNotice problem={answer?.problem} hasChanged={hasChanged} />
        {preview && <ExportSummary preview={preview} selected={sent?.amounts ?? preview.amounts} />}
        {fields && mayExport && (
          <HiddenFields {...fields} hasAmountsChoice={preview !== null && preview.multiples > 0} />
        )}
        <DialogButtons onClosePath={listAddress} isLocked={isExporting}>
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

type HiddenFieldsProps = ExportFields & { hasAmountsChoice: boolean };

/** The hidden fields of Export, with `amounts` unless the summary has radio buttons for it. */
function HiddenFields({ idempotencyKey, fingerprint, amounts, hasAmountsChoice }: HiddenFieldsProps) {
  return (
    <>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="fingerprint" value={fingerprint} />
      {!hasAmountsChoice && <input type="hidden" name="amounts" value={amounts} />}
    </>
  );
}
