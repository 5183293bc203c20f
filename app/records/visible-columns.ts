import { columnVisibilityFeature, constructTable, tableFeatures } from "@tanstack/react-table";
import { storeReactivityBindings } from "@tanstack/table-core/store-reactivity-bindings";
import type { BoundField } from "#app/domain/field.ts";

const features = tableFeatures({ columnVisibilityFeature, coreReactivityFeature: storeReactivityBindings() });

/**
 * The ids of the columns that a list shows, in their order. `hidden` are the columns that the admin has hidden; null if they
 * never used the Columns menu. The table is on the server only: docs/decisions/table-on-the-server.md.
 */
export function visibleColumns<Row>(fields: readonly BoundField<Row>[], hidden: readonly string[] | null): string[] {
  const columns = fields.map(({ column, heading }) => ({ id: column, header: heading }));
  const isShown = ({ column, listed }: BoundField<Row>) => !(hidden?.includes(column) ?? listed.hidden ?? false);
  const columnVisibility = Object.fromEntries(fields.map((field) => [field.column, isShown(field)]));
  const table = constructTable({ features, columns, data: [], state: { columnVisibility } });
  return table.getVisibleLeafColumns().map(({ id }) => id);
}
