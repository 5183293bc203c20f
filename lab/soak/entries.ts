import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { MAX_QUANTITY } from "#app/domain/basics/money.ts";
import { amountFields, hiddenFieldsOf } from "#lab/support/forms.ts";
import type { LedgerCommand } from "./ledger.ts";
import { open, type SoakUser, send, sendForChange } from "./requests.ts";

/* What a user enters one by one: services, records, and commands on a row. Each form has an id or key that the user has made. */

const today = () => todayInNewYork(new Date());
const nameOf = (key: string) => `Soak ${key.slice(0, 8)}`;
const inDollars = (cents: number) => (cents / 100).toFixed(2);

export async function sendService(user: SoakUser): Promise<void> {
  const { random, choices } = user;
  const service = random.pick(choices.services);
  const groomId = service.needs_groom ? random.pick(choices.grooms) : null;
  const quantity = random.int(1, 9);
  const key = random.uuid();
  const horseId = random.pick(choices.horses).id;
  const fields = {
    id: key,
    // Another groom may have logged the same today.
    confirmed: `again ${horseId} ${service.id} ${today()}`,
    date: today(),
    horseId,
    rider: "",
    serviceId: service.id,
    quantity: String(quantity),
    groomId: groomId ?? "",
    comments: random.chance(0.3) ? nameOf(key) : "",
  };
  const bill = { key, quantity, value: service.price * quantity, groomId };
  const outcome = await send(user, "/?index", fields, { kind: "bill", ...bill });
  if (outcome === "acknowledged") user.bills.push(key);
}

/** On one of many days, so that an item is seldom added to a day that another admin marks as paid at this moment. */
export async function sendPayrollItem(user: SoakUser): Promise<void> {
  const { random, choices } = user;
  const key = random.uuid();
  const groomId = random.pick(choices.grooms);
  const value = random.int(1, 50_000);
  const date = plusDays(today(), -random.int(1, 60));
  const item = nameOf(key);
  const fields = { idempotencyKey: key, groomId, item, date, paymentDate: "", value: inDollars(value) };
  const outcome = await send(user, "/payroll/new", fields, { kind: "payroll item", key, groomId, value });
  if (outcome === "acknowledged") user.items.push(item);
}

export async function addCustomer(user: SoakUser): Promise<void> {
  const key = user.random.uuid();
  const name = nameOf(key);
  const fields = { idempotencyKey: key, name, emails: "", phone: "", "riders[0]": "Ana" };
  const outcome = await send(user, "/customers/new", fields, { kind: "customer", key, name });
  if (outcome === "acknowledged") user.customers.push(key);
}

/** Saves a customer at the version that the dialog shows; another admin may be faster. */
export async function renameCustomer(user: SoakUser): Promise<void> {
  if (user.customers.length === 0) return;
  const customerId = user.random.pick(user.customers);
  const path = `/customers/${customerId}/edit`;
  const page = await open(user, path);
  if (!page) return;
  const version = Number(hiddenFieldsOf(page).version);
  const key = user.random.uuid();
  const name = `Renamed ${key.slice(0, 8)}`;
  const fields = { idempotencyKey: key, version: String(version), name, emails: "", phone: "", "riders[0]": "Ana" };
  await send(user, path, fields, { kind: "rename", key, customerId, name, version: version + 1 });
}

/** A horse in the property that the next batch bills. */
export async function addHorse(user: SoakUser): Promise<void> {
  const { random } = user;
  const key = random.uuid();
  const name = nameOf(key);
  const fields = {
    ...{ idempotencyKey: key, name, customerId: "", checkInDate: today(), checkOutDate: "", isBillable: "on" },
    ...amountFields(() => (random.chance(0.7) ? inDollars(random.int(0, 400_000)) : "0")),
    ...(random.chance(0.5) && { hasBlanket: "on" }),
    location: random.pick(["florida", "long-island"]),
  };
  await send(user, "/horses/new", fields, { kind: "horse", key, name });
}

export async function sendShow(user: SoakUser): Promise<void> {
  const { random, choices } = user;
  const key = random.uuid();
  const quantity = random.int(1, 9);
  const references = { horseId: random.pick(choices.horses).id, serviceId: random.pick(choices.services).id };
  const fields = { idempotencyKey: key, name: nameOf(key), date: today(), ...references, quantity: String(quantity) };
  const outcome = await send(user, "/shows/new", fields, { kind: "show", key, quantity });
  if (outcome === "acknowledged") user.shows.push(key);
}

/** Sets the quantity of a show in its row, or deletes the show and mostly presses Undo. */
export async function changeShow(user: SoakUser): Promise<void> {
  const { random, shows } = user;
  if (shows.length === 0) return;
  const id = random.pick(shows);
  if (random.chance(0.5)) {
    const quantity = random.int(1, MAX_QUANTITY);
    const fields = { intent: "set", id, field: "quantity", value: String(quantity) };
    const payload = { ids: [id], fields: ["quantity"], quantity };
    await command(user, fields, { action: "set quantity of show", payload, quantity });
    return;
  }
  const deletion = { action: "delete show", payload: { ids: [id], fields: ["deletedAt"] }, isDeleted: true } as const;
  const change = await command(user, { intent: "delete", id }, deletion);
  if (change && random.chance(0.7)) {
    await send(
      user,
      "/shows",
      { intent: "undo", change },
      { kind: "show restored", key: `undo ${change}`, showId: id },
    );
    return;
  }
  user.shows = shows.filter((each) => each !== id);
}

type Command = Omit<LedgerCommand, "kind" | "key" | "showId" | "payload" | "posts"> & { payload: object };

/** Returns the key of the change; null if it was refused, or not answered. */
async function command(user: SoakUser, fields: Record<string, string>, { payload, ...rest }: Command) {
  const row = { key: user.random.uuid(), showId: fields.id ?? "", payload: JSON.stringify(payload), posts: 0 };
  const { outcome, change } = await sendForChange(user, "/shows", fields, { kind: "row command", ...row, ...rest });
  return outcome === "acknowledged" ? change : null;
}
