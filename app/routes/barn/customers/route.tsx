import { Link } from "@remix-run/react";
import { customer } from "#app/domain/records/customer.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { listAction } from "#app/records/lists/list-commands.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { customersList } from "../../shell/lists.ts";

export const loader = loadList(customersList);
export const action = listAction(customersList, loader);
export { revalidateShortList as shouldRevalidate, submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const more = (
  <>
    <Link to="/customers/statements" className="menu-item">
      Statements
    </Link>
    <Link to="/customers/questions" className="menu-item">
      Questions
    </Link>
  </>
);

export default function Customers() {
  return <ListScreen description={customer} list={useLiveData<typeof loader>().list} more={more} />;
}
