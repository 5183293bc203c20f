import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData } from "@remix-run/react";
import { type CustomerRow, customer } from "#app/domain/records/customer.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row/row-forms.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import { BulkCommands, toEdit } from "#app/ui/list/table/selection.tsx";
import { customersList } from "../../shell/lists.ts";

export const loader = loadList(customersList);
export const action = (args: ActionFunctionArgs) => actOnList(args, customersList, loader);

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";
export { revalidateShortList as shouldRevalidate } from "#app/records/lists/revalidate-short-list.ts";

const nameOf = (row: CustomerRow) => row.name;
/** The minimum widths of the columns. */
const WIDTHS = { emails: "w-64", phone: "w-32", riders: "w-56", horses: "w-20" };

const columns = columnsOf(customer, nameOf, WIDTHS);

export default function Customers() {
  return (
    <ListScreen
      list={useLiveData<typeof loader>().list}
      answer={useActionData<typeof action>()}
      columns={columns}
      noun="customer"
      searchPlaceholder="Search customers..."
      add={{ to: "/customers/new", label: "Add Customer" }}
      empty={{ title: "No Customers", text: "Add new services to manage them here" }}
      selection={{ nameOf, commands: <BulkCommands fields={customer.fields} /> }}
      dialogOf={toEdit}
      hasPages
      menu={{ nameOf, items: ({ id }) => <EditAndDelete id={id} /> }}
      more={
        <>
          <Link to="/customers/statements" className="menu-item">
            Statements
          </Link>
          <Link to="/customers/questions" className="menu-item">
            Questions
          </Link>
        </>
      }
    />
  );
}
