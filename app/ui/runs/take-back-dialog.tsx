import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { TakeBackAnswer, Unreachable } from "#app/domain/basics/answers.ts";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";

export type TakeBackDialogProps = {
  /** The list behind the dialog. */
  listPath: string;
  title: string;
  /** What is undone. Null while the database does not answer: the form then resubmits the last payload. */
  past: { description: string; obstacle: string | null; fingerprint: string } | null;
  idempotencyKey: string;
  answer: TakeBackAnswer | Unreachable | undefined;
  label?: string;
  runningLabel?: string;
  /** What undoing the run, or voiding the export, does. */
  children: ReactNode;
};

/** Asks whether to undo a run or void an export, or says why that is impossible (docs/product.md, 'Undoing a run'). */
export function TakeBackDialog(props: TakeBackDialogProps) {
  const { listPath, title, past, idempotencyKey, answer, children } = props;
  const { label = "Undo run", runningLabel = "Undoing..." } = props;
  const isRunning = useIsPosting();
  const sent = answer && "sent" in answer && !answer.isChanged ? answer.sent : null;
  const fields = past ? { idempotencyKey, fingerprint: past.fingerprint } : sent;
  const obstacle = past?.obstacle;
  return (
    <Dialog title={title} onClosePath={listPath} isLocked={isRunning} className="w-lg">
      <Form method="post" preventScrollReset className="mt-4 grid gap-4">
        {past && <p className="font-semibold wrap-anywhere">{past.description}</p>}
        {obstacle && <p>{obstacle}</p>}
        {past && !obstacle && children}
        {fields && (
          <>
            <input type="hidden" name="idempotencyKey" value={fields.idempotencyKey} />
            <input type="hidden" name="fingerprint" value={fields.fingerprint} />
          </>
        )}
        <DialogFoot
          onClosePath={listPath}
          isLocked={isRunning}
          problem={answer?.problem}
          label={fields && !obstacle && label}
          runningLabel={runningLabel}
          isDanger
        />
      </Form>
    </Dialog>
  );
}
