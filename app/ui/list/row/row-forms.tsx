import { Link } from "@remix-run/react";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { RowActionForm } from "./row-action-form.tsx";

/** An item of a row's menu: opens the row's dialog over the list as it is. */
export function EditItem({ id }: { id: string }) {
  return (
    <Link to={`${id}/edit${useListSearch()}`} className="menu-item" preventScrollReset>
      Edit
    </Link>
  );
}

/** An item of a row's menu: takes the row off the list, at once. */
export function DeleteItem({ id }: { id: string }) {
  return (
    <RowActionForm>
      <input type="hidden" name="id" value={id} />
      <button type="submit" name="intent" value="delete" className="menu-item danger">
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
