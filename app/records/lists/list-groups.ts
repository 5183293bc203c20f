import { byName } from "#app/domain/basics/names.ts";
import type { GroupBy, RowGroup } from "#db/list/list-page.ts";
import { filtersAt } from "#db/queries/shell/list-filters.ts";
import type { ListRoute } from "./list-route.ts";

/** The grouping that the list's address asks for: see the filter `group`. */
export const groupOf = <Row, Settable>(
  { groups }: Pick<ListRoute<Row, Settable>, "groups">,
  filters: Readonly<Record<string, string>>,
): GroupBy | undefined => groups?.[filters.group ?? ""];

/** The groups in the order of their names, as the list and its file show them. */
export const inOrder = (groups: RowGroup[], { format = (name) => name }: GroupBy): RowGroup[] =>
  groups.sort(byName).map((group) => ({ ...group, name: format(group.name) }));

/** What a grouping is called: 'Month billed for'. */
export const headingOfGroup = (path: string, group = "") =>
  filtersAt(path).group?.options?.find(({ id }) => id === group)?.name ?? group;
