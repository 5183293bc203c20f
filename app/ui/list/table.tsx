import { Link, useLocation, useNavigate } from "@remix-run/react";
import {
  type AnimationEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import { type ListState, listHref } from "#app/domain/list-state.ts";
import { timesChanged } from "#app/live/browser/structural-sharing.ts";
import { useListSearch } from "./list-search.ts";
import { MENU_FORM, MenuForm, MenuSheet } from "./menu-sheet.tsx";
import { RowActionForm } from "./row-action-form.tsx";
import { loadRowTools, rowTools } from "./row-tools.ts";
import { ROW_FORM } from "./row-values.tsx";
import { SelectAll, selectBox } from "./selection.tsx";
import type { ListColumn, ListProps, ListRow } from "./types.ts";
import { RowCommandsContext, type RowState } from "./use-row-commands.tsx";

type TableProps<Row extends ListRow> = ListProps<Row> & {
  body?: RefObject<HTMLTableSectionElement>;
};

/**
 * The table of a list. Its rows are plain markup without handlers of their own: their links and buttons work without JavaScript,
 * and with it the table handles their events.
 */
export function Table<Row extends ListRow>(props: TableProps<Row>) {
  const { path, data, state, defaultSort, menu, selection, body } = props;
  const visible = useVisibleColumns(props);
  const search = useListSearch();
  const { events, openMenu } = useRowEvents(data.rows);
  const RowMenu = rowTools()?.RowMenu;
  const params = new URLSearchParams(useLocation().search);
  const sheetId = params.get("menu");
  const isSelected = params.get("selected") === "all";
  const sheetRow = sheetId ? data.rows.find(({ id }) => id === sheetId) : undefined;
  return (
    <div className="table-scroll">
      {/* The buttons in the rows belong to these forms by their `form`. */}
      <RowActionForm id={ROW_FORM} className="hidden">
        {null}
      </RowActionForm>
      {menu && <MenuForm path={path} state={state} defaultSort={defaultSort} />}
      <table className={tableClass(visible.length + (selection ? 1 : 0) + (menu ? 1 : 0))} aria-labelledby="list-title">
        <thead>
          <tr>
            {selection && <SelectAll key={data.rows[0]?.id} path={path} />}
            {visible.map((column) => (
              <Heading key={column.id} column={column} {...props} />
            ))}
            {menu && (
              <th scope="col" className="end actions">
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} onAnimationEnd={removeHighlight} {...events}>
          {data.rows.map((row) => (
            <Row key={row.id} {...rowProps(row, search, props)} columns={visible} isSelected={isSelected} />
          ))}
        </tbody>
      </table>
      {menu && openMenu && RowMenu && (
        <RowMenu key={openMenu.row.id} opener={openMenu.opener} onClose={openMenu.close}>
          {menu.items(openMenu.row)}
        </RowMenu>
      )}
      {menu && sheetRow && (
        <MenuSheet label={labelOf(menu.nameOf(sheetRow))} closedHref={path + search}>
          {menu.items(sheetRow)}
        </MenuSheet>
      )}
    </div>
  );
}

/** `:has()` would do the same, at the price of another look at all cells after each change in the table. */
function tableClass(columnCount: number): string {
  return ["data-table cards", columnCount >= 11 && "wide", columnCount >= 12 && "widest"].filter(Boolean).join(" ");
}

/** The columns to show, in their order. */
function useVisibleColumns<Row extends ListRow>({ columns, shown }: TableProps<Row>): ListColumn<Row>[] {
  // The same array while the columns are the same: rows render again only for another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the joined ids stand for the array.
  return useMemo(() => columns.filter(({ id }) => shown.includes(id)), [shown.join(), columns]);
}

function rowProps<Row extends ListRow>(row: Row, search: string, props: ListProps<Row>) {
  const { path, dialogOf, hasPages, rowStates, menu, selection, savedId } = props;
  const dialog = dialogOf?.(row);
  return {
    row,
    href: dialog && `${path}/${row.id}/${dialog}${search}`,
    pageHref: hasPages ? `${path}/${row.id}` : undefined,
    state: rowStates?.get(row.id),
    menuLabel: menu && labelOf(menu.nameOf(row)),
    select: selection && (selection.canSelect?.(row) === false ? "" : selection.nameOf(row)),
    highlight: highlightOf(row) ?? (row.id === savedId ? "changed" : undefined),
  };
}

const labelOf = (name: string) => `Actions for ${name}`;

type RowProps<Row extends ListRow> = {
  row: Row;
  columns: readonly ListColumn<Row>[];
  href: string | undefined;
  /** The address of the record's page; undefined if its kind has none. */
  pageHref: string | undefined;
  state: RowState | undefined;
  menuLabel: string | undefined;
  /** The name in the label of the row's box; '' if the row cannot be selected, undefined if no row can. */
  select: string | undefined;
  /** The box is ticked at first. */
  isSelected: boolean;
  highlight: string | undefined;
};

/** A row renders again only if something of it has changed. */
const Row = memo(function Row<R extends ListRow>({
  row,
  columns,
  href,
  pageHref,
  state,
  menuLabel,
  select,
  isSelected,
  highlight,
}: RowProps<R>) {
  const context = { state, href };
  return (
    <tr className={highlight}>
      {select !== undefined && <td className="select">{select && selectBox(row.id, select, isSelected)}</td>}
      {columns.map((column, index) => cell(column, row, context, index === 0 && (pageHref ?? href)))}
      {menuLabel && (
        <td className="end actions">
          <button
            type="submit"
            form={MENU_FORM}
            name="menu"
            value={row.id}
            className="icon-button more"
            aria-label={menuLabel}
            aria-expanded={false}
          />
        </td>
      )}
    </tr>
  );
}) as <R extends ListRow>(props: RowProps<R>) => ReactNode;

type Context = Parameters<ListColumn<ListRow>["cell"]>[1];

/** The cell of the first column is a row header, so that screen readers name the row by it; it leads to `nameHref`. */
function cell<R extends ListRow>(
  column: ListColumn<R>,
  row: R,
  context: Context,
  /** False in the other columns, undefined if the name leads nowhere. */
  nameHref: string | false | undefined,
): ReactNode {
  const { id, align, wholeText, heading, card } = column;
  const content = column.cell(row, context);
  if (nameHref !== false) {
    return (
      <th key={id} scope="row" className={align}>
        {nameHref ? (
          <a href={nameHref} className="row-name">
            {content}
          </a>
        ) : (
          content
        )}
        {row.unseen && <small className="block font-normal text-muted">{row.unseen}</small>}
      </th>
    );
  }
  return (
    <td
      key={id}
      className={wholeText ? "clipped" : align}
      title={wholeText?.(row)}
      data-label={card ? heading : undefined}
    >
      {content}
    </td>
  );
}

/** Handles what happens in the rows: their links, editors and menus. */
function useRowEvents<R extends ListRow>(rows: readonly R[]) {
  const navigate = useNavigate();
  const commands = useContext(RowCommandsContext);
  const [opened, setOpened] = useState<{ id: string; opener: HTMLElement } | null>(null);
  /** The button whose menu was open when the press began: the press closes it, and must not open it again. */
  const pressed = useRef<Element | null>(null);

  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!commands || event.defaultPrevented || !(event.target instanceof Element)) return;
    const button = event.target.closest<HTMLButtonElement>("button[name=menu]");
    // In browsers without popovers the button loads the list with the menu open.
    if (button && "showPopover" in button) {
      event.preventDefault();
      const open = () => setOpened({ id: button.value, opener: button });
      if (isExpanded(button) || pressed.current === button) setOpened(null);
      else loadRowTools().then(open, () => button.form?.submit());
    }
    const link = event.target.closest<HTMLAnchorElement>("a.row-name, a[data-field], a:not([class])");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const [, , id = "", dialog] = link.pathname.split("/");
    const open = () => navigate(link.pathname + link.search, { preventScrollReset: dialog !== undefined });
    const { field } = link.dataset;
    if (!field) open();
    // If the editor does not load, the dialog of the record does the same.
    else loadRowTools().then(() => commands.edit(id, field), open);
  };

  const preload = ({ target }: { target: EventTarget }) => {
    if (target instanceof Element && target.closest("[data-field], .more, .switch")) loadRowTools().catch(() => {});
  };
  const row = opened && rows.find(({ id }) => id === opened.id);
  const onPointerDown = ({ target }: { target: EventTarget }) => {
    const button = target instanceof Element ? target.closest("button[name=menu]") : null;
    pressed.current = button && isExpanded(button) ? button : null;
  };
  return {
    events: { onClick, onPointerDown, onPointerOver: preload, onFocus: preload },
    openMenu: row && { row, opener: opened.opener, close: () => setOpened(null) },
  };
}

const isExpanded = (button: Element) => button.ariaExpanded === "true";

type HeadingProps<Row extends ListRow> = {
  column: ListColumn<Row>;
  path: string;
  state: ListState;
  defaultSort: string;
};

/** A heading that sorts by its column. A second press reverses the order. */
function Heading<Row extends ListRow>({ column, path, state, defaultSort }: HeadingProps<Row>) {
  const { id, heading, align, width, sortable } = column;
  const isSorted = state.sort === id;
  const order = { sort: id, descending: isSorted && !state.descending };
  return (
    <th
      scope="col"
      className={[width, align].filter(Boolean).join(" ") || undefined}
      aria-sort={isSorted ? (state.descending ? "descending" : "ascending") : undefined}
    >
      {sortable ? (
        <Link to={listHref(path, state, defaultSort, order)} className="sort" preventScrollReset>
          {heading}
        </Link>
      ) : (
        heading
      )}
    </th>
  );
}

/** The class that highlights a row after another admin changes it. Two names alternate, so that each change restarts the animation. */
function highlightOf(row: ListRow): string | undefined {
  const changes = timesChanged(row);
  return changes === 0 ? undefined : changes % 2 === 1 ? "changed" : "changed-again";
}

/** Removes the highlight after its animation. Otherwise React would restart the animation by moving the row. */
function removeHighlight({ target }: AnimationEvent): void {
  if (target instanceof Element) target.closest("tr")?.removeAttribute("class");
}
