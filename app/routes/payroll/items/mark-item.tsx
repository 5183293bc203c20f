import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { RowActionForm } from "#app/ui/list/row/row-action-form.tsx";

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
