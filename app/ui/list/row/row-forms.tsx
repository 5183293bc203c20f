import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { Toast } from "#app/ui/shell/toast.tsx";
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

/** Why a command on a row was refused. */
export function ProblemNotice({ problem }: { problem: string }) {
  return (
    <Toast>
      <span role="alert">{problem}</span>
    </Toast>
  );
}

type ListNoticeProps = {
  /**
   * `staying` says which records of the deleted one remain, or is ''; the link `toStaying` leads to them, at the
   * address `stayingAt`.
   */
  deleted: { id: string; name: string; staying: string; stayingAt: string; toStaying?: string } | null;
  /** What a command has set, or which rows were deleted together; `recordId` is that of the first. */
  changed: { id: string; recordId: string; text: string } | null;
  /** The record that a dialog has added or saved; `shownAt` is an address of the list that finds it. */
  saved: { id: string; text: string; shownAt: string; next?: { label: string; to: string } | null } | null;
  /** The label of a button that restores the record and opens its dialog: 'Set an end date instead'. */
  insteadOfDelete: string | undefined;
  /** The notice of another command. */
  children: ReactNode;
};

/** The notice after a command: what was set, saved or deleted, with Undo. */
export function ListNotice({ deleted, changed, saved, insteadOfDelete, children }: ListNoticeProps) {
  if (changed) {
    return (
      <Toast key={changed.id}>
        <RowActionForm className="flex items-center gap-4">
          <span>{changed.text}</span>
          <input type="hidden" name="id" value={changed.recordId} />
          <input type="hidden" name="idempotencyKey" value={changed.id} />
          <button type="submit" name="intent" value="undoChanged" className="link">
            Undo
          </button>
        </RowActionForm>
      </Toast>
    );
  }
  if (saved) {
    return (
      <Toast key={saved.id + saved.text}>
        <span className="flex items-center gap-4">
          <span>{saved.text}</span>
          {saved.next && (
            <Link to={saved.next.to} className="link">
              {saved.next.label}
            </Link>
          )}
          {saved.shownAt && (
            <Link to={saved.shownAt} className="link">
              Show
            </Link>
          )}
        </span>
      </Toast>
    );
  }
  if (!deleted) return children;
  return (
    <Toast key={deleted.id}>
      <div className="flex flex-wrap items-center gap-x-4">
        <span>{`${deleted.name} was deleted. ${deleted.staying}`}</span>
        <RestoreForm id={deleted.id} label="Undo" />
        {deleted.staying && (
          <Link to={deleted.stayingAt} className="link">
            {deleted.toStaying ?? "Show them"}
          </Link>
        )}
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
