import { afterAll, beforeAll, expect, test } from "vitest";
import { textsIn } from "#app/domain/entries/texts/texts.ts";
import { readFormPage } from "#app/routes/entries/form/options.ts";
import { saveEntry } from "#app/routes/entries/saving/save-entry.ts";
import { openDatabase } from "#tests/support/database/database.ts";

const VISITOR = Promise.resolve({ actor: "visitor", isAdmin: false, device: null });
const NEW_VISIT = { device: null, savedId: null, undoneId: null, texts: textsIn("en") };

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** One minute before and after midnight in New York, on an ordinary day and on both days on which the clocks change. */
const midnights: [instant: string, today: string][] = [
  ["2026-11-21T04:59:00Z", "2026-11-20"],
  ["2026-11-21T05:01:00Z", "2026-11-21"],
  ["2026-03-08T04:59:00Z", "2026-03-07"],
  ["2026-03-08T05:01:00Z", "2026-03-08"],
  ["2026-03-09T03:59:00Z", "2026-03-08"],
  ["2026-03-09T04:01:00Z", "2026-03-09"],
  ["2026-11-01T03:59:00Z", "2026-10-31"],
  ["2026-11-01T04:01:00Z", "2026-11-01"],
  ["2026-11-02T04:59:00Z", "2026-11-01"],
  ["2026-11-02T05:01:00Z", "2026-11-02"],
];

test.each(midnights)("at %s the date of the form is %s", async (instant, today) => {
  const page = await readFormPage(database.connect(), new Date(instant), VISITOR, NEW_VISIT);
  expect(page.today).toBe(today);
});

test("a horse is in the property, and a groom is active, from the first to the last day only", async () => {
  const [horse] = await database.rows("select id from horses order by seq limit 1");
  const [groom] = await database.rows("select id from grooms order by seq limit 1");
  await database.rows("update horses set check_in_date = '2026-11-10', check_out_date = '2026-11-21' where id = ?", [
    String(horse?.id),
  ]);
  await database.rows("update grooms set start_date = '2026-11-10', end_date = '2026-11-21' where id = ?", [
    String(groom?.id),
  ]);
  for (const [instant, current] of [
    ["2026-11-10T04:59:00Z", false],
    ["2026-11-10T05:01:00Z", true],
    ["2026-11-22T04:59:00Z", true],
    ["2026-11-22T05:01:00Z", false],
  ] as const) {
    const { options } = await readFormPage(database.connect(), new Date(instant), VISITOR, NEW_VISIT);
    const notes = [
      options.horses.find(({ id }) => id === horse?.id)?.note,
      options.grooms.find(({ id }) => id === groom?.id)?.note,
    ];
    expect([instant, notes]).toEqual([
      instant,
      current ? [undefined, undefined] : ["not on the property", "not active"],
    ]);
  }
});

test.each(midnights)(
  "an entry submitted at %s with the date of the day has a payroll item of that date",
  async (instant, today) => {
    const [horse] = await database.rows("select id from horses order by seq limit 1");
    const [service] = await database.rows("select id from services where public = 1 and needs_groom = 1 limit 1");
    const [groom] = await database.rows("select id from grooms order by seq limit 1");
    const entry = {
      id: crypto.randomUUID(),
      date: today,
      horseId: String(horse?.id),
      rider: null,
      serviceId: String(service?.id),
      quantity: 1,
      groomId: String(groom?.id),
      comments: null,
    };
    const at = new Date(instant);
    const visitor = { actor: "visitor", isAdmin: false, device: null, isWithinRateLimit: async () => true };
    // The entry a minute before or after was for the same horse, service and day.
    const sent = { entry, confirmed: `again ${entry.horseId} ${entry.serviceId} ${today}` };
    const sending = Promise.resolve(visitor);
    expect(await saveEntry(database.connect(), { ...sent, keptSeconds: null }, sending, at, textsIn("en"))).toBe(
      "saved",
    );
    expect(await database.rows("select date, created_at from bill_items where id = ?", [entry.id])).toEqual([
      { date: today, created_at: at.toISOString() },
    ]);
    expect(await database.rows("select date from payroll where bill_item_id = ?", [entry.id])).toEqual([
      { date: today },
    ]);
  },
);

test("the confirmation of an entry is shown for one minute", async () => {
  const [bill] = await database.rows("select id, created_at from bill_items order by created_at desc limit 1");
  const made = new Date(String(bill?.created_at)).getTime();
  const savedAt = async (ms: number, id = String(bill?.id)) =>
    (await readFormPage(database.connect(), new Date(made + ms), VISITOR, { ...NEW_VISIT, savedId: id })).saved?.id ??
    null;
  expect(await savedAt(1_000)).toBe(bill?.id);
  expect(await savedAt(59_000)).toBe(bill?.id);
  expect(await savedAt(61_000)).toBeNull();
  expect(await savedAt(1_000, "nothing")).toBeNull();
});
