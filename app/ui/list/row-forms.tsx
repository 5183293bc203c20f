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

type ListNoticesProps = { problem: string | undefined; deleted: { id: string; name: string } | null };

/** The notice after a command on a row: why it was refused, or which record was deleted, with Undo. */
export function ListNotices({ problem, deleted }: ListNoticesProps) {
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
      <RowActionForm className="flex items-center gap-4">
        <span>{deleted.name} was deleted.</span>
        <input type="hidden" name="id" value={deleted.id} />
        <button type="submit" name="intent" value="restore" className="link">
          Undo
        </button>
      </RowActionForm>
    </Toast>
  );
}
