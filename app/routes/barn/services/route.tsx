import { isFixedService, shownPrice } from "#app/domain/boarding/monthly-charges.ts";
import { type ServiceRow, service } from "#app/domain/records/service.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { listAction } from "#app/records/lists/list-commands.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete, EditItem } from "#app/ui/list/row/row-forms.tsx";
import { ServicesTabs } from "#app/ui/record/services-tabs.tsx";
import { servicesList } from "../../shell/lists.ts";

export const loader = loadList(servicesList);
export const action = listAction(servicesList, loader);
export { revalidateShortList as shouldRevalidate, submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

function price(row: ServiceRow) {
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

const cells = { price };

const menu = ({ id }: ServiceRow) => (isFixedService(id) ? <EditItem id={id} /> : <EditAndDelete id={id} />);

export default function Services() {
  return (
    <ListScreen
      description={service}
      list={useLiveData<typeof loader>().list}
      cells={cells}
      menu={menu}
      tabs={<ServicesTabs current="/services" />}
    />
  );
}
