import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { randomFrom } from "#db/seed/random.ts";
import { exportFieldsOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { type HranaProxy, noRows } from "#lab/support/hrana-proxy.ts";
import { listen } from "#lab/support/listener.ts";
import { amount } from "./amount.ts";
import type { Counts } from "./monthly-cost.ts";

/* The work of a barn's people, sent to the app as their browsers send it. */

/** What happens on a working day. */
const DAY = { entries: amount(200, 4), views: amount(450, 15), edits: amount(30, 2), admins: 3 };
/** What is read again after each entry: of the three open pages, those that show bills. */
const RELOADED = ["/overview.data", "/billing.data"];
/** What the admins look at, one after another. */
const VIEWS = [
  ...["/overview", "/billing", "/horses", "/customers", "/payroll", "/shows", "/grooms", "/services", "/activity"],
  ...["/payroll-summary", "/billing?view=all", "/billing?view=all&q=bella", "/billing?sort=customer"],
  ...["/customers/{customer}", "/horses/{horse}"],
];

/** The app, the proxy in front of its database, and a function that runs SQL. */
export type MeasuredBarn = {
  url: string;
  cookie: string;
  proxy: HranaProxy;
  rows: (sql: string) => Promise<Record<string, unknown>[]>;
};

type Fields = Record<string, string> | [string, string][];

/** The day of New York. SQLite's `date('now')` is the next day in the evenings of New York. */
export const today = () => todayInNewYork(new Date());

/** The requests that `ask` has sent. */
let requests = 0;

/** Opens a page or sends a form. Returns the text of the response. */
async function ask({ url, cookie }: MeasuredBarn, path: string, fields?: Fields, headers: object = { Cookie: cookie }) {
  requests += 1;
  const sent = fields && { method: "POST", body: new URLSearchParams(fields) };
  const response = await fetch(`${url}${path}`, { redirect: "manual", headers: { ...headers, Origin: url }, ...sent });
  const text = await response.text();
  const isAnswered = path.includes(".data") ? response.ok : response.status === (fields ? 303 : 200);
  if (!isAnswered) throw new Error(`${fields ? "The form" : "The page"} ${path} returned ${response.status}`);
  return text;
}

const random = randomFrom("typical day");

/** Returns what people choose from: the horses and grooms of today, the services, and the customer with the most bills. */
async function findChoices({ rows }: MeasuredBarn) {
  const idsOf = async (sql: string) => (await rows(sql)).map(({ id }) => String(id));
  const isThere = `deleted_at is null and check_in_date <= '${today()}' and check_out_date is null`;
  const isEmployed = `deleted_at is null and start_date <= '${today()}' and end_date is null`;
  const [customer = ""] = await idsOf(
    "select customer_id as id from bill_items where customer_id is not null group by 1 order by count(*) desc limit 1",
  );
  return {
    customer,
    horses: await idsOf(`select id from horses where ${isThere} order by seq`),
    services: await rows("select id, needs_groom from services where public = 1 and deleted_at is null order by seq"),
    grooms: await idsOf(`select id from grooms where ${isEmployed} order by seq`),
  };
}

type Choices = Awaited<ReturnType<typeof findChoices>>;

/** A groom opens the form and logs a service. */
async function logEntry(barn: MeasuredBarn, { horses, services, grooms }: Choices): Promise<void> {
  const [horseId, service] = [random.pick(horses), random.pick(services)];
  // The service form has a rate limit for each network.
  const network = `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(0, 255)}`;
  const headers = { "CF-Connecting-IP": network };
  await ask(barn, "/", undefined, headers);
  const groomId = service.needs_groom ? random.pick(grooms) : "";
  const date = today();
  // Another groom may have logged the same today.
  const confirmed = `again ${horseId} ${service.id} ${date}`;
  const entered = { horseId, serviceId: String(service.id), groomId, quantity: "1", rider: "", comments: "" };
  await ask(barn, "/?index", { id: crypto.randomUUID(), confirmed, date, ...entered }, headers);
}

/** Logs the services of a day. */
export async function logAsPeople(barn: MeasuredBarn): Promise<void> {
  const choices = await findChoices(barn);
  for (let n = 0; n < DAY.entries; n += 1) await logEntry(barn, choices);
}

/** Works a whole day: services with what open pages read again, the admins' pages and their edits. */
export async function workADay(barn: MeasuredBarn): Promise<void> {
  const choices = await findChoices(barn);
  const headers = { Cookie: barn.cookie };
  const open = await Promise.all(Array.from({ length: DAY.admins }, () => listen(barn, headers)));
  for (let n = 0; n < DAY.entries; n += 1) {
    await logEntry(barn, choices);
    for (const page of RELOADED) await ask(barn, page);
  }
  for (let n = 0; n < DAY.views; n += 1) {
    const path = VIEWS[n % VIEWS.length] ?? "";
    await ask(barn, path.replace("{customer}", choices.customer).replace("{horse}", random.pick(choices.horses)));
  }
  for (let n = 0; n < DAY.edits; n += 1) {
    const value = `2020-01-${String(1 + (n % 28)).padStart(2, "0")}`;
    await ask(barn, "/grooms.data", { intent: "set", id: choices.grooms[n % 2] ?? "", field: "startDate", value });
  }
  for (const each of open) each.close();
}

export const openOverview = (barn: MeasuredBarn) => ask(barn, "/overview");

export async function makePayroll(barn: MeasuredBarn): Promise<void> {
  await ask(barn, "/payroll/generate", hiddenFieldsOf(await ask(barn, "/payroll/generate")));
}

/** Bills all horses for this month, those that are billed already too, and all shows. */
export async function billMonth(barn: MeasuredBarn): Promise<void> {
  for (const path of [`/horses/bill?month=${monthOf(today())}`, "/shows/bill"]) {
    const inputs = (await ask(barn, path)).matchAll(
      /<input type="(?:hidden|checkbox)" name="(idempotencyKey|fingerprint|optedIn)"[^>]* value="([^"]*)"/g,
    );
    const fields = [...inputs].map(([, name = "", value = ""]): [string, string] => [name, value]);
    await ask(barn, path, fields);
  }
}

/** Exports all pending bills, and downloads the file. */
export async function exportAsPeople(barn: MeasuredBarn): Promise<void> {
  await ask(barn, "/billing/export", exportFieldsOf(await ask(barn, "/billing/export")));
  const [made] = await barn.rows("select id from exports order by rowid desc limit 1");
  await ask(barn, `/billing/exports/${made?.id}.csv`);
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

/** Returns what an act costs. What the hub reads after changes is part of it; its beats, of `beat` rows each, are not. */
export async function count({ proxy }: MeasuredBarn, act: () => Promise<unknown>, beat = 0): Promise<Counts> {
  Object.assign(proxy, noRows());
  requests = 0;
  await act();
  const { rowsRead, rowsWritten } = proxy;
  const afterChanges = rowsRead.polls.map((rows) => Math.max(0, rows - beat));
  return { rowsRead: sum(rowsRead.requests) + sum(afterChanges), rowsWritten, requests };
}
