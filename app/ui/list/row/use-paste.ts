import { type ClipboardEvent, type RefObject, useContext } from "react";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { shownAmount } from "#app/domain/basics/money.ts";
import { RowCommandsContext } from "./use-row-commands.tsx";

type Input = HTMLInputElement | HTMLSelectElement;
type Edited = { field: string; input: { control: string } };

/** Lines that were copied from a spreadsheet go into the row of the editor and those below it, as one command. */
export function usePaste({ field, input: { control } }: Edited, input: RefObject<Input>, close: () => void) {
  const commands = useContext(RowCommandsContext);
  return (event: ClipboardEvent<HTMLElement>) => {
    const lines = event.clipboardData
      .getData("text")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    const ids = rowsFrom(input.current);
    if (lines.length === 1 || ids.length === 0) return;
    event.preventDefault();
    close();
    const cells = lines.map((line, at) => ({ id: ids[at], value: line.trim() }));
    // A blank line leaves its cell as it is.
    const filled = cells.filter(({ value }) => value !== "");
    commands?.paste(
      filled.flatMap(({ id, value }) => (id ? { id, field, value, text: displayOf(control, value, null) } : [])),
      filled.filter(({ id }) => !id).length,
    );
  };
}

/** The ids of the editor's row and of those below it, from the buttons of their menus. */
function rowsFrom(element: Input | null): string[] {
  const row = element?.closest("tr");
  const rows = [...(row?.parentElement?.children ?? [])];
  const menus = rows
    .slice(row ? rows.indexOf(row) : 0)
    .map((each) => each.querySelector<HTMLButtonElement>("[name=menu]"));
  return menus.flatMap((menu) => menu?.value ?? []);
}

/** What the cell shows until the answer. */
export function displayOf(control: string, value: string, element: Input | null): string {
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? "";
  if (control === "amount") return shownAmount(value) || value;
  return control === "date" && value ? formatUsDate(value) : value;
}
