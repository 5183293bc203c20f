import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { readListState } from "#app/domain/list-state.ts";
import { Pager } from "./pager.tsx";
import { Table } from "./table.tsx";
import type { ListColumn } from "./table-options.ts";
import type { ListData, ListRow } from "./types.ts";
import { useListTable } from "./use-list-table.ts";

type PastScreenProps<Row extends ListRow> = {
  path: string;
  title: string;
  /** The screen that the page belongs to. */
  back: { to: string; label: string };
  /** Null if only the answer to a form can be shown. */
  data: ListData<Row> | null;
  columns: readonly ListColumn<Row>[];
  empty: { title: string; text: string };
  /** What stands above the table. */
  children?: ReactNode;
};

/** A page that lists what was made before, the newest first, without a search. */
export function PastScreen<Row extends ListRow>(props: PastScreenProps<Row>) {
  const { title, back, data, children } = props;
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
      {data && <PastList {...props} data={data} />}
    </div>
  );
}

const ALL_COLUMNS = { hidden: [], order: [] };

function PastList<Row extends ListRow>({ path, data, columns, empty }: PastScreenProps<Row> & { data: ListData<Row> }) {
  const state = readListState(new URLSearchParams(useLocation().search), [], "");
  const list = { path, defaultSort: "", state: { ...state, q: "" }, data };
  const table = useListTable({ ...list, columns, columnChoice: ALL_COLUMNS, hrefOf: () => undefined });
  const { rows } = table.getRowModel();
  return (
    <>
      {rows.length > 0 ? (
        <Table {...list} table={table} rows={rows} isHydrated />
      ) : (
        <div className="empty">
          <h2 className="text-base font-semibold text-ink">{empty.title}</h2>
          <p className="mt-1">{empty.text}</p>
        </div>
      )}
      <div className="list-foot justify-end! empty:hidden">
        <Pager {...list} table={table} />
      </div>
    </>
  );
}
