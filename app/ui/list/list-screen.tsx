import { Outlet, useLocation } from "@remix-run/react";
import type { Option } from "#app/domain/fields/field.ts";
import type { ChangeNotice, UndoAnswer } from "#app/domain/fields/notices.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useReturnedPlace } from "#app/ui/shell/returned-place.ts";
import { currentList } from "./current-list.ts";
import { ListPage } from "./list-page.tsx";
import { ListSearchProvider } from "./list-search.ts";
import { NoticeOrProblem } from "./row/done-notice.tsx";
import { RowChoices } from "./row/row-choices.ts";
import { RowCommandsContext, useRowCommands } from "./row/use-row-commands.tsx";
import { ScreenTitle } from "./screen-title.tsx";
import { TodayProvider } from "./today.ts";
import type { ListProps, ListRow, ReadList } from "./types.ts";

type Loaded<Row extends ListRow> = ReadList<Row> & { notice: ChangeNotice | null };

type ListScreenProps<Row extends ListRow> = ListProps<Row> & {
  /** Without data only the answer is shown. */
  list: Loaded<Row>;
  /** The answer to the last command on a row. */
  answer?: Partial<UndoAnswer> | undefined;
  /** What the references that are edited in rows offer, by the name of their field. */
  choices?: { readonly [field: string]: readonly Option[] };
};

const NO_CHOICES = {};

/** The page of a list: its rows, the notice of the last command, and the dialog that is open over it. */
export function ListScreen<Row extends ListRow>(props: ListScreenProps<Row>) {
  const { answer, choices = NO_CHOICES, ...described } = props;
  const location = useLocation();
  useReturnedPlace();
  const list = currentList(props.list, props.columns, new URLSearchParams(location.search));
  const { path, data, search } = list;
  const { commands, rows, watchers, answered } = useRowCommands(search);
  return (
    <ListSearchProvider value={search}>
      <RowCommandsContext.Provider value={commands}>
        <RowChoices.Provider value={choices}>
          {data ? (
            <TodayProvider value={list.today}>
              <ListPage {...described} list={{ ...list, data }} rowEdits={rows} savedId={list.notice?.recordId} />
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
