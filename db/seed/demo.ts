import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { firstDayOf, monthOf } from "#app/domain/basics/months.ts";
import { covers, type Horse, makeBarn, middayOf, type SeededBarn, stayOf } from "./barn.ts";
import { firstOfMonth } from "./bills.ts";
import { randomFrom } from "./random.ts";

/* What the demo barn has beside the barn of the last three months: the horses, shows and prices of two years. */

/** How many months before the current one the demo barn has. */
export const DEMO_MONTHS = 23;

/** Horses that left: the name, the customer by its place, and the days from today of both ends of the stay. */
const LEFT: [name: string, customer: number, came: number, left: number][] = [
  ["Abracadabra", 3, -940, -655],
  ["Bourbon Street", 9, -820, -420],
  ["Caravaggio", 14, -1_300, -590],
  ["Fleur de Lis", 21, -700, -335],
  ["Hopscotch", 24, -655, -270],
  ["Iron Duke", 28, -900, -505],
  ["Lord Byron", 31, -610, -180],
  ["Marzipan", 33, -500, -230],
  ["Penny Lane", 11, -1_050, -365],
  ["Sundance", 17, -560, -95],
];

/** The customer who keeps the barn's own pony: in the demo every bill has a customer. */
const OWNER_OF_PONY = 26;

/** The horses whose board was raised by $100 on the first day of a month eleven months ago. */
const RAISE = 10_000;
const raiseOf = (i: number) => (i % 3 === 0 ? RAISE : 0);
export const raiseDay = (today: LocalDate) => firstOfMonth(today, -11);

/** In the demo, no show of more days ago is left to be billed. */
const FORGOTTEN_DAYS = 14;

export type DemoBarn = ReturnType<typeof makeDemoBarn>;

/** The records of the demo barn as they are today. `boardAt` is the price of a horse's board on a day. */
export function makeDemoBarn(today: LocalDate) {
  const barn = makeBarn(today);
  const random = randomFrom("demo");
  const owner = (place: number) => barn.customers[place]?.id ?? null;
  const ofToday = barn.horses.map((horse) => ({
    ...horse,
    customerId: horse.customerId ?? owner(OWNER_OF_PONY),
    boarding: horse.boarding || 245_000,
    boardingSurcharge: horse.boardingSurcharge || 10_000,
  }));
  const [template] = ofToday;
  const left = template
    ? LEFT.map(([name, customer, came, until]) => ({
        ...template,
        ...{ id: random.uuid(), name, customerId: owner(customer), isBillable: true, hasBlanket: random.chance(0.3) },
        ...{ checkInDate: plusDays(today, came), checkOutDate: plusDays(today, until) },
      }))
    : [];
  const horses = [...ofToday, ...left];
  const raises = new Map(horses.map(({ id }, i) => [id, raiseOf(i)]));
  return {
    ...barn,
    admins: [...barn.admins, ...barn.admins.slice(0, 1).map((admin) => ({ ...admin, email: "robin@hayloft.example" }))],
    horses,
    shows: [
      ...pastShows(barn, horses, today),
      ...barn.shows
        .filter(({ date }) => date >= firstOfMonth(today, -2))
        .map((show) => ({ ...show, billed: show.billed || show.date < plusDays(today, -FORGOTTEN_DAYS) })),
    ],
    boardAt: ({ id, boarding }: Horse, day: LocalDate) =>
      day < raiseDay(today) ? boarding - (raises.get(id) ?? 0) : boarding,
  };
}

/** Three to six billed shows of each month before the last two. */
function pastShows(barn: SeededBarn, horses: Horse[], today: LocalDate): SeededBarn["shows"] {
  const random = randomFrom("past shows");
  const names = [...new Set(barn.shows.map(({ name }) => name))];
  return Array.from({ length: DEMO_MONTHS - 2 }, (_, n) => firstOfMonth(today, n - DEMO_MONTHS)).flatMap((first) => {
    const name = random.pick(names);
    return Array.from({ length: random.int(3, 6) }, (): SeededBarn["shows"][number] => {
      const date = plusDays(firstDayOf(monthOf(first)), random.int(3, 24));
      const horse = random.pick(horses.filter((each) => covers(stayOf(each), date)));
      const at = middayOf(plusDays(date, -10));
      return {
        ...{ id: random.uuid(), name, date, horseId: horse.id, customerId: horse.customerId },
        ...{ serviceId: random.pick(barn.shows).serviceId, quantity: random.chance(0.7) ? 1 : 2, billed: true },
        ...{ createdAt: at, updatedAt: at },
      };
    });
  });
}
