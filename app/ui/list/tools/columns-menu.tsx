import { Form } from "@remix-run/react";
import { type DragEvent, useEffect, useLayoutEffect, useRef } from "react";
import { moveColumn } from "#app/domain/fields/column-choice.ts";
import type { ListTable, ListTableColumn } from "#app/table/table-options.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import { useListSearch } from "#app/ui/list/list-search.ts";
import type { ListRow } from "#app/ui/list/types.ts";
import type { useColumnChoice } from "./use-column-choice.ts";

type ColumnsMenuProps<Row extends ListRow> = ReturnType<typeof useColumnChoice> & {
  path: string;
  table: ListTable<Row>;
};

/** The button beside the search, and the menu of the columns. */
export const ColumnsMenu = <Row extends ListRow>(props: ColumnsMenuProps<Row>) => (
  <>
    <button type="button" className="columns-button" {...{ popovertarget: "columns" }}>
      <Icon name="columns" />
      <span className="tool-word">Columns</span>
    </button>
    <div {...{ popover: "auto" }} id="columns" className="menu anchored">
      <ColumnsForm {...props} />
    </div>
  </>
);

/** Selects and orders the columns of a list. It saves each change at once; without JavaScript, by its buttons. */
function ColumnsForm<Row extends ListRow>(props: ColumnsMenuProps<Row>) {
  const { path, table, columnChoice, save, isIdle, problem } = props;
  const search = useListSearch();
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide());
  const ids = columns.map(({ id }) => id);
  const saved = columns.filter((column) => column.getIsVisible()).map(({ id }) => id);

  const { form, pressed } = useMenuForm(isIdle, saved, ids);
  const drop = (dragged: string, to: number) => {
    const fields = new FormData(form.current ?? undefined);
    fields.delete("column");
    fields.set("ordered", "");
    for (const id of moveColumn(ids, dragged, to)) fields.append("column", id);
    save(fields);
  };
  return (
    <Form
      ref={form}
      method="post"
      action="/columns"
      aria-label="Columns"
      onChange={(event) => save(new FormData(event.currentTarget))}
      onSubmit={(event) => {
        event.preventDefault();
        pressed.current = (event.nativeEvent as SubmitEvent).submitter;
        save(new FormData(event.currentTarget, pressed.current));
      }}
    >
      {/* What the Enter key in a box presses. */}
      <button type="submit" className="hidden" />
      <input type="hidden" name="screen" value={path} />
      <input type="hidden" name="to" value={path + search} />
      {columnChoice.order.length > 0 && <input type="hidden" name="ordered" value="" />}
      <ol>
        {columns.map((column, index) => (
          <Item key={column.id} column={column} index={index} drop={drop} />
        ))}
      </ol>
      {problem && (
        <p role="alert" className="px-3 py-2 text-sm text-danger">
          {problem}
        </p>
      )}
      <noscript>
        <button type="submit" className={`${button.secondary} mt-1.5 w-full`}>
          Apply
        </button>
      </noscript>
    </Form>
  );
}

/** The form, and the button that was pressed in it: see `ColumnsForm`. */
function useMenuForm(isIdle: boolean, saved: readonly string[], order: readonly string[]) {
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef<HTMLElement | null>(null);

  // The boxes show the saved choice again after a save fails, and after another tab changes the choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reset` restores the defaults of the boxes, which are those of `saved`.
  useEffect(() => {
    if (isIdle) form.current?.reset();
  }, [isIdle, saved.join()]);

  // A button loses the focus where its column moves in the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of `order`, which moves the button.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [order.join()]);
  return { form, pressed };
}

type ItemProps<Row extends ListRow> = {
  column: ListTableColumn<Row>;
  index: number;
  drop: (dragged: string, to: number) => void;
};

function Item<Row extends ListRow>({ column, index, drop }: ItemProps<Row>) {
  const { id, columnDef } = column;
  const { heading = "" } = columnDef.meta ?? {};
  return (
    <li className="flex items-center" {...(index > 0 && dragProps(id, index, drop))}>
      <input type="hidden" name="column" value={id} />
      <label className="menu-item">
        <input type="checkbox" className="tick" name="shown" value={id} defaultChecked={column.getIsVisible()} />
        <span>{heading}</span>
      </label>
      {index > 0 && <MoveButtons id={id} heading={heading} />}
    </li>
  );
}

/** Moves a column by one place. The first column names the row, and stays where it is. */
const MoveButtons = ({ id, heading }: { id: string; heading: string }) =>
  (["up", "down"] as const).map((way) => (
    <button key={way} type="submit" name={way} value={id} aria-label={`Move ${heading} ${way}`} className="icon-button">
      <Icon name="up" className={way === "down" ? "rotate-180" : ""} />
    </button>
  ));

/** The handlers that let a column be dragged to the place of another. */
const dragProps = (id: string, index: number, drop: (dragged: string, to: number) => void) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData("text/plain", id),
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    drop(event.dataTransfer.getData("text/plain"), index);
  },
});
