import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES } from "#app/domain/basics/locations.ts";
import { formatShare } from "#app/domain/fields/shares.ts";
import { Section, To } from "#app/ui/record/record-page.tsx";
import type { CustomerPage } from "#db/queries/barn/customer-page.ts";

type HorsesProps = Pick<CustomerPage, "horses" | "isDeleted"> & {
  id: string;
  horsesBefore: { id: string; name: string; until: string }[];
};

/** The customer's horses, and the horses that the customer owned before. */
export function Horses({ horses, horsesBefore, id: customerId, isDeleted }: HorsesProps) {
  return (
    <>
      <Section
        id="horses"
        title="Horses"
        add={!isDeleted && `/horses/new?customer=${customerId}`}
        all={`/horses?view=all&customer=${customerId}`}
        none="No horses now. Add the first one to board and bill it."
        head={["Horse", ["Check-in Date", "date"], ["Check-out Date", "date"], "Location"]}
        rows={horses.map(({ id, name, checkIn, checkOut, location, share }) => ({
          key: id,
          cells: [
            <span key={id}>
              <To to={`/horses/${id}`}>{name}</To>
              {share !== null && <span className="text-muted">{` ${formatShare(share)}`}</span>}
            </span>,
            formatUsDate(checkIn),
            checkOut && formatUsDate(checkOut),
            LOCATION_NAMES[location],
          ],
        }))}
      />
      {horsesBefore.length > 0 && (
        <Section
          id="horses-before"
          title="Horses before"
          none=""
          head={["Horse", ["Until", "date"]]}
          rows={horsesBefore.map(({ id, name, until }) => ({
            key: id,
            cells: [
              <To key={id} to={`/horses/${id}`}>
                {name}
              </To>,
              until,
            ],
          }))}
        />
      )}
    </>
  );
}
