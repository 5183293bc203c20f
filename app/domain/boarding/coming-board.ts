import { ownersOf, splitLine } from "#app/domain/barn/horse-owners.ts";
import { formatUsDate, type LocalDate, plusMonths } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES } from "#app/domain/basics/locations.ts";
import { firstDayOf, type Month, monthOf } from "#app/domain/basics/months.ts";
import { byNameAndId } from "#app/domain/basics/names.ts";
import { type SumTable, sumLines, sumTable } from "#app/domain/basics/tables.ts";
import { withShare } from "#app/domain/fields/shares.ts";
import { daysInWords } from "./board-parts.ts";
import { type BilledPart, billedPartsOf, billingStateOf, boardOf, type HorseOfMonth } from "./boarding-month.ts";
import { MONTHLY_CHARGES } from "./monthly-charges.ts";

/* The boarding of the next month before it is billed (docs/product.md, 'Boarding of the next month'). */

type NamedHorse = HorseOfMonth & { id: string; name: string };

/** What an owner pays of a part of a horse's board, with the horse. Its id begins with that of the horse. */
type ComingPart = BilledPart & { id: string; horseId: string; name: string; owner: string };

/** What a run of all horses would bill for a month by the facts of today, by the names of the horses. */
export function comingBoard(horses: readonly NamedHorse[], month: Month, today: LocalDate): ComingPart[] {
  return [...horses].sort(byNameAndId).flatMap((horse) => {
    const board = boardOf(horse, month);
    if (billingStateOf(horse, board, month, today).kind !== "billed") return [];
    const parts = billedPartsOf(board, horse);
    return parts
      .flatMap(ofOwners)
      .map((each, n) => ({ ...each, id: `${horse.id} ${n}`, horseId: horse.id, name: horse.name }));
  });
}

/** A part with the lines of each owner. */
const ofOwners = (part: BilledPart) =>
  ownersOf(part.part.facts).map(({ responsibleParty, share }, place) => ({
    ...part,
    owner: withShare(responsibleParty, share),
    lines: part.lines.map((line) => ({ ...line, value: splitLine(line, part.part.facts)[place]?.value ?? 0 })),
  }));

/** The parts as a table of their amounts by service; `names` are those of the services. */
export function comingTable(parts: readonly ComingPart[], names: ReadonlyMap<string, string>): SumTable {
  const lines = parts.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, id })));
  const services = MONTHLY_CHARGES.filter(({ id }) => lines.some(({ serviceId }) => serviceId === id));
  return sumTable(
    services.map(({ id, name }) => ({ key: id, label: names.get(id) ?? name })),
    parts.map(({ id, name, owner, part, days }) => ({
      id,
      name,
      note: [owner, days && daysInWords(part)].filter(Boolean).join(" · "),
    })),
    lines.map(({ id, serviceId, value }) => ({ row: id, column: serviceId, sum: value })),
  );
}

/** The lines of the file: one for each part, with its first and its last day. */
export function comingLines(parts: readonly ComingPart[], names: ReadonlyMap<string, string>): string[][] {
  return sumLines("Horse", comingTable(parts, names), "Total").map(([first = "", ...amounts], n) => {
    if (n === 0) return [first, "Customer", "Location", "From", "To", ...amounts];
    const found = parts[n - 1];
    if (!found) return [first, "", "", "", "", ...amounts];
    const { location } = found.part.facts;
    const days = [found.part.from, found.part.to].map(formatUsDate);
    return [found.name, found.owner, LOCATION_NAMES[location], ...days, ...amounts];
  });
}

/** The month whose boarding comes next. */
export const comingMonth = (today: LocalDate): Month => monthOf(plusMonths(firstDayOf(monthOf(today)), 1));
