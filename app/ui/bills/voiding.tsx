import { button } from "#app/ui/controls/button.tsx";
import { RowActionForm } from "#app/ui/list/row/row-action-form.tsx";
import { Toast } from "#app/ui/shell/toast.tsx";

/** The command that voids the selected bills. */
export function VoidSelected({ pageKey }: { pageKey: string }) {
  return (
    <>
      <input type="hidden" name="idempotencyKey" value={pageKey} />
      <button type="submit" name="intent" value="void" className={button.danger}>
        Void
      </button>
    </>
  );
}

type VoidedNoticeProps = { voided: { id: string; billId: string; text: string } | null };

/** Names the voided bills, and offers to undo that. */
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
