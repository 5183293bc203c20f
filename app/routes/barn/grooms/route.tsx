import { formatDollars } from "#app/domain/basics/money.ts";
import { type GroomRow, groom } from "#app/domain/records/groom.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { listAction } from "#app/records/lists/list-commands.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import type { ShownList } from "#app/ui/list/types.ts";
import { groomsList } from "../../shell/lists.ts";

export const loader = loadList(groomsList);
export const action = listAction(groomsList, loader);
export { revalidateShortList as shouldRevalidate, submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** '$2,750.00 a week': the salaries of the active employees. */
function figures({ rows, today }: ShownList<GroomRow>): string {
  const active = rows.filter(({ startDate, endDate }) => (startDate ?? "") <= today && (endDate ?? today) >= today);
  return `${formatDollars(active.reduce((sum, { weeklySalary }) => sum + weeklySalary, 0))} a week`;
}

export default function Grooms() {
  return <ListScreen description={groom} list={useLiveData<typeof loader>().list} figures={figures} />;
}
