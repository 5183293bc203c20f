import type { MouseEvent, ReactNode } from "react";
import type { BoundField } from "#app/domain/fields/field.ts";
import type { ChangeNotice, UndoAnswer } from "#app/domain/fields/notices.ts";
import { NoticeOrProblem } from "#app/ui/list/row/done-notice.tsx";
import { RowActionForm } from "#app/ui/list/row/row-action-form.tsx";
import { isByPointer, whenLoaded } from "#app/ui/list/row/row-tools.ts";
import { ROW_FORM, rowValue } from "#app/ui/list/row/row-values.tsx";
import { NO_EDITOR, RowCommandsContext, useRowCommands } from "#app/ui/list/row/use-row-commands.tsx";
import { FactList } from "./fact-list.tsx";

type FactsProps<Row> = {
  description: { fields: readonly BoundField<Row>[] };
  row: Row;
  /** The dialog of the record, to which a value leads without JavaScript; undefined for a deleted one, which is not edited. */
  editHref: string | undefined;
  /** What stands in the place of a field's text. */
  contents?: { readonly [Name in keyof Row & string]?: ReactNode };
  /** The answer to a command that was sent without JavaScript. */
  answer: Partial<UndoAnswer> | undefined;
  /** What the last command has changed. */
  notice: ChangeNotice | null;
};

/** The facts of a record, by its description: its fields but the name. Those that are edited in rows are edited here, too. */
export function Facts<Row extends { id: string; seq: number; name: string }>(props: FactsProps<Row>) {
  const { description, row, editHref, contents = {}, answer } = props;
  const special: { readonly [name: string]: ReactNode } = contents;
  const { commands, rows, watchers, answered } = useRowCommands("");
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("[data-field]") : null;
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { field = "" } = link.dataset;
    whenLoaded(
      () => commands.edit(row.id, field, isByPointer(event)),
      () => commands.fail(NO_EDITOR),
    );
  };
  const content = (field: BoundField<Row>) => {
    const { input, listed, name, detail } = field;
    if (special[name] !== undefined || !input || !listed.inRow || !editHref) return special[name] ?? detail(row);
    const value = rowValue({ row, field, input, name: row.name, state: rows.get(row.id), href: editHref });
    return input.control === "tel" ? <WithCall value={value} phone={detail(row)} /> : value;
  };
  return (
    <RowCommandsContext.Provider value={commands}>
      <RowActionForm id={ROW_FORM} className="hidden">
        {null}
      </RowActionForm>
      <FactList
        onClick={onClick}
        facts={description.fields.flatMap((field) =>
          field.input && field.name !== "name" ? [[field.label, content(field)] as const] : [],
        )}
      />
      {watchers}
      <NoticeOrProblem notice={props.notice} {...{ answered, answer }} />
    </RowCommandsContext.Provider>
  );
}

/** A text that is one phone number, and nothing else. */
const NUMBER = /^[+(]?\d[\d\s().-]{5,}$/;

/** A phone number that is edited in place, and a link that calls it. */
const WithCall = ({ value, phone }: { value: ReactNode; phone: string }) => (
  <span className="flex flex-wrap items-center gap-x-4">
    <span>{value}</span>
    {NUMBER.test(phone) && (
      <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} aria-label={`Call ${phone}`} className="link">
        Call
      </a>
    )}
  </span>
);
