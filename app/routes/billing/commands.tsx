import { Link } from "@remix-run/react";
import { rowIdempotencyKey } from "#app/domain/idempotency-key.ts";
import type { BillRow } from "#app/domain/records/bill.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { RowActionForm } from "#app/ui/list/row-action-form.tsx";
import { EditItem } from "#app/ui/list/row-forms.tsx";
import { Toast } from "#app/ui/shell/toast.tsx";

/** The menu of a bill: a pending one is edited or voided, an exported one corrected, a voided one restored. */
export function BillItems({ id, seq, status, pageKey }: Pick<BillRow, "id" | "seq" | "status"> & { pageKey: string }) {
  const search = useListSearch();
  if (status === "exported") {
    return (
      <Link to={`${id}/correct${search}`} className="menu-item">
        Correct
      </Link>
    );
  }
  const isPending = status === "pending";
  return (
    <>
      {isPending && <EditItem id={id} />}
      <RowActionForm>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="idempotencyKey" value={rowIdempotencyKey(pageKey, seq)} />
        <button type="submit" name="intent" value={isPending ? "void" : "restoreBill"} className="menu-item">
          {isPending ? "Void" : "Restore"}
        </button>
      </RowActionForm>
    </>
  );
}

/** The command for the selected bills. */
export function VoidSelected({ pageKey }: { pageKey: string }) {
  return (
    <>
      <input type="hidden" name="idempotencyKey" value={pageKey} />
      <button type="submit" name="intent" value="void" className={button.secondary}>
        Void
      </button>
    </>
  );
}

type VoidedNoticeProps = { voided: { id: string; billId: string; text: string } | null };

/** Which bills were voided, with the way back. */
export function VoidedNotice({ voided }: VoidedNoticeProps) {
  if (!voided) return null;
  return (
    <Toast key={voided.id}>
      <RowActionForm className="flex items-center gap-4">
        <span>{voided.text}</span>
        <input type="hidden" name="id" value={voided.billId} />
        <input type="hidden" name="idempotencyKey" value={voided.id} />
        <button type="submit" name="intent" value="undoVoid" className="link">
          Undo
        </button>
      </RowActionForm>
    </Toast>
  );
}
