import { type LocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import { byName } from "#app/domain/names.ts";
import type { Database } from "#db/connection.ts";
import {
  billMadeSince,
  groomOptions,
  horseOptions,
  riderOptions,
  serviceOptions,
} from "#db/queries/service-entries.ts";

export type Option = { id: string; name: string };
/** `current` come first: horses in the property, active grooms. `others` stay possible for late entries. */
export type Grouped = { current: Option[]; others: Option[] };

export type EntryOptions = {
  horses: Grouped;
  /** Named 'rider (customer)'. */
  riders: Option[];
  services: (Option & { needsGroom: boolean })[];
  grooms: Grouped;
};

/** How long after it was saved an entry is confirmed, in milliseconds. */
const CONFIRM_FOR = 60_000;

/** What the form offers today in New York, by name, and whether the entry of id `saved` was made just now: one request. */
export async function readFormPage(db: Database, now: Date, saved: string | null) {
  const today: LocalDate = todayInNewYork(now);
  const justNow = new Date(now.getTime() - CONFIRM_FOR).toISOString();
  const [[horses], [riders], [services], [grooms], [made]] = await Promise.all([
    db.read(horseOptions(today)),
    db.read(riderOptions()),
    db.read(serviceOptions()),
    db.read(groomOptions(today)),
    saved ? db.read(billMadeSince(saved, justNow)) : [],
  ]);
  const options: EntryOptions = {
    horses: grouped(horses?.list),
    riders: (riders?.list ?? [])
      .flatMap(({ customerId, customer, riders }) =>
        riders.map((rider) => ({ id: `${customerId}:${rider}`, name: `${rider} (${customer})` })),
      )
      .sort(byName),
    services: (services?.list ?? []).sort(byName),
    grooms: grouped(grooms?.list),
  };
  return { today, options, saved: made?.id ?? null };
}

function grouped(rows: (Option & { current: boolean })[] = []): Grouped {
  const sorted = rows.sort(byName);
  const pick = (current: boolean) =>
    sorted.filter((row) => row.current === current).map(({ id, name }) => ({ id, name }));
  return { current: pick(true), others: pick(false) };
}
