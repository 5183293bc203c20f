import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList, editableList, editableRows, readList } from "#app/records/list-route.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { columnsOf } from "#app/ui/list/columns.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row-forms.tsx";
import { type CustomerRow, customerRecords } from "#db/queries/customers.ts";
import { customer } from "./customer.ts";

const list = editableList({
  path: "/customers",
  description: customer,
  defaultSort: "name",
  ...editableRows(customerRecords),
});

export const loader = liveLoader(async (args) => ({ list: await readList(args, list) }));
export const action = (args: ActionFunctionArgs) => actOnList(args, list);

export {
  revalidateUnlessUnreachable as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";

const nameOf = (row: CustomerRow) => row.name;
const columns = columnsOf(customer, nameOf);

export default function Customers() {
  return (
    <ListScreen
      list={useLiveData<typeof loader>().list}
      answer={useActionData<typeof action>()}
      columns={columns}
      searchPlaceholder="Search customers..."
      add={{ to: "/customers/new", label: "Add Customer" }}
      empty={{ title: "No Customers", text: "Add new services to manage them here" }}
      menu={{ nameOf, items: ({ id }) => <EditAndDelete id={id} /> }}
    />
  );
}
