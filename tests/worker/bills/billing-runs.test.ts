import { describe, expect, test } from "vitest";
import { formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import {
  addHorses,
  addShows,
  billBoarding,
  billsFor,
  billsOf,
  dueFor,
  type TestHorse,
  type TestShow,
} from "#lab/support/billing.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const { barn, admin } = startBarn();
const today = () => todayInNewYork(new Date());

type Fields = Record<string, string>;

/** Requests the dialog as a browser without JavaScript would. */
async function open(path: string) {
  const response = await barn.get(path, admin);
  expect([path, response.status]).toEqual([path, 200]);
  return parseDialog(await response.text());
}

/** Returns the parts of a dialog: its hidden fields, the ids of its checkboxes, its total and its message. */
function parseDialog(page: string) {
  const [, count = "0"] = page.match(/Are you sure you want to bill (\d+) /) ?? [];
  const boxes = [...page.matchAll(/<input type="checkbox" name="optedIn"[^>]*>/g)].map(([box]) => box);
  const idOf = (box: string) => box.match(/value="([^"]*)"/)?.[1] ?? "";
  return {
    page,
    fields: hiddenFieldsOf(page),
    count: Number(count),
    optional: boxes.map(idOf),
    checked: boxes.filter((box) => box.includes("checked")).map(idOf),
    total: page.match(/<output>([^<]*)<\/output><\/p>/)?.[1],
    alert: page.match(/role="alert"[^>]*>([^<]*)</)?.[1],
  };
}

const confirm = (path: string, fields: Fields, optedIn: string[] = []) =>
  barn.post(
    path,
    new URLSearchParams([...Object.entries(fields), ...optedIn.map((id) => ["optedIn", id])]).toString(),
    admin,
  );

async function runs(id = ""): Promise<Record<string, unknown>[]> {
  return barn.rows("select * from billing_runs where id = ?", [id]);
}

/** Returns the numbers of bills, runs and changes, and the state of the shows: everything that billing changes. */
async function billingState(): Promise<string> {
  return JSON.stringify(
    await barn.rows(
      "select (select count(*) from bill_items) as bills, (select count(*) from billing_runs) as runs, (select count(*) from activity) as changes, (select sum(version * 2 + billed) from shows) as shows",
    ),
  );
}

/** Updates a record without the worker. */
const update = (table: string, id: string, set: string) =>
  barn.rows(`update ${table} set ${set}, version = version + 1 where id = ?`, [id]);

type TestBatch = { path: string; list: string; horses: TestHorse[]; shows: TestShow[]; bills: number; total: number };

const MONTH = monthOf(todayInNewYork(new Date()));

let tags = 0;
/** Returns a unique name, so that a search finds the records of one test only. */
const nextTag = () =>
  `Batch${String.fromCharCode(97 + Math.floor(tags / 26))}${String.fromCharCode(97 + (tags++ % 26))}x`;

/** Adds horses to bill, which a search finds. */
async function addHorseBatch(count = 6, change?: (n: number) => Partial<TestHorse>): Promise<TestBatch> {
  const tag = nextTag();
  const horses = await addHorses(barn, tag, count, change);
  const list = `/horses?q=${tag}`;
  const path = `/horses/bill?q=${tag}&month=${MONTH}`;
  return { path, list, horses, shows: [], bills: billsFor(horses), total: dueFor(horses) };
}

/** Adds six shows to bill, which a search finds. */
async function addShowBatch(): Promise<TestBatch> {
  const tag = nextTag();
  const horses = await addHorses(barn, tag, 6);
  const { shows, service } = await addShows(barn, tag, horses);
  const total = shows.reduce((sum, { quantity }) => sum + quantity * service.price, 0);
  return { path: `/shows/bill?q=${tag}`, list: `/shows?q=${tag}`, horses, shows, bills: 6, total };
}

async function expectBilledOnce({ horses, shows, bills, total }: TestBatch) {
  const made = await billsOf(barn, horses);
  expect(made).toHaveLength(bills);
  expect(made.reduce((sum, { value }) => sum + Number(value), 0)).toBe(total);
  const ids = JSON.stringify(shows.map(({ id }) => id));
  expect(
    await barn.rows("select distinct billed, version from shows where id in (select value from json_each(?))", [ids]),
  ).toEqual(shows.length > 0 ? [{ billed: 1, version: 2 }] : []);
}

describe.each([
  ["horses", () => addHorseBatch()],
  ["shows", () => addShowBatch()],
])("billing of %s:", (kind, addBatch) => {
  test("the button, the dialog, the bills, the run and the notice have the same numbers", async () => {
    const batch = await addBatch();
    const button = `Bill 6 ${kind === "horses" ? "Horses" : "Shows"}`;
    expect(await (await barn.get(batch.list, admin)).text()).toContain(`>${button}</a>`);
    const requests: number[] = [];
    const counted = async <T>(act: () => Promise<T>): Promise<T> => {
      const before = barn.proxy.requests.length;
      const result = await act();
      requests.push(barn.proxy.requests.length - before);
      return result;
    };
    const { fields, count, total, page } = await counted(() => open(batch.path));
    expect([count, total, page.includes(`bill 6 ${kind}? This action cannot be undone.`)]).toEqual([
      6,
      formatDollars(batch.total),
      true,
    ]);
    const response = await counted(() => confirm(batch.path, fields));
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      `${batch.list}&done=${fields.idempotencyKey}`,
    ]);
    await expectBilledOnce(batch);
    expect(await runs(fields.idempotencyKey)).toMatchObject([
      { kind, actor: ADMIN.email, bill_count: batch.bills, total: batch.total },
    ]);
    for (const bill of await billsOf(barn, batch.horses)) {
      const horse = batch.horses.find(({ id }) => id === bill.horse_id);
      expect(bill).toMatchObject({
        customer_id: horse?.customer_id,
        location: horse?.location,
        date: today(),
        unit_price: Number(bill.value) / Number(bill.quantity),
        is_value_typed: 0,
        billing_run_id: fields.idempotencyKey,
        export_id: null,
      });
    }
    const activity = await barn.rows("select * from activity where id = ?", [fields.idempotencyKey ?? ""]);
    expect(activity).toMatchObject([{ actor: ADMIN.email, action: `bill ${kind}`, before: "[]" }]);
    expect(JSON.parse(String(activity[0]?.after))).toMatchObject([
      { table: "billing_runs", id: fields.idempotencyKey },
    ]);
    // Loading the list bills nothing.
    const before = await billingState();
    const list = await counted(() => barn.get(response.headers.get("Location") ?? "", admin));
    expect(await list.text()).toContain(`Billed 6 ${kind}: ${batch.bills} bills, ${formatDollars(batch.total)}.`);
    await counted(() => confirm(batch.path, fields));
    expect(await billingState()).toBe(before);
    expect(requests).toEqual([1, 2, 1, 1]);
  });

  test("of requests for one Confirm, concurrent ones and a late one, all succeed and bill once", async () => {
    const batch = await addBatch();
    const { fields } = await open(batch.path);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(batch.path, fields)));
    responses.push(await confirm(batch.path, fields));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(303));
    await expectBilledOnce(batch);
  });

  test("of two dialogs that are confirmed at the same moment one bills and the other gets 409", async () => {
    const batch = await addBatch();
    const [mine, theirs] = [await open(batch.path), await open(batch.path)];
    // The second Confirm runs between the read and the write of the first.
    barn.proxy.make({ kind: "meanwhile", request: 1, act: () => confirm(batch.path, theirs.fields) });
    const responses = [await confirm(batch.path, mine.fields)];
    barn.proxy.make({ kind: "none" });
    expect(responses.map(({ status }) => status)).toEqual([409]);
    await expectBilledOnce(batch);
    expect(await runs(theirs.fields.idempotencyKey)).toHaveLength(1);
    expect(await runs(mine.fields.idempotencyKey)).toEqual([]);
    expect(parseDialog(await (responses[0] as Response).text()).alert).toContain("Nothing was billed");
    expect((await confirm(batch.path, mine.fields)).status).toBe(409);
    await expectBilledOnce(batch);
  });

  test("if a statement of the write fails nothing is billed, and after a lost answer of the database a second Confirm bills once", async () => {
    const batch = await addBatch();
    const { fields } = await open(batch.path);
    const before = await billingState();
    for (const [trouble, status, alert] of [
      [{ kind: "fail statement", request: 1, place: 7 }, 500, "nothing was billed"],
      [{ kind: "lose answer", request: 0 }, 503, "nothing is billed twice"],
      [{ kind: "lose answer", request: 1 }, 503, "nothing is billed twice"],
    ] as const) {
      expect(await billingState()).toBe(before);
      barn.proxy.make(trouble);
      const response = await confirm(batch.path, fields);
      barn.proxy.make({ kind: "none" });
      expect([trouble, response.status]).toEqual([trouble, status]);
      const page = parseDialog(await response.text());
      expect(page.alert).toContain(alert);
      if (status === 500) expect(page.count).toBe(6);
      else expect(page.fields).toEqual(fields);
    }
    expect((await confirm(batch.path, fields)).status).toBe(303);
    await expectBilledOnce(batch);
  });

  test("a Confirm with wrong fields bills nothing", async () => {
    const batch = await addBatch();
    const opened = await open(batch.path);
    const before = await billingState();
    for (const fields of [
      { idempotencyKey: "" },
      { fingerprint: "" },
      { fingerprint: "0".repeat(64) },
      { idempotencyKey: "'; drop table bill_items; --" },
      { total: "1" },
      { optedIn: "\ud800" },
    ]) {
      const response = await confirm(batch.path, { ...opened.fields, ...fields } as Fields);
      expect([fields, [400, 409].includes(response.status)]).toEqual([fields, true]);
      expect(parseDialog(await response.text()).alert).toMatch(/nothing was billed|Nothing was billed|has no field/);
    }
    expect(await billingState()).toBe(before);
  });

  test("if there is nothing to bill, the button is disabled and the dialog has no Confirm", async () => {
    const nothing = nextTag();
    const list = await (await barn.get(`/${kind}?q=${nothing}`, admin)).text();
    expect(list).toMatch(/<a role="link" aria-disabled="true"[^>]*>Bill 0 (Horses|Shows)<\/a>/);
    const { page, fields } = await open(`/${kind}/bill?month=${MONTH}&q=${nothing}`);
    expect(page).not.toContain(">Confirm<");
    expect((await confirm(`/${kind}/bill?month=${MONTH}&q=${nothing}`, fields)).status).toBe(400);
  });
});

/** Changes of a horse, or of a show, of a batch by others. */
const CHANGES: Record<string, (batch: TestBatch, n: number) => Promise<unknown>> = {
  "a horse is edited": ({ horses }, n) => update("horses", horses[n]?.id ?? "", "boarding = boarding + 1"),
  "a horse is deleted": ({ horses }, n) => update("horses", horses[n]?.id ?? "", "deleted_at = '2026-01-05'"),
  "a horse becomes not billable": ({ horses }, n) => update("horses", horses[n]?.id ?? "", "is_billable = 0"),
  "a horse checks out": ({ horses }, n) =>
    update("horses", horses[n]?.id ?? "", "check_in_date = '2020-01-01', check_out_date = '2021-01-01'"),
  "a horse is added": ({ horses }) => addHorses(barn, horses[0]?.name.split(" ")[0] ?? "", 1),
  "a horse is billed": ({ horses }, n) => billBoarding(barn, horses[n] as TestHorse),
  "a show is edited": ({ shows }, n) => update("shows", shows[n]?.id ?? "", "quantity = 9"),
  "a show is deleted": ({ shows }, n) => update("shows", shows[n]?.id ?? "", "deleted_at = '2026-01-05'"),
  "a show is marked billed": ({ shows }, n) => update("shows", shows[n]?.id ?? "", "billed = 1"),
  "the horse of a show moves": ({ horses }, n) =>
    update("horses", horses[n]?.id ?? "", "location = iif(location = 'florida', 'long-island', 'florida')"),
  "the horse of a show is deleted": ({ horses }, n) =>
    update("horses", horses[n]?.id ?? "", "deleted_at = '2026-01-05'"),
  "the service of a show has a new price": ({ shows }) =>
    update("services", shows[0]?.service_id ?? "", "price = 9900"),
  "a show is added": ({ horses }) => addShows(barn, horses[0]?.name.split(" ")[0] ?? "", horses.slice(5)),
};

test.each(["horse", "show"])(
  "if a %s or what it is billed by changes before Confirm, or between its read and its write, nothing is billed and the dialog shows the new state",
  async (what) => {
    const batch = await (what === "horse" ? addHorseBatch() : addShowBatch());
    const changes = Object.entries(CHANGES).filter(([name]) => name.startsWith("a horse") === (what === "horse"));
    let { fields } = await open(batch.path);
    let total: string | undefined;
    for (const [n, [name, change]] of changes.entries()) {
      const act = () => change(batch, n % 6);
      if (n % 2) barn.proxy.make({ kind: "meanwhile", request: 1, act });
      else await act();
      const response = await confirm(batch.path, fields);
      barn.proxy.make({ kind: "none" });
      const refused = parseDialog(await response.text());
      expect([name, response.status, refused.alert]).toEqual([
        name,
        409,
        expect.stringContaining("Nothing was billed"),
      ]);
      expect(await billsOf(barn, batch.horses)).toEqual([]);
      expect(refused.fields.idempotencyKey).not.toBe(fields.idempotencyKey);
      expect(refused.fields.fingerprint).not.toBe(fields.fingerprint);
      ({ fields, total } = refused);
    }
    expect((await confirm(batch.path, fields)).status).toBe(303);
    const [run] = await runs(fields.idempotencyKey);
    expect(formatDollars(Number(run?.total))).toBe(total);
  },
);

test("horses that were billed this month are listed separately and billed only if the admin checks them", async () => {
  const batch = await addHorseBatch();
  const [first, second, third] = batch.horses as [TestHorse, TestHorse, TestHorse];
  for (const horse of [first, second, third]) await billBoarding(barn, horse);
  await billBoarding(barn, batch.horses[3] as TestHorse, "2020-02-01");
  const opened = await open(batch.path);
  expect([opened.count, opened.optional.sort()]).toEqual([3, [first.id, second.id, third.id].sort()]);
  expect(opened.checked).toEqual([]);
  expect(opened.page.split(`>already billed ${formatUsDate(today())}`)).toHaveLength(4);
  expect((await confirm(batch.path, opened.fields, [second.id])).status).toBe(303);
  const billed = [second, ...batch.horses.slice(3)];
  const bills = await billsOf(barn, batch.horses);
  expect(bills).toHaveLength(billsFor(billed));
  expect(bills.reduce((sum, { value }) => sum + Number(value), 0)).toBe(dueFor(billed));
});

test("a checked horse that another admin bills in the meantime is not billed again", async () => {
  const batch = await addHorseBatch(1);
  const [horse] = batch.horses as [TestHorse];
  await billBoarding(barn, horse);
  for (const request of [0, 1]) {
    const { fields, optional } = await open(batch.path);
    barn.proxy.make({ kind: "meanwhile", request, act: () => billBoarding(barn, horse) });
    const response = await confirm(batch.path, fields, optional);
    barn.proxy.make({ kind: "none" });
    expect(response.status).toBe(409);
    // The horse stays checked.
    expect(parseDialog(await response.text()).checked).toEqual([horse.id]);
  }
  expect(await billsOf(barn, batch.horses)).toEqual([]);
});

test("a dialog that is confirmed twice with different choices gets 409", async () => {
  const batch = await addHorseBatch();
  const [first] = batch.horses as [TestHorse];
  await billBoarding(barn, first);
  const { fields } = await open(batch.path);
  expect((await confirm(batch.path, fields)).status).toBe(303);
  const before = await billingState();
  const response = await confirm(batch.path, fields, [first.id]);
  expect([response.status, parseDialog(await response.text()).alert]).toEqual([
    409,
    expect.stringContaining("confirmed this before with other choices"),
  ]);
  expect(await billingState()).toBe(before);
});

test("exactly the billable horses of the view and the search are billed, on all pages", async () => {
  const batch = await addHorseBatch(130, (n) => ({
    is_billable: n % 10 === 0 ? 0 : 1,
    check_in_date: n % 10 === 1 ? "2099-01-01" : "2020-01-01",
  }));
  const shown = batch.horses.filter((_, n) => n % 10 > 1);
  const list = await (await barn.get(`${batch.list}&sort=-boarding`, admin)).text();
  expect(list).toContain(">Bill 104 Horses</a>");
  const { fields, count } = await open(`${batch.path}&last=`);
  expect(count).toBe(104);
  expect((await confirm(`${batch.path}&last=`, fields)).headers.get("Location")).toBe(
    `${batch.list}&last=&done=${fields.idempotencyKey}`,
  );
  const bills = await billsOf(barn, batch.horses);
  expect(bills.reduce((sum, { value }) => sum + Number(value), 0)).toBe(dueFor(shown));
  expect(new Set(bills.map(({ horse_id }) => horse_id))).toEqual(new Set(shown.map(({ id }) => id)));
  // Horses that have not checked in yet are in the other view, and not billed; all others are billed already.
  const allHorses = await open(`${batch.path}&view=all`);
  expect([allHorses.count, allHorses.optional.length]).toEqual([0, 104]);
  expect(allHorses.page.split("<span>arrives 01/01/2099</span>")).toHaveLength(14);
});

test("the form of 500 horses that are billed again is within the limit of 64 KB", async () => {
  const batch = await addHorseBatch(4);
  expect((await confirm(batch.path, (await open(batch.path)).fields)).status).toBe(303);
  const { fields, optional } = await open(batch.path);
  expect(optional).toHaveLength(4);
  const bytesOfBox = new URLSearchParams({ optedIn: optional[0] ?? "" }).toString().length + 1;
  expect(new URLSearchParams(fields).toString().length + 500 * bytesOfBox).toBeLessThan(64 * 1024);
  expect((await confirm(batch.path, fields, optional)).status).toBe(303);
  expect(await billsOf(barn, batch.horses)).toHaveLength(2 * batch.bills);
});

test("the bill of a horse with a deleted customer has that customer, whom the dialog marks", async () => {
  const [customer] = await barn.rows(
    "select id, name from customers where deleted_at is null order by seq limit 1 offset 1",
  );
  const batch = await addHorseBatch(1, () => ({ customer_id: String(customer?.id) }));
  const { fields } = await open(batch.path);
  await update("customers", String(customer?.id), "deleted_at = '2026-01-05'");
  expect((await confirm(batch.path, fields)).status).toBe(409);
  const marked = await open(batch.path);
  expect(marked.page).toContain(" (deleted)");
  expect((await confirm(batch.path, marked.fields)).status).toBe(303);
  await update("customers", String(customer?.id), "deleted_at = null");
  expect(new Set((await billsOf(barn, batch.horses)).map(({ customer_id }) => customer_id))).toEqual(
    new Set([customer?.id]),
  );
});

test("shows with a deleted horse or service are named, skipped and stay unbilled", async () => {
  const batch = await addShowBatch();
  await update("horses", batch.horses[0]?.id ?? "", "deleted_at = '2026-01-05'");
  const opened = await open(batch.path);
  expect(opened.count).toBe(5);
  expect(opened.page).toMatch(/Missing horse or service data<\/h3>.*show 0/);
  expect((await confirm(batch.path, opened.fields)).status).toBe(303);
  expect(await billsOf(barn, batch.horses)).toHaveLength(5);
  expect(await barn.rows("select billed, version from shows where id = ?", [batch.shows[0]?.id ?? ""])).toEqual([
    { billed: 0, version: 1 },
  ]);
  const left = await open(batch.path);
  expect(left.count).toBe(0);
  expect((await confirm(batch.path, left.fields)).status).toBe(400);
  const ofService = await addShowBatch();
  await barn.rows(
    "update services set deleted_at = '2026-01-05' where id = (select service_id from shows where id = ?)",
    [ofService.shows[0]?.id ?? ""],
  );
  const refused = await open(ofService.path);
  expect(refused.count).toBe(0);
  expect(refused.page).toMatch(/Missing horse or service data<\/h3>.*show 0/);
});

test("under a search the dialogs say what it leaves out, and without one they do not", async () => {
  const left = (page: string) => Number(/([\d,]+) (?:is|are) hidden by the search or the filters/.exec(page)?.[1] ?? 0);
  for (const path of [`/horses/bill?month=${MONTH}&view=all`, "/shows/bill?view=all"]) {
    const all = await open(path);
    const some = await open(`${path}&q=be`);
    expect([path, left(all.page), some.count < all.count]).toEqual([path, 0, true]);
    if (path.startsWith("/horses")) expect(left(some.page)).toBe(all.count - some.count);
    else {
      const [others] = await barn.rows(
        "select count(*) as n from shows where not billed and deleted_at is null and instr(search_text, 'be') = 0",
      );
      expect([left(some.page), Number(others?.n) > 0]).toEqual([others?.n, true]);
    }
  }
  const textOn = async (path: string) => (await (await barn.get(path, admin)).text()).replaceAll("<!-- -->", "");
  const part = / of [\d,]+ pending bills\. The search or the filters of the list leave out the others\./;
  expect(await textOn("/billing/export")).not.toMatch(part);
  expect(await textOn("/billing/export?q=florida")).toMatch(part);
});
