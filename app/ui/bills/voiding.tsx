import { button } from "#app/ui/controls/button.tsx";

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
