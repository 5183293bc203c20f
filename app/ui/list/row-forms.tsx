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

/** Why a command on a row was refused. */
export function ProblemNotice({ problem }: { problem: string }) {
  return (
    <Toast>
      <span role="alert">{problem}</span>
    </Toast>
  );
}

type DeletedNoticeProps = {
  id: string;
  name: string;
  /** The label of a button that restores the record and opens its dialog: 'Set an end date instead'. */
  instead: string | undefined;
};

/** Which record was deleted, with Undo. */
export function DeletedNotice({ id, name, instead }: DeletedNoticeProps) {
  return (
    <Toast key={id}>
      <div className="flex flex-wrap items-center gap-x-4">
        <span>{name} was deleted.</span>
        <RestoreForm id={id} label="Undo" />
        {instead && <RestoreForm id={id} label={instead} value="edit" />}
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
