import { expect, test } from "vitest";
import { exportFieldsOf, textOf } from "#lab/support/exports.ts";
import { amountFields, hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* A horse with several owners, as a browser without JavaScript enters it, and its bills (docs/decisions/shares.md). */

const { barn, admin, otherAdmin: other } = startBarn();

type Fields = Record<string, string>;
const load = async (path: string) => (await barn.get(path, admin)).text();
const owners = async () =>
  (await barn.rows("select id, name from customers where deleted_at is null order by name limit 3")).map(
    ({ id, name }) => ({ id: String(id), name: String(name) }),
  );

/** The fields of a horse with other owners. */
const horseFields = (name: string, customerId: string, shares: readonly string[]): Fields => ({
  ...{ name, customerId, newCustomer: "", checkInDate: "2026-01-05", checkOutDate: "" },
  ...{ ...amountFields(() => "150"), isBillable: "on", location: "florida" },
  ...Object.fromEntries(shares.map((text, n) => [`shares[${n}]`, text])),
});
const add = (
  name: string,
  customerId: string,
  shares: readonly string[],
  idempotencyKey: string = crypto.randomUUID(),
) => barn.post("/horses/new", { idempotencyKey, ...horseFields(name, customerId, shares) }, admin);
const sharesOf = async (name: string) =>
  (await barn.rows("select shares from horses where name = ? and deleted_at is null", [name])).map(({ shares }) =>
    JSON.parse(String(shares)),
  );

/** Logs a farrier visit for a horse with several owners, and returns the ids of its bills. */
async function loggedLine(name: string, shares: readonly string[]): Promise<string[]> {
  const [ann] = await owners();
  await add(name, ann?.id ?? "", shares);
  const [horse] = await barn.rows("select id from horses where name = ?", [name]);
  const [service] = await barn.rows(
    "select id from services where public and not needs_groom and deleted_at is null and price > 0 limit 1",
  );
  const id = crypto.randomUUID();
  const entry = {
    id,
    date: "2026-11-20",
    horseId: String(horse?.id),
    rider: "",
    serviceId: String(service?.id),
    quantity: "1",
    groomId: "",
    comments: "",
  };
  const answers = await Promise.all(
    [1, 2, 3].map(() => barn.post("/?index", { ...entry, confirmed: "2026-11-20 1" }, admin)),
  );
  expect(answers.filter(({ status }) => status < 400)).toHaveLength(3);
  const bills = await barn.rows("select id from bill_items where horse_id = ? order by seq", [String(horse?.id)]);
  return bills.map((bill) => String(bill.id));
}
const valuesOf = (ids: readonly string[]) =>
  barn.rows(
    "select value, voided_at is not null as voided from bill_items where id in (select value from json_each(?)) order by seq",
    [JSON.stringify(ids)],
  );

test("percents that do not sum, a customer twice, none and a deleted one are refused at the field; nothing is written", async () => {
  const [ann, ben] = await owners();
  const [a, b] = [ann?.id ?? "", ben?.id ?? ""];
  for (const [customer, shares, message] of [
    [a, ["60", b, "30"], "The shares sum to 90 %. They must sum to 100 %."],
    [a, ["60", a, "40"], "A customer can own only one share."],
    [a, ["20", b, "40", b, "40"], "A customer can own only one share."],
    ["", ["60", b, "40"], "A horse with several owners needs a responsible party."],
    [a, ["60", "", "40"], "Choose a customer for each percent."],
    [a, ["x", b, "40"], "Enter each owner's percent"],
    [a, ["60", crypto.randomUUID(), "40"], "Other Owners not found. Choose another one."],
  ] as const) {
    const response = await add("Refused", customer, shares);
    const text = textOf(await response.text()).replaceAll("&#x27;", "'");
    expect([shares, response.status, text.includes(message)]).toEqual([shares, 400, true]);
  }
  expect(await sharesOf("Refused")).toEqual([]);
});

test("the form sent four times adds one horse, and the page with no script has the rows, the shares and the owners in words", async () => {
  const [ann, ben, cat] = await owners();
  const key = crypto.randomUUID();
  const shares = ["33.34", ben?.id ?? "", "33.33", cat?.id ?? "", "33.33", "", ""];
  const answers = await Promise.all(Array.from({ length: 4 }, () => add("Trio", ann?.id ?? "", shares, key)));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(303));
  expect(await sharesOf("Trio")).toEqual([[ben, cat].map((owner) => ({ id: owner?.id, share: 3_333 }))]);
  const [horse] = await barn.rows("select id from horses where name = 'Trio'");
  const page = await load(`/horses/${horse?.id}/edit`);
  expect(page).toMatch(/name="shares\[0\]"[^>]*value="33.34"/);
  expect(page).toContain('name="shares[8]"');
  const list = textOf(await load("/horses?q=Trio"));
  expect(list).toContain(`${ann?.name.replaceAll("'", "&#x27;")} 33.34 %`);
  expect(textOf(await load(`/customers/${ben?.id}`))).toContain("Trio 33.33 %");
  expect(textOf(await load(`/horses?view=all&customer=${cat?.id}`))).toContain("Trio");
  // An edit that leaves the owners keeps them.
  const { idempotencyKey = "", version = "", base = "" } = hiddenFieldsOf(page.slice(page.indexOf("<dialog")));
  const fields: Fields = {
    ...horseFields("Trio", ann?.id ?? "", shares),
    idempotencyKey,
    version,
    base,
    boarding: "777",
  };
  const { newCustomer: _, ...edited } = fields;
  expect((await barn.post(`/horses/${horse?.id}/edit`, edited, admin)).status).toBe(303);
  expect(await barn.rows("select boarding, json_array_length(shares) as n from horses where name = 'Trio'")).toEqual([
    { boarding: 77_700, n: 2 },
  ]);
});

test("a line shows all of its bills in its form, and is edited, voided and brought back whole", async () => {
  const [, ben] = await owners();
  const ids = await loggedLine("Duo", ["60", ben?.id ?? "", "40", "", ""]);
  expect(ids).toHaveLength(2);
  const [first = "", second = ""] = ids;
  const page = await load(`/billing/${second}/edit`);
  expect(textOf(page)).toMatch(/Divided among the owners\. .+ 60 %: \$.+ 40 %: \$/);
  const dialog = page.slice(page.indexOf("<dialog"));
  const { idempotencyKey = "", version = "", base = "" } = hiddenFieldsOf(dialog);
  const customerId = dialog.match(/name="customerId" value="([^"]*)"/)?.[1] ?? "";
  const fields = {
    idempotencyKey,
    version,
    base,
    customerId,
    date: "2026-11-20",
    quantity: "1",
    value: "10.01",
    comments: "",
  };
  const answers = await Promise.all([1, 2].map(() => barn.post(`/billing/${second}/edit`, fields, admin)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await valuesOf(ids)).toEqual([
    { value: 601, voided: 0 },
    { value: 400, voided: 0 },
  ]);
  expect(textOf(await load(`/billing?q=Duo&menu=${first}`))).toMatch(/ 60 %: \$6\.01; .+ 40 %: \$4\.00\s*Void all 2/);
  // Of two admins who void the two bills at once, one does.
  const voiding = (id: string, who: typeof admin) =>
    barn.post("/billing", { intent: "void", id, idempotencyKey: crypto.randomUUID() }, who);
  const both = await Promise.all([voiding(first, admin), voiding(second, other)]);
  expect(both.filter(({ status }) => status === 303)).toHaveLength(1);
  expect((await valuesOf(ids)).map(({ voided }) => voided)).toEqual([1, 1]);
  const undone = await barn.post(
    "/billing",
    { intent: "undoVoid", id: second, idempotencyKey: crypto.randomUUID() },
    admin,
  );
  expect(undone.status).toBe(303);
  expect((await valuesOf(ids)).map(({ voided }) => voided)).toEqual([0, 0]);
});

test("a line of which one bill is exported is corrected by its form: that one gets an entry, the other the new value", async () => {
  const [ann, ben] = await owners();
  const ids = await loggedLine("Mended", ["60", ben?.id ?? "", "40", "", ""]);
  const [first = "", second = ""] = ids;
  const address = `/billing/export?q=Mended&customer=${ann?.id}`;
  const { amounts: _, ...chosen } = exportFieldsOf(await load(address));
  expect((await barn.post(address, { ...chosen, amounts: "bill-value" }, admin)).status).toBe(303);
  expect(textOf(await load(`/billing/${second}/correct`))).toContain("This bill is not exported");
  const page = await load(`/billing/${first}/correct`);
  const dialog = page.slice(page.indexOf("<dialog"));
  const { idempotencyKey = "", version = "", base = "" } = hiddenFieldsOf(dialog);
  const customerId = dialog.match(/name="customerId" value="([^"]*)"/)?.[1] ?? "";
  const [{ service, value: before } = {}] = await barn.rows(
    "select service_id as service, value from bill_items where id = ?",
    [first],
  );
  const right = { customerId, serviceId: String(service), amount: "50.01", pay: "", reason: "Less work" };
  const answer = await barn.post(`/billing/${first}/correct`, { idempotencyKey, version, base, ...right }, admin);
  expect(answer.status).toBe(303);
  expect((await valuesOf(ids)).map(({ value }) => value)).toEqual([3_001, 2_000]);
  expect(
    await barn.rows("select customer_id, amount from corrections where correction_id = ?", [idempotencyKey]),
  ).toEqual([{ customer_id: ann?.id, amount: 3_001 - Number(before) }]);
});
