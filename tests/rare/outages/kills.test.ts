import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { mondayOf, plusDays, plusMonths, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, monthOf } from "#app/domain/basics/months.ts";
import { scheduledPayroll } from "#app/domain/payroll/payroll.ts";
import { addHorses, billsFor, billsOf, dueFor } from "#lab/support/billing.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* Billing and payroll while a server is killed right after the write was sent to the database, or some milliseconds later. */

const { barn, admin } = startBarn();

/** The month that is some months after the current one. */
const monthAhead = (months: number) => monthOf(plusMonths(firstDayOf(monthOf(todayInNewYork(new Date()))), months));

/** Adds 40 horses, ten of them with a standing charge of $10.01, and three of these with a second owner. `lines` and `due` are those of a month. */
async function addMonth(tag: string) {
  const horses = await addHorses(barn, tag, 40);
  const ids = (count: number) => JSON.stringify(horses.slice(0, count).map(({ id }) => id));
  await barn.rows(
    `insert into standing_charges (id, horse_id, service_id, price, from_date, created_at, updated_at)
    select 'charge ' || value, value, (select id from services where not is_fixed limit 1), 1001, '2020-01-01', '2020', '2020' from json_each(?)`,
    [ids(10)],
  );
  await barn.rows(
    `update horses set shares = json_array(json_object('id', (select id from customers where id <> horses.customer_id limit 1), 'share', 3333))
    where id in (select value from json_each(?))`,
    [ids(3)],
  );
  // They hold since the first day.
  await barn.rows("delete from horse_changes where horse_id in (select value from json_each(?))", [ids(3)]);
  const lines = billsFor(horses) + 10 + billsFor(horses.slice(0, 3)) + 3;
  return { horses, lines, due: dueFor(horses) + 10 * 1_001 };
}

/** Runs a write while a server is killed, and waits until the server is back. */
async function duringKill<Answer>(
  { server, wait, request }: { server: "sqld" | "workerd"; wait: number; request: number },
  write: () => Promise<Answer>,
): Promise<Answer | "cut off"> {
  let killed: Promise<void> | undefined;
  const act = () => {
    killed = sleep(wait).then(() => barn.kill(server));
  };
  barn.proxy.make({ kind: "once sent", request, act });
  const answer = await write().catch(() => "cut off" as const);
  barn.proxy.make({ kind: "none" });
  await killed;
  expect(killed).toBeDefined();
  return answer;
}

test.each([
  { server: "sqld", wait: 0, request: 1, ahead: 0 },
  { server: "sqld", wait: 15, request: 1, ahead: 0 },
  { server: "workerd", wait: 5, request: 1, ahead: 0 },
  { server: "sqld", wait: 5, request: 1, ahead: 1 },
  { server: "workerd", wait: 0, request: 1, ahead: 3 },
] as const)(
  "horses with standing charges and shares are billed once or not at all, $ahead months ahead, if $server is killed $wait ms after the write was sent, and once after a second Confirm",
  async (moment) => {
    const tag = `Killed ${moment.server} ${moment.wait}`;
    const { horses, lines, due } = await addMonth(tag);
    const path = `/horses/bill?q=${encodeURIComponent(tag)}&month=${monthAhead(moment.ahead)}`;
    const fields = hiddenFieldsOf(await (await barn.get(path, admin)).text());
    const confirm = async () => {
      const response = await barn.post(path, fields, admin);
      // The body may be cut off after the status.
      const page = await response.text().catch(() => "");
      return { status: response.status, says: page.match(/role="alert"[^>]*>([^<]*)</)?.[1] };
    };
    const answer = await duringKill(moment, confirm);
    const made = await billsOf(barn, horses);
    expect([0, lines]).toContain(made.length);
    if (answer === "cut off") expect(moment.server).toBe("workerd");
    else if (answer.status === 303) expect(made).toHaveLength(lines);
    else expect(answer).toEqual({ status: 503, says: expect.stringContaining("nothing is billed twice") });
    expect((await confirm()).status).toBe(303);
    const bills = await billsOf(barn, horses);
    expect(bills).toHaveLength(lines);
    expect(bills.reduce((sum, { value }) => sum + Number(value), 0)).toBe(due);
  },
);

test.each(["sqld", "workerd"] as const)(
  "the undo of a run of a month ahead is whole or not there if %s is killed during its write, and whole after a second press",
  async (server) => {
    const tag = `Undokilled ${server}`;
    const { horses, lines } = await addMonth(tag);
    const path = `/horses/bill?q=${encodeURIComponent(tag)}&month=${monthAhead(2)}`;
    const fields = hiddenFieldsOf(await (await barn.get(path, admin)).text());
    expect((await barn.post(path, fields, admin)).status).toBe(303);
    const undo = () => barn.post("/billing/runs", { intent: "undo", change: fields.idempotencyKey ?? "" }, admin);
    const standing = async () => (await billsOf(barn, horses)).filter((bill) => bill.deleted_at === null).length;
    await duringKill({ server, wait: 0, request: 1 }, undo);
    expect([0, lines]).toContain(await standing());
    expect((await undo()).status).toBe(303);
    expect(await standing()).toBe(0);
  },
);

test.each(["sqld", "workerd"] as const)(
  "the scheduled payroll is whole or not there if %s is killed during its write, and once after the next run",
  async (server) => {
    const monday = mondayOf(todayInNewYork(new Date()));
    const at = ["10", "11"].map((hour) => new Date(`${monday}T${hour}:00:00Z`)).find(scheduledPayroll) as Date;
    await barn.rows("delete from payroll where week = ?", [monday]);
    await barn.rows("delete from payroll_runs where at >= ?", [monday]);
    // A run of the same instant is made once.
    await barn.rows("delete from activity where action like '%payroll%'");
    await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
    const salaries = async () =>
      Number((await barn.rows("select count(*) as n from payroll where week = ?", [monday]))[0]?.n);
    await duringKill({ server, wait: 0, request: 1 }, () => barn.fire(at));
    const [due] = await barn.rows(
      `select count(*) as n from grooms where deleted_at is null and coalesce(start_date, '') <= date(?, '+6 days')
       and coalesce(end_date, '9999') >= ?`,
      [monday, monday],
    );
    expect([0, due?.n]).toContain(await salaries());
    await barn.fire(at);
    expect(await salaries()).toBe(due?.n);
  },
);
