import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import { useListSearch } from "./list-search.ts";
import type { ListTable } from "./table-options.ts";
import type { ListRow } from "./types.ts";
import type { useColumnChoice } from "./use-column-choice.ts";

type ColumnsMenuProps<Row extends ListRow> = {
  path: string;
  table: ListTable<Row>;
} & Omit<ReturnType<typeof useColumnChoice>, "columnChoice">;

/** The menu that selects the columns of a list. It saves each change at once; without JavaScript, by a button. */
export function ColumnsMenu<Row extends ListRow>(props: ColumnsMenuProps<Row>) {
  return (
    <>
      <button type="button" className={button.secondary} {...{ popovertarget: "columns" }}>
        Columns
        <Icon name="up" className="rotate-180 text-muted" />
      </button>
      <div {...{ popover: "auto" }} id="columns" className="menu anchored">
        <ColumnsForm {...props} />
      </div>
    </>
  );
}

function ColumnsForm<Row extends ListRow>({ path, table, save, isIdle, problem }: ColumnsMenuProps<Row>) {
  const form = useRef<HTMLFormElement>(null);
  const search = useListSearch();
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide());
  const saved = columns.filter((column) => column.getIsVisible()).map(({ id }) => id);

  // The boxes show the saved choice again after a save fails, and after another tab changes the choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `saved` changes with the saved choice, whose values are the defaults of the boxes.
  useEffect(() => {
    if (isIdle) form.current?.reset();
  }, [isIdle, saved.join()]);

  return (
    <Form
      ref={form}
      method="post"
      action="/columns"
      aria-label="Columns"
      onChange={(event) => save(new FormData(event.currentTarget))}
    >
      <input type="hidden" name="screen" value={path} />
      <input type="hidden" name="to" value={path + search} />
      {columns.map(({ id }) => (
        <input key={id} type="hidden" name="column" value={id} />
      ))}
      {columns.map(({ id, columnDef }) => (
        <label key={id} className="menu-item">
          <input type="checkbox" className="tick" name="shown" value={id} defaultChecked={saved.includes(id)} />
          {columnDef.meta?.heading}
        </label>
      ))}
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
