import { customer } from "#app/domain/records/customer.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { listAction } from "#app/records/lists/list-commands.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { CustomersTabs } from "#app/ui/record/customers-tabs.tsx";
import { customersList } from "../../shell/lists.ts";
import { loadCustomers } from "./load.ts";

export const loader = loadCustomers;
export const action = listAction(customersList, loader);
export { revalidateShortList as shouldRevalidate, submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

export default function Customers() {
  const { list, questions } = useLiveData<typeof loader>();
  return (
    <ListScreen
      description={customer}
      list={list}
      tabs={<CustomersTabs current="/customers" questions={questions} />}
    />
  );
}
