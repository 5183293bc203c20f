import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, Form, useActionData } from "@remix-run/react";
import type { Unreachable } from "#app/domain/basics/answers.ts";
import {
  asksForAmounts,
  asksForDates,
  type ExportChoices,
  MAX_BILLS,
  type Preview,
} from "#app/domain/exports/invoices.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { sendOrReportOffline } from "#app/records/sending.ts";
import { NoDefaultButton } from "#app/ui/controls/no-default-button.tsx";
import { noticeOf, useJustChanged } from "#app/ui/dialog/batch-notice.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { useIsRunning } from "#app/ui/dialog/dialog-link.tsx";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { useFormAddress, useListSearch } from "#app/ui/list/list-search.ts";
import type { ExportFields } from "./export-form.ts";
import { confirmExport, type ExportAnswer, openExport } from "./export-route.ts";
import { ExportSummary } from "./export-summary.tsx";

export const loader = liveLoader(async (args) => ({ opened: await openExport(args) }));
export const handle = titled("Export to QB");
export const action = (args: ActionFunctionArgs) => confirmExport(args);

const NO_ANSWER = "Hayloft cannot be reached. Press Export again when you are back online: nothing is exported twice.";

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrReportOffline(() => serverAction(), NO_ANSWER);

export { revalidateIfChanged as shouldRevalidate } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Export to QB': the contents of the export and the warnings, before anything is written (docs/product.md, 'Export'). */
export default function ExportDialog() {
  const { opened, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  const answer = useActionData<ExportAnswer | Unreachable>();
  const isExporting = useIsRunning("/billing/export");
  const hasJustChanged = useJustChanged(opened?.fingerprint);
  const search = useListSearch();
  const address = useFormAddress();
  const listAddress = `/billing${search}`;
  const sent = answer && "sent" in answer ? answer.sent : null;
  // After a submission without an answer, Export resubmits the same payload, even if the bills have changed since.
  const isRetry = sent !== null && opened?.fingerprint !== sent.fingerprint;
  const preview = isRetry ? null : (opened?.preview ?? null);
  const fields = sent ?? opened;
  const refused = answer && "chosen" in answer ? answer : null;
  const missing = refused?.missing ?? {};
  const isMissing = Object.keys(missing).length > 0;
  const selected = selectedChoices(preview, refused);
  const mayExport = isRetry || (preview !== null && preview.bills > 0 && preview.bills <= MAX_BILLS);
  return (
    <Dialog onClosePath={listAddress} isLocked={isExporting} className="w-xl">
      <Form key={fields?.idempotencyKey} method="post" preventScrollReset action={address} className="mt-4 grid gap-4">
        <NoDefaultButton />
        {opened && preview && (
          <ExportSummary
            {...opened}
            remembered={{ amounts: preview.isAmountsChosen, dates: preview.isDatesChosen }}
            selected={selected}
            typed={refused?.typed}
            missing={missing}
          />
        )}
        {fields && mayExport && (
          <HiddenFields
            idempotencyKey={fields.idempotencyKey}
            fingerprint={fields.fingerprint}
            {...hiddenChoices(preview, sent)}
          />
        )}
        <DialogFoot
          onClosePath={listAddress}
          isLocked={isExporting}
          problem={noticeOf(isMissing ? undefined : answer?.problem, hasChanged)}
          label={mayExport && "Export"}
          isPaused={hasJustChanged}
        />
      </Form>
    </Dialog>
  );
}

/** The choices to preselect: of the refused post, or the barn's last ones; none before the barn's first choice. */
function selectedChoices(preview: Preview | null, refused: ExportAnswer | null): Partial<ExportChoices> {
  if (!preview) return {};
  const { amounts, dates, isAmountsChosen, isDatesChosen } = preview;
  return { ...(isAmountsChosen && { amounts }), ...(isDatesChosen && { dates }), ...refused?.chosen };
}

/** The answers that the form sends as hidden fields, because the summary does not ask for them. */
function hiddenChoices(preview: Preview | null, sent: ExportFields | null): Partial<ExportFields> {
  if (!preview) return sent ?? {};
  const { amounts, dates } = preview;
  return { ...(!asksForAmounts(preview) && { amounts }), ...(!asksForDates(preview) && { dates }) };
}

type HiddenFieldsProps = Partial<ExportFields> & Pick<ExportFields, "idempotencyKey" | "fingerprint">;

function HiddenFields({ idempotencyKey, fingerprint, amounts, dates, lastInvoice }: HiddenFieldsProps) {
  return Object.entries({ idempotencyKey, fingerprint, amounts, dates, lastInvoice }).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  );
}
