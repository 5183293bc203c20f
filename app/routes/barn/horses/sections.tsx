import type { HorseChange, Stay } from "#app/domain/barn/horse-history.ts";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { Section, To } from "#app/ui/record/record-page.tsx";
import type { HorsePage } from "#db/queries/barn/horse-page.ts";

/** The stays in the property, the latest first. */
export function Stays({ stays }: { stays: readonly Stay[] }) {
  return (
    <Section
      id="stays"
      title="Stays"
      none=""
      head={[
        ["Check-in Date", "date"],
        ["Check-out Date", "date"],
      ]}
      rows={stays.map(({ checkInDate, checkOutDate }) => ({
        key: checkInDate,
        cells: [formatUsDate(checkInDate), checkOutDate ? formatUsDate(checkOutDate) : "none"],
      }))}
    />
  );
}

/** The changes of the horse's owner, stay and prices, with their authors and times. */
export function Changes({ history, createdAt }: { history: readonly HorseChange[]; createdAt: string }) {
  return (
    <Section
      id="changes"
      title="Changes"
      more={<span className="text-muted">{`Added ${createdAt}`}</span>}
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

export function Services({ id, services }: Pick<HorsePage, "services"> & { id: string }) {
  return (
    <Section
      id="services"
      title="Services logged"
      more={services.length > 0 && <To to={`/billing?view=all&horse=${id}`}>All bills</To>}
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
      more={
        <>
          {!isDeleted && <To to={`/shows/new?horse=${id}`}>Add show</To>}
          {shows.length > 0 && <To to={`/shows?view=all&horse=${id}`}>All shows</To>}
        </>
      }
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
