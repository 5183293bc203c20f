import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { textOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { open, type SoakUser, send } from "./requests.ts";

/* What an admin puts right: bills that are wrong, exports that were not imported, items that are due. */

const HEX = [..."0123456789abcdef"];

/** The last bills of any user: users meet at the same ones. */
const recentBills = ({ bills }: SoakUser) => bills.slice(-40);

/** Edits or voids a bill of the service form, corrects it if it is exported, and undoes its voiding if it is voided. */
export async function mendBill(user: SoakUser): Promise<void> {
  const { random } = user;
  if (user.bills.length === 0) return;
  const id = random.pick(recentBills(user));
  const page = await open(user, `/billing/${id}/edit`);
  if (!page) return;
  if (page.includes("This bill is exported")) return correctBill(user, id);
  if (page.includes("This bill is voided")) return undoVoid(user, id);
  if (random.chance(0.4)) return voidBills(user, id);
  await editBill(user, id, page);
}

const formOf = (page: string) => page.slice(page.lastIndexOf("<dialog"));
/** The chosen option of a select; '' if it is the placeholder. */
const chosenIn = (page: string, name: string) =>
  formOf(page).match(
    new RegExp(`<select[^>]* name="${name}"(?:(?!</select>).)*<option value="([^"]*)" selected`, "s"),
  )?.[1] ?? "";

async function editBill(user: SoakUser, billId: string, page: string): Promise<void> {
  const { random } = user;
  const version = Number(hiddenFieldsOf(formOf(page)).version);
  const key = random.uuid();
  const quantity = random.int(1, 9);
  const value = random.int(1, 50_000);
  const customerId = chosenIn(page, "customerId");
  const typed = { date: todayInNewYork(new Date()), quantity: String(quantity), value: (value / 100).toFixed(2) };
  const fields = { idempotencyKey: key, version: String(version), customerId, ...typed, comments: `Soak ${key}` };
  const edit = { key, billId, quantity, value, version: version + 1 };
  await send(user, `/billing/${billId}/edit`, fields, { kind: "bill edit", ...edit });
}

/** Corrects a bill of the service form that the list of all bills shows as exported. */
export async function correctExported(user: SoakUser): Promise<void> {
  const { random } = user;
  const page = await open(user, `/billing?view=all&sort=-date&q=${encodeURIComponent(`Soak ${random.pick(HEX)}`)}`);
  const links = [...(page ?? "").matchAll(/href="\/billing\/([^/"]*)\/correct/g)].map(([, id = ""]) => id);
  const known = links.filter((id) => user.bills.includes(id));
  if (known.length > 0) await correctBill(user, random.pick(known));
}

async function correctBill(user: SoakUser, billId: string): Promise<void> {
  const { random } = user;
  const path = `/billing/${billId}/correct`;
  const page = await open(user, path);
  if (!page) return;
  const version = Number(hiddenFieldsOf(formOf(page)).version);
  const key = random.uuid();
  const value = random.int(1, 50_000);
  const references = { customerId: chosenIn(page, "customerId"), serviceId: chosenIn(page, "serviceId") };
  const fields = { idempotencyKey: key, version: String(version), ...references, reason: "Soak", pay: "leave" };
  const write = { key, billId, value, version: version + 1 };
  await send(user, path, { ...fields, amount: (value / 100).toFixed(2) }, { kind: "correction", ...write });
}

/** Voids a bill, or a few together, and mostly presses Undo. */
async function voidBills(user: SoakUser, id: string): Promise<void> {
  const { random } = user;
  const others = random.chance(0.5) ? [random.pick(recentBills(user)), random.pick(recentBills(user))] : [];
  const bills = [...new Set([id, ...others])].sort();
  const key = random.uuid();
  const fields = [["intent", "void"], ["idempotencyKey", key], ...bills.map((each) => ["selected", each])];
  const outcome = await send(user, "/billing", new URLSearchParams(fields).toString(), { kind: "voiding", key, bills });
  if (outcome !== "acknowledged" || random.chance(0.4)) return;
  await send(user, "/billing", { intent: "undo", change: key }, { kind: "restoring", key: `undo ${key}`, bills });
}

async function undoVoid(user: SoakUser, id: string): Promise<void> {
  const key = user.random.uuid();
  await send(
    user,
    "/billing",
    { intent: "undoVoid", id, idempotencyKey: key },
    { kind: "restoring", key, bills: [id] },
  );
}

/** Voids an export of any user, unless another user has done so. */
export async function sendVoid(user: SoakUser): Promise<void> {
  if (user.exports.length === 0) return;
  const exportId = user.random.pick(user.exports.slice(-10));
  const path = `/billing/exports/${exportId}/void`;
  const page = await open(user, path);
  if (!page?.includes(">Void export</button>")) return;
  const { idempotencyKey: key = "", fingerprint = "" } = hiddenFieldsOf(page);
  await send(user, path, { idempotencyKey: key, fingerprint }, { kind: "export void", key, exportId });
}

/** Marks the items due up to a day paid, and sometimes presses Undo. */
export async function sendMarking(user: SoakUser): Promise<void> {
  const { random } = user;
  const until = plusDays(todayInNewYork(new Date()), random.int(-30, 60));
  const path = `/payroll/pay?until=${until}`;
  const page = await open(user, path);
  const [, items, dollars] =
    textOf(page ?? "").match(/([\d,]+) unpaid items? due by [\d/]+, \$([\d,.]+\d) total/) ?? [];
  if (!page || !items || !dollars) return;
  const { idempotencyKey: key = "", fingerprint = "" } = hiddenFieldsOf(formOf(page));
  const shown = {
    items: Number(items.replaceAll(",", "")),
    total: Math.round(Number(dollars.replaceAll(",", "")) * 100),
  };
  const outcome = await send(
    user,
    path,
    { idempotencyKey: key, until, shown: until, fingerprint, paidOn: todayInNewYork(new Date()) },
    { kind: "payment", key, ...shown },
  );
  if (outcome !== "acknowledged" || random.chance(0.5)) return;
  const undo = { intent: "undo", change: key };
  await send(user, "/payroll", undo, { kind: "payment undone", key: `undo ${key}` });
}
