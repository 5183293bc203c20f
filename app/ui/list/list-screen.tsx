import { Outlet, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { button } from "#app/ui/controls/button.tsx";
import { ListPage } from "./list-page.tsx";
import { ListNotices } from "./row-forms.tsx";
import type { ListProps, ListRow } from "./types.ts";

/** What a list's loader has read. */
type Loaded<Row extends ListRow> = Pick<ListProps<Row>, "path" | "defaultSort" | "data" | "state" | "hiddenColumns"> & {
  deleted: { id: string; name: string } | null;
};

type ListScreenProps<Row extends ListRow> = Omit<ListProps<Row>, keyof Loaded<Row>> & {
  /** Null where the database is away and a form was sent: then only its answer is shown. */
  list: Loaded<Row> | null;
  /** What came of the last thing done to a row. */
  answer?: { problem?: string } | undefined;
  /** What else was just done, where it was not done to a row. */
  notice?: ReactNode;
};

/** The page of a list: its rows, what was just done to one of them, and the dialog that is open over it. */
export function ListScreen<Row extends ListRow>({ list, answer, notice, ...described }: ListScreenProps<Row>) {
  const isTold = answer?.problem !== undefined || list?.deleted;
  return (
    <>
      {list ? <ListPage {...described} {...list} /> : <Away title={described.title} />}
      {isTold ? <ListNotices problem={answer?.problem} deleted={list?.deleted ?? null} /> : notice}
      <Outlet />
    </>
  );
}

function Away({ title }: { title: string }) {
  const { pathname, search } = useLocation();
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <p className="alert mt-8">The database cannot be reached. What was saved is safe.</p>
      {/* The page itself has to be loaded anew. */}
      <a href={pathname + search} className={`${button.primary} mt-8`}>
        Try again
      </a>
    </>
  );
}
