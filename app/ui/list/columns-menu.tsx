import { Form, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import type { ListColumn, ListRow } from "./types.ts";

type ColumnsMenuProps<Row extends ListRow> = {
  path: string;
  columns: readonly ListColumn<Row>[];
  shown: readonly unknown[];
  save: (form: FormData) => void;
  /** Nothing is on its way. */
  isIdle: boolean;
  problem: string | undefined;
};

export function ColumnsMenu<Row extends ListRow>({
  path,
  columns,
  shown,
  save,
  isIdle,
  problem,
}: ColumnsMenuProps<Row>) {
  const form = useRef<HTMLFormElement>(null);
  const { pathname, search } = useLocation();
  const saved = shown.join();

  // What is ticked is what is saved, also where the saving failed or another tab changed it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is saved.
  useEffect(() => {
    if (isIdle) form.current?.reset();
  }, [isIdle, saved]);

  return (
    <>
      <button type="button" className={button.secondary} {...{ popovertarget: "columns" }}>
        Columns
        <Icon name="up" className="rotate-180 text-muted" />
      </button>
      <div {...{ popover: "auto" }} id="columns" className="menu anchored">
        <Form
          ref={form}
          method="post"
          action="/columns"
          aria-label="Columns"
          onChange={(event) => save(new FormData(event.currentTarget))}
        >
          <input type="hidden" name="screen" value={path} />
          <input type="hidden" name="to" value={pathname + search} />
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
      </div>
    </>
  );
}
