import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useState,
} from "react";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { shownAmount } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { BoundField } from "#app/domain/fields/field.ts";
import type { ListTable } from "#app/table/table-options.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import { NoDefaultButton } from "#app/ui/controls/no-default-button.tsx";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { RowActionForm } from "#app/ui/list/row/row-action-form.tsx";
import { SELECTED, SELECTION_FORM } from "#app/ui/list/row/use-row-commands.tsx";
import type { ListRow } from "#app/ui/list/types.ts";

/** The table handles the changes of all boxes. */
const handledByTable = () => {};

/** The box that selects a row. It is plain markup, as a page has a hundred of them. */
export const selectBox = (id: string, name: string, isSelected: boolean) => (
  <label>
    <input
      type="checkbox"
      form={SELECTION_FORM}
      name={SELECTED}
      value={id}
      checked={isSelected}
      onChange={handledByTable}
      aria-label={`Select ${name}`}
      className="tick"
    />
  </label>
);

/**
 * Selects the rows whose boxes are ticked: before hydration a box ticks without the table, and the box of a row that has gone
 * leaves the page. Returns whether the page is hydrated.
 */
export function useTickedRows<Row extends ListRow>(
  table: ListTable<Row>,
  rows: readonly unknown[],
  body: RefObject<HTMLTableSectionElement>,
): boolean {
  const [isHydrated, setHydrated] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of `rows`, which may remove a ticked box.
  useEffect(() => {
    const boxes = body.current?.querySelectorAll<HTMLInputElement>(`[name=${SELECTED}]:checked`) ?? [];
    const ticked = [...boxes].map(({ value }) => [value, true] as const);
    table.setRowSelection((selected) =>
      Object.keys(selected).length === ticked.length ? selected : Object.fromEntries(ticked),
    );
    setHydrated(true);
  }, [rows]);
  return isHydrated;
}

const SELECT_ALL = "Select all rows of this page";

/** The heading over the boxes. It selects all rows of the page; without JavaScript it loads the page with all boxes ticked. */
export function SelectAll<Row extends ListRow>({ path, table }: { path: string; table: ListTable<Row> }) {
  const params = new URLSearchParams(useListSearch());
  params.set("selected", "all");
  return (
    <th scope="col" className="select">
      <noscript>
        <a href={`${path}?${params}`} aria-label={SELECT_ALL} className="link">
          All
        </a>
      </noscript>
      <label>
        <input
          type="checkbox"
          aria-label={SELECT_ALL}
          autoComplete="off"
          className="tick"
          checked={table.getIsAllPageRowsSelected()}
          onChange={table.getToggleAllPageRowsSelectedHandler()}
        />
      </label>
    </th>
  );
}

const SELECTED_ROWS = "Selected rows";

type SelectionBarProps = {
  noun: string;
  /** The number of selected rows; undefined before hydration. */
  count: number | undefined;
  onClear: () => void;
  children: ReactNode;
};

/**
 * The commands for the selected rows of the page, which travel as `selected`. It is shown while a row is selected, by CSS alone,
 * so that it works without JavaScript. Its button names what it will do, and for how many. It comes before the rows, and keys lead to
 * it (`row-keys.ts`).
 */
export function SelectionBar({ noun, count, onClear, children }: SelectionBarProps) {
  const of = count === undefined ? `the selected ${noun}s` : pluralize(count, noun);
  return (
    <>
      {/* Always there, because screen readers do not announce a status that appears with its text. */}
      <output className="sr-only">{count ? `${of} selected` : ""}</output>
      <section aria-label={SELECTED_ROWS} className="selection">
        <RowActionForm id={SELECTION_FORM} className="contents" onReset={onClear}>
          <NoDefaultButton />
          <span aria-hidden="true" className="selection-count">
            {count === undefined ? SELECTED_ROWS : `${of} selected`}
          </span>
          <SelectedContext.Provider value={of}>{children}</SelectedContext.Provider>
          <button type="reset" aria-label="Clear the selection" className="icon-button">
            <Icon name="close" />
          </button>
        </RowActionForm>
      </section>
    </>
  );
}

/** The selected rows in words: '10 horses'. */
const SelectedContext = createContext("");

/** The dialog of the records whose names lead to Edit: see `dialogOf` of `ListProps`. */
export const toEdit = () => "edit";

type BulkCommandsProps<Row> = { fields: readonly BoundField<Row>[]; hasDelete?: boolean };

/** Sets one field of all selected rows, or deletes them: one change, with one Undo. */
export function BulkCommands<Row>({ fields, hasDelete = true }: BulkCommandsProps<Row>) {
  const settable = fields.flatMap(({ name, label, listed, input }) =>
    listed.inBulk && input ? { name, label, control: input.control, hasDay: listed.hasDay ?? false } : [],
  );
  const [only] = settable;
  return (
    <>
      {settable.length === 1 && only?.control === "checkbox" && <FlagButtons {...only} />}
      {settable.length > 1 && <FieldAndValue settable={settable} />}
      {hasDelete && (
        <button type="submit" name="intent" value="delete" className={button.danger}>
          Delete
        </button>
      )}
    </>
  );
}

function FlagButtons({ name, label }: { name: string; label: string }) {
  return [true, false].map((value) => (
    <button
      key={name + value}
      type="submit"
      name="row"
      value={`set selected ${name} ${value}`}
      className={button.secondary}
    >
      {value ? label : `Not ${label.toLowerCase()}`}
    </button>
  ));
}

type Settable = { name: string; label: string; control: string; hasDay: boolean };

/** No field is chosen at first. The stylesheet shows the control and the button of the chosen one. */
function FieldAndValue({ settable }: { settable: Settable[] }) {
  const of = useContext(SelectedContext);
  const [effect, setEffect] = useState("");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events come from the controls inside.
    <div
      className="selection-value"
      onChange={({ currentTarget }) => setEffect(effectOf(currentTarget, settable))}
      onKeyDown={pressSet}
    >
      <select name="field" aria-label="What to set" className="control">
        <option value="">Set a value…</option>
        {settable.map(({ name, label, control }) => (
          <option key={name} value={name} data-control={control}>
            {label}
          </option>
        ))}
      </select>
      <input
        name="amount"
        aria-label="Amount"
        inputMode="decimal"
        placeholder="0.00"
        size={8}
        className="control for-amount"
      />
      {settable.some(({ hasDay }) => hasDay) && (
        <label className="for-amount flex items-center gap-2 max-sm:basis-full">
          <span>from</span>
          <input type="date" name="from" aria-label="From the day" className="control" />
        </label>
      )}
      <input type="date" name="date" aria-label="Date" className="control for-date" />
      <select name="checkbox" aria-label="Yes or no" className="control for-checkbox">
        <option value="true">Yes</option>
        <option value="false">No</option>
      </select>
      <button type="submit" name="intent" value="set" className={`${button.primary} for-field`}>
        {effect ? `${effect} for ${of}` : "Set"}
      </button>
    </div>
  );
}

/** Enter in a value presses the button beside it. */
function pressSet({ key, target, currentTarget, nativeEvent }: KeyboardEvent<HTMLElement>) {
  if (key === "Enter" && target instanceof HTMLInputElement && !nativeEvent.isComposing)
    currentTarget.querySelector("button")?.click();
}

/** What the bar will set: 'Set boarding to $3,000.00'; '' while there is no value. */
function effectOf(bar: HTMLElement, settable: Settable[]): string {
  const entered = (name: string) => bar.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value.trim() ?? "";
  const field = settable.find(({ name }) => name === entered("field"));
  if (!field) return "";
  const [label, value] = [field.label.toLowerCase(), entered(field.control)];
  if (field.control === "checkbox") return `Set ${label} to ${value === "true" ? "yes" : "no"}`;
  if (field.control === "date") return value ? `Set ${label} to ${formatUsDate(value)}` : `Clear ${label}`;
  const amount = shownAmount(value);
  const day = field.hasDay ? entered("from") : "";
  // The bar names the field, and must not wrap.
  if (amount && day) return `Set ${amount} from ${formatUsDate(day)}`;
  return amount && `Set ${label} to ${amount}`;
}
