import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { readListState } from "#app/domain/fields/list-state.ts";
import type { ListColumn } from "#app/table/table-options.ts";
import { Empty } from "./empty.tsx";
import { ScreenTitle } from "./screen-title.tsx";
import { Table } from "./table/table.tsx";
import { shownBy, useListTable } from "./table/use-list-table.ts";
import { MoreMenu } from "./tools/more-menu.tsx";
import { ListTotal, Pager } from "./tools/pager.tsx";
import type { ListData, ListRow } from "./types.ts";

type PastScreenProps<Row extends ListRow> = {
  path: string;
  /** 'export' */
  noun: string;
  /** The sub-screens of the screen that the page belongs to. */
  tabs: ReactNode;
  /** Null if only the answer to a form can be shown. */
  data: ListData<Row> | null;
  columns: readonly ListColumn<Row>[];
  /** The items of the menu of each row, and what the row is called. */
  menu?: (row: Row) => ReactNode;
  nameOf?: (row: Row) => string;
  /** Where the first column of a row leads. */
  hrefOf?: (row: Row) => string | undefined;
  empty: { title: string; text: string };
  /** The link of an empty list. */
  way: { to: string; label: string };
  children?: ReactNode;
};

/** A page that lists what was made before, the newest first, without a search. */
export function PastScreen<Row extends ListRow>(props: PastScreenProps<Row>) {
  const { path, tabs, data, children } = props;
  return (
    <div className="list">
      <div className="list-head">
        <ScreenTitle />
        <MoreMenu csv={`${path}/csv`} />
      </div>
      {tabs}
      <div className="list-said">{children}</div>
      {data && <PastList {...props} data={data} />}
    </div>
  );
}

const noHref = () => undefined;
const ALL_COLUMNS = { hidden: [], order: [] };

function PastList<Row extends ListRow>(props: PastScreenProps<Row> & { data: ListData<Row> }) {
  const { path, noun, data, columns, menu, nameOf, hrefOf = noHref, empty, way } = props;
  const state = readListState(new URLSearchParams(useLocation().search), [], "");
  const list = { path, defaultSort: "", state: { ...state, q: "" }, data };
  const table = useListTable({ ...list, columns, columnChoice: ALL_COLUMNS, hrefOf });
  const { rows } = table.getRowModel();
  if (rows.length === 0) return <Empty {...empty} way={way} />;
  const shown = shownBy(table, data);
  return (
    <>
      <Table {...list} {...(menu && { menu })} {...(nameOf && { nameOf })} table={table} rows={rows} isHydrated />
      <div className="list-foot">
        <p className="list-count">
          <ListTotal {...shown} noun={noun} />
        </p>
        <Pager {...list} {...shown} data={data} table={table} />
      </div>
    </>
  );
}
