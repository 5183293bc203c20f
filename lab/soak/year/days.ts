import { on, plus, servicePaidOn, weekday, type YearHorse, type YearService } from "./ledger.ts";
import { adminOf, count, enterHorse, hireGroom, horsesOn, twoAdmins, typedDollars, type Year } from "./people.ts";

/* What happens on a day: services are logged at the public form, with mistakes, and horses and grooms come, go and change. */

const BUSIEST_DAY = 12;

/** The entries of a day, by eight grooms. */
export async function logServices(year: Year): Promise<void> {
  await sendQueued(year);
  for (let n = year.random.int(4, BUSIEST_DAY); n > 0; n -= 1) await logService(year);
}

async function logService(year: Year): Promise<void> {
  const { random, ledger, today } = year;
  const date = random.chance(0.1) ? plus(today, -random.int(1, 5)) : today;
  const there = horsesOn(year, date).filter(({ owner }) => date >= (owner[0]?.from ?? ""));
  if (date < "2027-01-01" || there.length === 0) return;
  const [horse, wrong] = [random.pick(there), random.pick(there)];
  const kind = random.int(1, 40);
  const groom = random.pick(year.grooms);
  const form = await entryOf(year, horse, date);
  if (kind === 1) {
    const sendOn = plus(today, random.int(0, 6));
    return void year.queued.push({ ...form, sendOn });
  }
  const filled = await groom.fill("/", "Submit", form.fields);
  const entry = { ...form.entry, id: fieldOf(filled.fields, "id") };
  await groom.send(filled.path, filled.fields);
  ledger.services.push(entry);
  count(year, "entries");
  // A phone that got no answer sends it again; later the groom notices a mistake and presses Undo, or tells an admin.
  if (kind === 2) await groom.send(filled.path, filled.fields);
  if (kind === 3) {
    await groom.send("/?index", [["undo", entry.id]]);
    entry.value = null;
    count(year, "entries undone by grooms");
  }
  if (kind === 4 || (kind === 5 && wrong !== horse)) {
    const noticedOn = plus(today, random.int(0, 20));
    year.mistakes.push({ entry, isDouble: kind === 4, noticedOn });
  }
  if (kind === 4) {
    const again = await random.pick(year.grooms).fill("/", "Submit", form.fields);
    ledger.services.push({
      ...form.entry,
      pay: form.entry.pay && { ...form.entry.pay },
      id: fieldOf(again.fields, "id"),
    });
    await groom.send(again.path, again.fields);
  }
}

const fieldOf = (fields: [string, string][], wanted: string) => fields.find(([name]) => name === wanted)?.[1] ?? "";

/** What a groom enters, and what it means. */
export async function entryOf(year: Year, horse: YearHorse, date: string) {
  const { random, ledger } = year;
  const service = random.pick(year.services);
  const quantity = random.pick([1, 1, 1, 2, 3]);
  const active = ledger.grooms.filter(({ from, to }) => from <= date && (to === null || to >= date));
  const groom = service.needsGroom ? random.pick(active) : null;
  const rider = random.chance(0.1)
    ? random.pick([...ledger.customers.keys()].filter((id) => !ledger.merged.has(id)))
    : null;
  const name = rider && `Rider of ${ledger.customers.get(rider)}`;
  const fields = {
    ...{ date, horseId: horse.id, serviceId: service.id, quantity: String(quantity), groomId: groom?.id ?? "" },
    ...{ rider: rider ? `${rider}:${name}` : "", comments: random.chance(0.1) ? `Said “well done”, ${date}` : "" },
  };
  const value = on(service.price, year.today) * quantity;
  const pay = groom && { groom: groom.name, value, due: servicePaidOn(date), paid: null };
  const entry: YearService = { id: "", horse: horse.id, service: service.name, date, owed: date, rider, value, pay };
  return { fields, entry };
}

/** Phones send their entries once they have reception: at today's price. */
async function sendQueued(year: Year): Promise<void> {
  const { queued, ledger, today, random, services } = year;
  for (const { fields, entry, sendOn } of queued.filter((each) => each.sendOn <= today)) {
    const id = random.uuid();
    const price = services.find(({ name }) => name === entry.service)?.price ?? [];
    const value = on(price, today) * Number(fields.quantity);
    const sent = Object.entries({
      ...fields,
      id,
      keptSeconds: String((86_400 * (Date.parse(sendOn) - Date.parse(entry.date))) / 86_400_000),
    });
    const { status, page } = await random.pick(year.grooms).ask("/entries", sent as [string, string][]);
    if (status !== 200) throw new Error(`A queued entry was answered with ${status}: ${page.slice(0, 200)}`);
    ledger.services.push({ ...entry, id, value, pay: entry.pay && { ...entry.pay, value } });
    count(year, "entries sent later");
  }
  year.queued = queued.filter((each) => each.sendOn > today);
}

const isAlone = (horse: YearHorse, month: string) => horse.changed < month;
const isPriced = (horse: YearHorse, month: string) => horse.changed === `${month} alone`;

/** What changes of horses on a day. Prices and blankets change in months in which nothing else of the horse does. */
export async function changeHorses(year: Year): Promise<void> {
  const { random, today } = year;
  const month = today.slice(0, 7);
  for (let n = random.int(0, 2); n > 0; n -= 1) {
    const horse = random.pick(horsesOn(year, today).filter((each) => !isPriced(each, month)));
    const what = random.int(1, 12);
    if (what <= 3) await changeOwner(year, horse);
    else if (what === 4) await changePlace(year, horse);
    else if (what <= 6) await leave(year, horse);
    else if (what <= 8) await arrive(year);
    else if (what === 9) await changeTogether(year, horse);
    else if (isAlone(horse, month) && horse.stays.at(-1)?.to === null) {
      if (what <= 11) await changePrice(year, horse);
      else await changeBlanket(year, horse);
      horse.changed = `${month} alone`;
      continue;
    }
    if (horse.changed < month) horse.changed = month;
  }
}

/** A customer who remains, and not the owner of today. */
function otherOwner({ ledger, random, today }: Year, horse: YearHorse): string {
  const others = [...ledger.customers.keys()].filter((id) => !ledger.merged.has(id));
  return random.pick(others.filter((id) => id !== ledger.ownerOn(horse, today)));
}

async function changeOwner(year: Year, horse: YearHorse): Promise<void> {
  const customer = otherOwner(year, horse);
  await adminOf(year).press(`/horses/${horse.id}/edit`, "Save", { customerId: customer });
  horse.owner.push({ from: year.today, is: customer });
  count(year, "owners changed");
}

const otherPlace = (horse: YearHorse, day: string): "florida" | "long-island" =>
  on(horse.place, day) === "florida" ? "long-island" : "florida";

async function changePlace(year: Year, horse: YearHorse): Promise<void> {
  const place = otherPlace(horse, year.today);
  await adminOf(year).press(`/horses/${horse.id}/edit`, "Save", { location: place });
  horse.place.push({ from: year.today, is: place });
}

/** Two admins have the same dialog open: one changes the owner, then the other the place, and both hold. */
async function changeTogether(year: Year, horse: YearHorse): Promise<void> {
  const [one, other] = twoAdmins(year);
  const [customer, place, path] = [otherOwner(year, horse), otherPlace(horse, year.today), `/horses/${horse.id}/edit`];
  const [first, second] = [
    await one.fill(path, "Save", { customerId: customer }),
    await other.fill(path, "Save", { location: place }),
  ];
  await one.send(first.path, first.fields);
  await other.send(second.path, second.fields);
  horse.owner.push({ from: year.today, is: customer });
  horse.place.push({ from: year.today, is: place });
  count(year, "edits of two admins at once");
}

/** Leaves today, some days ago, or on a day that is planned. */
async function leave(year: Year, horse: YearHorse): Promise<void> {
  const { random, today, ledger } = year;
  const stay = horse.stays.at(-1);
  const said =
    [...horse.owner, ...horse.place]
      .map(({ from }) => from)
      .sort()
      .at(-1) ?? "";
  const logged = ledger.services.filter((each) => each.horse === horse.id).map(({ date }) => date);
  const last = [said, stay?.from ?? "", ...logged, today.slice(0, 7)].sort().at(-1) ?? "";
  const to = plus(today, random.pick([0, 0, -1, -3, 4, 9]));
  if (!stay || stay.to !== null || to < last) return;
  await adminOf(year).set("/horses", horse.id, "checkOutDate", to);
  stay.to = to;
  count(year, "departures");
}

/** A horse comes back, or a new one comes, which is perhaps entered some days later. */
async function arrive(year: Year): Promise<void> {
  const { ledger, random, today } = year;
  const month = today.slice(0, 7);
  const gone = [...ledger.horses.values()].filter(
    (each) => (each.stays.at(-1)?.to ?? "9") < today && !isPriced(each, month),
  );
  count(year, "arrivals");
  if (gone.length === 0 || random.chance(0.3)) {
    const isLate = random.chance(0.3) && today > "2027-01-05";
    // In the morning of the third the month before was billed for the last time.
    const most = today.endsWith("-03") ? 2 : 3;
    return void (await enterHorse(year, { checkIn: isLate ? plus(today, -random.int(1, most)) : today }));
  }
  const horse = random.pick(gone);
  await adminOf(year).press(`/horses/${horse.id}/edit`, "Save", { checkInDate: today, checkOutDate: "" });
  horse.stays.push({ from: today, to: null });
  horse.changed = month;
}

/** Other amounts from the next month on, or from a day of this month, which does not change the board of this month. */
async function changePrice(year: Year, horse: YearHorse): Promise<void> {
  const { random, today } = year;
  const first = `${plus(`${today.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
  const soon = plus(today, random.int(1, 5));
  const from = random.chance(0.5) || soon > first ? first : soon;
  const before = on(horse.amounts, "9");
  const after = { ...before, boarding: before.boarding + random.int(1, 200) * 101 };
  await adminOf(year).press(`/horses/${horse.id}/edit`, "Save", {
    nextBoarding: typedDollars(after.boarding),
    pricesFrom: from,
  });
  horse.amounts.push({ from, is: after });
  count(year, "prices from a day");
}

async function changeBlanket(year: Year, horse: YearHorse): Promise<void> {
  const has = !on(horse.blanket, year.today);
  await adminOf(year).press(`/horses/${horse.id}/edit`, "Save", { hasBlanket: has ? "on" : null });
  horse.blanket.push({ from: year.today, is: has });
}

/** A raise, a groom who leaves and one who is hired: in the middle of a week, after its salaries were made. */
export async function changeGrooms(year: Year): Promise<void> {
  const { random, ledger, today } = year;
  if (![3, 4].includes(weekday(today)) || !random.chance(0.1)) return;
  const groom = random.pick(ledger.grooms.filter(({ from, to }) => to === null && from < plus(today, -14)));
  if (random.chance(0.5)) {
    const salary = on(groom.salary, "9") + random.int(1, 5) * 1_050;
    await adminOf(year).set("/grooms", groom.id, "weeklySalary", typedDollars(salary));
    groom.salary.push({ from: plus(today, 1), is: salary });
    return count(year, "raises");
  }
  await adminOf(year).set("/grooms", groom.id, "endDate", today);
  groom.to = today;
  await hireGroom(year, `Groom ${ledger.grooms.length}`, today);
  count(year, "grooms replaced");
}
