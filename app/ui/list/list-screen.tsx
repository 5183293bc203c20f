import { Outlet, useActionData, useLocation } from "@remix-run/react";
import { useMemo } from "react";
import type { Option } from "#app/domain/fields/field.ts";
import type { ChangeNotice, UndoAnswer } from "#app/domain/fields/notices.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useReturnedPlace } from "#app/ui/shell/returned-place.ts";
import { currentList } from "./current-list.ts";
import { ListPage } from "./list-page.tsx";
import { ListSearchProvider } from "./list-search.ts";
import { NoticeOrProblem } from "./row/done-notice.tsx";
import { RowChoices } from "./row/row-choices.ts";
import { EditAndDelete } from "./row/row-forms.tsx";
import { RowCommandsContext, useRowCommands } from "./row/use-row-commands.tsx";
import { ScreenTitle } from "./screen-title.tsx";
import { type CustomCells, columnsOf } from "./table/columns.tsx";
import { BulkCommands, toEdit } from "./table/selection.tsx";
import { TodayProvider } from "./today.ts";
import type { ListProps, ListRow, ReadList, ShownDescription } from "./types.ts";

type Loaded<Row extends ListRow> = ReadList<Row> & { notice: ChangeNotice | null };

type ListScreenProps<Row extends ListRow> = Omit<ListProps<Row>, "columns"> & {
  /** Without data only the answer to the last command is shown. */
  list: Loaded<Row>;
  /** A module constant, because others would render all rows again. */
  cells?: CustomCells<Row>;
  /** What the references that are edited in rows offer, by the name of their field. */
  choices?: { readonly [field: string]: readonly Option[] };
};

const NO_CHOICES = {};

/** What rows that a form edits have, unless the screen has its own. */
const editedRows = <Row extends ListRow>({ fields }: ShownDescription<Row>) =>
  fields.some(({ input }) => input?.inForm) && {
    menu: ({ id }: Row) => <EditAndDelete id={id} />,
    dialogOf: toEdit,
    selection: { commands: <BulkCommands fields={fields} /> },
  };

/** The page of a list: its rows, the notice of the last command, and the dialog that is open over it. */
export function ListScreen<Row extends ListRow>(props: ListScreenProps<Row>) {
  const { description, cells, choices = NO_CHOICES, ...own } = props;
  const answer = useActionData<Partial<UndoAnswer>>();
  const columns = useMemo(() => columnsOf(description, cells), [description, cells]);
  const location = useLocation();
  useReturnedPlace();
  const list = currentList(props.list, columns, new URLSearchParams(location.search));
  const { path, data, search } = list;
  const { commands, rows, watchers, answered } = useRowCommands(search);
  return (
    <ListSearchProvider value={search}>
      <RowCommandsContext.Provider value={commands}>
        <RowChoices.Provider value={choices}>
          {data ? (
            <TodayProvider value={list.today}>
              <ListPage
                {...editedRows(description)}
                {...own}
                {...{ description, columns }}
                list={{ ...list, data }}
                rowEdits={rows}
                savedId={list.notice?.recordId}
              />
            </TodayProvider>
          ) : (
            <Unreachable address={path + search} />
          )}
          {watchers}
          <NoticeOrProblem notice={list.notice} {...{ answered, answer }} />
          <Outlet />
        </RowChoices.Provider>
      </RowCommandsContext.Provider>
    </ListSearchProvider>
  );
}

function Unreachable({ address }: { address: string }) {
  return (
    <>
      <ScreenTitle />
      <p className="alert mt-8">The database cannot be reached. What was saved is safe.</p>
      {/* A full load: the page has no data to revalidate. */}
      <a href={address} className={`${button.primary} mt-8`}>
        Try again
      </a>
    </>
  );
}
