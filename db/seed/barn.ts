import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import type { Location } from "#app/domain/basics/locations.ts";
import { NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { CUSTOMERS, GROOMS, HORSES, MAIL_DOMAINS, SERVICES, SHOWS, SPANISH_NAMES } from "./names.ts";
import { type Random, randomFrom } from "./random.ts";

/** The records that the admins of the demo barn edit: all but its bills and its payroll. */
export type SeededBarn = ReturnType<typeof makeBarn>;
export type Horse = ReturnType<typeof makeHorses>[number];
export type Groom = ReturnType<typeof makeGrooms>[number];
export type Service = ReturnType<typeof makeServices>[number];

export const ADMINS = ["alex@hayloft.example", "dana@hayloft.example"] as const;

/** 16:00 UTC, which is noon in New York in summer and 11:00 in winter. */
export const middayOf = (date: LocalDate) => `${date}T16:00:00.000Z`;

/** Returns whether a stay or an employment, open-ended if null, covers any day from `first` to `last`. */
export function covers(
  { from, to }: { from: LocalDate | null; to: LocalDate | null },
  first: LocalDate,
  last: LocalDate = first,
): boolean {
  return (from === null || from <= last) && (to === null || to >= first);
}

export const stayOf = (horse: Horse) => ({ from: horse.checkInDate, to: horse.checkOutDate });
export const employmentOf = (groom: Groom) => ({ from: groom.startDate, to: groom.endDate });

const locationIf = (isLongIsland: boolean): Location => (isLongIsland ? "long-island" : "florida");

/** Returns the records of the demo barn. All dates are relative to `today`. */
export function makeBarn(today: LocalDate) {
  const createdAt = middayOf(plusDays(today, -400));
  const record = { createdAt, updatedAt: createdAt };
  const customers = makeCustomers().map((row) => ({ ...row, ...record }));
  const horses = makeHorses(today, customers).map((row) => ({ ...row, ...record }));
  const services = makeServices().map((row) => ({ ...row, ...record }));
  const grooms = makeGrooms(today).map((row) => ({ ...row, ...record }));
  const shows = makeShows(today, { horses, services }).map((row) => ({ ...row, ...record }));
  return { customers, horses, services, grooms, shows, admins: ADMINS.map((email: string) => ({ email, ...record })) };
}

function makeCustomers() {
  const random = randomFrom("customers");
  return CUSTOMERS.map(([name, emails, riders], i) => ({
    id: random.uuid(),
    name,
    emails: Array.from({ length: emails }, (_, n) => emailOf(name, n)),
    phone: i % 9 === 8 ? "" : `(${random.pick(["561", "631", "516"])}) 555-01${String(i).padStart(2, "0")}`,
    riders,
  }));
}

function emailOf(name: string, position: number): string {
  const words =
    name
      .normalize("NFD")
      .replaceAll("ø", "o")
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const box = position === 0 ? words.join(".") : `${["barn", "office", "billing"][position - 1]}.${words.at(-1)}`;
  return `${box}@${MAIL_DOMAINS[(name.length + position) % MAIL_DOMAINS.length]}`;
}

function makeHorses(today: LocalDate, customers: { id: string }[]) {
  const random = randomFrom("horses");
  return HORSES.map(([name, customer], i) => ({
    id: random.uuid(),
    customerId: customer === null ? null : (customers[customer]?.id ?? null),
    name,
    ...stayDates(today, i, random),
    ...charges(i, random),
    hasBlanket: random.chance(0.35),
    isBillable: i % 11 !== 5,
    location: locationIf(random.chance(0.33)),
  }));
}

/** The first 50 horses are in the property, some since today or until today. The next 6 have left, the last 4 are expected. */
function stayDates(today: LocalDate, i: number, random: Random) {
  const day = (days: number) => plusDays(today, days);
  if (i >= 56) return { checkInDate: day([1, 5, 18, 44][i - 56] ?? 1), checkOutDate: null };
  const checkInDate = day(-random.int(150, 2_600));
  if (i >= 50) return { checkInDate, checkOutDate: day([-1, -12, -33, -50, -75, -140][i - 50] ?? -1) };
  if (i === 10) return { checkInDate: today, checkOutDate: null };
  if (i === 20) return { checkInDate: day(-38), checkOutDate: null };
  if (i === 30) return { checkInDate, checkOutDate: today };
  return { checkInDate, checkOutDate: i % 12 === 7 ? day(random.int(3, 70)) : null };
}

function charges(i: number, random: Random) {
  // The barn's own pony has no responsible party and no charges.
  if (HORSES[i]?.[1] === null) return { ...NEW_HORSE, boarding: 0, boardingSurcharge: 0, training: 0 };
  return {
    ...NEW_HORSE,
    boarding: random.chance(0.6) ? NEW_HORSE.boarding : random.pick([245_000, 275_050, 310_000, 325_000, 360_000]),
    boardingSurcharge: random.chance(0.8) ? NEW_HORSE.boardingSurcharge : random.pick([0, 10_000, 20_000]),
    training: random.chance(0.6) ? NEW_HORSE.training : random.pick([0, 0, 90_000, 120_000, 210_000]),
  };
}

function makeServices() {
  const random = randomFrom("services");
  return SERVICES.map(([productServiceName, price, salesDescription, isPublic, needsGroom]) => ({
    id: random.uuid(),
    productServiceName,
    spanishName: SPANISH_NAMES[productServiceName] ?? "",
    price,
    salesDescription,
    public: isPublic,
    needsGroom,
  }));
}

function makeGrooms(today: LocalDate) {
  const random = randomFrom("grooms");
  return GROOMS.map(([name, weeklySalary, starts, ends], i) => ({
    id: random.uuid(),
    name,
    startDate: starts === null ? null : plusDays(today, starts),
    endDate: ends === null ? null : plusDays(today, ends),
    weeklySalary,
    location: locationIf(i % 3 === 1),
  }));
}

const SHOW_SERVICES = ["Grooming for a show", "Mane braiding", "Trailering", "Show entry fee", "Show day stall"];

function makeShows(today: LocalDate, { horses, services }: { horses: Horse[]; services: Service[] }) {
  const random = randomFrom("shows");
  const offered = services.filter((service) => SHOW_SERVICES.includes(service.productServiceName));
  return SHOWS.map(([name, day], i) => {
    const date = plusDays(today, day);
    const horse = random.pick(horses.filter((each) => covers(stayOf(each), date) && covers(stayOf(each), today)));
    return {
      id: random.uuid(),
      name,
      date,
      horseId: horse.id,
      customerId: horse.customerId,
      serviceId: random.pick(offered).id,
      quantity: random.chance(0.7) ? 1 : random.int(2, 4),
      // One early show was left unbilled by mistake; the latest shows are not billed yet.
      billed: day <= -12 && i !== 3,
    };
  });
}
