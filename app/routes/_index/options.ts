import { type LocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import type { Option } from "#app/domain/field.ts";
import { byName } from "#app/domain/names.ts";
import type { Database } from "#db/connection.ts";
import {
  billMadeSince,
  groomOptions,
  horseOptions,
  riderOptions,
  serviceOptions,
} from "#db/queries/service-entries.ts";

/**
 * `current` holds the horses in the property, or the active grooms. `others` remain selectable for late entries
 * (docs/product.md, 'Service form').
 */
export type OptionGroups = { current: Option[]; others: Option[] };

export type EntryOptions = {
  horses: OptionGroups;
  /** The names read 'rider (customer)'. */
  riders: Option[];
  services: (Option & { needsGroom: boolean })[];
  grooms: OptionGroups;
};

/** An entry is confirmed within this time after its save, so that a later visit to the address does not confirm it again. */
const CONFIRM_FOR_MS = 60_000;

/**
 * Reads the options of the form, sorted by name, and whether the entry with the id `savedId` was saved within the last minute,
 * in one database request.
 */
export async function readFormPage(db: Database, now: Date, savedId: string | null) {
  const today: LocalDate = todayInNewYork(now);
  const since = new Date(now.getTime() - CONFIRM_FOR_MS).toISOString();
  const [[horses], [riders], [services], [grooms], [recent]] = await Promise.all([
    db.read(horseOptions(today)),
    db.read(riderOptions()),
    db.read(serviceOptions()),
    db.read(groomOptions(today)),
    savedId ? db.read(billMadeSince(savedId, since)) : [],
  ]);
  const options: EntryOptions = {
    horses: groupOptions(horses?.list),
    riders: (riders?.list ?? [])
      .flatMap(({ customerId, customer, riders }) =>
        riders.map((rider) => ({ id: `${customerId}:${rider}`, name: `${rider} (${customer})` })),
      )
      .sort(byName),
    services: (services?.list ?? []).sort(byName),
    grooms: groupOptions(grooms?.list),
  };
  return { today, options, saved: recent?.id ?? null };
}

function groupOptions(rows: (Option & { current: boolean })[] = []): OptionGroups {
  const sorted = rows.sort(byName);
  const pick = (current: boolean) =>
    sorted.filter((row) => row.current === current).map(({ id, name }) => ({ id, name }));
  return { current: pick(true), others: pick(false) };
}
