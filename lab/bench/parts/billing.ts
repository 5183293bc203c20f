import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { amount } from "#lab/bench/amount.ts";
import type { BenchBarn } from "#lab/bench/barns.ts";
import { startRawApp } from "#lab/bench/raw-workerd.ts";
import { held, median, ratio, table } from "#lab/bench/table.ts";
import { addHorses } from "#lab/support/billing.ts";

const HORSES = amount(500, 20);
const ROUNDS = amount(9, 3);
/** Rounds that are not counted. */
const WARM_UP = 2;
/** How long Confirm may take, beside a thousand and beside a million bills, in milliseconds. */
const LIMITS = [200, 250];

/** Measures 'Bill 500 Horses': the dialog, and Confirm with every horse already billed and checked. */
export async function benchBilling(folder: string, barns: BenchBarn[]): Promise<void> {
  const figures: { dialog: number; confirm: number }[] = [];
  for (const barn of barns) figures.push(await measureBilling(folder, barn));
  const [small] = figures;
  table(
    `Billing ${HORSES} horses (the median of ${ROUNDS} rounds)`,
    ["", "dialog ms", "Confirm ms", "to the small barn"],
    figures.map(({ dialog, confirm }, n) => [
      `beside ${barns[n]?.bills.toLocaleString("en-US")} bills`,
      dialog.toFixed(1),
      held(confirm, LIMITS[n] ?? 0, 1),
      ratio(confirm, small?.confirm ?? 0),
    ]),
  );
}

async function measureBilling(folder: string, { bindings, rows, cookie }: BenchBarn) {
  const tag = `Bench${Date.now()}`;
  await addHorses({ rows }, tag, HORSES);
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
