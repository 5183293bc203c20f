import { describe, expect, test } from "vitest";
import { formatWithWeekday, mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { nextScheduledMonday, scheduledPayroll } from "#app/domain/payroll/payroll.ts";
import { addHorses, addShows, billsFor, dueFor } from "#lab/support/billing.ts";
import { textOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* Taking runs back, as a browser without JavaScript does (docs/product.md, 'Undo'). */

const { barn, admin } = startBarn();
const monday = mondayOf(todayInNewYork(new Date()));
/** The instant of the scheduled run of a Monday. */
const scheduledOn = (day: string) =>
  ["10", "11"].map((hour) => new Date(`${day}T${hour}:00:00Z`)).find(scheduledPayroll) as Date;

type Fields = Record<string, string>;

/** Loads a page and returns its HTML. */
async function load(path: string, status = 200): Promise<string> {
  const response = await barn.get(path, admin);
  expect([path, response.status]).toEqual([path, status]);
  return response.text();
}

const send = (path: string, fields: Fields | string) => barn.post(path, fields, admin);
const locationOf = (response: Response) => [response.status, response.headers.get("Location")];
const alertOf = async (response: Response) => (await response.text()).match(/role="alert"[^>]*>([^<]*)</)?.[1];

let tags = 0;

type Kind = "horses" | "shows" | "payroll";
type Run = { id: string; path: string; list: string; again: () => Promise<Response>; count: number; total: number };

/** Bills six new horses, or a show of each, and returns the run. */
const MONTH = monthOf(todayInNewYork(new Date()));

async function bill(kind: "horses" | "shows"): Promise<Run> {
  const tag = `Taken${String.fromCharCode(97 + tags++)}x`;
  const horses = await addHorses(barn, tag, 6);
  const { shows } = await addShows(barn, tag, horses, 1_000);
  const list = `/${kind}?q=${tag}`;
  const dialog = `/${kind}/bill?month=${MONTH}&q=${tag}`;
  const fields = hiddenFieldsOf(await load(dialog));
  expect((await send(dialog, fields)).status).toBe(303);
  const id = fields.idempotencyKey ?? "";
  return {
    id,
    list,
    path: `/billing/runs/${id}/take-back`,
    again: () => send(dialog, fields),
    count: kind === "horses" ? billsFor(horses) : 6,
    total: kind === "horses" ? dueFor(horses) : shows.reduce((sum, { quantity }) => sum + quantity * 1_000, 0),
  };
}

/** Makes this week's payroll anew, and returns the run. */
async function generate(): Promise<Run> {
  await barn.rows("update payroll set deleted_at = '2026-01-01' where week >= ? and deleted_at is null", [monday]);
  await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
  const fields = hiddenFieldsOf(await load("/payroll/generate"));
  expect((await send("/payroll/generate", fields)).status).toBe(303);
  const id = fields.idempotencyKey ?? "";
  const [run] = await barn.rows("select item_count, total from payroll_runs where id = ?", [id]);
  return {
    id,
    list: "/payroll",
    path: `/payroll/runs/${id}/take-back`,
    again: () => send("/payroll/generate", fields),
    count: Number(run?.item_count),
    total: Number(run?.total),
  };
}

const KINDS: [Kind, () => Promise<Run>][] = [
  ["horses", () => bill("horses")],
  ["shows", () => bill("shows")],
  ["payroll", generate],
];
const screenOf = (kind: Kind) => (kind === "payroll" ? "/payroll/runs" : "/billing/runs");
const nounOf = (kind: Kind) => (kind === "payroll" ? "item" : "bill");

/** Returns the number and the sum of the bills or items of a run that are not deleted. */
async function left(kind: Kind, { id }: Run) {
  const from = kind === "payroll" ? "payroll where payroll_run_id" : "bill_items where billing_run_id";
  const [row] = await barn.rows(
    `select count(*) as count, coalesce(sum(value), 0) as total from ${from} = ? and deleted_at is null`,
    [id],
  );
  return row;
}

/** Everything that a take-back changes, with the number of changes. */
const state = async () =>
  JSON.stringify(
    await barn.rows(`select (select count(*) from activity) as changes, (select sum(deleted_at is null) from bill_items) as bills,
      (select sum((deleted_at is null) + version) from payroll) as items, (select sum(billed + version) from shows) as shows,
      (select count(taken_back_at) from billing_runs) + (select count(taken_back_at) from payroll_runs) as runs, (select last_payroll from settings) as last_payroll`),
  );

describe.each(KINDS)("a run of %s", (kind, make) => {
  test("is undone once from its notice, restored by Undo, undone again, and then made again", async () => {
    const run = await make();
    const all = { count: run.count, total: run.total };
    const notice = await load(
      `${run.list}${run.list.includes("?") ? "&" : "?"}${kind === "payroll" ? "generated" : "billed"}=${run.id}`,
    );
    expect(notice).toContain(`href="${run.path}"`);
    const dialog = await load(run.path);
    expect(textOf(dialog)).toContain(`by ${ADMIN.email}: ${run.count} ${nounOf(kind)}s, ${formatDollars(run.total)}`);
    const fields = hiddenFieldsOf(dialog);
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(run.path, fields)));
    responses.push(await send(run.path, fields));
    const taken = `${screenOf(kind)}?taken=${fields.idempotencyKey}`;
    expect(responses.map(locationOf)).toEqual(Array(6).fill([303, taken]));
    expect(await left(kind, run)).toEqual({ count: 0, total: 0 });
    const page = await load(taken);
    expect(page).toContain(`Undid ${run.count} ${nounOf(kind)}s: ${formatDollars(run.total)}.`);
    expect(textOf(page)).toMatch(/Undone \d.* by alex@hayloft\.example/);

    const undo = { takeBack: fields.idempotencyKey ?? "" };
    expect(locationOf(await send(screenOf(kind), undo))).toEqual([303, screenOf(kind)]);
    expect(locationOf(await send(screenOf(kind), undo))).toEqual([303, screenOf(kind)]);
    expect(await left(kind, run)).toEqual(all);
    expect(await load(taken)).not.toContain("Undid");

    let second: Fields = {};
    const requests = [
      await barn.requestsDuring(async () => {
        second = hiddenFieldsOf(await load(run.path));
      }),
      await barn.requestsDuring(() => send(run.path, second)),
      await barn.requestsDuring(() => load(`${screenOf(kind)}?taken=${second.idempotencyKey}`)),
    ];
    expect(requests).toEqual([1, 2, 1]);
    // The Confirm of the first run, sent once more, makes nothing, and its notice says why.
    const repeated = await run.again();
    expect(repeated.status).toBe(303);
    expect(await load(repeated.headers.get("Location") ?? "")).toContain("Undone since.");
    const path = kind === "payroll" ? "/payroll/generate" : run.list.replace("?", `/bill?month=${MONTH}&`);
    const opened = await load(path);
    expect(opened).not.toContain("already billed");
    const again = hiddenFieldsOf(opened);
    expect((await send(path, again)).status).toBe(303);
    expect(await left(kind, { ...run, id: again.idempotencyKey ?? "" })).toEqual(all);
    expect(await left(kind, run)).toEqual({ count: 0, total: 0 });

    const refused = await send(screenOf(kind), { takeBack: second.idempotencyKey ?? "" });
    expect([refused.status, await alertOf(refused)]).toEqual([409, expect.stringContaining("Nothing was restored")]);
    expect(await left(kind, run)).toEqual({ count: 0, total: 0 });
  });

  test("is undone by one of two admins who confirm at the same moment", async () => {
    const run = await make();
    const [mine, theirs] = [hiddenFieldsOf(await load(run.path)), hiddenFieldsOf(await load(run.path))];
    barn.proxy.make({ kind: "meanwhile", request: 1, act: () => send(run.path, theirs) });
    const response = await send(run.path, mine);
    barn.proxy.make({ kind: "none" });
    const page = await response.text();
    expect([response.status, page]).toEqual([409, expect.stringContaining("Nothing was undone")]);
    expect(textOf(page)).toContain("undid this run on");
    expect(page).not.toContain(">Undo run</button>");
    expect(await load(screenOf(kind))).toContain("Undone");
  });

  test("stays whole if a statement of its take-back fails, and is undone once if the database's answer is lost", async () => {
    const run = await make();
    const fields = hiddenFieldsOf(await load(run.path));
    const before = await state();
    barn.proxy.make({ kind: "fail statement", request: 1, place: 6 });
    const failed = await send(run.path, fields);
    barn.proxy.make({ kind: "none" });
    expect([failed.status, (await state()) === before]).toEqual([500, true]);
    barn.proxy.make({ kind: "lose answer", request: 1 });
    const lost = await send(run.path, fields);
    barn.proxy.make({ kind: "none" });
    expect([lost.status, hiddenFieldsOf(await lost.text())]).toEqual([503, fields]);
    expect((await send(run.path, fields)).status).toBe(303);
    expect(await left(kind, run)).toEqual({ count: 0, total: 0 });
  });

  test("is not undone by wrong fields", async () => {
    const run = await make();
    const fields = hiddenFieldsOf(await load(run.path));
    const before = await state();
    for (const wrong of [{ idempotencyKey: "" }, { fingerprint: "x" }, { total: "1" }, { idempotencyKey: run.id }]) {
      expect([400, 409]).toContain((await send(run.path, { ...fields, ...wrong } as Fields)).status);
    }
    for (const undo of [{ takeBack: run.id }, { takeBack: "\0" }, {}] as Fields[]) {
      expect((await send(screenOf(kind), undo)).status).toBe(400);
    }
    expect((await send(`${screenOf(kind)}/none/take-back`, fields)).status).toBe(404);
    await load(`${screenOf(kind)}/none/take-back`, 404);
    expect(await state()).toBe(before);
  });
});

test("a Confirm that was opened before a take-back is refused, because the weeks due have changed", async () => {
  const run = await generate();
  const [groom] = await barn.rows("select groom_id from payroll where payroll_run_id = ? limit 1", [run.id]);
  await send("/payroll", {
    intent: "delete",
    id: String((await barn.rows("select id from payroll where payroll_run_id = ? limit 1", [run.id]))[0]?.id),
  });
  const dialog = hiddenFieldsOf(await load("/payroll/generate"));
  const takeBack = hiddenFieldsOf(await load(run.path));
  barn.proxy.make({ kind: "meanwhile", request: 1, act: () => send(run.path, takeBack) });
  const confirmed = new URLSearchParams([...Object.entries(dialog), ["optedIn", String(groom?.groom_id)]]);
  const response = await send("/payroll/generate", confirmed.toString());
  barn.proxy.make({ kind: "none" });
  expect([response.status, await alertOf(response)]).toEqual([409, expect.stringContaining("Nothing was generated")]);
  expect(await left("payroll", run)).toEqual({ count: 0, total: 0 });
});

test("a salary that was deleted this week is made again only if the admin ticks it", async () => {
  const run = await generate();
  const [item] = await barn.rows(
    "select p.id, p.groom_id, p.value, g.name from payroll p join grooms g on g.id = p.groom_id where payroll_run_id = ? order by p.seq limit 1",
    [run.id],
  );
  expect((await send("/payroll", { intent: "delete", id: String(item?.id) })).status).toBe(303);
  const page = await load("/payroll/generate");
  expect(textOf(page)).toContain("Payroll was run for this week already.");
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
  // The deleted salary cannot be restored beside the new one.
  const restored = await send("/payroll", { intent: "restore", id: String(item?.id) });
  expect([restored.status, await alertOf(restored)]).toEqual([
    400,
    expect.stringContaining("has a weekly salary for that week already"),
  ]);
  expect(await salaries()).toHaveLength(1);
});

test("a scheduled run is undone; its trigger makes it no second time, and the next scheduled run makes its items", async () => {
  const run = await generate();
  await send(run.path, hiddenFieldsOf(await load(run.path)));
  await barn.fire(scheduledOn(monday));
  const id = `schedule run ${scheduledOn(monday).toISOString()}`;
  const path = `/payroll/runs/${encodeURIComponent(id)}/take-back`;
  expect(await load("/payroll/runs")).toContain(`href="${path}"`);
  const dialog = await load(path);
  expect(textOf(dialog)).toContain(`by schedule: ${run.count} items`);
  expect(textOf(dialog)).toContain(
    `so does the next scheduled run, on ${formatWithWeekday(nextScheduledMonday(new Date()))} at 6:00 AM.`,
  );
  expect((await send(path, hiddenFieldsOf(dialog))).status).toBe(303);
  expect(textOf(await load("/payroll"))).toContain("It was undone since.");
  await barn.fire(scheduledOn(monday));
  expect(await left("payroll", { ...run, id })).toEqual({ count: 0, total: 0 });
  const salaries = "select count(*) as n from payroll where week = ? and deleted_at is null";
  expect(await barn.rows(salaries, [monday])).toEqual([{ n: 0 }]);
  // Another trigger stands for the next Monday's.
  await barn.fire(scheduledOn(plusDays(monday, -7)));
  expect(await barn.rows(salaries, [monday])).toEqual([{ n: run.count }]);
});
