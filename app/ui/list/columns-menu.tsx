import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import { useListSearch } from "./list-search.ts";
import type { ListColumn, ListRow } from "./types.ts";

type ColumnsMenuProps<Row extends ListRow> = {
  path: string;
  columns: readonly ListColumn<Row>[];
  /** Ids of the columns to show. */
  shown: readonly unknown[];
  save: (form: FormData) => void;
  /** No save is pending. */
  isIdle: boolean;
  problem: string | undefined;
};

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

function ColumnsForm<Row extends ListRow>({ path, columns, shown, save, isIdle, problem }: ColumnsMenuProps<Row>) {
  const form = useRef<HTMLFormElement>(null);
  const search = useListSearch();
  const saved = shown.join();

  // The boxes show the saved choice again after a save fails, and after another tab changes the choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `saved` changes with the saved choice, whose values are the defaults of the boxes.
  useEffect(() => {
    if (isIdle) form.current?.reset();
  }, [isIdle, saved]);

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
      {columns.map(({ id, heading }) => (
        <label key={id} className="menu-item">
          <input type="checkbox" className="tick" name="shown" value={id} defaultChecked={shown.includes(id)} />
          {heading}
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
