import { Link } from "@remix-run/react";
import { rowIdempotencyKey } from "#app/domain/basics/idempotency-key.ts";
import { partsInWords } from "#app/domain/bills/divided-line.ts";
import type { BillRow } from "#app/domain/records/bill.ts";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { RowActionForm } from "#app/ui/list/row/row-action-form.tsx";
import { EditItem } from "#app/ui/list/row/row-forms.tsx";

type MenuProps = Pick<BillRow, "id" | "seq" | "status" | "parts"> & { pageKey: string };

/** The menu of a bill: a pending one is edited or voided, an exported one corrected, the voiding of one undone. */
export function BillItems({ id, seq, status, parts, pageKey }: MenuProps) {
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
      {parts.length > 0 && <p className="max-w-64 px-3 py-2 text-sm text-muted">{partsInWords(parts).join("; ")}</p>}
      <RowActionForm>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="idempotencyKey" value={rowIdempotencyKey(pageKey, seq)} />
        <button
          type="submit"
          name="intent"
          value={isPending ? "void" : "undoVoid"}
          className={`menu-item ${isPending ? "danger" : ""}`}
        >
          {(isPending ? "Void" : "Undo void") + (parts.length > 0 ? ` all ${parts.length}` : "")}
        </button>
      </RowActionForm>
    </>
  );
}
