import type { HorseChange } from "#app/domain/barn/horse-history.ts";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { ownShare } from "#app/domain/fields/shares.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import { nameWithShare } from "#app/ui/bills/name-with-share.tsx";
import { Section, To } from "#app/ui/record/record-page.tsx";
import type { HorsePage } from "#db/queries/barn/horse-page.ts";

/** The responsible party, with the share if the horse has other owners. */
export function ResponsibleParty({ customerId, responsibleParty, shares }: HorseRow) {
  if (!customerId) return "Unknown";
  const toCustomer = <To to={`/customers/${customerId}`}>{responsibleParty}</To>;
  return nameWithShare(toCustomer, shares.length > 0 ? ownShare(shares) : null);
}

/** The changes of the horse's owner, stay and prices, with their authors and times. */
export function Changes({
  id,
  history,
  createdAt,
}: {
  id: string;
  history: readonly HorseChange[];
  createdAt: string;
}) {
  return (
    <Section
      id="changes"
      title="Changes"
      more={<span className="text-muted">{`Added ${createdAt}`}</span>}
      all={`/activity?record=${id}`}
      none="No changes yet"
      head={[["When", "date"], "What", "Before", "After", "By"]}
      rows={history.flatMap(({ seq, at, actor, fields }) =>
        fields.map(({ label, before, after }) => ({
          key: `${seq} ${label}`,
          cells: [at, label, before, after, actor],
        })),
      )}
    />
  );
}

/** The latest services that were logged for the horse. */
export function Services({ services, add, all }: Pick<HorsePage, "services"> & { add: string | false; all: string }) {
  return (
    <Section
      id="services"
      title="Services logged"
      {...{ add, all }}
      none="No services logged yet."
      head={["Service", ["Date", "date"], ["Quantity", "end"], ["Value", "end"], "Groom", "Entered By"]}
      rows={services.map((bill) => ({
        key: bill.id,
        cells: [
          bill.service,
          formatUsDate(bill.date),
          bill.quantity,
          formatDollars(bill.value),
          bill.groom,
          bill.by === "visitor" ? "Visitor" : bill.by,
        ],
      }))}
    />
  );
}

/** The latest shows of the horse. */
export function HorseShows({ id, shows, isDeleted }: Pick<HorsePage, "shows" | "isDeleted"> & { id: string }) {
  return (
    <Section
      id="shows"
      title="Shows"
      add={!isDeleted && `/shows/new?horse=${id}`}
      all={`/shows?view=all&horse=${id}`}
      none="No shows yet."
      head={["Show", ["Date", "date"], "Service", "Customer", "Billed"]}
      rows={shows.map((show) => ({
        key: show.id,
        cells: [
          show.name,
          formatUsDate(show.date),
          show.service,
          show.customerId ? (
            <To key={show.id} to={`/customers/${show.customerId}`}>
              {show.customer}
            </To>
          ) : (
            "Unknown"
          ),
          show.isBilled ? "Yes" : "-",
        ],
      }))}
    />
  );
}
