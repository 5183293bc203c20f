import { Link } from "@remix-run/react";
import { ownShare } from "#app/domain/fields/shares.ts";
import { type HorseRow, horse } from "#app/domain/records/horse.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { listAction } from "#app/records/lists/list-commands.ts";
import { nameWithShare } from "#app/ui/bills/name-with-share.tsx";
import { UNKNOWN_CUSTOMER } from "#app/ui/bills/unknown-customer.tsx";
import { BillLink } from "#app/ui/dialog/bill-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { type CustomCells, linkTo } from "#app/ui/list/table/columns.tsx";
import type { ShownList } from "#app/ui/list/types.ts";
import { horsesList } from "../../shell/lists.ts";
import { loadHorses } from "./load.ts";

export const loader = loadHorses;
export const action = listAction(horsesList, loader);
export { revalidateShortList as shouldRevalidate, submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const toCustomer = linkTo<HorseRow>("/customers", (row) => row.customerId, UNKNOWN_CUSTOMER);
const cells: CustomCells<HorseRow> = {
  responsibleParty: (row, name) =>
    nameWithShare(toCustomer(row, name), row.shares.length > 0 ? ownShare(row.shares) : null),
};

/** '45 billable · 26 in Florida · 25 on Long Island' */
function figures({ rows }: ShownList<HorseRow>): string {
  const count = (test: (row: HorseRow) => boolean) => rows.filter(test).length;
  const isIn = (place: HorseRow["location"]) => count(({ location }) => location === place);
  return `${count(({ isBillable }) => isBillable)} billable · ${isIn("florida")} in Florida · ${isIn("long-island")} on Long Island`;
}

/** The button that bills the horses of the list. */
const batch = ({ rows, ...place }: ShownList<HorseRow>) => (
  <BillLink {...place} noun="Horse" due={rows.filter(({ isBillable }) => isBillable).length} />
);

const more = (
  <Link to="/horses/board" className="menu-item">
    Next month’s boarding
  </Link>
);

export default function Horses() {
  return (
    <ListScreen
      description={horse}
      list={useLiveData<typeof loader>().list}
      cells={cells}
      figures={figures}
      more={more}
      batch={batch}
    />
  );
}
