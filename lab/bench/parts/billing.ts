import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { amount } from "#lab/bench/amount.ts";
import type { BenchBarn } from "#lab/bench/barns.ts";
import { startRawApp } from "#lab/bench/raw-workerd.ts";
import { held, median, ratio, table } from "#lab/bench/table.ts";
import { addHorses } from "#lab/support/billing.ts";
import type { Rows } from "#lab/support/rows.ts";

const HORSES = amount(500, 20);
const ROUNDS = amount(9, 3);
/** Rounds that are not counted. */
const WARM_UP = 2;
/** How many horses have a standing charge, and three owners; and how many times as long Confirm may take then. */
const CHARGES = amount(200, 8);
const SHARED = amount(20, 2);
const CHARGED_LIMIT = 2;
/** How long Confirm may take, beside a thousand and beside a million bills, in milliseconds. */
const LIMITS = [200, 250];

/**
 * Measures 'Bill 500 Horses': the dialog, and Confirm with every horse already billed and checked. In the small barn also with standing
 * charges that are not billed, and horses of several owners.
 */
export async function benchBilling(folder: string, barns: BenchBarn[]): Promise<void> {
  const figures: { dialog: number; confirm: number }[] = [];
  for (const barn of barns) figures.push(await measureBilling(folder, barn));
  const [small] = figures;
  const rows = figures.map(({ dialog, confirm }, n) => [
    `beside ${barns[n]?.bills.toLocaleString("en-US")} bills`,
    dialog.toFixed(1),
    held(confirm, LIMITS[n] ?? 0, 1),
    ratio(confirm, small?.confirm ?? 0),
  ]);
  const [first] = barns;
  const charged = first && (await measureBilling(folder, first, true));
  if (charged) {
    const { dialog, confirm } = charged;
    const name = `${CHARGES} with charges, ${SHARED} of 3 owners`;
    rows.push([name, dialog.toFixed(1), confirm.toFixed(1), ratio(confirm, small?.confirm ?? 0, CHARGED_LIMIT)]);
  }
  table(
    `Billing ${HORSES} horses (the median of ${ROUNDS} rounds)`,
    ["", "dialog ms", "Confirm ms", "to the small barn"],
    rows,
  );
}

/** Gives horses a standing charge for each Tuesday, which pays a groom, and the first of them three owners. */
async function addCharges(rows: Rows, tag: string): Promise<void> {
  await rows(
    `insert into standing_charges (id, horse_id, service_id, groom_id, repeats, weekdays, from_date, created_at, updated_at)
      select 'charge ' || id, id, (select id from services where is_fixed = 0 and deleted_at is null limit 1),
        (select id from grooms where deleted_at is null limit 1), 'weekdays', '["Tue"]', '2026-01-01', created_at, updated_at
      from horses where name like ? order by name limit ?`,
    [`${tag}%`, CHARGES],
  );
  await rows(
    `update horses set shares = (select json_group_array(json_object('id', id, 'share', 3333)) from (select id from customers order by seq desc limit 2))
      where id in (select id from horses where name like ? and customer_id is not null order by name limit ?)`,
    [`${tag}%`, SHARED],
  );
  // The owners are those of the whole month.
  await rows("delete from horse_changes where horse_id in (select id from horses where name like ?)", [`${tag}%`]);
}

async function measureBilling(folder: string, { bindings, rows, cookie }: BenchBarn, hasCharges = false) {
  const tag = `Bench${Date.now()}`;
  await addHorses({ rows }, tag, HORSES);
  if (hasCharges) await addCharges(rows, tag);
  const app = await startRawApp(folder, bindings());
  const address = `${app.url}/horses/bill?month=${monthOf(todayInNewYork(new Date()))}&q=${tag}`;
  const headers = { Cookie: cookie, Origin: app.url };
  const times = { dialog: [] as number[], confirm: [] as number[] };
  const timed = async (into: number[], request: RequestInit) => {
    const start = performance.now();
    const response = await fetch(address, { redirect: "manual", headers, ...request });
    const text = await response.text();
    into.push(performance.now() - start);
    return { status: response.status, text };
  };
  try {
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      if (hasCharges)
        await rows("update bill_items set deleted_at = created_at where standing_charge_id like 'charge %'");
      const { text } = await timed(times.dialog, {});
      const fields = text.matchAll(
        /<input type="(?:hidden|checkbox)" name="(idempotencyKey|fingerprint|optedIn)"[^>]* value="([^"]*)"/g,
      );
      const body = new URLSearchParams([...fields].map(([, name = "", value = ""]) => [name, value]));
      const { status } = await timed(times.confirm, { method: "POST", body });
      if (status !== 303) throw new Error(`Confirm returned ${status}`);
    }
  } finally {
    await app.stop();
    // Other parts measure the horses of the demo barn only.
    await rows("update horses set deleted_at = updated_at where name like ?", [`${tag}%`]);
  }
  return { dialog: median(times.dialog.slice(WARM_UP)), confirm: median(times.confirm.slice(WARM_UP)) };
}
