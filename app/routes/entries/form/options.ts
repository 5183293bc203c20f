import { formatInNewYork, formatUsDate, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { byName, tellApart } from "#app/domain/basics/names.ts";
import { describeLogged, type Person } from "#app/domain/entries/logged-before.ts";
import { describeEntry, whyNotUndone } from "#app/domain/entries/logged-entry.ts";
import type { Texts } from "#app/domain/entries/texts/texts.ts";
import type { Option } from "#app/domain/fields/field.ts";
import type { Database } from "#db/connection.ts";
import {
  groomOptions,
  horseOptions,
  type LoggedEntry,
  latestEntries,
  loggedEntries,
  riderOptions,
  serviceOptions,
} from "#db/queries/entries/service-entries.ts";

import type { EntryOption } from "./entry-option.ts";
import { nextAfter } from "./prefill.ts";
import { recentOf } from "./recent.ts";

/** The options of the form, sorted by name. Horses that left and inactive grooms stay for late entries, with a note. */
export type EntryOptions = {
  /** Horses with the same name also have the owner's: 'Bella - Patricia Walsh (not on the property)'. */
  horses: EntryOption[];
  /** The names read 'rider (customer)'. */
  riders: Option[];
  services: (Option & { needsGroom: boolean })[];
  grooms: EntryOption[];
};

/**
 * An entry of this device: '2 x Bandage for Bella, 11/21', and the time of its save: '9:14 AM'. `repetition` says that
 * the same service was logged before, or is ''.
 */
export type ShownEntry = {
  id: string;
  text: string;
  time: string;
  repetition: string;
  canUndo: boolean;
  isUndone: boolean;
};

/** The confirmed entry, and the addresses of the form for another service of its horse and for the next horse. */
export type SavedEntry = ShownEntry & { another: string; nextHorse: string };

/** An entry is confirmed within this time after its save, so that a later visit to the address does not confirm it again. */
const CONFIRM_FOR_MS = 60_000;
/** How long the form remembers the entries of the device. */
const REMEMBERED_MS = 14 * 86_400_000;

/** The browser that opens the form, the entries that its address says were saved or undone, and the texts of its language. */
type FormVisit = { device: string | null; savedId: string | null; undoneId: string | null; texts: Texts };

/**
 * Reads in one database request the options of the form, the device's latest entries and those of today, what the barn logged lately, and the entry
 * that the address names as saved within the last minute or as undone.
 */
export async function readFormPage(
  db: Database,
  now: Date,
  reading: Promise<Person>,
  { device, savedId, undoneId, texts }: FormVisit,
) {
  const today: LocalDate = todayInNewYork(now);
  const named = [savedId, undoneId].flatMap((id) => id ?? []);
  const since = new Date(now.getTime() - REMEMBERED_MS).toISOString();
  const [person, [horses], [riders], [services], [grooms], [latest], [logged]] = await Promise.all([
    reading,
    db.read(horseOptions(today)),
    db.read(riderOptions()),
    db.read(serviceOptions(texts.form.language)),
    db.read(groomOptions(today)),
    db.read(latestEntries()),
    device || named.length > 0 ? db.read(loggedEntries(device, since, named)) : [],
  ]);
  const namedHorses = tellApart(horses?.list ?? []).sort(byName);
  const options: EntryOptions = {
    horses: namedHorses.map(noteUnless(texts.answers.notHere)),
    riders: (riders?.list ?? [])
      .flatMap(({ customerId, customer, riders }) =>
        riders.map((rider) => ({ id: `${customerId}:${rider}`, name: `${rider} (${customer})` })),
      )
      .sort(byName),
    services: tellApart(services?.list ?? []).sort(byName),
    grooms: (grooms?.list ?? []).sort(byName).map(noteUnless(texts.answers.notActive)),
  };
  const shown = showEntries(logged?.list ?? [], namedHorses, options, { now, today, person, savedId, undoneId, texts });
  // The server's time: a phone without a connection shows it, and the phone's clock may be wrong.
  const readAt = formatInNewYork(now);
  return { today, readAt, options, recent: recentOf(logged?.list ?? [], latest?.list ?? [], options), ...shown };
}

const noteUnless =
  (note: string) =>
  ({ id, name, current }: Option & { current: boolean }): EntryOption => ({ id, name, ...(!current && { note }) });

/** The most entries of today on the page. */
const MAX_SHOWN = 10;

/** The entries on the page: those of this device, and the one that the address proves was just saved. */
function showEntries(
  logged: LoggedEntry[],
  horses: readonly Option[],
  { services, grooms }: EntryOptions,
  {
    now,
    today,
    person,
    savedId,
    undoneId,
    texts,
  }: Omit<FormVisit, "device"> & { now: Date; today: LocalDate; person: Person },
) {
  const nameOf = ({ horseId, horse }: LoggedEntry) => horses.find(({ id }) => id === horseId)?.name ?? horse;
  const show = (entry: LoggedEntry) => {
    const [day, time = ""] = formatInNewYork(new Date(entry.at)).split(", ");
    const service = services.find(({ id }) => id === entry.serviceId)?.name ?? entry.service;
    const groom = grooms.find(({ id }) => id === entry.groomId)?.name;
    const text = describeEntry({ ...entry, service, horse: nameOf(entry), groom }, today, texts.form);
    const canUndo = entry.isOwn && whyNotUndone(entry, now) === undefined;
    const repetition =
      entry.before && entry.status !== "voided" ? describeLogged(entry.before, person, now, texts.answers) : "";
    return { day, id: entry.id, text, time, repetition, canUndo, isUndone: entry.status === "voided" };
  };
  const isNew = ({ at }: LoggedEntry) => now.getTime() - new Date(at).getTime() <= CONFIRM_FOR_MS;
  const saved = logged.find((entry) => entry.id === savedId && entry.status === "pending" && isNew(entry));
  const undone = logged.find((entry) => entry.id === undoneId && entry.isOwn && entry.status === "voided");
  const entries = logged
    .filter(({ isOwn }) => isOwn)
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .map(show)
    .filter(({ day }) => day === formatUsDate(today))
    .slice(0, MAX_SHOWN);
  return {
    saved: saved ? ({ ...show(saved), ...nextAfter(saved.id, fieldsOf(saved)) } satisfies SavedEntry) : null,
    undone: undone ? { id: undone.id, text: show(undone).text } : null,
    entries: entries satisfies ShownEntry[],
  };
}

const fieldsOf = ({ date, horseId, customerId, rider, serviceId, quantity }: LoggedEntry) => ({
  date,
  horseId,
  rider: rider ? `${customerId}:${rider}` : undefined,
  serviceId,
  quantity: String(quantity),
});
