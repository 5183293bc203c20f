/**
 * An admin's hidden columns of a list, null without a choice, and the order of the columns, [] for the description's
 * order.
 */
export type ColumnChoice = { hidden: readonly string[] | null; order: readonly string[] };

export const NO_CHOICE: ColumnChoice = { hidden: null, order: [] };

/** Moves a column to another place. The first column, which names the row, does not move. */
export function moveColumn(columns: readonly string[], id: string, to: number): string[] {
  const from = columns.indexOf(id);
  if (from < 1 || to < 1 || to >= columns.length) return [...columns];
  const others = columns.filter((each) => each !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/**
 * The choice in a form of the Columns menu: `column` names all columns in their order, `shown` those that are shown, and `up` or
 * `down` one that moves. `ordered` says that the order is the admin's own.
 */
export function readColumnChoice(form: FormData): { hidden: string[]; order: string[] } {
  const columns = form.getAll("column").map(String);
  const shown = form.getAll("shown");
  const [up, down] = [String(form.get("up") ?? ""), String(form.get("down") ?? "")];
  const id = up || down;
  const order = moveColumn(columns, id, columns.indexOf(id) + (up ? -1 : 1));
  return { hidden: columns.filter((each) => !shown.includes(each)), order: id || form.has("ordered") ? order : [] };
}
