import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, Form, Link, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { sendOrStay, type Unreachable } from "#app/connection.ts";
import { type Amounts, lastInvoice, MAX_BILLS, type Preview } from "#app/domain/invoices.ts";
import { formatDollars } from "#app/domain/money.ts";
import { button } from "#app/ui/button.tsx";
import { Dialog, DialogButtons } from "#app/ui/dialog.tsx";
import { useIsExporting } from "./export-link.tsx";
import { confirmExport, type ExportAnswer, type ExportFields, openExport } from "./preview.ts";
import { Warnings } from "./warnings.tsx";

export const loader = (args: LoaderFunctionArgs) => openExport(args);
export const action = (args: ActionFunctionArgs) => confirmExport(args);

const NO_ANSWER = "Hayloft cannot be reached. Press Export again when you are back online: nothing is exported twice.";

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrStay(() => serverAction(), NO_ANSWER);

export { staysUntilChanged as shouldRevalidate } from "#app/connection.ts";

/** 'Export to QB': what would be exported, and what an accounting package might not take, before anything is written. */
export default function ExportDialog() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<ExportAnswer | Unreachable>();
  const isExporting = useIsExporting();
  const back = `/billing${useLocation().search}`;
  const sent = answer && "sent" in answer ? answer.sent : null;
  // What was sent and not answered for is sent again as it was, whatever can be read since.
  const isAgain = sent !== null && opened?.preview.fingerprint !== sent.fingerprint;
  const preview = isAgain ? null : (opened?.preview ?? null);
  const fields = sent ?? (opened && { ...opened.preview, token: opened.token });
  const mayExport = isAgain || (preview !== null && preview.bills > 0 && preview.bills <= MAX_BILLS);
  return (
    <Dialog title="Export to QB" onClosePath={back} isLocked={isExporting} className="export-dialog">
      <Form
        key={fields?.token}
        method="post"
        className="mt-4 grid gap-4"
        onSubmit={(event) => isExporting && event.preventDefault()}
      >
        {answer && (
          <p role="alert" className="alert">
            {answer.problem}
          </p>
        )}
        {preview && <Told preview={preview} chosen={sent?.amounts ?? preview.amounts} />}
        {fields && mayExport && <Hidden {...fields} isAsked={preview !== null && preview.multiples > 0} />}
        <DialogButtons onClosePath={back} isLocked={isExporting}>
          {mayExport && (
            <button type="submit" aria-disabled={isExporting} className={button.primary}>
              {isExporting ? "Exporting..." : "Export"}
            </button>
          )}
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

/** What Export sends unseen; the choice of amounts too, where nobody is asked. */
function Hidden({ token, fingerprint, amounts, isAsked }: ExportFields & { isAsked: boolean }) {
  return (
    <>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="fingerprint" value={fingerprint} />
      {!isAsked && <input type="hidden" name="amounts" value={amounts} />}
    </>
  );
}

function Told({ preview, chosen }: { preview: Preview; chosen: Amounts }) {
  const { bills, invoices, multiples, totals, firstInvoice, leftOut } = preview;
  if (bills > MAX_BILLS) {
    return (
      <p>
        {`More than ${MAX_BILLS.toLocaleString("en-US")} bills are shown, too many for one export. Search for some of them, such as one month, and export those.`}
      </p>
    );
  }
  if (bills === 0) {
    return (
      <p>
        {leftOut > 0
          ? `There is nothing to export: ${exportedBefore(leftOut)}.`
          : "There is nothing to export: no pending bill is shown."}
      </p>
    );
  }
  const last = lastInvoice(preview);
  return (
    <>
      <dl className="facts">
        <dt>Bills</dt>
        <dd>{bills.toLocaleString("en-US")}</dd>
        <dt>Invoices</dt>
        <dd>{`${invoices.toLocaleString("en-US")}, ${last === firstInvoice ? `number ${firstInvoice}` : `numbers ${firstInvoice} to ${last}`}`}</dd>
        {multiples === 0 && (
          <>
            <dt>Total</dt>
            <dd>{formatDollars(totals[chosen])}</dd>
          </>
        )}
      </dl>
      {multiples > 0 && <Choice preview={preview} chosen={chosen} />}
      <Warnings preview={preview} />
      <p className="text-sm text-muted">
        {leftOut > 0 && `${capitalized(exportedBefore(leftOut))}: left out. `}
        The bills will no longer be pending. The file can be downloaded again at any time from{" "}
        <Link to="/billing/exports" className="link">
          Past exports
        </Link>
        .
      </p>
    </>
  );
}

/** Which amounts are right, where a bill has a quantity: the total of each. */
function Choice({ preview: { multiples, totals }, chosen }: { preview: Preview; chosen: Amounts }) {
  const choices: [amounts: Amounts, label: string, note: string][] = [
    ["quantity-x-value", "Quantity × value", "The bill’s value for each one"],
    ["bill-value", "The bill’s value", "The quantity is already in it"],
  ];
  return (
    <fieldset className="choices">
      <legend>{`${multiples === 1 ? "1 bill has" : `${multiples.toLocaleString("en-US")} bills have`} a quantity above 1. Export as amount:`}</legend>
      {choices.map(([amounts, label, note]) => (
        <label key={amounts}>
          <input
            type="radio"
            name="amounts"
            value={amounts}
            defaultChecked={amounts === chosen}
            autoComplete="off"
            className="tick"
          />
          <span>
            <b>{label}</b>
            <small>{note}</small>
          </span>
          <b>{formatDollars(totals[amounts])}</b>
        </label>
      ))}
    </fieldset>
  );
}

function exportedBefore(count: number): string {
  if (count === 1) return "the 1 other bill shown was exported before";
  const many = count > 10_000 ? "more than 10,000" : count.toLocaleString("en-US");
  return `${many} of the bills shown were exported before`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
