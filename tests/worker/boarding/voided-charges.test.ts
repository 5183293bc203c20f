import { expect, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, formatMonth, monthBefore, monthOf, nameOfMonth } from "#app/domain/basics/months.ts";
import { addHorses, type TestHorse } from "#lab/support/billing.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* A month of which some bills were voided, or logged by hand, over HTTP (docs/product.md, 'Billing horses'). */

const { barn, admin } = startBarn();
const month = monthBefore(monthOf(todayInNewYork(new Date())));

const page = async (path: string) =>
  (await (await barn.get(path, admin)).text())
    .replaceAll("\u00a0", " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
const path = (tag: string) => `/horses/bill?q=${tag}&month=${month}`;
const open = async (address: string) => hiddenFieldsOf(await page(address));
const send = async (address: string, fields: Record<string, string>) =>
  (await barn.post(address, new URLSearchParams(fields).toString(), admin)).status;

const add = async (tag: string) => {
  const [horse] = (await addHorses(barn, tag, 1, () => ({
    ...{ check_in_date: "2020-01-01", location: "florida", has_blanket: 0 },
    ...{ boarding: 290_000, boarding_surcharge: 15_000, training: 175_000 },
  }))) as [TestHorse];
  return horse;
};
const standing = ({ id }: TestHorse) =>
  barn.rows(
    "select id, service_id as service, value from bill_items where horse_id = ? and deleted_at is null order by seq",
    [id],
  );
const linesOf = async (horse: TestHorse) =>
  (await standing(horse)).map(({ service, value }) => `${service} ${value}`).sort();
const ALL = ["boarding 290000", "boarding-surcharge 15000", "training 175000"];

/** Bills the month, and voids the bills of a service. Returns the key of the void. */
async function billAndVoid(horse: TestHorse, tag: string, service: string): Promise<string> {
  expect(await send(path(tag), await open(path(tag)))).toBe(303);
  const key = crypto.randomUUID();
  const selected = (await standing(horse)).find((each) => each.service === service);
  expect(await send("/billing", { intent: "void", idempotencyKey: key, selected: String(selected?.id) })).toBe(303);
  return key;
}

test.each([
  ["boarding", "$2,900.00", "Boarding", "Boarding Surcharge and Training"],
  ["training", "$1,750.00", "Training", "Boarding and Boarding Surcharge"],
])(
  "if %s alone is voided, it is listed, and the next run bills it alone, once",
  async (service, amount, name, others) => {
    const tag = `Voided${service}`;
    const horse = await add(tag);
    await billAndVoid(horse, tag, service);
    const check = await page(`/billing/check?all=${month}`);
    expect(check.slice(check.indexOf(`${horse.name}</a>`))).toMatch(
      new RegExp(`^[^$]*>only ${name}<[^$]*\\${amount}<`),
    );
    const dialog = await page(path(tag));
    expect(dialog).toContain(`${others} already billed ${formatUsDate(todayInNewYork(new Date()))}`);
    expect(dialog).toContain(`<output>${amount}</output>`);
    const fields = await open(path(tag));
    expect(await send(path(tag), fields)).toBe(303);
    expect(await send(path(tag), fields)).toBe(303);
    expect(await linesOf(horse)).toEqual(ALL);
    expect(await page(path(tag))).toContain("1 is already billed");
    expect(await page(`/billing/check?all=${month}`)).not.toContain(`${horse.name}, ${formatMonth(month)}`);
  },
);

test("a void that another admin undoes is not billed again, nor undone after the run billed it again", async () => {
  const horse = await add("Undone");
  const key = await billAndVoid(horse, "Undone", "training");
  const fields = await open(path("Undone"));
  expect(await send("/billing", { intent: "undo", change: key })).toBe(303);
  expect(await send(path("Undone"), fields)).toBe(409);
  expect(await linesOf(horse)).toEqual(ALL);
  const [training] = (await standing(horse)).filter(({ service }) => service === "training");
  const again = { intent: "void", idempotencyKey: crypto.randomUUID(), selected: String(training?.id) };
  expect(await send("/billing", again)).toBe(303);
  const run = await open(path("Undone"));
  expect(await send(path("Undone"), run)).toBe(303);
  expect(await send("/billing", { intent: "undo", change: again.idempotencyKey })).not.toBe(303);
  expect(await linesOf(horse)).toEqual(ALL);
  // The second run undone, training is listed again, and its void can be undone.
  expect(await send("/billing/runs", { intent: "undo", change: String(run.idempotencyKey) })).toBe(303);
  expect(await linesOf(horse)).toEqual(ALL.slice(0, 2));
  expect(await page(path("Undone"))).toContain("<output>$1,750.00</output>");
  expect(await send("/billing", { intent: "undo", change: again.idempotencyKey })).toBe(303);
  expect(await linesOf(horse)).toEqual(ALL);
});

/** Logs boarding of $95.00 with the form, on the 12th of the month. */
async function logBoarding({ id, customer_id }: TestHorse) {
  const bill = crypto.randomUUID();
  await barn.rows(
    `insert into bill_items (id, horse_id, customer_id, service_id, date, quantity, value, location, created_at, entered_by)
      values (?, ?, ?, 'boarding', ?, 1, 9500, 'florida', '2026-01-05T12:00:00.000Z', 'visitor')`,
    [bill, id, String(customer_id), plusDays(firstDayOf(month), 11)],
  );
  return bill;
}
const periodOf = async (bill: string) =>
  (await barn.rows("select period from bill_items where id = ?", [bill]))[0]?.period;

test("boarding that was logged by hand counts for its month only if the dialog says so, until its run is undone", async () => {
  const horse = await add("Logged");
  const bill = await logBoarding(horse);
  const dialog = await page(path("Logged"));
  expect(dialog).toContain(`Boarding logged by hand: $95.00 on ${formatUsDate(plusDays(firstDayOf(month), 11))}`);
  expect(dialog).toContain("<output>$4,800.00</output>");
  const label = `Count it as ${nameOfMonth(month)}'s boarding`;
  const counted = dialog.match(new RegExp(`href="([^"]*)"[^>]*>${label}<`))?.[1] ?? "no link";
  const chosen = await page(counted);
  expect(chosen).toContain("<output>$1,900.00</output>");
  expect(chosen).toContain(` · Counted as ${nameOfMonth(month)}'s boarding<`);
  expect(chosen).toContain(">Don't count it<");
  const fields = await open(counted);
  expect(await send(counted, fields)).toBe(303);
  expect(await linesOf(horse)).toEqual(["boarding 9500", ...ALL.slice(1)]);
  expect(await periodOf(bill)).toBe(month);
  expect(await page(path("Logged"))).toContain("1 is already billed");
  expect(await send("/billing/runs", { intent: "undo", change: String(fields.idempotencyKey) })).toBe(303);
  expect(await periodOf(bill)).toBeNull();
  expect(await page(path("Logged"))).toContain("<output>$4,800.00</output>");
});

test("Check lists boarding that was logged by hand, counts it in one press, once, and that is undone", async () => {
  const horse = await add("Handlog");
  const bill = await logBoarding(horse);
  const check = await page("/billing/check?all=loggedBoard");
  expect(check).toMatch(/Boarding logged by hand: \d+ bill/);
  const press = {
    ...{ idempotencyKey: crypto.randomUUID(), kind: "counted", recordId: bill, scope: month },
    ...{ name: `${horse.name}, ${formatMonth(month)}`, back: "/billing/check?all=loggedBoard" },
  };
  expect(check).toContain(`value="${bill}"`);
  expect(await send("/dismissals", press)).toBe(303);
  expect(await send("/dismissals", press)).toBe(303);
  expect(await send("/dismissals", { ...press, idempotencyKey: crypto.randomUUID() })).toBe(409);
  expect(await periodOf(bill)).toBe(month);
  expect(await page(`/billing/check?done=${press.idempotencyKey}`)).toContain(
    `Counted as the month's boarding: ${press.name}.`,
  );
  expect(await page(path("Handlog"))).toContain("<output>$1,900.00</output>");
  expect(await send("/billing/check", { intent: "undo", change: press.idempotencyKey })).toBe(303);
  expect(await periodOf(bill)).toBeNull();
  expect(await page(path("Handlog"))).toContain("<output>$4,800.00</output>");
});

test.each([
  ["of another month", { scope: monthBefore(month) }],
  ["that does not exist", { recordId: "nobody" }],
])("a bill %s cannot count", async (_, change) => {
  const horse = await add("Refused");
  const recordId = await logBoarding(horse);
  const press = { idempotencyKey: crypto.randomUUID(), kind: "counted", recordId, scope: month, name: "Refused" };
  expect(await send("/dismissals", { ...press, back: "/billing/check", ...change })).toBe(409);
  expect(await periodOf(recordId)).toBeNull();
});
