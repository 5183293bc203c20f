import { Link } from "@remix-run/react";
import { Toast } from "#app/ui/shell/toast.tsx";

/** The result of a payroll run, with a link to the dialog that undoes the run. */
export function GeneratedNotice({ id, text, isTakenBack }: { id: string; text: string; isTakenBack: boolean }) {
  return (
    <Toast key={id}>
      <span className="flex flex-wrap items-center gap-x-4">
        <span>{text}</span>
        {isTakenBack ? (
          <span>Undone since.</span>
        ) : (
          <Link to={`/payroll/runs/${id}/take-back`} className="link">
            Undo run
          </Link>
        )}
      </span>
    </Toast>
  );
}
