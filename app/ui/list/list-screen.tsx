import { Outlet, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Option } from "#app/domain/field.ts";
import { titleAt } from "#app/domain/screens.ts";
import { button } from "#app/ui/controls/button.tsx";
import { RowChoices } from "./columns.tsx";
import { ListPage } from "./list-page.tsx";
import { ListSearchProvider } from "./list-search.ts";
import { FollowContext, RowActionProvider, useRowAction } from "./row-action-form.tsx";
import { DeletedNotice, ProblemNotice } from "./row-forms.tsx";
import type { ListProps, ListRow } from "./types.ts";

/** What a list's loader has read; without `data` after a post while the database does not answer. */
type Loaded<Row extends ListRow> = Pick<ListProps<Row>, "path" | "defaultSort" | "state" | "hiddenColumns"> & {
  search: string;
  data: ListProps<Row>["data"] | null;
  deleted: { id: string; name: string } | null;
};

type ListScreenProps<Row extends ListRow> = Omit<ListProps<Row>, "title" | keyof Loaded<Row>> & {
  /** Without data only the answer is shown. */
  list: Loaded<Row>;
  /** The answer to the last command on a row. */
  answer?: { problem?: string; unreachable?: boolean } | undefined;
  /** The notice of another command, shown if no row was deleted, and no command refused unless the database was unreachable. */
  notice?: ReactNode;
  /** What the notice of a deleted record offers beside Undo: see `DeletedNotice`. */
  insteadOfDelete?: string;
  /** What the references that are edited in rows offer, by the name of their field. */
  choices?: { readonly [field: string]: readonly Option[] };
};

const NO_CHOICES = {};

/** The page of a list: its rows, the notice of the last command, and the dialog that is open over it. */
export function ListScreen<Row extends ListRow>(props: ListScreenProps<Row>) {
  const { list, answer, notice, insteadOfDelete, choices = NO_CHOICES, ...described } = props;
  const { data, search, deleted, ...place } = list;
  const title = titleAt(useLocation().pathname) ?? "";
  const { send, follow, refused } = useRowAction(search);
  const { problem, unreachable } = refused?.problem ? refused : (answer ?? {});
  const last = deleted ? <DeletedNotice {...deleted} instead={insteadOfDelete} /> : notice;
  return (
    <ListSearchProvider value={search}>
      <RowActionProvider value={send}>
        <FollowContext.Provider value={follow}>
          <RowChoices.Provider value={choices}>
            {data ? (
              <ListPage {...described} {...place} data={data} title={title} />
            ) : (
              <Unreachable title={title} address={place.path + search} />
            )}
            {problem ? (
              // The last notice stays if its Undo did not reach the database.
              <div className="sticky bottom-4 z-20">
                <ProblemNotice key={problem} problem={problem} />
                {unreachable && last}
              </div>
            ) : (
              last
            )}
            <Outlet />
          </RowChoices.Provider>
        </FollowContext.Provider>
      </RowActionProvider>
    </ListSearchProvider>
  );
}

function Unreachable({ title, address }: { title: string; address: string }) {
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <p className="alert mt-8">The database cannot be reached. What was saved is safe.</p>
      {/* A full load: the page has no data to revalidate. */}
      <a href={address} className={`${button.primary} mt-8`}>
        Try again
      </a>
    </>
  );
}
