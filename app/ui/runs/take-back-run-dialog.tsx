import { describeEdits, describeRun, obstacleInDialog, type RunToTakeBack } from "#app/domain/bills/runs.ts";
import { TakeBackDialog, type TakeBackDialogProps } from "./take-back-dialog.tsx";

type TakeBackRunDialogProps = Omit<TakeBackDialogProps, "past"> & {
  /** Null while the database does not answer. */
  run: RunToTakeBack | null;
};

/** Asks whether to undo a run, and says what happened to its bills or items since. */
export function TakeBackRunDialog({ run, children, ...rest }: TakeBackRunDialogProps) {
  return (
    <TakeBackDialog
      {...rest}
      past={run && { description: describeRun(run), obstacle: obstacleInDialog(run), fingerprint: run.fingerprint }}
    >
      {run && describeEdits(run).map((change) => <p key={change}>{change}</p>)}
      {children}
    </TakeBackDialog>
  );
}
