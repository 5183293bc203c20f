import { button } from "#app/ui/controls/button.tsx";
import { RowActionForm } from "#app/ui/list/row-action-form.tsx";

type MissedGroom = { id: string; name: string; text: string; shown: string; idempotencyKey: string };

/** The grooms whose weeks a run has covered without them, each with a button that makes their items. */
export function MissedGrooms({ named, more }: { named: MissedGroom[]; more: number }) {
  return (
    <>
      {named.map(({ id, name, text, shown, idempotencyKey }) => (
        <RowActionForm key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{text}</span>
          <input type="hidden" name="groom" value={id} />
          <input type="hidden" name="shown" value={shown} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <button type="submit" aria-label={`Add ${name}`} className={button.secondary}>
            Add
          </button>
        </RowActionForm>
      ))}
      {more > 0 && <p>{`And ${more} more: Add Payroll Items lists them all.`}</p>}
    </>
  );
}
