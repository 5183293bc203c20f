import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { RowActionForm } from "#app/ui/list/row/row-action-form.tsx";
import { Toast } from "#app/ui/shell/toast.tsx";

type MarkItemProps = { id: string; idempotencyKey: string; date: LocalDate; paid: boolean };

/** A command of a row's menu: marks all items of the row's date that are in the same paid state (docs/product.md, 'Payroll'). */
export function MarkItem({ id, idempotencyKey, date, paid }: MarkItemProps) {
  return (
    <RowActionForm>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="value" value={`${date} ${!paid}`} />
      <button type="submit" name="intent" value="mark" className="menu-item">
        {paid ? "Mark Date Unpaid" : "Mark Date Paid"}
      </button>
    </RowActionForm>
  );
}

export type Marked = { id: string; itemId: string; text: string; undoOthers: string | null };

/** The number of marked items, with Undo for all of them or only for those with another payment date. */
export function MarkedNotice({ marked }: { marked: Marked | null }) {
  if (!marked) return null;
  const { id, itemId, text, undoOthers } = marked;
  return (
    <Toast key={id}>
      <RowActionForm className="flex flex-wrap items-center gap-x-4">
        <span>{text}</span>
        <input type="hidden" name="id" value={itemId} />
        <input type="hidden" name="idempotencyKey" value={id} />
        <button type="submit" name="intent" value="unmark" className="link">
          Undo
        </button>
        {undoOthers && (
          <button type="submit" name="intent" value="unmarkOthers" className="link">
            {undoOthers}
          </button>
        )}
      </RowActionForm>
    </Toast>
  );
}
