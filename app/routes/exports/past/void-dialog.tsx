import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { TakeBackAnswer, Unreachable } from "#app/domain/basics/answers.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { consequencesOfVoid, describeExport, type ExportToVoid, obstacleToVoid } from "#app/domain/exports/exports.ts";
import { confirmPast, openPast, type TakeBackDialogRoute } from "#app/records/take-back-route.ts";
import { TakeBackDialog } from "#app/ui/runs/take-back-dialog.tsx";
import { findExportToVoid, voidExport } from "#db/queries/exports/export-voids.ts";
import { loadExports } from "./load.ts";

const route: TakeBackDialogRoute<ExportToVoid> = {
  path: "/billing/exports",
  find: findExportToVoid,
  takeBack: voidExport,
  after: ({ id }) => `voided=${id}`,
  changed:
    "Nothing was voided: since you opened this, somebody else voided the export or corrected a bill of it. Look at it as it is now.",
};

/** Reads the export, and says what voiding it does or why it cannot be voided. */
export async function loader(args: LoaderFunctionArgs) {
  const { past: read, idempotencyKey } = await openPast(args, route);
  if (!read) return { past: null, consequences: [], idempotencyKey };
  const textOf = (instant: string) => formatInNewYork(new Date(instant));
  const past = { ...read, at: textOf(read.at), voidedAt: read.voidedAt && textOf(read.voidedAt) };
  const { fingerprint } = past;
  return {
    past: { description: describeExport(past), obstacle: obstacleToVoid(past), fingerprint },
    consequences: consequencesOfVoid(past),
    idempotencyKey,
  };
}

export const action = (args: ActionFunctionArgs) => confirmPast(args, route, loadExports);

export { revalidateIfChanged as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Void export' (docs/product.md, 'Voiding an export'). */
export default function VoidExport() {
  const { past, consequences, idempotencyKey } = useLoaderData<typeof loader>();
  return (
    <TakeBackDialog
      title="Void export"
      listPath="/billing/exports"
      past={past}
      idempotencyKey={idempotencyKey}
      answer={useActionData<TakeBackAnswer | Unreachable>()}
      label="Void export"
      runningLabel="Voiding..."
    >
      {consequences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </TakeBackDialog>
  );
}
