import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { isFixedService, shownPrice } from "#app/domain/boarding/monthly-charges.ts";
import { type ServiceRow, service } from "#app/domain/records/service.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete, EditItem } from "#app/ui/list/row/row-forms.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import { BulkCommands, toEdit } from "#app/ui/list/table/selection.tsx";
import { servicesList } from "../../shell/lists.ts";

export const loader = loadList(servicesList);
export const action = (args: ActionFunctionArgs) => actOnList(args, servicesList, loader);

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";
export { revalidateShortList as shouldRevalidate } from "#app/records/lists/revalidate-short-list.ts";

const nameOf = (row: ServiceRow) => row.productServiceName;
/** The minimum widths of the columns. */
const WIDTHS = { price: "w-36", salesDescription: "w-64", public: "w-20", needsGroom: "w-28" };

const columns = columnsOf(service, nameOf, WIDTHS, { price: priceCell });

function priceCell(row: ServiceRow) {
  const { amount, note } = shownPrice(row);
  // The space separates the two texts when the browser searches the page or copies the cell.
  return note ? (
    <>
      <span>{amount}</span> <small className="text-muted">{note}</small>
    </>
  ) : (
    amount
  );
}

export default function Services() {
  return (
    <ListScreen
      list={useLiveData<typeof loader>().list}
      answer={useActionData<typeof action>()}
      columns={columns}
      noun="service"
      searchPlaceholder="Search services..."
      add={{ to: "/services/new", label: "Add Service" }}
      empty={{ title: "No Services", text: "Add new services to manage them here" }}
      selection={{ nameOf, commands: <BulkCommands fields={service.fields} /> }}
      dialogOf={toEdit}
      menu={{ nameOf, items: ({ id }) => (isFixedService(id) ? <EditItem id={id} /> : <EditAndDelete id={id} />) }}
    />
  );
}
