import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { TakeBackAnswer, Unreachable } from "#app/domain/answers.ts";
import { describeEdits, describeRun, obstacleInDialog, type RunToTakeBack } from "#app/domain/runs.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Dialog, DialogButtons } from "#app/ui/dialog/dialog.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";

type TakeBackDialogProps = {
  /** The list behind the dialog. */
  listPath: string;
  title: string;
  /** Null while the database does not answer. The form then resubmits the last payload. */
  run: RunToTakeBack | null;
  idempotencyKey: string;
  answer: TakeBackAnswer | Unreachable | undefined;
  /** What taking the run back does. */
  children: ReactNode;
};

/** Asks whether to take a run back, or says why that is impossible (docs/product.md, 'Taking back a run'). */
export function TakeBackDialog({ listPath, title, run, idempotencyKey, answer, children }: TakeBackDialogProps) {
  const isRunning = useIsPosting();
  const sent = answer && "sent" in answer && !answer.isChanged ? answer.sent : null;
  const fields = run ? { idempotencyKey, fingerprint: run.fingerprint } : sent;
  const obstacle = run && obstacleInDialog(run);
  return (
    <Dialog title={title} onClosePath={listPath} isLocked={isRunning} className="w-lg">
      <Form method="post" className="mt-4 grid gap-4" onSubmit={(event) => isRunning && event.preventDefault()}>
        {answer && (
          <p role="alert" className="alert">
            {answer.problem}
          </p>
        )}
        {run && <p className="font-semibold tabular-nums wrap-anywhere">{describeRun(run)}</p>}
        {obstacle && <p>{obstacle}</p>}
        {run && !obstacle && (
          <>
            {describeEdits(run).map((change) => (
              <p key={change}>{change}</p>
            ))}
            {children}
          </>
        )}
        <DialogButtons onClosePath={listPath} isLocked={isRunning}>
          {fields && !obstacle && (
            <>
              <input type="hidden" name="idempotencyKey" value={fields.idempotencyKey} />
              <input type="hidden" name="fingerprint" value={fields.fingerprint} />
              <button type="submit" aria-disabled={isRunning} className={button.primary}>
                {isRunning ? "Taking back..." : "Take back"}
              </button>
            </>
          )}
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
