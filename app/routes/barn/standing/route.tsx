import { standingCharge } from "#app/domain/records/service.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { listAction } from "#app/records/lists/list-commands.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { ServicesTabs } from "#app/ui/record/services-tabs.tsx";
import { standingList } from "../../shell/lists.ts";
import { loadStanding } from "./load.ts";

export const loader = loadStanding;
export const action = listAction(standingList, loader);
export { revalidateShortList as shouldRevalidate, submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

export default function StandingCharges() {
  return (
    <ListScreen
      description={standingCharge}
      list={useLiveData<typeof loader>().list}
      tabs={<ServicesTabs current="/services/standing" />}
    />
  );
}
