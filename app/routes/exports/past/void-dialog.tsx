import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import type { Unreachable } from "#app/domain/basics/answers.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { consequencesOfVoid, describeExport, obstacleToVoid } from "#app/domain/exports/exports.ts";
import { fingerprintOf } from "#app/records/fingerprint.ts";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { findExportToVoid } from "#db/queries/exports/export-voids.ts";
import { loadExports } from "./load.ts";
import { NONE, type VoidAnswer, voidChosen } from "./void-export.ts";

/** Reads the export, and says what voiding it does or why it cannot be voided; without it after a post during an outage. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, findExportToVoid(params.id ?? "")));
  const found = read?.[0][0]?.past;
  if (read && !found) throw new Response(NONE, { status: 404 });
  const idempotencyKey = crypto.randomUUID();
  if (!found) return { past: null, consequences: [], idempotencyKey };
  const textOf = (instant: string) => formatInNewYork(new Date(instant));
  const past = { ...found, at: textOf(found.at), voidedAt: found.voidedAt && textOf(found.voidedAt) };
  const fingerprint = await fingerprintOf(found.versions);
  return {
    past: { description: describeExport(past), obstacle: obstacleToVoid(past), fingerprint },
    consequences: consequencesOfVoid(past),
    idempotencyKey,
  };
}

export const handle = titled("Void export");
export const action = (args: ActionFunctionArgs) => voidChosen(args, loadExports);

export { revalidateIfChanged as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Void export': it asks, because QuickBooks may have the file (docs/product.md, 'Voiding an export'). */
export default function VoidExport() {
  const { past, consequences, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<VoidAnswer | Unreachable>();
  const isRunning = useIsPosting();
  const sent = answer && "sent" in answer && !answer.isChanged ? answer.sent : null;
  const fields = past ? { idempotencyKey, fingerprint: past.fingerprint } : sent;
  const obstacle = past?.obstacle;
  return (
    <Dialog onClosePath="/billing/exports" isLocked={isRunning} className="w-lg">
      <Form method="post" preventScrollReset className="mt-4 grid gap-4">
        {past && <p className="font-semibold wrap-anywhere">{past.description}</p>}
        {obstacle ? <p>{obstacle}</p> : consequences.map((sentence) => <p key={sentence}>{sentence}</p>)}
        {Object.entries(fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <DialogFoot
          onClosePath="/billing/exports"
          isLocked={isRunning}
          problem={answer?.problem}
          label={fields && !obstacle && "Void export"}
          runningLabel="Voiding..."
          isDanger
        />
      </Form>
    </Dialog>
  );
}
