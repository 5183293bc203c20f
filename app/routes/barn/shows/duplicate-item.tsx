import { rowIdempotencyKey } from "#app/domain/basics/idempotency-key.ts";
import { RowActionForm } from "#app/ui/list/row/row-action-form.tsx";

type DuplicateItemProps = { id: string; seq: number; idempotencyKey: string };

/** A command of a row's menu: adds a copy of the row, once for each row and page load. */
export function DuplicateItem({ id, seq, idempotencyKey }: DuplicateItemProps) {
  return (
    <RowActionForm>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotencyKey" value={rowIdempotencyKey(idempotencyKey, seq)} />
      <button type="submit" name="intent" value="duplicate" className="menu-item">
        Duplicate
      </button>
    </RowActionForm>
  );
}
