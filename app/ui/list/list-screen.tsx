import { Outlet, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Option } from "#app/domain/field.ts";
import { titleAt } from "#app/domain/screens.ts";
import { button } from "#app/ui/controls/button.tsx";
import { RowChoices } from "./columns.tsx";
import { ListPage } from "./list-page.tsx";
import { RowActionProvider, useRowAction } from "./row-action-form.tsx";
import { ListNotices } from "./row-forms.tsx";
import type { ListProps, ListRow } from "./types.ts";

/** What a list's loader has read. */
type Loaded<Row extends ListRow> = Pick<ListProps<Row>, "path" | "defaultSort" | "data" | "state" | "hiddenColumns"> & {
  deleted: { id: string; name: string } | null;
};

type ListScreenProps<Row extends ListRow> = Omit<ListProps<Row>, "title" | keyof Loaded<Row>> & {
  /** Null after a post while the database does not answer: then only the answer is shown. */
  list: Loaded<Row> | null;
  /** The answer to the last command on a row. */
  answer?: { problem?: string } | undefined;
  /** The notice of another command, shown if no row was deleted or refused. */
  notice?: ReactNode;
  /** What the references that are edited in rows offer, by the name of their field. */
  choices?: { readonly [field: string]: readonly Option[] };
};

const NO_CHOICES = {};

/** The page of a list: its rows, the notice of the last command, and the dialog that is open over it. */
export function ListScreen<Row extends ListRow>(props: ListScreenProps<Row>) {
  const { list, answer, notice, choices = NO_CHOICES, ...described } = props;
  const title = titleAt(useLocation().pathname) ?? "";
  const { send, problem = answer?.problem } = useRowAction();
  const hasNotice = problem !== undefined || list?.deleted;
  return (
    <RowActionProvider value={send}>
      <RowChoices.Provider value={choices}>
        {list ? <ListPage {...described} {...list} title={title} /> : <Unreachable title={title} />}
        {hasNotice ? <ListNotices problem={problem} deleted={list?.deleted ?? null} /> : notice}
        <Outlet />
      </RowChoices.Provider>
    </RowActionProvider>
  );
}

function Unreachable({ title }: { title: string }) {
  const { pathname, search } = useLocation();
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <p className="alert mt-8">The database cannot be reached. What was saved is safe.</p>
      {/* A full load: the page has no data to revalidate. */}
      <a href={pathname + search} className={`${button.primary} mt-8`}>
        Try again
      </a>
    </>
  );
}
