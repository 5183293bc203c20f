import { Link, useLocation, useNavigate } from "@remix-run/react";
import { flexRender } from "@tanstack/react-table";
import {
  type AnimationEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useContext,
  useRef,
  useState,
} from "react";
import { searchWords } from "#app/domain/basics/search-text.ts";
import type { ColumnOptions } from "#app/domain/fields/field.ts";
import { type ListState, listHref } from "#app/domain/fields/list-state.ts";
import { timesChanged } from "#app/live/browser/structural-sharing.ts";
import { hasPages } from "#app/registry/places.ts";
import type { RowEdits } from "#app/table/table-options.ts";
import {
  type ListHeader,
  type ListTable,
  type ListTableColumn,
  type ListTableRow,
  renderCell,
  unseenHits,
} from "#app/table/table-options.ts";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { RowActionForm } from "#app/ui/list/row/row-action-form.tsx";
import { isByPointer, loadRowTools, rowTools, whenLoaded } from "#app/ui/list/row/row-tools.ts";
import { ROW_FORM } from "#app/ui/list/row/row-values.tsx";
import { NO_EDITOR, RowCommandsContext, SELECTED } from "#app/ui/list/row/use-row-commands.tsx";
import { MENU_FORM, MenuForm, MenuSheet } from "#app/ui/list/tools/menu-sheet.tsx";
import type { ListProps, ListRow } from "#app/ui/list/types.ts";
import { classesOf } from "./column-classes.ts";
import { SelectAll, selectBox } from "./selection.tsx";

type TableProps<Row extends ListRow> = Pick<ListProps<Row>, "menu" | "selection"> & {
  path: string;
  state: ListState;
  defaultSort: string;
  /** The name of a row, for the labels of its menu and its box. */
  nameOf?: (row: Row) => string;
  table: ListTable<Row>;
  rows: ListTableRow<Row>[];
  /** Before hydration, and without JavaScript, the address says whether all rows are selected. */
  isHydrated: boolean;
  /** The row that was just added or saved. */
  savedId?: string | undefined;
  body?: RefObject<HTMLTableSectionElement>;
};

/**
 * The table of a list. Its rows are plain markup without handlers of their own: their links, buttons and boxes work without
 * JavaScript, and with it the table handles their events.
 */
export function Table<Row extends ListRow>(props: TableProps<Row>) {
  const { path, table, rows, state, defaultSort, nameOf = noName, menu, isHydrated, body } = props;
  const search = useListSearch();
  const { events, openMenu } = useRowEvents(table);
  const RowMenu = rowTools()?.RowMenu;
  const params = new URLSearchParams(useLocation().search);
  const sheetRow = rows.find(({ id }) => id === params.get("menu"))?.original;
  const areAllSelected = !isHydrated && params.get("selected") === "all";
  const columns = table.getVisibleLeafColumns();
  const pages = hasPages(path) && path;
  return (
    <div className="table-scroll">
      {/* The buttons in the rows belong to these forms by their `form`. */}
      <RowActionForm id={ROW_FORM} className="hidden">
        {null}
      </RowActionForm>
      {menu && <MenuForm path={path} state={state} defaultSort={defaultSort} />}
      <table className={menu ? "data-table" : "data-table without-menus"} aria-labelledby="list-title">
        {rows.length === 0 && <Searching />}
        <Head {...props} />
        <tbody ref={body} onAnimationEnd={removeHighlight} {...events}>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              columns={columns}
              isSelected={areAllSelected || row.getIsSelected()}
              {...rowProps(row, { ...props, pages })}
            />
          ))}
        </tbody>
      </table>
      {menu && openMenu && RowMenu && (
        <RowMenu key={openMenu.row.id} opener={openMenu.opener} onClose={openMenu.close}>
          {menu(openMenu.row)}
        </RowMenu>
      )}
      {menu && sheetRow && (
        <MenuSheet label={labelOf(nameOf(sheetRow))} closedHref={path + search}>
          {menu(sheetRow)}
        </MenuSheet>
      )}
    </div>
  );
}

/** The headings over the rows, their boxes and their menus. */
function Head<Row extends ListRow>({ path, state, defaultSort, table, menu, selection }: TableProps<Row>) {
  const classes = classesOf(table.getVisibleLeafColumns());
  return (
    <thead>
      {table.getHeaderGroups().map(({ id, headers }) => (
        <tr key={id}>
          {selection && <SelectAll path={path} table={table} />}
          {headers.map((header, index) => (
            <Heading key={header.id} header={header} className={classes[index]} {...{ path, state, defaultSort }} />
          ))}
          {menu && (
            <th scope="col" className="end actions">
              Actions
            </th>
          )}
        </tr>
      ))}
    </thead>
  );
}

/** Says that no loaded row has the words of a search that is under way. On a phone the foot, which follows, says it. */
const Searching = () => (
  <caption className="caption-bottom p-3 text-muted max-sm:hidden">Searching the whole list…</caption>
);

const noName = () => "";

function rowProps<Row extends ListRow>(row: ListTableRow<Row>, props: TableProps<Row> & { pages: string | false }) {
  const { state, nameOf = noName, menu, selection, savedId, pages } = props;
  const { original, table } = row;
  const { hrefOf, rowEdits } = table.options.meta ?? {};
  return {
    nameHref: pages ? `${pages}/${row.id}` : hrefOf?.(original),
    state: rowEdits?.get(row.id),
    menuLabel: menu && labelOf(nameOf(original)),
    select: selection && (row.getCanSelect() ? nameOf(original) : ""),
    highlight: highlightOf(original) ?? (row.id === savedId ? "changed" : undefined),
    unseen: unseenHits(row, searchWords(state.q)),
  };
}

const labelOf = (name: string) => `Actions for ${name}`;

type RowProps<Row extends ListRow> = {
  row: ListTableRow<Row>;
  /** The visible columns, in their order. */
  columns: readonly ListTableColumn<Row>[];
  /** Where the name of the row leads. */
  nameHref: string | undefined;
  state: RowEdits | undefined;
  menuLabel: string | undefined;
  /** The name in the label of the row's box; '' if the row cannot be selected, undefined if no row can. */
  select: string | undefined;
  isSelected: boolean;
  highlight: string | undefined;
  /** The texts that a search found in the row and no cell shows. */
  unseen: string | undefined;
};

/** A row renders again only if something of it has changed. After a live update the table has new rows with the same originals. */
const Row = memo(
  function Row<R extends ListRow>({
    row,
    columns,
    nameHref,
    menuLabel,
    select,
    isSelected,
    highlight,
    unseen,
  }: RowProps<R>) {
    const classes = classesOf(columns);
    return (
      <tr className={highlight}>
        {select !== undefined && <td className="select">{select && selectBox(row.id, select, isSelected)}</td>}
        {columns.map((column, index) => {
          const content = renderCell(row, column);
          const { listed, heading, shown } = column.columnDef.meta ?? {};
          const className = classes[index];
          // Names and entered texts stay as they are in a translated page.
          const translate = shown?.kind === "text" ? "no" : undefined;
          return index === 0 ? (
            // A row header, so that screen readers name the row by it.
            <th key={column.id} scope="row" className={className} translate={translate}>
              {nameHref ? (
                <a href={nameHref} className="row-name">
                  {content}
                </a>
              ) : (
                <span>{content}</span>
              )}
              {unseen && <small className="unseen">{unseen}</small>}
            </th>
          ) : (
            <td
              key={column.id}
              className={className}
              translate={translate}
              data-label={hasPhoneLabel(listed) ? heading : undefined}
            >
              {content}
            </td>
          );
        })}
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
  },
  ({ row, ...props }, { row: nextRow, ...next }) =>
    row.original === nextRow.original &&
    Object.entries(next).every(([name, value]) => value === props[name as keyof typeof props]),
) as <R extends ListRow>(props: RowProps<R>) => ReactNode;

/** Whether the value has its heading before it on a phone, which shows no headings. */
const hasPhoneLabel = ({ phone, align }: ColumnOptions = {}) =>
  phone === "state" || (phone === "fact" && align === "date");

/** Handles what happens in the rows: their links, editors and menus. */
function useRowEvents<R extends ListRow>(table: ListTable<R>) {
  const navigate = useNavigate();
  const commands = useContext(RowCommandsContext);
  const [opened, setOpened] = useState<{ id: string; opener: HTMLElement } | null>(null);
  /** The button whose menu was open when the press began: the press closes it, and must not open it again. */
  const pressed = useRef<Element | null>(null);

  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    const button = event.target.closest<HTMLButtonElement>("button[name=menu]");
    // In browsers without popovers the button loads the list with the menu open.
    if (button && "showPopover" in button) {
      event.preventDefault();
      const open = () => setOpened({ id: button.value, opener: button });
      if (isExpanded(button) || pressed.current === button) setOpened(null);
      else loadRowTools().then(open, () => button.form?.requestSubmit(button));
    }
    const link = event.target.closest<HTMLAnchorElement>("a.row-name, a[data-field], a:not([class])");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const [, , id = "", dialog] = link.pathname.split("/");
    const open = () => navigate(link.pathname + link.search, { preventScrollReset: dialog !== undefined });
    const { field } = link.dataset;
    if (!field) open();
    // If the editor does not load, the dialog of the record does not open instead: what is typed next would land in its
    // first field.
    else
      whenLoaded(
        () => commands?.edit(id, field, isByPointer(event)),
        () => commands?.fail(NO_EDITOR),
      );
  };

  const preload = ({ target, type }: { target: EventTarget; type: string }) => {
    showWhole(target);
    // A row that gets the focus needs the keys, too.
    if (type === "focus" || (target as Element).closest("[data-field], .more, .switch")) loadRowTools().catch(() => {});
  };
  const row = opened && table.getRowModel().rows.find(({ id }) => id === opened.id)?.original;
  const onPointerDown = ({ target }: { target: EventTarget }) => {
    const button = target instanceof Element ? target.closest("button[name=menu]") : null;
    pressed.current = button && isExpanded(button) ? button : null;
  };
  const onChange = ({ target }: { target: EventTarget }) => {
    if (target instanceof HTMLInputElement && target.name === SELECTED)
      table.getRowModel().rowsById[target.value]?.toggleSelected(target.checked);
  };
  return {
    events: { onClick, onChange, onPointerDown, onPointerOver: preload, onFocus: preload },
    openMenu: row && { row, opener: opened.opener, close: () => setOpened(null) },
  };
}

/** A text that its cell cuts off is the cell's tooltip. */
function showWhole(target: EventTarget) {
  const cell = target instanceof Element ? target.closest<HTMLElement>("td, th") : null;
  if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? "") : "";
}

const isExpanded = (button: Element) => button.ariaExpanded === "true";

type HeadingProps<Row extends ListRow> = {
  header: ListHeader<Row>;
  /** The classes of the column's cells. */
  className: string | undefined;
  path: string;
  state: ListState;
  defaultSort: string;
};

/** A heading that sorts by its column. A second press reverses the order. */
function Heading<Row extends ListRow>({ header, className, path, state, defaultSort }: HeadingProps<Row>) {
  const { column } = header;
  const { listed } = column.columnDef.meta ?? {};
  const sorted = column.getIsSorted();
  const heading = flexRender(column.columnDef.header, header.getContext());
  const order = { sort: column.id, descending: sorted === "asc" };
  return (
    <th
      scope="col"
      className={[listed?.width, className].filter(Boolean).join(" ") || undefined}
      aria-sort={sorted ? (sorted === "desc" ? "descending" : "ascending") : undefined}
    >
      {column.getCanSort() ? (
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
