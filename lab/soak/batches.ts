import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { exportFieldsOf, textOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import type { Batch } from "./ledger.ts";
import { open, type SoakUser, send } from "./requests.ts";

/*
 * What a user confirms in a dialog. The server works out the content, so that the user knows what the dialog showed: the
 * records, their number and their sum. The key is made by the server, too.
 */

const HEX = [..."0123456789abcdef"];

/** All records, those of all users, or some of them: batches of several users overlap. */
const somePart = ({ random }: SoakUser) => random.pick(["", "Soak", `Soak ${random.pick(HEX)}`]);

export async function sendHorsesRun(user: SoakUser): Promise<void> {
  const path = `/horses/bill?month=${monthOf(todayInNewYork(new Date()))}&q=${encodeURIComponent(somePart(user))}`;
  const dialog = readBatchDialog(await open(user, path));
  if (!dialog) return;
  const ticked = user.random.chance(0.3) ? dialog.optional.slice(0, user.random.int(1, 2)) : [];
  await confirm(user, path, { dialog, kind: "horses billed", chosen: [...dialog.items, ...ticked], ticked });
}

export async function sendShowsRun(user: SoakUser): Promise<void> {
  const path = `/shows/bill?q=${encodeURIComponent(somePart(user))}`;
  const dialog = readBatchDialog(await open(user, path));
  if (!dialog) return;
  // Future shows are ticked at first, and some users take a tick away.
  const atFirst = dialog.optional.filter(({ isTicked }) => isTicked);
  const ticked = user.random.chance(0.5) ? atFirst : atFirst.slice(1);
  // A show has one bill, however many lines describe it.
  const chosen = [...dialog.items, ...ticked].map((item) => ({ ...item, rows: 1 }));
  await confirm(user, path, { dialog, kind: "shows billed", chosen, ticked });
}

/** One admin generates this week's salaries; for the others nothing is left to confirm. */
export async function sendPayrollRun(user: SoakUser): Promise<void> {
  const dialog = readBatchDialog(await open(user, "/payroll/generate"));
  if (dialog)
    await confirm(user, "/payroll/generate", { dialog, kind: "payroll run", chosen: dialog.items, ticked: [] });
}

type Item = { id: string; isTicked: boolean; rows: number; value: number };
type BatchDialog = NonNullable<ReturnType<typeof readBatchDialog>>;
type Confirmed = { dialog: BatchDialog; kind: Batch["kind"]; chosen: Item[]; ticked: Item[] };

async function confirm(user: SoakUser, path: string, { dialog, kind, chosen, ticked }: Confirmed): Promise<void> {
  if (chosen.length === 0) return;
  const optedIn = ticked.map(({ id }) => id);
  const fields = [...Object.entries(dialog.fields), ...optedIn.map((id) => ["optedIn", id])];
  // The dialog's total has what is ticked at first.
  const atFirst = dialog.optional.filter(({ isTicked }) => isTicked);
  const total = dialog.total - sum(atFirst.map(({ value }) => value)) + sum(ticked.map(({ value }) => value));
  const rows = sum(chosen.map((item) => item.rows));
  const key = dialog.fields.idempotencyKey ?? "";
  await send(user, path, new URLSearchParams(fields).toString(), {
    ...{ kind, key, records: chosen.length, rows, total, optedIn },
  });
}

/** What a batch dialog shows: its hidden fields, its items, those with a box to tick, and the sum of the others in cents. */
function readBatchDialog(page: string | null) {
  if (!page?.includes(">Confirm</button>")) return null;
  const items = [...page.matchAll(/<li>(?:(?!<\/li>).)*<b>\$[\d,.]+<\/b>.*?<\/li>/gs)].map(([item]) => ({
    id: item.match(/name="optedIn"[^>]* value="([^"]*)"/)?.[1] ?? "",
    isTicked: /<input[^>]* checked=""/.test(item),
    // Each line has an amount; the days of a partial month or week have none.
    rows: (item.match(/<small>(.*?)<\/small>/s)?.[1] ?? "").split(" · ").filter((line) => line.includes("$")).length,
    value: inCents(item.match(/<b>(\$[\d,.]+)<\/b>/)?.[1]),
  }));
  return {
    fields: hiddenFieldsOf(page),
    items: items.filter(({ id }) => !id),
    optional: items.filter(({ id }) => id),
    total: inCents(page.match(/<output>([^<]*)<\/output>/)?.[1]),
  };
}

/** Exports the bills of one horse, or of some comments, as amounts of either kind. */
export async function sendExport(user: SoakUser): Promise<void> {
  const { random, choices } = user;
  const q = random.chance(0.5) ? random.pick(choices.horses).name : `Soak ${random.pick(HEX)}`;
  const path = `/billing/export?q=${encodeURIComponent(q)}`;
  const page = await open(user, path);
  const [, bills, invoices, first] = textOf(page ?? "").match(/([\d,]+) bills? · ([\d,]+) invoices? \((\d+)/) ?? [];
  if (!page?.includes(">Export</button>") || !bills || !invoices) return;
  const { idempotencyKey: key = "", ...fields } = exportFieldsOf(page);
  // With one total both kinds of amounts are equal, and the dialog asks for none.
  const totals = [...page.matchAll(/data-amounts="([^"]*)">(\$[\d,.]+)</g)];
  const [, amounts = fields.amounts ?? "", total = textOf(page).match(/Total (\$[\d,.]+\d)/)?.[1]] =
    totals.length > 0 ? random.pick(totals) : [];
  const outcome = await send(
    user,
    path,
    { ...fields, idempotencyKey: key, amounts },
    {
      ...{ kind: "export", key, bills: inNumber(bills), invoices: inNumber(invoices), firstInvoice: Number(first) },
      total: inCents(total),
    },
  );
  if (outcome === "acknowledged") user.exports.push(key);
}

/** Presses 'Mark Date Paid', or Unpaid, in the row of an item that the user has added: it marks all items of that day. */
export async function markDate(user: SoakUser): Promise<void> {
  if (user.items.length === 0) return;
  const item = user.random.pick(user.items);
  const page = await open(user, `/payroll?view=all&q=${encodeURIComponent(item)}`);
  const [, id, key, value] =
    page?.match(
      /name="id" value="([^"]*)"\/><input type="hidden" name="idempotencyKey" value="([^"]*)"\/><input type="hidden" name="value" value="([^"]* (?:true|false))"/,
    ) ?? [];
  if (!id || !key || !value) return;
  const [date = "", paid] = value.split(" ");
  const fields = { intent: "mark", id, idempotencyKey: key, value };
  await send(user, "/payroll", fields, { kind: "marking", key, date, paid: paid === "true" });
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const inNumber = (text: string) => Number(text.replaceAll(",", ""));
const inCents = (dollars = "") => Math.round(Number(dollars.replace(/[$,]/g, "")) * 100);
