import { describe, expect, test } from "vitest";
import { OBSTACLES } from "#app/domain/activity/obstacles.ts";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { scheduledPayroll } from "#app/domain/payroll/payroll.ts";
import { addHorses, addShows, billsFor, dueFor } from "#lab/support/billing.ts";
import { textOf } from "#lab/support/exports.ts";
import { doneIn, hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* What is made again after the undo of a run, as a browser without JavaScript does it (docs/product.md, 'Undo'). */

const { barn, admin } = startBarn();
const monday = mondayOf(todayInNewYork(new Date()));
/** The instant of the scheduled run of a Monday. */
const scheduledOn = (day: string) =>
  ["10", "11"].map((hour) => new Date(`${day}T${hour}:00:00Z`)).find(scheduledPayroll) as Date;

type Fields = Record<string, string>;

async function load(path: string): Promise<string> {
  const response = await barn.get(path, admin);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

const send = (path: string, fields: Fields | string) => barn.post(path, fields, admin);
const alertOf = async (response: Response) => (await response.text()).match(/role="alert"[^>]*>([^<]*)</)?.[1];
const undo = (path: string, change: string) => send(path, { intent: "undo", change });

type Kind = "horses" | "shows" | "payroll";
/** A run, the address of its dialog, and the form that has made it. */
type Run = { id: string; list: string; dialog: string; fields: Fields; count: number; total: number };

const MONTH = monthOf(todayInNewYork(new Date()));
let tags = 0;

async function confirm(dialog: string): Promise<Fields> {
  const fields = hiddenFieldsOf(await load(dialog));
  expect((await send(dialog, fields)).status).toBe(303);
  return fields;
}

/** Bills six new horses, or a show of each. */
async function bill(kind: "horses" | "shows"): Promise<Run> {
  const tag = `Taken${String.fromCharCode(97 + tags++)}x`;
  const horses = await addHorses(barn, tag, 6);
  const { shows } = await addShows(barn, tag, horses, 1_000);
  const dialog = `/${kind}/bill?month=${MONTH}&q=${tag}`;
  const fields = await confirm(dialog);
  return {
    ...{ id: fields.idempotencyKey ?? "", list: "/billing/runs", dialog, fields },
    count: kind === "horses" ? billsFor(horses) : 6,
    total: kind === "horses" ? dueFor(horses) : shows.reduce((sum, { quantity }) => sum + quantity * 1_000, 0),
  };
}

/** Makes this week's payroll anew. */
async function generate(): Promise<Run> {
  await barn.rows("update payroll set deleted_at = '2026-01-01' where week >= ? and deleted_at is null", [monday]);
  await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
  const dialog = "/payroll/generate";
  const fields = await confirm(dialog);
  const id = fields.idempotencyKey ?? "";
  const [run] = await barn.rows("select item_count, total from payroll_runs where id = ?", [id]);
  return {
    ...{ id, list: "/payroll/runs", dialog, fields },
    ...{ count: Number(run?.item_count), total: Number(run?.total) },
  };
}

const KINDS: [Kind, () => Promise<Run>][] = [
  ["horses", () => bill("horses")],
  ["shows", () => bill("shows")],
  ["payroll", generate],
];

/** Returns the number and the sum of the bills or items of a run that are not deleted. */
async function left({ id, list }: Pick<Run, "id" | "list">) {
  const from = list === "/payroll/runs" ? "payroll where payroll_run_id" : "bill_items where billing_run_id";
  const [row] = await barn.rows(
    `select count(*) as count, coalesce(sum(value), 0) as total from ${from} = ? and deleted_at is null`,
    [id],
  );
  return row;
}

const NONE = { count: 0, total: 0 };

describe.each(KINDS)("a run of %s that was undone in the list of runs", (_, make) => {
  test("is made again by the same dialog, whole, and then stays undone", async () => {
    const run = await make();
    expect(await load(run.list)).toContain(`name="change" value="${run.id}"`);
    let undone: Response | undefined;
    const requests = await barn.requestsDuring(async () => {
      undone = await undo(run.list, run.id);
    });
    expect([undone?.headers.get("Location"), requests]).toEqual([`${run.list}?done=undo+${run.id}`, 2]);
    expect(await barn.requestsDuring(() => load(`${run.list}?done=undo+${run.id}`))).toBe(1);
    expect(textOf(await load(run.list))).toMatch(/Undone \d.* by alex@hayloft\.example/);
    expect(await left(run)).toEqual(NONE);
    // The Confirm of the first run, sent once more, makes nothing, and its notice says why.
    const repeated = await send(run.dialog, run.fields);
    expect(await load(repeated.headers.get("Location") ?? "")).toContain("Undone since.");
    expect(await load(run.dialog)).not.toContain("already billed");
    const { idempotencyKey: id = "" } = await confirm(run.dialog);
    expect(await left({ ...run, id })).toEqual({ count: run.count, total: run.total });
    const obstacle = OBSTACLES[run.list === "/payroll/runs" ? "run-since" : "billed-since"];
    const refused = await undo(run.list, `undo ${run.id}`);
    expect([refused.status, await alertOf(refused)]).toEqual([409, obstacle.sentence]);
    expect(await left(run)).toEqual(NONE);
  });
});

test("a Confirm that was opened before an undo is refused, because the weeks due have changed", async () => {
  const run = await generate();
  const [item] = await barn.rows("select id, groom_id from payroll where payroll_run_id = ? limit 1", [run.id]);
  await send("/payroll", { intent: "delete", id: String(item?.id) });
  const dialog = hiddenFieldsOf(await load("/payroll/generate"));
  barn.proxy.make({ kind: "meanwhile", request: 1, act: () => undo(run.list, run.id) });
  const confirmed = new URLSearchParams([...Object.entries(dialog), ["optedIn", String(item?.groom_id)]]);
  const response = await send("/payroll/generate", confirmed.toString());
  barn.proxy.make({ kind: "none" });
  expect([response.status, await alertOf(response)]).toEqual([409, expect.stringContaining("Nothing was generated")]);
  expect(await left(run)).toEqual(NONE);
});

test("a salary that was deleted this week is made again only if the admin ticks it", async () => {
  const run = await generate();
  const [item] = await barn.rows(
    "select p.id, p.groom_id, p.value, g.name from payroll p join grooms g on g.id = p.groom_id where payroll_run_id = ? order by p.seq limit 1",
    [run.id],
  );
  const deletion = doneIn(await send("/payroll", { intent: "delete", id: String(item?.id) }));
  const page = await load("/payroll/generate");
  expect(textOf(page)).toContain("Payroll has already run for this week.");
  expect(textOf(page)).toMatch(new RegExp(`Deleted this week ${String(item?.name)} 1 week`));
  expect(page).not.toContain("Without an item for this week");
  const fields = hiddenFieldsOf(page);
  expect((await send("/payroll/generate", fields)).status).toBe(400);
  const ticked = new URLSearchParams([...Object.entries(fields), ["optedIn", String(item?.groom_id)]]).toString();
  expect((await send("/payroll/generate", ticked)).status).toBe(303);
  const salaries = () =>
    barn.rows("select value, payroll_run_id from payroll where groom_id = ? and week = ? and deleted_at is null", [
      String(item?.groom_id),
      monday,
    ]);
  expect(await salaries()).toEqual([{ value: item?.value, payroll_run_id: fields.idempotencyKey }]);
  // The deleted salary does not come back beside the new one.
  const restored = await undo("/payroll", deletion);
  expect([restored.status, await alertOf(restored)]).toEqual([
    409,
    "The groom has another salary of that week, so this one stays deleted. Delete the other one first.",
  ]);
  expect(await salaries()).toHaveLength(1);
});

test("a scheduled run is undone; its trigger makes it no second time, and the next scheduled run makes its items", async () => {
  const run = await generate();
  await undo(run.list, run.id);
  await barn.fire(scheduledOn(monday));
  const id = `schedule run ${scheduledOn(monday).toISOString()}`;
  expect(await load(run.list)).toContain(`name="change" value="${id}"`);
  const undone = await undo(run.list, id);
  expect(textOf(await load(undone.headers.get("Location") ?? ""))).toContain(`Undid ${run.count} items: `);
  expect(textOf(await load("/payroll"))).toContain("The run was undone.");
  await barn.fire(scheduledOn(monday));
  expect(await left({ ...run, id })).toEqual(NONE);
  const salaries = "select count(*) as n from payroll where week = ? and deleted_at is null";
  expect(await barn.rows(salaries, [monday])).toEqual([{ n: 0 }]);
  // Another trigger stands for the next Monday's.
  await barn.fire(scheduledOn(plusDays(monday, -7)));
  expect(await barn.rows(salaries, [monday])).toEqual([{ n: run.count }]);
});
