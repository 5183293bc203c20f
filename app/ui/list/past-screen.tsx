import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ListState } from "#app/domain/list-state.ts";
import { Pager } from "./pager.tsx";
import { Table } from "./table.tsx";
import type { ListColumn, ListData, ListRow } from "./types.ts";

type PastScreenProps<Row extends ListRow> = {
  path: string;
  title: string;
  /** The screen that the page belongs to. */
  back: { to: string; label: string };
  state: ListState;
  /** Null if only the answer to a form can be shown. */
  data: ListData<Row> | null;
  columns: readonly ListColumn<Row>[];
  empty: { title: string; text: string };
  /** What stands above the table. */
  children?: ReactNode;
};

/** A page that lists what was made before, the newest first, without a search. */
export function PastScreen<Row extends ListRow>(props: PastScreenProps<Row>) {
  const { path, title, back, state, data, columns, empty, children } = props;
  const list = data && { path, defaultSort: "at", state: { ...state, descending: true }, data };
  return (
    <div className="list">
      <p className="mb-3">
        <Link
          to={back.to}
          className="inline-flex min-h-11 items-center gap-1.5 text-sm/normal text-muted before:content-['←'_/_''] hover:text-ink"
        >
          {back.label}
        </Link>
      </p>
      <div className="mb-6">
        <h1 id="list-title" className="page-title">
          {title}
        </h1>
        {children}
      </div>
      {list && (
        <>
          {list.data.rows.length > 0 ? (
            <Table
              {...list}
              title={title}
              columns={columns}
              shown={columns.map(({ id }) => id)}
              searchPlaceholder=""
              empty={empty}
            />
          ) : (
            <div className="empty">
              <h2 className="text-base font-semibold text-ink">{empty.title}</h2>
              <p className="mt-1">{empty.text}</p>
            </div>
          )}
          {(list.data.hasBefore || list.data.hasAfter) && (
            <div className="list-foot justify-end!">
              <Pager {...list} state={state} />
            </div>
          )}
        </>
      )}
    </div>
  );
}
