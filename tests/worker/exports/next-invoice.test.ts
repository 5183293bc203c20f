import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { addBills, exportFieldsOf, textOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* The next invoice number: in the settings, and at the first export (docs/product.md, 'Export'). */

type Fields = Record<string, string>;

const { barn, admin } = startBarn();
let horseId = "";
let tag = "";

beforeAll(async () => {
  horseId = String((await barn.rows("select id from horses limit 1"))[0]?.id);
  // The barn has used the numbers up to 2573, the last ones in a voided export.
  const columns = "id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total, parts";
  await barn.rows(
    `insert into exports (${columns}, voided_at, voided_by) values
      ('kept', '2026-01-01', '2026-01-01', 'a@barn.example', 'bill-value', 1001, 9, 9, 0, '[]', null, null),
      ('voided', '2026-01-02', '2026-01-02', 'a@barn.example', 'bill-value', 2525, 49, 49, 0, '[]', '2026-01-03', 'a@barn.example')`,
  );
});
beforeEach(async () => {
  await barn.rows("update settings set invoice_number = 3000, is_invoice_number_chosen = 1, version = version + 1");
});

const stored = async () =>
  (await barn.rows("select invoice_number as number, is_invoice_number_chosen as chosen from settings"))[0];

const openSettings = async (): Promise<Fields> => {
  const hidden = hiddenFieldsOf(await (await barn.get("/accounts/settings", admin)).text());
  // An unticked box sends nothing.
  const { prorate: _, ...shown } = JSON.parse(hidden.base ?? "{}") as Fields;
  return { ...hidden, ...shown };
};
const save = async (fields: Fields) => {
  const response = await barn.post("/accounts/settings", fields, admin);
  const page = await response.text();
  return { status: response.status, page, text: textOf(page) };
};

const EXISTS = "Invoice 2573 exists: the next is 2574 or higher.";

test.each([
  ["raised", "9000", 303, { number: 9_000, chosen: 1 }],
  ["lowered to an unused one", "2574", 303, { number: 2_574, chosen: 1 }],
  ["lowered to one of a voided export", "2573", 400, { number: 3_000, chosen: 1 }],
  ["lowered between used ones", "1500", 400, { number: 3_000, chosen: 1 }],
  ["emptied, so that the next export asks", "", 303, { number: 3_000, chosen: 0 }],
  ["no number", "next", 400, { number: 3_000, chosen: 1 }],
])("the setting is %s", async (_, invoiceNumber, status, expected) => {
  const fields = { ...(await openSettings()), invoiceNumber };
  const saved = await save(fields);
  expect([saved.status, await stored()]).toEqual([status, expected]);
  if (status === 303) expect((await save(fields)).status).toBe(303);
  else {
    const [, problem] = saved.page.match(/<p id="record-invoiceNumber-error"[^>]*>([^<]*)</) ?? [];
    expect(problem).toBe(invoiceNumber === "next" ? "Enter a whole number, such as 2574." : EXISTS);
    expect(saved.page).toContain(`value="${invoiceNumber}"`);
  }
});

test("an export between the opening of the settings and their save keeps its numbers, and a number that it has used is refused", async () => {
  const [other, mine] = [await openSettings(), await openSettings()];
  await barn.rows("update settings set invoice_number = 3010, version = version + 1");
  await barn.rows("update exports set first_invoice = 3000, invoice_count = 10 where id = 'kept'");
  onTestFinished(
    async () => void (await barn.rows("update exports set first_invoice = 1001, invoice_count = 9 where id = 'kept'")),
  );
  expect((await save({ ...other, barnName: "Elm Farm" })).status).toBe(303);
  expect(await stored()).toEqual({ number: 3_010, chosen: 1 });
  const refused = await save({ ...mine, invoiceNumber: "3005" });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("Invoice 3009 exists: the next is 3010"),
  ]);
  const asked = await save({ ...mine, invoiceNumber: "4000" });
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("Choose what to keep")]);
  expect(await stored()).toEqual({ number: 3_010, chosen: 1 });
});

test("an export in the moment of a save does not let a used number in", async () => {
  const fields = { ...(await openSettings()), invoiceNumber: "2600" };
  const act = () => barn.rows("update exports set first_invoice = 2591 where id = 'voided'");
  onTestFinished(async () => void (await barn.rows("update exports set first_invoice = 2525 where id = 'voided'")));
  barn.proxy.make({ kind: "meanwhile", request: "write", act });
  const { status, text } = await save(fields);
  barn.proxy.make({ kind: "none" });
  expect([status, text]).toEqual([400, expect.stringContaining("Invoice 2639 exists: the next is 2640 or higher.")]);
  expect(await stored()).toEqual({ number: 3_000, chosen: 1 });
});

const ask = () => barn.rows("update settings set is_invoice_number_chosen = 0, version = version + 1");
const bill = () => ({
  ...{ id: crypto.randomUUID(), horseId, customerId: null, serviceId: "training", date: "2026-10-31", quantity: 1 },
  ...{ value: 100, location: "florida" as const, comments: tag },
});
const address = () => `/billing/export?q=${tag}`;
const openExport = async () => {
  const page = await (await barn.get(address(), admin)).text();
  return { text: textOf(page), fields: exportFieldsOf(page) };
};
const send = async (fields: Fields) => {
  const response = await barn.post(address(), fields, admin);
  const page = await response.text();
  return { status: response.status, page, text: textOf(page) };
};

const QUESTION = "QuickBooks' last invoice number Required";

test("if a number was set since the dialog asked, even the same one, nothing is exported, and the dialog shows it", async () => {
  tag = "twotabs";
  await addBills(barn, [bill()]);
  await ask();
  const { fields } = await openExport();
  expect((await save({ ...(await openSettings()), invoiceNumber: "3000" })).status).toBe(303);
  const { status, text } = await send({ ...fields, lastInvoice: "7999" });
  expect([status, text]).toEqual([409, expect.stringContaining("1 bill · 1 invoice (3000)")]);
  expect(await stored()).toEqual({ number: 3_000, chosen: 1 });
});

test("an export asks for QuickBooks' last invoice number until the barn has said it, continues after it, and is made once", async () => {
  tag = "firstexport";
  await addBills(barn, [bill()]);
  await ask();
  const { text, fields } = await openExport();
  expect(text).toContain(QUESTION);
  expect(text).toContain("1 bill · 1 invoice Quick");
  expect(text).toContain("Hayloft's last invoice is 2573.");
  const refused: [answer: Fields, message: string][] = [
    [{}, "Enter QuickBooks' last invoice number, then press Export."],
    [{ lastInvoice: " " }, "Enter QuickBooks' last invoice number, then press Export."],
    [{ lastInvoice: "INV-9" }, "Enter a whole number, such as 2574."],
    [{ lastInvoice: "2572" }, "Invoice 2573 exists: enter 2573 or higher."],
  ];
  for (const [answer, message] of refused) {
    const { status, page, text: said } = await send({ ...fields, ...answer });
    expect([answer, status, said]).toEqual([answer, 400, expect.stringContaining(message)]);
    if (answer.lastInvoice?.trim()) expect(page).toContain(`value="${answer.lastInvoice}"`);
  }
  expect(await stored()).toEqual({ number: 3_000, chosen: 0 });
  const answered = { ...fields, lastInvoice: "7000" };
  for (const _ of [1, 2]) expect((await send(answered)).status).toBe(303);
  expect((await send({ ...answered, lastInvoice: "7001" })).status).toBe(409);
  const id = fields.idempotencyKey ?? "";
  expect(await barn.rows("select first_invoice as first from exports where id = ?", [id])).toEqual([{ first: 7_001 }]);
  expect(await barn.rows("select invoice_number as n from export_lines where export_id = ?", [id])).toEqual([
    { n: 7_001 },
  ]);
  expect(await stored()).toEqual({ number: 7_002, chosen: 1 });

  await addBills(barn, [bill()]);
  const later = await openExport();
  expect(later.text).toContain("1 bill · 1 invoice (7002)");
  expect(later.text).not.toContain(QUESTION);
  expect((await send(later.fields)).status).toBe(303);
});
