import { Link } from "@remix-run/react";
import { Toast } from "#app/ui/shell/toast.tsx";
import { useListSearch } from "./list-search.ts";
import { RowActionForm } from "./row-action-form.tsx";

/** An item of a row's menu: opens the row's dialog over the list as it is. */
export function EditItem({ id }: { id: string }) {
  return (
    <Link to={`${id}/edit${useListSearch()}`} className="menu-item">
      Edit
    </Link>
  );
}

/** An item of a row's menu: takes the row off the list, at once. */
export function DeleteItem({ id }: { id: string }) {
  return (
    <RowActionForm>
      <input type="hidden" name="id" value={id} />
      <button type="submit" name="intent" value="delete" className="menu-item">
        Delete
      </button>
    </RowActionForm>
  );
}

/** The items of most rows' menus. */
export function EditAndDelete({ id }: { id: string }) {
  return (
    <>
      <EditItem id={id} />
      <DeleteItem id={id} />
    </>
  );
}

type ListNoticesProps = {
  problem: string | undefined;
  deleted: { id: string; name: string } | null;
  /** The label of a button that restores the record and opens its dialog: 'Set an end date instead'. */
  insteadOfDelete: string | undefined;
};

/** The notice after a command on a row: why it was refused, or which record was deleted, with Undo. */
export function ListNotices({ problem, deleted, insteadOfDelete }: ListNoticesProps) {
  if (problem) {
    return (
      <Toast key={problem}>
        <span role="alert">{problem}</span>
      </Toast>
    );
  }
  if (!deleted) return null;
  return (
    <Toast key={deleted.id}>
      <div className="flex flex-wrap items-center gap-x-4">
        <span>{deleted.name} was deleted.</span>
        <RestoreForm id={deleted.id} label="Undo" />
        {insteadOfDelete && <RestoreForm id={deleted.id} label={insteadOfDelete} value="edit" />}
      </div>
    </Toast>
  );
}

/** A button that restores a record; with the value 'edit' it opens the record's dialog, too. */
function RestoreForm({ id, label, value = "" }: { id: string; label: string; value?: string }) {
  return (
    <RowActionForm>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="value" value={value} />
      <button type="submit" name="intent" value="restore" className="link">
        {label}
      </button>
    </RowActionForm>
  );
}
