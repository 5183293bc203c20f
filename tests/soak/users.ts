import { setTimeout as sleep } from "node:timers/promises";
import { todayInNewYork } from "#app/domain/calendar.ts";
import type { Random } from "#db/seed/random.ts";
import { hiddenFieldsOf } from "#tests/support/forms.ts";
import type { Ledger, Outcome, Write } from "./ledger.ts";
import type { Rows } from "./stack.ts";

type Fields = Record<string, string>;

/** Records of the demo barn that the users choose from; prices in cents. */
export type Choices = {
  horses: string[];
  services: { id: string; price: number; needs_groom: number }[];
  grooms: string[];
};

export type User = {
  url: string;
  /** Null is a groom at the service form. */
  cookie: string | null;
  /** Of a network of its own, because the service form has a rate limit for each. */
  address: string;
  random: Random;
  choices: Choices;
  ledger: Ledger;
  /** Customers that any user has added, which every admin may rename. */
  customers: string[];
  /** When the user begins nothing new, and when the user gives up, in epoch milliseconds. */
  until: number;
  giveUpAt: number;
};

export async function findChoices(rows: Rows): Promise<Choices> {
  const today = todayInNewYork(new Date());
  const ids = async (sql: string) => (await rows(sql, [today])).map(({ id }) => String(id));
  return {
    horses: await ids("select id from horses where deleted_at is null and check_in_date <= ? order by id"),
    grooms: await ids("select id from grooms where deleted_at is null and start_date <= ? order by id"),
    services: (await rows(
      "select id, price, needs_groom from services where public = 1 and deleted_at is null order by id",
    )) as Choices["services"],
  };
}

/** Works until the end as a person would: who gets no answer, or reads that an entry is not saved, sends the same form again. */
export async function work(user: User): Promise<void> {
  const { random, cookie } = user;
  while (Date.now() < user.until) {
    const draw = random.int(1, 100);
    if (cookie === null || draw <= 40) await logService(user);
    else if (draw <= 60) await addPayrollItem(user);
    else if (draw <= 75 || user.customers.length === 0) await addCustomer(user);
    else await renameCustomer(user);
    await sleep(random.int(50, 800));
  }
}

async function logService(user: User): Promise<void> {
  const { random, choices } = user;
  const service = random.pick(choices.services);
  const groomId = service.needs_groom ? random.pick(choices.grooms) : null;
  const quantity = random.int(1, 9);
  const key = random.uuid();
  const fields = {
    id: key,
    date: todayInNewYork(new Date()),
    horseId: random.pick(choices.horses),
    rider: "",
    serviceId: service.id,
    quantity: String(quantity),
    groomId: groomId ?? "",
    comments: random.chance(0.3) ? `Soak ${key.slice(0, 8)}` : "",
  };
  await send(user, "/?index", fields, { kind: "bill", key, quantity, value: service.price * quantity, groomId });
}

async function addPayrollItem(user: User): Promise<void> {
  const { random, choices } = user;
  const key = random.uuid();
  const groomId = random.pick(choices.grooms);
  const value = random.int(1, 50_000);
  const date = todayInNewYork(new Date());
  const fields = { idempotencyKey: key, groomId, item: `Soak ${key.slice(0, 8)}`, date, paymentDate: "" };
  const dollars = (value / 100).toFixed(2);
  await send(user, "/payroll/new", { ...fields, value: dollars }, { kind: "payroll item", key, groomId, value });
}

async function addCustomer(user: User): Promise<void> {
  const key = user.random.uuid();
  const name = `Soak ${key.slice(0, 8)}`;
  const fields = { idempotencyKey: key, name, emails: "", phone: "", riders: "Ana" };
  const outcome = await send(user, "/customers/new", fields, { kind: "customer", key, name });
  if (outcome === "acknowledged") user.customers.push(key);
}

/** Saves a customer at the version that the dialog shows; another admin may be faster. */
async function renameCustomer(user: User): Promise<void> {
  const customerId = user.random.pick(user.customers);
  const path = `/customers/${customerId}/edit`;
  const page = await ask(user, path);
  if (page?.status !== 200) return;
  const version = Number(hiddenFieldsOf(await page.text()).version);
  const key = user.random.uuid();
  const name = `Renamed ${key.slice(0, 8)}`;
  const fields = { idempotencyKey: key, version: String(version), name, emails: "", phone: "", riders: "Ana" };
  await send(user, path, fields, { kind: "rename", key, customerId, name, version: version + 1 });
}

/** Sends a form until it is accepted or refused, and enters the outcome into the ledger. */
async function send(user: User, path: string, fields: Fields, write: Write): Promise<Outcome> {
  const outcome = await untilAnswered(user, path, fields);
  user.ledger[outcome].push(write);
  return outcome;
}

async function untilAnswered(user: User, path: string, fields: Fields): Promise<Outcome> {
  while (Date.now() < user.giveUpAt) {
    const status = (await ask(user, path, fields))?.status ?? 0;
    if (status === 303) return "acknowledged";
    if (status >= 400 && status < 500 && status !== 429) return "refused";
    await sleep(user.random.int(100, 600));
  }
  return "unknown";
}

/** Requests a page, or posts a form. Returns null if no answer comes. */
async function ask(user: User, path: string, fields?: Fields): Promise<Response | null> {
  const { url, cookie, address, ledger } = user;
  const start = performance.now();
  const response = await fetch(`${url}${path}`, {
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
    headers: {
      Origin: url,
      "CF-Connecting-IP": address,
      "Accept-Encoding": "identity",
      ...(cookie && { Cookie: cookie }),
    },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  }).catch(() => null);
  ledger.times.push(performance.now() - start);
  const status = response?.status ?? 0;
  ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1);
  return response;
}
